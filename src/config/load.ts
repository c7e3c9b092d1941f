// What is set, and where? Defaults, the user's `pith.json`, the root's, variables, arguments: later ones win, key by key.
import { readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { PithError } from "../base/error.ts";
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
export type ConfigOverrides = Partial<Omit<Config, "ceilings">> & { ceilings?: Partial<Config["ceilings"]> };

export interface LoadOptions {
  root: string;
  env?: NodeJS.ProcessEnv;
  overrides?: ConfigOverrides;
}

export const CONFIG_FILE = "pith.json";

/** A `pith.json` is a page; a larger one is another program's file. */
const MOST_CONFIG_BYTES = 1_000_000;

const KEY_NAMES = Object.keys(CONFIG_KEYS);

export function loadConfig(options: LoadOptions): ResolvedConfig {
  const place = userPlace(options.env);
  const config: ResolvedConfig = { values: defaultConfig(), sources: {} };
  markDefaults(config);

  const userFolder = userConfigFolder(place);
  const userFile = join(userFolder, CONFIG_FILE);
  apply(config, readConfigFile(userFile), "user", userFile, userFolder);

  const rootFile = join(options.root, CONFIG_FILE);
  apply(config, readConfigFile(rootFile), "root", rootFile, options.root);
  if (config.sources["cacheDir"] === "root") {
    refuseForeignCache(config.values.cacheDir, place, rootFile);
  }

  for (const [key, variable] of Object.entries(CONFIG_VARIABLES)) {
    const text = place.env[variable];
    if (text === undefined || text === "") continue;
    const type = CONFIG_KEYS[key as keyof Config];
    const value = type.kind === "count" && /^\d+$/.test(text) ? Number(text) : text;
    apply(config, { [key]: value }, "environment", variable, options.root);
  }
  apply(config, withoutAbsent(options.overrides ?? {}), "argument", "the arguments", options.root);
  return config;
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
        checkValue(`${key}.${inner}`, type.keys[inner]!, innerValue, origin);
        group[inner] = innerValue;
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

function readConfigFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new PithError("CONFIG_INVALID", `${path} cannot be read: ${(cause as Error).message}.`, {
      subject: path,
      next: "Make the file readable or remove it.",
      cause,
    });
  }
  if (text.length > MOST_CONFIG_BYTES) {
    throw new PithError("CONFIG_INVALID", `${path} is too large to be a configuration.`, {
      subject: path,
      next: "Keep the settings alone in it.",
    });
  }
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
