// Front matter of plain lines alone, which most is: names with a text each, or a list of quoted texts. Read without the YAML
// library, which takes longer for it than all else that is done to a document; whatever could mean anything else is left to it.
import type { FrontMatter } from "./front-matter.ts";

const LINE = /^([A-Za-z_][\w.-]*):[ ]+(\S[\u0020-\u007e]*)$/;
/** Names and texts that YAML takes for something else than texts. */
const TYPED = /^(?:true|false|null)$/i;
const QUOTED = /^"([^"\\]*)"$/;
/** Begins with a letter, and has no sign that means anything. */
const BARE = /^[A-Za-z][^:#"'`\\{}[\]&*!|>%@]*$/;
const DATE = /^\d{1,4}\/\d{1,2}\/\d{1,4}$/;
const LIST = /^\[ *"[^"\\]*"(?: *, *"[^"\\]*")* *\]$/;

/** Null where the library has to look. */
export function plainFrontMatter(lines: readonly string[]): Omit<FrontMatter, "body"> | null {
  const data = new Map<string, string | string[]>();
  for (const line of lines) {
    const [, key = "", written = ""] = LINE.exec(line) ?? [];
    if (key === "" || TYPED.test(key) || data.has(key)) return null;
    const value = valueOf(written.trimEnd());
    if (value === null) return null;
    data.set(key, value);
  }
  if (data.size === 0) return null;
  const single = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());
  return {
    data,
    text: (key, ...more) => {
      const value = data.get(key!);
      return typeof value === "string" && more.length === 0 ? single(value) : undefined;
    },
    list: (key) => {
      const value = data.get(key);
      return Array.isArray(value) ? value.flatMap((one) => single(one) ?? []) : [];
    },
    fault: null,
  };
}

function valueOf(written: string): string | string[] | null {
  const quoted = QUOTED.exec(written)?.[1];
  if (quoted !== undefined) return quoted;
  if (DATE.test(written)) return written;
  if (BARE.test(written)) return TYPED.test(written) ? null : written;
  // Without a backslash between its quotes it is the same in JSON.
  return LIST.test(written) ? (JSON.parse(written) as string[]) : null;
}
