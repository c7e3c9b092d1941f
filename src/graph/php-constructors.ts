// Where is a constructor of PHP called without the name of its class? `new self`, `new static`, `self::__construct()` in the
// class itself, `parent::__construct()` and `new parent` in classes below, and `new class(…) extends Base`.
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { phpCode, regionsAt, type PhpCode } from "./php-code.ts";
import { possibleInText, ProvenInText } from "./sites.ts";

const OWN =
  /(?<![\w$>:\\])new\s+(self|static)(?![\w\u0080-\uffff\\])|(?:(?<![\w$>:\\])(?:self|static)\s*::|\$this\s*->)\s*(__construct)\s*\(/gi;
/** Of the class that is called when it runs. */
const LATE =
  /(?<![\w$>:\\])new\s+(?:(static)(?![\w\u0080-\uffff\\])|\(\s*(static)\s*::\s*class\s*\))|(?<![\w$>:\\])static\s*::\s*(__construct)\s*\(/gi;
const ABOVE =
  /(?<![\w$>:\\])new\s+(parent)(?![\w\u0080-\uffff\\])|(?<![\w$>:\\])parent\s*::\s*(__construct)\s*\(/gi;

/** `word`: `this` for calls in the type itself, `super` in one below, `late` in one above, `made` for constructions alone. */
export function constructorCalls(
  _home: FileTables,
  _at: number,
  caller: FileTables,
  types: readonly number[],
  word: string,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  const php = phpCode(caller);
  for (const type of types) {
    const { range, nameRange, name } = caller.facts.symbols[type]!;
    const from = caller.startOf(range);
    const to = caller.endOf(range);
    const head = caller.startOf(nameRange);
    // A class without a name is made where it stands.
    if (word === "this" && name === "class")
      proven.push(new ProvenInText(caller, head, "new", "construction"));
    const pattern = word === "super" ? ABOVE : word === "late" ? LATE : OWN;
    for (const match of php.code.slice(from, to).matchAll(pattern)) {
      const made = match[1] ?? (word === "late" ? match[2] : undefined);
      if (made === undefined && word === "made") continue;
      const written = made ?? match.slice(2).find((part) => part !== undefined)!;
      const offset = from + match.index + match[0].lastIndexOf(written);
      if (!isIn(php, offset, head)) continue;
      if (word === "late") {
        possible.push(possibleInText(caller, offset, "dispatch"));
        continue;
      }
      const role = made === undefined ? "call" : "new";
      const rule = made !== undefined ? "construction" : word === "super" ? "super-method" : "this-method";
      proven.push(new ProvenInText(caller, offset, role, rule));
    }
  }
  return { proven, possible };
}

/** Whether the innermost type around the offset is the one with its name at `head`. */
function isIn(php: PhpCode, offset: number, head: number): boolean {
  const around = regionsAt(php, offset).find(({ kind }) => kind === "type");
  return around !== undefined && head >= around.start && head < around.bodyStart;
}
