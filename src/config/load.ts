// What is set, and where? Defaults, the user's `pith.json`, the root's, variables, arguments: later ones win, key by key.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { PithError, isPithError } from "../base/error.ts";
import { checkedEntries, checkValue } from "./check.ts";
import type { Origin } from "./check.ts";
import { CONFIG_KEYS, CONFIG_VARIABLES, defaultConfig } from "./schema.ts";
import type { Config, KeyType } from "./schema.ts";
import { userCacheFolder, userConfigFolder, userPlace } from "./user-folders.ts";
import type { UserPlace } from "./user-folders.ts";

export type { Config } from "./schema.ts";
export type { Ceilings } from "./ceilings.ts";

export type ConfigSource = "default" | "user" | "root" | "environment" | "argument";

export interface ResolvedConfig {
  values: Config;
  /** Dotted key (`budget`, `ceilings.fileBytes`, `languages.*.h`) → where its value comes from. */
  sources: Record<string, ConfigSource>;
}

/** Arguments win over everything; a group may be given in part. */
export type ConfigOverrides = Partial<Omit<Config, "ceilings" | "laneWeights" | "provider">> & {
  ceilings?: Partial<Config["ceilings"]>;
  laneWeights?: Partial<Config["laneWeights"]>;
  provider?: Partial<Config["provider"]>;
};

export interface LoadOptions {
  root: string;
  env?: NodeJS.ProcessEnv;
  overrides?: ConfigOverrides;
  /** In place of the file in the root: that of a commit. */
  rootFile?: RootFile;
}

export interface RootFile {
  /** For messages. */
  name: string;
  /** Null where there is none. */
  text: string | null;
  fault?: "not-plain" | "too-large" | "missing";
}

export const CONFIG_FILE = "pith.json";

/** A `pith.json` is a page; a larger one is another program's file. */
export const MOST_CONFIG_BYTES = 1_000_000;

const KEY_NAMES = Object.keys(CONFIG_KEYS);

/** The configuration, or where a file or a variable is at fault what holds without it, and the fault. */
export function loadSoundConfig(options: LoadOptions): { config: ResolvedConfig; fault: PithError | null } {
  try {
    return { config: loadConfig(options), fault: null };
  } catch (fault) {
    if (!isPithError(fault)) throw fault;
    // The cache folder is where the variable says, unless that is the fault.
    for (const env of [options.env, withoutVariables(options.env)]) {
      const config = soundOrNull({ ...options, env });
      if (config !== null) return { config, fault };
    }
    throw fault;
  }
}

function soundOrNull(options: LoadOptions): ResolvedConfig | null {
  const config: ResolvedConfig = { values: defaultConfig(), sources: {} };
  markDefaults(config);
  try {
    applyVariables(config, options);
    return config;
  } catch {
    return null;
  }
}

function withoutVariables(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const variables = new Set<string>(Object.values(CONFIG_VARIABLES));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !variables.has(name)));
}

/** The files that are read, where they exist: the user's, then the root's. */
export function configFiles({ root, env }: Pick<LoadOptions, "root" | "env">): readonly [string, string] {
  return [join(userConfigFolder(userPlace(env)), CONFIG_FILE), join(root, CONFIG_FILE)];
}

export function loadConfig(options: LoadOptions): ResolvedConfig {
  const place = userPlace(options.env);
  const [userFile, rootFile] = configFiles(options);
  const config: ResolvedConfig = { values: defaultConfig(), sources: {} };
  markDefaults(config);

  apply(config, readConfigFile(userFile, "followed"), "user", userFile, dirname(userFile));
  const given =
    options.rootFile === undefined
      ? readConfigFile(rootFile, "refused")
      : parseConfig(textOfGiven(options.rootFile), rootFile);
  apply(config, given, "root", rootFile, options.root);
  if (config.sources["cacheDir"] === "root") {
    refuseForeignCache(config.values.cacheDir, place, rootFile);
  }
  refuseForeignProvider(config, place, rootFile);
  if (config.sources["ledger"] === "root" && config.values.ledger === "root")
    throw new PithError(
      "CONFIG_INVALID",
      `ledger in ${rootFile}: a repository can't have calls counted in it.`,
      {
        subject: "ledger",
        next: `Set it in ${userFile}. Here "off" and "cache" are heeded.`,
      },
    );

  applyVariables(config, options);
  apply(config, withoutAbsent(options.overrides ?? {}), "argument", "the arguments", options.root);
  return config;
}

function applyVariables(config: ResolvedConfig, { env, root }: LoadOptions): void {
  const place = userPlace(env);
  for (const [key, variable] of Object.entries(CONFIG_VARIABLES)) {
    const text = place.env[variable];
    if (text === undefined || text === "") continue;
    const type = CONFIG_KEYS[key as keyof Config];
    const value = type.kind === "count" && /^\d+$/.test(text) ? Number(text) : text;
    apply(config, { [key]: type.kind === "group" ? { kind: text } : value }, "environment", variable, root);
  }
}

function markDefaults(config: ResolvedConfig): void {
  for (const key of KEY_NAMES) {
    const type = CONFIG_KEYS[key as keyof Config];
    if (type.kind !== "group") config.sources[key] = "default";
    else for (const inner of Object.keys(type.keys)) config.sources[`${key}.${inner}`] = "default";
  }
}

function withoutAbsent(overrides: ConfigOverrides): Record<string, unknown> {
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
}

function apply(
  config: ResolvedConfig,
  given: unknown,
  source: ConfigSource,
  origin: Origin,
  base: string,
): void {
  if (given === null) return;
  const values = config.values as unknown as Record<string, unknown>;
  for (const [key, value] of checkedEntries(given, KEY_NAMES, "", origin)) {
    const type: KeyType = CONFIG_KEYS[key as keyof Config];
    checkValue(key, type, value, origin);
    if (type.kind === "group") {
      const group = { ...(values[key] as Record<string, unknown>) };
      for (const [inner, innerValue] of checkedEntries(value, Object.keys(type.keys), `${key}.`, origin)) {
        if (innerValue === undefined) continue;
        const innerType = type.keys[inner]!;
        checkValue(`${key}.${inner}`, innerType, innerValue, origin);
        group[inner] = innerType.kind === "folder" ? resolve(base, innerValue as string) : innerValue;
        config.sources[`${key}.${inner}`] = source;
      }
      values[key] = group;
    } else if (type.kind === "names") {
      // A name set for the user holds beside those of the root.
      values[key] = { ...(values[key] as object), ...(value as object) };
      for (const name of Object.keys(value as object)) config.sources[`${key}.${name}`] = source;
      config.sources[key] = source;
    } else {
      values[key] = type.kind === "folder" ? resolve(base, value as string) : value;
      config.sources[key] = source;
    }
  }
}

/** A pipe is not waited for. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The user's own file may be a link; one in a root is untrusted and may lead anywhere. */
type Links = "followed" | "refused";

function readConfigFile(path: string, links: Links): unknown {
  return parseConfig(textOf(path, links), path);
}

function textOfGiven({ name, text, fault }: RootFile): string | null {
  if (fault === "not-plain") throw notPlain(name);
  if (fault === "too-large") throw tooLarge(name);
  if (fault === "missing") throw unreadable(name, new Error("Git lacks its content here"));
  return text;
}

function parseConfig(text: string | null, path: string): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown;
  } catch (cause) {
    throw new PithError("CONFIG_INVALID", `${path} is not valid JSON${placeOf(cause)}.`, {
      subject: path,
      next: "Correct the file: JSON has no comments and no trailing commas.",
      cause,
    });
  }
}

/** Null if there is no such file. */
function textOf(path: string, links: Links): string | null {
  let descriptor: number;
  try {
    // Where a link can't be refused in opening, it is looked for before.
    if (links === "refused" && constants.O_NOFOLLOW === undefined && isLink(path)) throw notPlain(path);
    descriptor = openSync(path, OPEN_FLAGS | (links === "refused" ? (constants.O_NOFOLLOW ?? 0) : 0));
  } catch (cause) {
    if (isPithError(cause)) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    // What opening a link, a socket or a device without a driver gives.
    if (code === "ELOOP" || code === "EMLINK" || code === "ENXIO" || code === "ENODEV") throw notPlain(path);
    throw unreadable(path, cause);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw notPlain(path);
    if (stats.size > MOST_CONFIG_BYTES) throw tooLarge(path);
    // A file of the system may have more in it than its size says.
    const bytes = Buffer.allocUnsafe(MOST_CONFIG_BYTES + 1);
    let filled = 0;
    for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
      count = readSync(descriptor, bytes, filled, bytes.length - filled, null);
    if (filled > MOST_CONFIG_BYTES) throw tooLarge(path);
    return bytes.toString("utf8", 0, filled);
  } catch (cause) {
    throw isPithError(cause) ? cause : unreadable(path, cause);
  } finally {
    closeSync(descriptor);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function unreadable(path: string, cause: unknown): PithError {
  return new PithError("CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}.`, {
    subject: path,
    next: "Make the file readable or remove it.",
    cause,
  });
}

function notPlain(path: string): PithError {
  return new PithError("CONFIG_INVALID", `${path} is a link, a folder or a device, not a plain file.`, {
    subject: path,
    next: "Put a plain file there or remove it.",
  });
}

function tooLarge(path: string): PithError {
  return new PithError("CONFIG_INVALID", `${path} is too large to be a configuration.`, {
    subject: path,
    next: "Keep the settings alone in it.",
  });
}

/** Where the parser stopped, without the text around it, which it would quote. */
function placeOf(cause: unknown): string {
  const place = /\(?(?:at position \d+ )?\(?(line \d+ column \d+)\)?/.exec((cause as Error).message)?.[1];
  return place === undefined ? "" : ` (${place})`;
}

/**
 * A repository is untrusted: its `pith.json` must not make Pith write wherever it likes, nor read a cache that
 * somebody else wrote, such as one that came with it. It may name a folder inside the user's cache folder.
 */
function refuseForeignCache(cacheDir: string, place: UserPlace, origin: Origin): void {
  const way = relative(userCacheFolder(place), cacheDir);
  if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new PithError("CONFIG_INVALID", `cacheDir in ${origin} lies outside the user's cache folder.`, {
    subject: "cacheDir",
    next: `Set it in ${join(userConfigFolder(place), CONFIG_FILE)} or in PITH_CACHE_DIR.`,
  });
}

/**
 * Nor may it send its text, or what stands in a variable, to whom it likes, or have a model of its own loaded. It may say
 * that nothing of it shall be sent.
 */
function refuseForeignProvider({ values, sources }: ResolvedConfig, place: UserPlace, origin: Origin): void {
  for (const [key, source] of Object.entries(sources)) {
    if (source !== "root" || !key.startsWith("provider.")) continue;
    if (key === "provider.kind" && values.provider.kind === "none") continue;
    throw new PithError("CONFIG_INVALID", `${key} in ${origin}: a repository can't choose a provider.`, {
      subject: key,
      next: `Set it in ${join(userConfigFolder(place), CONFIG_FILE)}. Here "provider": {"kind": "none"} alone is heeded.`,
    });
  }
}
