// A checklist for a new name as a list that a budget can cut: what stands in its way first, then what must be edited, then
// what may have to be.
import { cutLine, oneLine, pathLabel } from "../pack/label.ts";
import type {
  RenameAnswer,
  RenameConflict,
  RenameDeclaration,
  RenameExport,
  RenameMention,
  RenamePlace,
  RenamePossible,
  RenameReference,
  RenameSite,
} from "../pack/rename-answer.ts";
import type { TraceDeclaration } from "../pack/trace-answer.ts";
import { byWhy, declarationText, headed } from "./graph-items.ts";
import { inOrder, leadFirst, type Sectioned } from "./lead-first.ts";
import type { Late } from "./traced.ts";

type Part<Name extends string, Value> = Sectioned & { part: Name; late: Late<Value> };

export type RenameItem =
  | (Sectioned & { part: "sum"; text: string })
  | (Sectioned & { part: "declaration"; value: TraceDeclaration })
  | Part<"conflicts", RenameConflict>
  | Part<"declares", RenameDeclaration>
  | Part<"proven", RenameReference>
  | Part<"exports", RenameExport>
  | Part<"possible", RenamePossible>
  | Part<"strings", RenamePossible>
  | Part<"mentions", RenameMention>;

export interface LateReason<Value> {
  readonly why: string;
  readonly late: Late<Value>;
}

export interface RenameFacts {
  readonly declarations: readonly TraceDeclaration[];
  readonly conflicts: readonly Late<RenameConflict>[];
  readonly declares: readonly Late<RenameDeclaration>[];
  readonly proven: readonly Late<RenameReference>[];
  readonly exports: readonly Late<RenameExport>[];
  readonly possible: readonly LateReason<RenamePossible>[];
  readonly strings: readonly LateReason<RenamePossible>[];
  readonly mentions: readonly LateReason<RenameMention>[];
  readonly totals: RenameAnswer["totals"];
  readonly notLooked: RenameAnswer["notLooked"];
}

export function renameItems(facts: RenameFacts, isListed: boolean): RenameItem[] {
  const listed = facts.declarations.map((value): RenameItem => ({ part: "declaration", value }));
  if (isListed) return listed;
  const { totals } = facts;
  const plain = (part: "conflicts" | "declares" | "proven" | "exports", title: string): RenameItem[] =>
    facts[part].map(
      (late, i) => ({ part, late, ...(i === 0 && { heading: `${title}: ${totals[part]}` }) }) as RenameItem,
    );
  return leadFirst<RenameItem>([
    { part: "sum", text: sumOf(facts) },
    ...listed,
    ...plain("conflicts", "conflicts"),
    ...plain("declares", "declared"),
    ...plain("proven", "proven"),
    ...plain("exports", "offered on by"),
    ...grouped("possible", "possible", facts.possible),
    ...grouped("strings", "in quotes", facts.strings),
    ...grouped("mentions", "written", facts.mentions),
  ]);
}

function grouped(
  part: "possible" | "strings" | "mentions",
  title: string,
  reasons: readonly LateReason<RenamePossible | RenameMention>[],
): RenameItem[] {
  const ordered = part === "mentions" ? byKind(reasons) : byWhy(reasons);
  return headed(ordered, title).map(
    ({ site, heading }) =>
      ({ part, late: site.late, ...(heading !== undefined && { heading }) }) as RenameItem,
  );
}

const KINDS = ["comment", "string", "document", "text"];

function byKind<Reason extends { why: string }>(reasons: readonly Reason[]): Reason[] {
  return KINDS.flatMap((kind) => reasons.filter(({ why }) => why === kind));
}

export type RenameParts = Pick<
  RenameAnswer,
  "declarations" | "conflicts" | "declares" | "proven" | "exports" | "possible" | "strings" | "mentions"
>;

export function partsOfRename(items: readonly RenameItem[]): RenameParts {
  const parts: RenameParts = {
    declarations: [],
    conflicts: [],
    declares: [],
    proven: [],
    exports: [],
    possible: [],
    strings: [],
    mentions: [],
  };
  for (const item of inOrder(items)) {
    if (item.part === "declaration") parts.declarations.push(item.value);
    else if (item.part !== "sum") (parts[item.part] as RenamePlace[]).push(item.late.shown);
  }
  return parts;
}

export function textOfRename(item: RenameItem): string {
  switch (item.part) {
    case "sum":
      return item.text;
    case "declaration":
      return declarationText(item.value);
    default: {
      const head = item.heading === undefined ? "" : `${item.heading}\n`;
      return `${head}${placeText(item.late.shown, noteOf(item))}`;
    }
  }
}

function noteOf(item: Exclude<RenameItem, { part: "sum" | "declaration" }>): string {
  switch (item.part) {
    case "conflicts":
    case "declares":
      return item.late.shown.why;
    case "proven":
      return item.late.shown.shorthand ? `${item.late.shown.rule}, shorthand` : item.late.shown.rule;
    case "exports":
      return item.late.shown.via === "star" ? "star, no edit" : `as ${item.late.shown.exported}`;
    default:
      return "";
  }
}

function placeText(place: RenamePlace | RenameSite, note: string): string {
  const { path, line, text, enclosing } = place;
  const column = "column" in place ? `:${place.column}` : "";
  const inside = enclosing === "" ? "" : ` in ${oneLine(enclosing)}`;
  const end = note === "" ? "" : ` (${oneLine(note)})`;
  return `${pathLabel(path)}:${line}${column}${inside}: ${cutLine(oneLine(text))}${end}`;
}

function sumOf({ totals, notLooked }: RenameFacts): string {
  const counts = [
    `${totals.declares} declared`,
    `${totals.proven} proven in ${totals.files} ${totals.files === 1 ? "file" : "files"}`,
    `${totals.exports} offered on`,
    `${totals.possible} possible`,
    `${totals.strings} in quotes`,
    `${totals.mentions} written`,
    `${totals.conflicts} ${totals.conflicts === 1 ? "conflict" : "conflicts"}`,
  ];
  const lines = [counts.join(", ")];
  for (const { what, why } of notLooked) lines.push(`not looked at: ${oneLine(what)} (${oneLine(why)})`);
  return lines.join("\n");
}
