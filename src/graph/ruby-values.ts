// What does a variable of an object, or a constant, hold in Ruby? What `new` makes, where all that is assigned anywhere is that.
import { tablesOf, type FileTables, type Place } from "./file-tables.ts";
import type { Resolver } from "./resolve.ts";
import { rubyCode } from "./ruby-code.ts";
import { constantAt, spaceOf } from "./ruby-constants.ts";
import { membersOf } from "./ruby-members.ts";

/** Whether nothing outside of the file gives the variable of the object another value. */
export async function typeOfField(r: Resolver, tables: FileTables, name: string): Promise<boolean> {
  const plain = name.replace(/^@+/, "");
  return r.once(`rf${tables.file.index}:${name}`, false, async () => {
    const assigned = new RegExp(
      `@${plain}\\s*(?:\\|\\||&&)?=(?![=~>])|\\battr_(?:accessor|writer)\\b[^\\n]*:${plain}\\b|instance_variable_set`,
    );
    const writer = new RegExp(`\\battr_(?:accessor|writer)\\b[^\\n]*:${plain}\\b|instance_variable_set\\b`);
    for await (const file of r.each(r.view.naming(plain).filter((f) => r.view.languageOf(f) === "ruby"))) {
      if (file.index === tables.file.index ? writer.test(file.text) : assigned.test(file.text)) return false;
    }
    return true;
  });
}

/** The class of what a constant is given: `NAME = Class.new(…)`. */
export async function madeBy(r: Resolver, places: readonly Place[]): Promise<Place | null> {
  if (places.length !== 1) return null;
  const [place] = places;
  const tables = tablesOf(await r.file(place!.file));
  if (tables === null) return null;
  const symbol = tables.facts.symbols[place!.at]!;
  const text = rubyCode(tables).code.slice(tables.endOf(symbol.nameRange), tables.endOf(symbol.range));
  const made = /^\s*=\s*((?:::)?[A-Z][\w:]*)\.new\s*(?:\([^()]*\))?(?:\.freeze)?\s*$/.exec(text)?.[1];
  if (made === undefined) return null;
  const found = await constantAt(r, tables, made, symbol.parent);
  const space = found.kind === "declared" ? await spaceOf(r, found) : null;
  const [type] = space?.places ?? [];
  if (type === undefined || (await membersOf(r, type, "static", "new")).found.length > 0) return null;
  return type;
}
