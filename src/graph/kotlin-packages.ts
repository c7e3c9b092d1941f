// Where do the declarations of Kotlin stand? At the top of a package, whatever the file is called.
import type { FileTables } from "./file-tables.ts";
import type { Packages } from "./packaged-names.ts";
import { packageOf } from "./kotlin-text.ts";

const packages = new WeakMap<FileTables, string>();

export const KOTLIN: Packages = {
  languages: ["kotlin"],
  packageOf(tables, symbol) {
    return tables.facts.symbols[symbol]!.parent === -1 ? packageAt(tables) : null;
  },
  mayHold: (file, pack) => packageOf(file) === pack,
};

export function packageAt(tables: FileTables): string {
  let made = packages.get(tables);
  if (made === undefined) packages.set(tables, (made = packageOf(tables.file)));
  return made;
}

/** Source sets of one platform, by their names; those that are shared by several are seen from all. */
const PLATFORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:jvm|android|desktop)$/i, "jvm"],
  [/^js$/i, "js"],
  [/^wasm(?:Js|Wasi)?$/i, "wasm"],
  [
    /^(?:posix|native|darwin|apple|ios|macos|tvos|watchos|linux|mingw|windows|nix|androidNative)(?:Arm|X|Simulator)?\w*$/,
    "native",
  ],
];

interface SourceSet {
  /** Empty where it is that of no single one. */
  readonly platform: string;
  readonly isTest: boolean;
}

/** `module/src/jvmMain/…`, `module/jvm/src/…`, `module/src/test/…`. */
function sourceSetOf(path: string): SourceSet {
  const usual = /(?:^|\/)src\/(?:(\w+?)(Main|Test)|(main|test))\/(?:kotlin|java)\//.exec(path);
  const short = usual === null ? /(?:^|\/)(\w+)\/(src|test)\//.exec(path) : null;
  const name = usual?.[1] ?? short?.[1] ?? "";
  const isTest = usual === null ? short?.[2] === "test" : usual[2] === "Test" || usual[3] === "test";
  return { platform: PLATFORMS.find(([shape]) => shape.test(name))?.[1] ?? "", isTest };
}

/** Whether what a file declares can be seen from another one: of its platform, and not of tests from what is tested. */
export function isSeen(from: string, home: string): boolean {
  if (from === home) return true;
  const own = sourceSetOf(from);
  const other = sourceSetOf(home);
  if (other.isTest && !own.isTest) return false;
  return own.platform === "" || other.platform === "" || own.platform === other.platform;
}
