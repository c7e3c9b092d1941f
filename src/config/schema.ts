// What can be set: every key of `pith.json` with its type, default, and what it is for.
import { LEAST_BUDGET, MOST_BUDGET } from "../base/limits.ts";
import { CEILINGS, defaultCeilings } from "./ceilings.ts";
import type { CeilingName, Ceilings } from "./ceilings.ts";
import { LANE_NAMES, MOST_LANE_WEIGHT, evenLaneWeights, type LaneWeights } from "./lane-weights.ts";
import { PROVIDER_KEYS, defaultProvider } from "./provider-keys.ts";
import type { ProviderConfig } from "./provider-keys.ts";

/** The units of cost, as `tokens/` defines them (a test holds the two lists together). */
const UNIT_NAMES = ["o200k_base", "cl100k_base", "bytes", "estimate"] as const;

const LEDGER_PLACES = ["cache", "root", "off"] as const;

export interface Config {
  /** Only these files are looked at, if there is any pattern: the syntax of a scope. */
  include: string[];
  /** These files are left out: the syntax of a scope. */
  exclude: string[];
  /** Which language a file is in: file name, extension with its dot, or pattern → language id. */
  languages: Record<string, string>;
  /** The tool set that the MCP server offers. */
  tools: string;
  unit: (typeof UNIT_NAMES)[number];
  budget: number;
  ceilings: Ceilings;
  /** Factors on the weights of ranking, lane by lane. */
  laneWeights: LaneWeights;
  /** Folder for derived files; empty for the user's cache folder. */
  cacheDir: string;
  /** Where calls are counted: in the cache folder, in `.pith/ledger` of the root, or nowhere. */
  ledger: (typeof LEDGER_PLACES)[number];
  /** Who makes vectors beside those that Pith brings; nobody unless the user names one. */
  provider: ProviderConfig;
}

export type KeyType =
  | { readonly kind: "patterns" }
  | { readonly kind: "names" }
  | { readonly kind: "text" }
  | { readonly kind: "folder" }
  /** A text that may be empty. */
  | { readonly kind: "prefix" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "count"; readonly least: number; readonly most: number }
  /** With a fraction. */
  | { readonly kind: "number"; readonly least: number; readonly most: number }
  | { readonly kind: "group"; readonly keys: Readonly<Record<string, KeyType>> };

const ceilingTypes: Record<string, KeyType> = {};
for (const name of Object.keys(CEILINGS) as CeilingName[]) {
  ceilingTypes[name] = { kind: "count", least: 1, most: CEILINGS[name].most };
}

const laneTypes: Record<string, KeyType> = {};
for (const lane of LANE_NAMES) laneTypes[lane] = { kind: "number", least: 0, most: MOST_LANE_WEIGHT };

export const CONFIG_KEYS: Readonly<Record<keyof Config, KeyType>> = {
  include: { kind: "patterns" },
  exclude: { kind: "patterns" },
  languages: { kind: "names" },
  tools: { kind: "text" },
  unit: { kind: "choice", of: UNIT_NAMES },
  budget: { kind: "count", least: LEAST_BUDGET, most: MOST_BUDGET },
  ceilings: { kind: "group", keys: ceilingTypes },
  laneWeights: { kind: "group", keys: laneTypes },
  cacheDir: { kind: "folder" },
  ledger: { kind: "choice", of: LEDGER_PLACES },
  provider: { kind: "group", keys: PROVIDER_KEYS },
};

/** The variables that set a key; that of the provider its kind. */
export const CONFIG_VARIABLES: Readonly<Partial<Record<keyof Config, string>>> = {
  tools: "PITH_TOOLS",
  unit: "PITH_UNIT",
  budget: "PITH_BUDGET",
  cacheDir: "PITH_CACHE_DIR",
  provider: "PITH_PROVIDER",
};

export function defaultConfig(): Config {
  return {
    include: [],
    exclude: [],
    languages: {},
    tools: "default",
    unit: "o200k_base",
    budget: 4_000,
    ceilings: defaultCeilings(),
    laneWeights: evenLaneWeights(),
    cacheDir: "",
    ledger: "cache",
    provider: defaultProvider(),
  };
}
