// What does an answer say of its session? Places that it would show and that the client holds, places that it shows again
// since they changed, and what all answers of the session cost together.
import { safeJson } from "../base/safe-text.ts";
import type { Counter } from "../tokens/counter.ts";
import { pathLabel } from "./label.ts";
import type { LineRange } from "./ranges.ts";

/** What a client holds, as the packer asks it. */
export interface HeldBefore {
  /** Of a text, as it is now: lines that the client holds, and about where it holds others than stand there now. */
  held(path: string, lines: readonly string[]): { now: ReadonlySet<number>; lost: readonly number[] };
  /** Cost of the answers before this one. */
  resident: number;
  told?: ToldLines;
}

/** Lines about the whole answer that the client holds as they were told last; in text alone. */
export interface ToldLines {
  root: string;
  looked: string;
  /** Budget and unit. */
  allowed: string;
}

export interface HeldPlace {
  path: string;
  ranges: LineRange[];
}

export interface SessionPart {
  /** Cost of all answers of the session, this one included. */
  resident: number;
  /** Held by the client, and as they were: not shown again. */
  shown: HeldPlace[];
  /** Held in an older form: shown again. */
  changed: HeldPlace[];
  /** Further places, or items of a list, that the client holds and that are not named. */
  more: number;
  /** In text alone: what is left out where it would be the same again. */
  told?: ToldLines;
}

/** Places that are named; of more it is told how many. */
const MOST_PLACES = 12;

export function sessionPart(
  resident: number,
  shown: readonly HeldPlace[] = [],
  changed: readonly HeldPlace[] = [],
  { most = MOST_PLACES, items = 0, told }: { most?: number; items?: number; told?: ToldLines } = {},
): SessionPart {
  const named = firstPlaces(shown, most);
  return {
    resident,
    ...named,
    changed: firstPlaces(changed, most).shown,
    more: named.more + items,
    ...(told === undefined ? {} : { told }),
  };
}

function firstPlaces(places: readonly HeldPlace[], most: number): { shown: HeldPlace[]; more: number } {
  const shown: HeldPlace[] = [];
  let left = most;
  let more = 0;
  for (const { path, ranges } of places) {
    const first = ranges.slice(0, left);
    left -= first.length;
    more += ranges.length - first.length;
    if (first.length > 0) shown.push({ path, ranges: first });
  }
  return { shown, more };
}

/**
 * `shown before: src/a.ts:10-42,60-80; src/b.ts:5`, `changed since shown: src/a.ts:3-9`. Nothing outside of a session.
 */
export function sessionLines(session: SessionPart | undefined): string[] {
  if (session === undefined) return [];
  const { shown, changed, more } = session;
  const lines: string[] = [];
  const others =
    more === 0 ? "" : `${shown.length === 0 ? "" : "; "}${more}${shown.length === 0 ? "" : " more"}`;
  if (shown.length > 0 || more > 0) lines.push(`shown before: ${shown.map(placeText).join("; ")}${others}`);
  if (changed.length > 0) lines.push(`changed since shown: ${changed.map(placeText).join("; ")}`);
  return lines;
}

function placeText({ path, ranges }: HeldPlace): string {
  const lines = ranges.map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`));
  return `${pathLabel(path)}:${lines.join(",")}`;
}

/** Room for what an answer says of its session whatever it has to say of it: the shortest form with the widest numbers. */
export function sessionReserve(json: boolean, counter: Counter): number {
  const widest: SessionPart = { resident: 888_888_888, shown: [], changed: [], more: 888 };
  const text = json
    ? `,"session":${safeJson(widest)}`
    : `${sessionLines(widest).join("\n")}\n (${widest.resident} resident)`;
  return counter.count(text) + SEAMS;
}

/** Tokens that pieces of a text may cost more together than alone. */
const SEAMS = 4;
