// Where does a class of Ruby make objects of itself without its name: `new` in its own methods, `self.class.new` in those of its
// instances?
import type { FileTables } from "./file-tables.ts";
import type { PossibleSite, ProvenSite } from "./graph.ts";
import { rubyCode } from "./ruby-code.ts";
import { selfAt } from "./ruby-self.ts";
import { possibleInText, ProvenInText } from "./sites.ts";

export function madeWithoutName(
  _home: FileTables,
  _at: number,
  caller: FileTables,
  types: readonly number[],
  word: string,
): { proven: ProvenSite[]; possible: PossibleSite[] } {
  const proven: ProvenSite[] = [];
  const possible: PossibleSite[] = [];
  const { code } = rubyCode(caller);
  const { symbols } = caller.facts;
  for (const type of word === "super" ? [] : types) {
    const { range } = symbols[type]!;
    const from = caller.startOf(range);
    // A class that has a method `new` of its own decides itself what is made.
    if (caller.children(type).some((s) => symbols[s]!.name === "new")) continue;
    for (const match of code
      .slice(from, caller.endOf(range))
      .matchAll(/(?<![\w.:@$&])(self\s*\.\s*(?:class\s*\.\s*)?)?new(?![\w?!:=])/g)) {
      const offset = from + match.index + match[0].length - 3;
      const self = selfAt(caller, offset);
      if (self.kind !== "type" || caller.first[self.symbol] !== caller.first[type]) continue;
      if (word === "late") {
        // Of a class or a module above, which makes objects of what it is called on.
        possible.push(possibleInText(caller, offset, "dispatch"));
        continue;
      }
      if (symbols[type]!.kind !== "class") continue;
      const ofClass = /class/.test(match[1] ?? "");
      if (self.side !== (ofClass ? "instance" : "static")) continue;
      proven.push(new ProvenInText(caller, offset, "new", "construction"));
    }
  }
  return { proven, possible };
}
