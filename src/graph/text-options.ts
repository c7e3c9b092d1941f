// Which texts may mean a declaration? Types are not there when a program runs, and what only its file knows is called by
// no name that is made elsewhere.
import type { Subject } from "./subject.ts";
import type { TextOptions } from "./textual-uses.ts";

export function textOptions(subject: Subject, question: "callers" | "references"): TextOptions {
  const { declaration, tables, symbol, inFile, plain } = subject;
  const kinds = declaration.symbols.map((s) => tables.facts.symbols[s]!.kind);
  const types = kinds.every((kind) => kind === "interface" || kind === "type");
  const callers = question === "callers" && !plain;
  // A function at the top of a module is called by no string.
  const top = callers && symbol.parent === -1 && symbol.kind === "function";
  return {
    name: symbol.kind === "constructor" ? "" : symbol.name,
    // What stands in brackets behind a value of PHP is a key of a list, and no member.
    dynamic: !types && !inFile && declaration.language !== "php",
    strings: !types && !inFile && !top,
    stringsWhereDynamic: callers,
  };
}
