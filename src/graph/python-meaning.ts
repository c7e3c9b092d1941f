// What does a reference of Python mean, where the common rules don't say it? Modules and what they hold, `import a.b`, star
// imports with `__all__`, names that are bound more than once. A name without any meaning in its file is built in.
import type { ImportFact, Reference } from "../parse/facts.ts";
import { offered } from "./exported-names.ts";
import { receiverOf } from "./expressions.ts";
import type { FileTables } from "./file-tables.ts";
import type { Found } from "./meaning.ts";
import { ELSEWHERE, EXTERNAL, possible, type Meaning } from "./meaning.ts";
import { pythonBuiltins } from "./python-names.ts";
import { moduleTarget, submodule } from "./python-modules.ts";
import { distinct, isAtTop, isBoundByFunction, isPlain, isRebound } from "./python-rebinding.ts";
import { pythonText } from "./python-text.ts";
import type { Resolver } from "./resolve.ts";
import type { GraphFile } from "./view.ts";

export async function pythonMeaning(r: Resolver, file: GraphFile, index: number): Promise<Meaning | null> {
  const reference = file.facts!.references[index]!;
  if (reference.role === "import") return importMeaning(r, file, reference);
  if (reference.receiver !== "") {
    const valued = await receiverOf(r, file, index);
    if (valued.entity.kind !== "module") {
      if (valued.entity.kind === "instance" && isNarrowed(r.tables(file)!, reference))
        return possible("unresolved-receiver");
      return unlessReplaced(
        r.tables(file)!,
        reference,
        await r.memberMeaning(valued, reference.name, reference),
      );
    }
    return unlessReplaced(
      r.tables(file)!,
      reference,
      await memberOfModule(r, valued.entity.files, reference),
    );
  }
  return bare(r, file, reference);
}

/** A method that the object is given another value for, by its class (`self.f = …`) or beside the use (`x.f = …`). */
function unlessReplaced(tables: FileTables, { name, receiver }: Reference, meaning: Meaning): Meaning {
  if (meaning.kind !== "proven") return meaning;
  const { references } = tables.facts;
  const isGiven = (tables.byName.get(name) ?? []).some(
    (i) => references[i]!.role === "write" && references[i]!.receiver === receiver,
  );
  const several = new Set(meaning.targets.map((t) => `${t.file}:${t.at}`)).size > 1;
  return several || (isGiven && meaning.rule !== "this-method")
    ? possible("ambiguous-declaration", meaning.targets)
    : meaning;
}

/** `isinstance(self.x, …)` in the same function: its type may be another one there. */
function isNarrowed(tables: FileTables, { receiver, enclosing }: Reference): boolean {
  if (enclosing === -1 || !/^\w+(?:\.\w+)+$/.test(receiver)) return false;
  const { range } = tables.facts.symbols[enclosing]!;
  const code = pythonText(tables.file).code.slice(tables.startOf(range), tables.endOf(range));
  return new RegExp(
    `\\b(?:isinstance|issubclass|type)\\s*\\(\\s*${receiver.replaceAll(".", "\\.")}\\s*[,)]`,
  ).test(code);
}

async function memberOfModule(r: Resolver, files: readonly number[], reference: Reference): Promise<Meaning> {
  const found = await offered(r, files, reference.name);
  if (found.entities.length > 0) return r.ofFound(found, reference, "namespace");
  const module = submodule(r.view, files, reference.name);
  if (module !== -1) return { kind: "module", files: [module], callable: false };
  return possible("unresolved-module");
}

/** `from m import name`. */
async function importMeaning(r: Resolver, file: GraphFile, reference: Reference): Promise<Meaning | null> {
  const fact = file.facts!.imports.find(
    ({ range, imported }) =>
      imported === reference.name &&
      range.start === reference.range.start &&
      range.startColumn === reference.range.startColumn,
  );
  if (fact === undefined) return null;
  return offeredTo(r, file, fact, reference);
}

async function offeredTo(
  r: Resolver,
  file: GraphFile,
  fact: ImportFact,
  reference: Reference,
): Promise<Meaning> {
  const target = await r.module(file, fact.module, fact.imported);
  if (target.external) return EXTERNAL;
  if (target.files.length === 0) return possible("unresolved-module");
  if (fact.imported === "*" || target.whole === true)
    return { kind: "module", files: target.files, callable: false };
  const found = await offered(r, target.files, fact.imported);
  if (found.entities.length === 0) return possible("unresolved-module");
  return r.ofFound(found, reference, "import");
}

async function bare(r: Resolver, file: GraphFile, reference: Reference): Promise<Meaning> {
  const { binding, name, target } = reference;
  const tables = r.tables(file)!;
  if (binding === "import") {
    const facts = r.importsOf(file, reference);
    if (facts.length > 0) return throughImports(r, file, tables, facts, reference);
  }
  if (target >= 0) return ofFile(r, tables, reference);
  if (binding === "local" || binding === "param" || binding === "this") return ELSEWHERE;
  return unbound(r, file, name, reference);
}

async function throughImports(
  r: Resolver,
  file: GraphFile,
  tables: FileTables,
  facts: readonly ImportFact[],
  reference: Reference,
): Promise<Meaning> {
  if (facts.every((f) => isPlain(tables, f))) {
    const target = await moduleTarget(r.view, file, reference.name, "*");
    if (target.external) return EXTERNAL;
    if (target.files.length === 0) return possible("unresolved-module");
    return { kind: "module", files: target.files, callable: false };
  }
  const atTop = facts.some((f) => isAtTop(tables, f));
  if (atTop && isRebound(tables, reference.name)) return anyOf(r, tables, reference, facts);
  const [only, ...others] = distinct(facts);
  return others.length > 0 ? anyOf(r, tables, reference, facts) : offeredTo(r, file, only!, reference);
}

/** A name that is bound several times: any of them may be meant. */
async function anyOf(
  r: Resolver,
  tables: FileTables,
  reference: Reference,
  imports: readonly ImportFact[],
): Promise<Meaning> {
  const { symbols } = tables.facts;
  const { target, name } = reference;
  const own =
    target >= 0
      ? (tables.byQualified.get(symbols[target]!.qualified) ?? []).filter(
          (s) => symbols[s]!.parent === symbols[target]!.parent,
        )
      : (tables.top.get(name) ?? []);
  const meanings: Meaning[] = [];
  for (const fact of distinct(imports)) meanings.push(await offeredTo(r, tables.file, fact, reference));
  if (own.length === 0 && meanings.every((m) => m.kind === "external")) return EXTERNAL;
  const open = meanings.some((m) => m.kind === "possible" && m.targets.length === 0);
  if (open) return possible("ambiguous-declaration");
  const targets = [...new Set(own.map((s) => tables.first[s]!))].map((s) => tables.place(s));
  for (const m of meanings) if (m.kind === "proven" || m.kind === "possible") targets.push(...m.targets);
  return targets.length === 0 ? ELSEWHERE : possible("ambiguous-declaration", targets);
}

/** A symbol of the file itself; of several of one name it is not known which one holds. */
async function ofFile(r: Resolver, tables: FileTables, reference: Reference): Promise<Meaning> {
  const { symbols } = tables.facts;
  const { target } = reference;
  const { qualified, parent, name } = symbols[target]!;
  const same = (tables.byQualified.get(qualified) ?? []).filter((s) => symbols[s]!.parent === parent);
  const several = new Set(same.map((s) => tables.first[s]!)).size > 1;
  if (!several && !(parent === -1 && isRebound(tables, name)))
    return { kind: "proven", rule: "same-file", targets: [tables.place(target)] };
  // Asked by each use: files of machines have thousands of declarations and of uses of one name.
  return r.once(
    `py-any ${tables.file.index}:${parent}:${qualified}`,
    possible("ambiguous-declaration"),
    () => {
      const imports = tables.facts.imports.filter(
        (i) => parent === -1 && i.local === name && isAtTop(tables, i),
      );
      return anyOf(r, tables, reference, imports);
    },
  );
}

async function unbound(r: Resolver, file: GraphFile, name: string, reference: Reference): Promise<Meaning> {
  let unsure = false;
  const found: Found[] = [];
  for (const fact of file.facts!.imports) {
    if (fact.imported !== "*" || fact.local !== "") continue;
    const target = await r.module(file, fact.module, "*");
    if (target.why !== "") unsure = true;
    for (const index of target.files) {
      const gives = givesByStar(r.tables(await r.file(index)), name);
      if (gives === "no") continue;
      const one = await offered(r, [index], name);
      if (one.entities.length === 0) continue;
      if (gives === "perhaps") unsure = true;
      found.push(one);
    }
  }
  if (found.length === 1 && !unsure) return r.ofFound(found[0]!, reference, "star-import");
  if (found.length > 0) {
    const targets = found.flatMap((f) => f.entities.flatMap((e) => (e.kind === "declared" ? [e.place] : [])));
    return possible("ambiguous-export", targets);
  }
  if (unsure && !pythonBuiltins.has(name)) return possible("unresolved-module");
  const tables = r.tables(file);
  if (tables !== null && isBoundByFunction(tables, name)) return possible("unresolved-receiver");
  // What a file neither binds nor imports no other file can give it.
  if (file.facts!.errors || /\bglobals\s*\(\s*\)/.test(file.text))
    return pythonBuiltins.has(name) ? EXTERNAL : possible("dynamic-access");
  return EXTERNAL;
}

/** By `__all__`, or else every name that does not begin with an underscore. */
function givesByStar(tables: FileTables | null, name: string): "yes" | "no" | "perhaps" {
  if (tables === null) return "perhaps";
  const { exports } = tables.facts;
  if (exports.some((e) => e.exported === name)) return "yes";
  if (!/^__all__\b/m.test(tables.file.text)) return name.startsWith("_") ? "no" : "yes";
  // Made of other lists: what is in them the facts do not say.
  return /^__all__\s*(?::[^=\n]*)?=\s*[[(][^\])]*[\])]\s*(?:#.*)?$/m.test(tables.file.text) &&
    !/__all__\s*(?:\+=|\.)/.test(tables.file.text)
    ? "no"
    : "perhaps";
}
