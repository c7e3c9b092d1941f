// A walk as a tree on a screen: what is in view with its costs, one row under the cursor, a content below it or in its place. State
// and drawing alone; keys and terminal are `run-manifest-open.ts`'s.
import { isPithError } from "../../base/error.ts";
import { forTerminal } from "../../base/safe-text.ts";
import { thousands } from "../../base/thousands.ts";
import type { ManifestWalk } from "../../engine/manifest-walk.ts";
import { nodeOf } from "../../manifest/manifest.ts";
import { shownText } from "../../redact/redact.ts";

export interface TreeRow {
  id: string;
  depth: number;
  title: string;
  what: string;
  when: string;
  cost: number;
  leaf: boolean;
  open: boolean;
}

export interface TreeState {
  cursor: number;
  /** First row on the screen. */
  top: number;
  /** What is read, by lines, and its first line on the screen; `closes`: the leaf that it is, not what was looked at or found. */
  content: { title: string; lines: string[]; top: number; closes: string | null } | null;
  /** What is typed after `/`; null where nothing is. */
  typing: string | null;
  message: string;
  quit: boolean;
}

export const START: TreeState = { cursor: 0, top: 0, content: null, typing: null, message: "", quit: false };

/** What is in view, each below what it was opened from. Not by calls: trees may be deep. */
export function treeRows({ session, opened }: ManifestWalk): TreeRow[] {
  const { runtime } = session;
  const inView = new Set(runtime.peek().map(({ id }) => id));
  const rows: TreeRow[] = [];
  const seen = new Set<string>();
  const left = [...(opened.manifest.root.children ?? [])].reverse().map((id) => ({ id, depth: 0 }));
  while (left.length > 0) {
    const { id, depth } = left.pop()!;
    if (seen.has(id) || !inView.has(id)) continue;
    seen.add(id);
    const { title, what, when, cost, leaf, expanded } = runtime.entry(id);
    rows.push({ id, depth, title: title ?? id, what, when, cost, leaf, open: expanded });
    const children = leaf || !expanded ? [] : (nodeOf(opened.manifest, id)?.children ?? []);
    for (const child of children.toReversed()) left.push({ id: child, depth: depth + 1 });
  }
  return rows;
}

/** The screen, a text a line, none wider than `columns`. */
export function drawTree(
  walk: ManifestWalk,
  state: TreeState,
  columns: number,
  height: number,
  color: boolean,
): string[] {
  const { session, opened } = walk;
  const style = (code: number, text: string): string => (color ? `\u001B[${code}m${text}\u001B[0m` : text);
  const fit = (text: string): string =>
    cut(forTerminal(shownText(text)).replaceAll(/\n/g, " ").replaceAll("\t", "  "), columns);
  const name = opened.manifest.root.title ?? opened.manifest.root.id;
  const head = [
    style(1, fit(name)),
    fit(
      `${bar(session.remaining / walk.budget)} ${thousands(Math.max(0, session.remaining))} of ${thousands(walk.budget)} tokens left, ${thousands(session.shownTokens)} shown`,
    ),
  ];
  const room = Math.max(1, height - head.length - 2);
  const body: string[] = [];
  if (state.content !== null) {
    const { title, lines, top } = state.content;
    body.push(style(1, fit(title)), ...lines.slice(top, top + room - 1).map(fit));
  } else {
    for (const [i, row] of treeRows(walk)
      .slice(state.top, state.top + room)
      .entries()) {
      const mark = row.leaf ? (row.open ? "●" : "·") : row.open ? "▾" : "▸";
      const cost = row.leaf ? `[${row.cost}]` : row.open ? "" : `[+${row.cost}]`;
      const line = fit(`${"  ".repeat(row.depth)}${mark} ${row.title} ${cost} ${row.what}`);
      body.push(state.top + i === state.cursor ? style(7, padded(line, columns)) : line);
    }
  }
  while (body.length < room) body.push("");
  const keys =
    state.content === null
      ? "↑↓ move  → open  ← close  l look  / search  q quit"
      : `↑↓ scroll  ← back${state.content.closes === null ? "" : ", and close"}  esc back  q quit`;
  return [
    ...head,
    ...body.slice(0, room),
    fit(state.typing === null ? state.message : `/${state.typing}`),
    style(2, fit(keys)),
  ];
}

/** What a key does. `name`: as Node names keys; `text`: what it types. */
export function pressed(
  walk: ManifestWalk,
  state: TreeState,
  name: string,
  text: string,
  height: number,
): TreeState {
  const room = Math.max(1, height - 4);
  if (state.typing !== null) return typed(walk, state, name, text);
  if (name === "q") return { ...state, quit: true };
  if (state.content !== null) return reading(walk, state, state.content, name, room);
  const rows = treeRows(walk);
  const row = rows[state.cursor];
  const at = (cursor: number, more: Partial<TreeState> = {}): TreeState => {
    const within = Math.max(0, Math.min(treeRows(walk).length - 1, cursor));
    const top = within < state.top ? within : within >= state.top + room ? within - room + 1 : state.top;
    return { ...state, cursor: within, top, message: "", ...more };
  };
  switch (name) {
    case "up":
    case "k":
      return at(state.cursor - 1);
    case "down":
    case "j":
      return at(state.cursor + 1);
    case "pageup":
      return at(state.cursor - room);
    case "pagedown":
      return at(state.cursor + room);
    case "home":
      return at(0);
    case "end":
      return at(rows.length - 1);
    case "return":
    case "right":
      return row === undefined ? state : opened(walk, at(state.cursor), row);
    case "left": {
      if (row === undefined) return state;
      if (row.open) return at(state.cursor, { message: tried(() => walk.close(row.id)).split("\n")[0]! });
      // Of what isn't open, that which it hangs below.
      const parent = rows.findLastIndex((other, i) => i < state.cursor && other.depth < row.depth);
      return at(parent === -1 ? state.cursor : parent);
    }
    case "l":
      return row === undefined
        ? state
        : at(state.cursor, {
            content: {
              title: row.title,
              lines: tried(() => walk.look([row.id])).split("\n"),
              top: 0,
              closes: null,
            },
          });
    default:
      return text === "/" ? { ...state, typing: "", message: "" } : state;
  }
}

function opened(walk: ManifestWalk, state: TreeState, row: TreeRow): TreeState {
  const text = tried(() => walk.open(row.id));
  // A refusal is one line; a content comes with its state behind it.
  if (!walk.session.runtime.entry(row.id).expanded) return { ...state, message: text };
  if (!row.leaf) return { ...state, message: "" };
  return {
    ...state,
    content: { title: row.title, lines: text.split("\n"), top: 0, closes: row.id },
    message: "",
  };
}

function reading(
  walk: ManifestWalk,
  state: TreeState,
  content: NonNullable<TreeState["content"]>,
  name: string,
  room: number,
): TreeState {
  const last = Math.max(0, content.lines.length - room + 1);
  const to = (top: number): TreeState => ({
    ...state,
    content: { ...content, top: Math.max(0, Math.min(last, top)) },
  });
  switch (name) {
    case "up":
    case "k":
      return to(content.top - 1);
    case "down":
    case "j":
      return to(content.top + 1);
    case "pageup":
      return to(content.top - room + 1);
    case "pagedown":
    case "space":
      return to(content.top + room - 1);
    case "left": {
      const { closes } = content;
      const message = closes === null ? "" : tried(() => walk.close(closes)).split("\n")[0]!;
      return { ...state, content: null, message };
    }
    case "escape":
    case "return":
      return { ...state, content: null };
    default:
      return state;
  }
}

function typed(walk: ManifestWalk, state: TreeState, name: string, text: string): TreeState {
  const typing = state.typing!;
  if (name === "escape") return { ...state, typing: null };
  if (name === "backspace") return { ...state, typing: typing.slice(0, -1) };
  if (name === "return") {
    if (typing.trim() === "") return { ...state, typing: null };
    const lines = tried(() => walk.search(typing)).split("\n");
    return {
      ...state,
      typing: null,
      content: {
        title: `Found for "${typing}"`,
        lines,
        top: 0,
        closes: null,
      },
    };
  }
  return /^[^\p{Cc}]+$/u.test(text) ? { ...state, typing: `${typing}${text}`.slice(0, 500) } : state;
}

/** A refusal is what is shown. */
function tried(step: () => string): string {
  try {
    return step();
  } catch (error) {
    if (isPithError(error)) return `${error.message} ${error.next}`;
    throw error;
  }
}

function bar(share: number): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * 20);
  return `${"█".repeat(full)}${"░".repeat(20 - full)}`;
}

/** Signs that take two columns: East Asian wide and full-width ones, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

function columnsOf(sign: string): number {
  return WIDE.test(sign) ? 2 : 1;
}

function cut(text: string, columns: number): string {
  let width = 0;
  let kept = "";
  // So much of it leaves room for the mark.
  let short = "";
  for (const sign of text) {
    width += columnsOf(sign);
    if (width > columns) return `${short}…`;
    kept += sign;
    if (width < columns) short = kept;
  }
  return kept;
}

function padded(text: string, columns: number): string {
  let width = 0;
  for (const sign of text) width += columnsOf(sign);
  return text + " ".repeat(Math.max(0, columns - width));
}
