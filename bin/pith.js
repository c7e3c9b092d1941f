#!/usr/bin/env node
// The command `pith`. This file is plain JavaScript of an old kind: an old Node must be able to read it to the end,
// so that it can say in one line that it is too old. Everything else is loaded after that.
import { existsSync, mkdirSync } from "fs";
import { homedir } from "os";
import { dirname, isAbsolute, join, parse } from "path";
import { fileURLToPath } from "url";
import { setFlagsFromString } from "v8";

var version = process.versions.node.split(".").map(Number);

if (version[0] < 22 || (version[0] === 22 && version[1] < 13)) {
  console.error(
    "pith needs Node 22.13 or newer; this is Node " +
      process.versions.node +
      ". Install a newer Node" +
      (existsSync(at("package-lock.json")) ? ", or in a checkout start it with `npx pith`." : "."),
  );
  process.exitCode = 2;
} else {
  start();
}

function at(path) {
  return fileURLToPath(new URL("../" + path, import.meta.url));
}

function start() {
  silenceExperimentalWarnings();
  // A question lives for a second or two. V8's last compiler works that long on code that is then hardly run: without
  // it a first answer comes 15 to 30% earlier. Node 22 has no compiler below it, so there, and in what lives longer, it
  // stays. See docs/decisions/0007-packaging.md.
  if (version[0] >= 24 && ["mcp", "index", "batch"].indexOf(process.argv[2]) === -1) {
    setFlagsFromString("--no-turbofan");
  }
  // The package holds `dist`; a checkout runs from source.
  var main = existsSync(at("dist/main.js")) ? "../dist/main.js" : "../src/surface/cli/main.ts";
  import("node:module")
    .then(function (module) {
      // Compiled code of the last run: about 30 ms less for each start.
      var folder = join(cacheFolder(), "compiled");
      // A dry run leaves nothing behind.
      if (module.enableCompileCache && process.argv.indexOf("--dry-run") === -1 && isMade(folder))
        module.enableCompileCache(folder);
      return import(new URL(main, import.meta.url).href);
    })
    .then(function (program) {
      return program.main(process.argv.slice(2));
    })
    .then(function (code) {
      if (typeof code === "number") process.exitCode = code;
    })
    .catch(function (error) {
      if (error && error.code === "ERR_UNKNOWN_FILE_EXTENSION") {
        console.error("pith runs from source here, which this Node cannot do. Start it with `npx pith`.");
      } else {
        console.error(error);
      }
      process.exitCode = 2;
    });
}

// `node:sqlite` announces itself on stderr in Node 22; a user can do nothing about it.
function silenceExperimentalWarnings() {
  var emit = process.emitWarning;
  process.emitWarning = function (warning, options) {
    var name = (options && typeof options === "object" ? options.type : options) || (warning && warning.name);
    if (name !== "ExperimentalWarning") emit.apply(process, arguments);
  };
}

// Node itself would try for ever where a folder takes no new names, as `/proc` does.
function isMade(folder) {
  if (existsSync(folder)) return true;
  if (dirname(folder) === folder || !isMade(dirname(folder))) return false;
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    return existsSync(folder);
  }
  return true;
}

// As `src/config/user-folders.ts` has it, which cannot be loaded before the cache is on.
function cacheFolder() {
  var env = process.env;
  var xdg = env.XDG_CACHE_HOME;
  if (xdg && isAbsolute(xdg)) return join(xdg, "pith");
  if (process.platform === "win32") {
    var local = env.LOCALAPPDATA;
    return join(local && isAbsolute(local) ? local : join(home(), "AppData", "Local"), "pith", "cache");
  }
  if (process.platform === "darwin") return join(home(), "Library", "Caches", "pith");
  return join(home(), ".cache", "pith");
}

// As `src/base/home-folder.ts` has it.
function home() {
  try {
    return homedir();
  } catch {
    return parse(process.execPath).root;
  }
}
