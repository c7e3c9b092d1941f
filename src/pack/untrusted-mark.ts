// How is a text that looks like an instruction marked? Short, in the header of its span, outside of the fence.
import type { UntrustedLine } from "../redact/instruction-like.ts";

/** Lines named in a header; JSON and the receipt have all. */
const MOST = 3;

/** `, untrusted text at 12 (speaks to an AI)`; empty where there is none. */
export function untrustedMark(untrusted: readonly UntrustedLine[] | undefined): string {
  const [first] = untrusted ?? [];
  if (untrusted === undefined || first === undefined) return "";
  const lines = [...new Set(untrusted.map(({ line }) => line))];
  const more = lines.length > MOST ? ", …" : "";
  return `, untrusted text at ${lines.slice(0, MOST).join(", ")}${more} (${first.what})`;
}
