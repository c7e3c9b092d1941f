// Where the user's own files lie on this operating system: home, configuration and cache folders.
import { isAbsolute, join } from "node:path";
import { homeFolder } from "../base/home-folder.ts";

/** What these folders depend on; a parameter so that tests and servers can name another user or system. */
export interface UserPlace {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
}

export function userPlace(env: NodeJS.ProcessEnv = process.env): UserPlace {
  return { env, platform: process.platform, home: namedHome(env) };
}

function namedHome(env: NodeJS.ProcessEnv): string {
  const named = process.platform === "win32" ? env["USERPROFILE"] : env["HOME"];
  return named !== undefined && isAbsolute(named) ? named : homeFolder();
}

/** The XDG base directory specification says to ignore values that are not absolute. */
function absolute(value: string | undefined): string | null {
  return value !== undefined && isAbsolute(value) ? value : null;
}

/** Folder of the user's `pith.json`. */
export function userConfigFolder({ env, platform, home }: UserPlace): string {
  const xdg = absolute(env["XDG_CONFIG_HOME"]);
  if (xdg !== null) return join(xdg, "pith");
  if (platform === "win32") return join(absolute(env["APPDATA"]) ?? join(home, "AppData", "Roaming"), "pith");
  if (platform === "darwin") return join(home, "Library", "Application Support", "pith");
  return join(home, ".config", "pith");
}

/** Folder for everything derived, when no configuration names another. */
export function userCacheFolder({ env, platform, home }: UserPlace): string {
  const xdg = absolute(env["XDG_CACHE_HOME"]);
  if (xdg !== null) return join(xdg, "pith");
  if (platform === "win32") {
    return join(absolute(env["LOCALAPPDATA"]) ?? join(home, "AppData", "Local"), "pith", "cache");
  }
  if (platform === "darwin") return join(home, "Library", "Caches", "pith");
  return join(home, ".cache", "pith");
}
