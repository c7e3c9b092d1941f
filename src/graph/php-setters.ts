// What may set a variable of PHP without naming it in an assignment: names that are made as the program runs, jumps, functions
// that take their arguments by reference?
import type { PhpCode, Region } from "./php-code.ts";

const referring = new WeakMap<PhpCode, ReadonlySet<string>>();

/** Functions and methods of the file that take something by reference. */
export function takersByReference(php: PhpCode): ReadonlySet<string> {
  let known = referring.get(php);
  if (known === undefined) {
    const found = new Set<string>();
    for (const match of php.code.matchAll(/\bfunction\s+&?\s*([\w\u0080-\uffff]+)\s*\(/gi)) {
      const open = match.index + match[0].length - 1;
      const close = php.other[open]!;
      if (close !== -1 && /&\s*(?:\.\.\.\s*)?\$/.test(php.code.slice(open, close)))
        found.add(match[1]!.toLowerCase());
    }
    referring.set(php, (known = found));
  }
  return known;
}

const anyName = new WeakMap<PhpCode, Map<number, { readonly any: boolean; readonly goto: boolean }>>();

function oddities(php: PhpCode, region: Region | null) {
  let known = anyName.get(php);
  if (known === undefined) anyName.set(php, (known = new Map()));
  const key = region?.start ?? -1;
  let own = known.get(key);
  if (own === undefined) {
    const body = php.code.slice(region?.bodyStart ?? 0, region?.bodyEnd ?? php.code.length);
    own = {
      any:
        /(?<![\w$>:\\])(?:extract|parse_str|eval)\s*\(/i.test(body) ||
        /\$(?:\$\w+|\{[^{}]*\})\s*(?:\?\?)?=(?![=>])/.test(body) ||
        /\bas\s+\$(?:\$|\{)/.test(body),
      goto: /(?<![\w$>:\\])goto\s+\w/i.test(body),
    };
    known.set(key, own);
  }
  return own;
}

/** Whether variables are set whose names are made as it runs (`$$name = …`, `extract`). */
export function setsAnyName(php: PhpCode, region: Region | null): boolean {
  return oddities(php, region).any;
}

export function hasGoto(php: PhpCode, region: Region | null): boolean {
  return oddities(php, region).goto;
}
