// Which Git settings hold here? System, user and repository files with their includes, then the environment.
import { existsSync, realpathSync } from "node:fs";
import { platform } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "../base/home-folder.ts";
import { parseGitConfig } from "./config-file.ts";
import type { GitConfigEntry } from "./config-file.ts";
import { MOST_CONFIG_BYTES, readGitText } from "./git-file.ts";
import { compileWild, toBytes } from "./wildmatch.ts";
import { symbolicTarget } from "./repository.ts";
import type { Repository } from "./repository.ts";

/** What the settings depend on besides files; a parameter so that tests can stand in another user's place. */
export interface GitPlace {
  env: NodeJS.ProcessEnv;
  home: string;
  platform: NodeJS.Platform;
}

export function gitPlace(env: NodeJS.ProcessEnv = process.env): GitPlace {
  const home = env["HOME"];
  return { env, home: home !== undefined && home !== "" ? home : homeFolder(), platform: platform() };
}

/** Last value of each key: `core.excludesfile` → text, or null for a key without a value. */
export type GitSettings = ReadonlyMap<string, string | null>;

/** Git refuses deeper chains of includes. */
const MOST_DEPTH = 10;
/** Git has no ceiling on their number, but each may name itself again and again: a chain of 10 would have no end. */
const MOST_INCLUDES = 1_000;
/** Of all files together. */
const MOST_BYTES = 4 * MOST_CONFIG_BYTES;

/** What may still be looked at. */
interface Room {
  includes: number;
  bytes: number;
  /** What was looked at. */
  files: string[];
}

export function readGitSettings(repository: Repository | null, place: GitPlace = gitPlace()): GitSettings {
  return readSettings(repository, place, []).settings;
}

/** The same, with the keys whose value is what the repository's own files say. */
export function readGitSettingsApart(
  repository: Repository | null,
  place: GitPlace = gitPlace(),
): { settings: GitSettings; own: ReadonlySet<string> } {
  return readSettings(repository, place, []);
}

/** The files that Git reads its settings from, and those that they name for the rules of all repositories. */
export function settingFiles(repository: Repository, place: GitPlace = gitPlace()): string[] {
  const files: string[] = [];
  const { settings } = readSettings(repository, place, files);
  for (const [key, usual] of [
    ["core.excludesfile", "ignore"],
    ["core.attributesfile", "attributes"],
  ] as const) {
    const named = settings.get(key);
    const path = named == null ? join(xdgGitFolder(place), usual) : expandHome(named, place);
    if (path !== null && path !== "") files.push(resolve(repository.workTree, path));
  }
  return files;
}

/** `files`: where the paths of what was looked at are put. */
function readSettings(
  repository: Repository | null,
  place: GitPlace,
  files: string[],
): { settings: GitSettings; own: ReadonlySet<string> } {
  const settings = new Map<string, string | null>();
  const room: Room = { includes: MOST_INCLUDES, bytes: MOST_BYTES, files };
  for (const file of [...systemFiles(place), ...userFiles(place)])
    readInto(settings, file, repository, place, 0, room);
  const own = new Map<string, string | null>();
  if (repository !== null) {
    const read = (file: string) => readInto(own, file, repository, place, 0, room);
    read(join(repository.commonDir, "config"));
    const extension = "extensions.worktreeconfig";
    if (isTrue(own.has(extension) ? own.get(extension) : settings.get(extension)))
      read(join(repository.gitDir, "config.worktree"));
  }
  for (const [key, value] of own) settings.set(key, value);
  for (const entry of environmentEntries(place.env)) {
    settings.set(entry.key, entry.value);
    own.delete(entry.key);
  }
  return { settings, own: new Set(own.keys()) };
}

export function isTrue(value: string | null | undefined): boolean {
  if (value === undefined) return false;
  return value === null || /^(true|yes|on|[1-9]\d*)$/i.test(value);
}

/** How objects are named in a repository; unlike other settings it counts in the repository's own file alone. */
export function objectFormat(repository: Repository): string {
  const text = readGitText(join(repository.commonDir, "config"), MOST_CONFIG_BYTES);
  if (text === null || !/objectformat/i.test(text)) return "sha1";
  let format = "sha1";
  for (const { key, value } of parseGitConfig(text)) {
    if (key === "extensions.objectformat" && value !== null) format = value.toLowerCase();
  }
  return format;
}

/** `~/x` as Git expands it in values that are paths; null for another user's home. */
export function expandHome(path: string, place: GitPlace): string | null {
  if (path === "~") return place.home;
  if (path.startsWith("~/")) return join(place.home, path.slice(2));
  return path.startsWith("~") ? null : path;
}

/** Git's folder of user configuration when `~/.gitconfig` is not used. */
export function xdgGitFolder(place: GitPlace): string {
  const xdg = place.env["XDG_CONFIG_HOME"];
  return join(xdg !== undefined && xdg !== "" ? xdg : join(place.home, ".config"), "git");
}

function systemFiles({ env, platform: system }: GitPlace): string[] {
  if (isTrue(env["GIT_CONFIG_NOSYSTEM"])) return [];
  const named = env["GIT_CONFIG_SYSTEM"];
  if (named !== undefined) return named === "" ? [] : [named];
  if (system === "win32") {
    const programs = env["ProgramFiles"] ?? "C:\\Program Files";
    return [join(programs, "Git", "etc", "gitconfig")];
  }
  // Where the usual builds of Git keep it; a build reads one of these.
  return ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"]
    .filter(existsSync)
    .slice(0, 1);
}

function userFiles(place: GitPlace): string[] {
  const named = place.env["GIT_CONFIG_GLOBAL"];
  if (named !== undefined) return named === "" ? [] : [named];
  return [join(xdgGitFolder(place), "config"), join(place.home, ".gitconfig")];
}

function* environmentEntries(env: NodeJS.ProcessEnv): Generator<GitConfigEntry> {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  for (let i = 0; i < count && i < 1_000; i++) {
    const name = env[`GIT_CONFIG_KEY_${i}`];
    const value = env[`GIT_CONFIG_VALUE_${i}`];
    if (name === undefined || value === undefined) return;
    const parts = name.split(".");
    const key = [parts[0]!.toLowerCase(), ...parts.slice(1, -1), parts.at(-1)!.toLowerCase()].join(".");
    yield { key, value };
  }
}

function readInto(
  settings: Map<string, string | null>,
  file: string,
  repository: Repository | null,
  place: GitPlace,
  depth: number,
  room: Room,
): void {
  room.files.push(file);
  const text = readGitText(file, Math.min(MOST_CONFIG_BYTES, room.bytes));
  if (text === null) return;
  room.bytes -= text.length;
  for (const { key, value } of parseGitConfig(text)) {
    settings.set(key, value);
    if (value === null || depth >= MOST_DEPTH || !/^include(if\..*)?\.path$/s.test(key)) continue;
    if (room.includes-- <= 0) continue;
    const condition = key === "include.path" ? null : key.slice("includeif.".length, -".path".length);
    if (condition !== null && !conditionHolds(condition, file, repository, place)) continue;
    const path = expandHome(value, place);
    if (path === null || path.includes("\0")) continue;
    const named = isAbsolute(path) ? path : resolve(dirname(file), path);
    readInto(settings, named, repository, place, depth + 1, room);
  }
}

function conditionHolds(
  condition: string,
  file: string,
  repository: Repository | null,
  place: GitPlace,
): boolean {
  const colon = condition.indexOf(":");
  const kind = condition.slice(0, colon);
  let pattern = condition.slice(colon + 1);
  if (repository === null) return false;
  if (kind === "onbranch") {
    const head = symbolicTarget(readGitText(join(repository.gitDir, "HEAD")) ?? "");
    if (head?.startsWith("refs/heads/") !== true) return false;
    const branch = head.slice("refs/heads/".length);
    if (pattern.endsWith("/")) pattern += "**";
    return compileWild(toBytes(pattern), { pathname: true, fold: false })(toBytes(branch));
  }
  if (kind !== "gitdir" && kind !== "gitdir/i") return false;
  const expanded = expandHome(pattern, place);
  if (expanded === null) return false;
  pattern = expanded;
  if (pattern.startsWith("./"))
    pattern = join(realPath(dirname(file)), pattern.slice(2)) + (pattern.endsWith("/") ? "/" : "");
  else if (!isAbsolute(pattern)) pattern = `**/${pattern}`;
  // Git has forward slashes on every system; a backslash would take the meaning of the sign behind it.
  const slashed = (path: string): string => (place.platform === "win32" ? path.replaceAll("\\", "/") : path);
  pattern = slashed(pattern);
  if (pattern.endsWith("/")) pattern += "**";
  const matches = compileWild(toBytes(pattern.replaceAll("//", "/")), {
    pathname: true,
    fold: kind === "gitdir/i",
  });
  // Git tries the folder as named and as it really is.
  return [repository.gitDir, realPath(repository.gitDir)].some((dir) => matches(toBytes(slashed(dir))));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
