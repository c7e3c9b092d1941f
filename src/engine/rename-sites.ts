// Which places hold the old name itself? Each is listed once; what is used under another name needs no edit.
import { shownText } from "../redact/redact.ts";
import type { Declaration, Graph, PossibleSite, ProvenSite, Site } from "../graph/graph.ts";
import type { GraphFile } from "../graph/view.ts";
import type { RenameAnswer } from "../pack/rename-answer.ts";
import type { LateReason } from "./rename-items.ts";
import { Late } from "./traced.ts";

export class RenameSites {
  readonly proven: Late<RenameAnswer["proven"][number]>[] = [];
  readonly possible: LateReason<RenameAnswer["possible"][number]>[] = [];
  /** `path:line:column` of what is listed. */
  readonly taken = new Set<string>();
  readonly files = new Set<string>();
  /** Where references stand: the symbols around them, by file. */
  readonly around = new Map<number, Set<number>>();
  readonly #graph: Graph;
  readonly #name: string;

  constructor(graph: Graph, name: string) {
    this.#graph = graph;
    this.#name = name;
  }

  async add(proven: readonly ProvenSite[]): Promise<void> {
    const name = this.#name;
    for (const site of proven) {
      const line = await this.#line(site.file, site.line);
      const at = nameAt(line, site.column - 1, name);
      if (at === -1 || !this.#take(site.path, site.line, at + 1)) continue;
      this.files.add(site.path);
      const around = this.around.get(site.file) ?? new Set<number>();
      this.around.set(site.file, around.add(site.symbol));
      const shorthand = site.role === "read" && isShorthand(line, at, name);
      const column = at + 1;
      this.proven.push(new Late(0, () => ({ ...placed(site), column, rule: site.rule, shorthand })));
    }
  }

  async addPossible(possible: readonly PossibleSite[]): Promise<void> {
    for (const site of possible) {
      const at = nameAt(await this.#line(site.file, site.line), site.column - 1, this.#name);
      const column = at === -1 ? site.column : at + 1;
      if (!this.#take(site.path, site.line, column)) continue;
      const late = new Late(0, () => ({ ...placed(site), column, why: site.why }));
      this.possible.push({ why: site.why, late });
    }
  }

  /** Every line that declares it: overloads and merged declarations have several. */
  async declares(of: Declaration, own: boolean): Promise<Late<RenameAnswer["declares"][number]>[]> {
    const [file] = await this.#graph.view.load([of.file]);
    const symbols = file?.facts?.symbols ?? [];
    this.files.add(of.path);
    const why = own ? "declaration" : "override";
    return of.symbols.map((s) => {
      const { nameRange, parent } = symbols[s]!;
      this.#take(of.path, nameRange.start, nameRange.startColumn);
      const enclosing = parent === -1 ? "" : shownText(symbols[parent]!.qualified);
      return new Late(0, () => ({
        path: of.path,
        line: nameRange.start,
        column: nameRange.startColumn,
        text: (file as GraphFile).lines[nameRange.start - 1]?.trim() ?? "",
        enclosing,
        why,
      }));
    });
  }

  /** Constructors and destructors, which have the name of their type. */
  namesakes(found: readonly Site[]): Late<RenameAnswer["declares"][number]>[] {
    return found
      .filter((site) => this.#take(site.path, site.line, site.column))
      .map((site) => {
        this.files.add(site.path);
        const { path, line, column, text, enclosing } = site;
        const why = "declaration" as const;
        return new Late(0, () => ({ path, line, column, text, enclosing: shownText(enclosing), why }));
      });
  }

  isMember({ qualified, name }: Declaration): boolean {
    return qualified !== name;
  }

  #take(path: string, line: number, column: number): boolean {
    const key = `${path}:${line}:${column}`;
    if (this.taken.has(key)) return false;
    this.taken.add(key);
    return true;
  }

  readonly #lines = new Map<number, readonly string[]>();

  async #line(file: number, line: number): Promise<string> {
    let lines = this.#lines.get(file);
    if (lines === undefined) {
      const [loaded] = await this.#graph.view.load([file]);
      this.#lines.set(file, (lines = (loaded?.text ?? "").split("\n")));
    }
    return lines[line - 1] ?? "";
  }
}

/** Column of the name at a site or behind its quote, from 0; -1 where another name stands there. */
function nameAt(line: string, column: number, name: string): number {
  for (const at of [column, column + 1]) {
    if (line.startsWith(name, at) && !/[\w$]/.test(line[at + name.length] ?? "")) return at;
  }
  return -1;
}

/** `{ name }`, `{ a, name }`: the name of a member and its value at once (ECMAScript). */
function isShorthand(line: string, at: number, name: string): boolean {
  return (
    /[{,]\s*$/.test(line.slice(0, at)) && /^\s*[,}]/.test(line.slice(at + name.length)) && line.includes("{")
  );
}

function placed({ path, line, text, enclosing }: ProvenSite | PossibleSite) {
  return { path, line, text, enclosing: shownText(enclosing) };
}
