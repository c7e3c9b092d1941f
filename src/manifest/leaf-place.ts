// How does a payload say where its content stands, word for word? `docs/guide.md#L10-L42`, from the folder of the source; a
// whole file without lines. Signs that would end a path are escaped, so that any name can be one.

export interface LeafPlace {
  /** From the folder of the source, with slashes. */
  path: string;
  /** 1-based, inclusive. */
  start?: number;
  end?: number;
}

export function placeRef({ path, start, end }: LeafPlace): string {
  const escaped = path.replaceAll(/[%#\u0000-\u0020]/g, encodeURIComponent);
  return start === undefined ? escaped : `${escaped}#L${start}-L${end ?? start}`;
}

/** Null where it names no place inside of a folder. */
export function placeOf(ref: string): LeafPlace | null {
  const [, escaped = "", first, last] = /^([^#]+)(?:#L(\d{1,9})-L(\d{1,9}))?$/.exec(ref) ?? [];
  let path: string;
  try {
    path = decodeURIComponent(escaped.replaceAll(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  } catch {
    return null;
  }
  const parts = path.split("/");
  const leaves =
    path === "" ||
    path.includes("\0") ||
    path.includes("\\") ||
    parts.some((p) => p === "" || p === "." || p === "..");
  if (leaves || /^[A-Za-z]:/.test(path)) return null;
  if (first === undefined) return { path };
  const [start, end] = [Number(first), Number(last)];
  return start >= 1 && end >= start ? { path, start, end } : null;
}
