// Does a folder match a pattern of a configuration file, such as `packages/*` or `libs/{a,b}-*/**`? Place after place, in
// time that grows with both lengths: the pattern is a file's content, and a regular expression of many stars would never end.

/** `*`: anything in a name. A list: one of these. */
type Part = "*" | string | { oneOf: readonly Part[][] };

const ANY_FOLDERS = "**";

export function folderPattern(glob: string): (folder: string) => boolean {
  const wanted = glob.split("/").map((name) => (name === ANY_FOLDERS ? null : partsOf(name)));
  return (folder) => {
    const names = folder.split("/");
    // Behind so many names the pattern may stand as far as it was read.
    let at = new Set([0]);
    for (const parts of wanted) {
      const next = new Set<number>();
      for (const i of at) {
        if (parts === null) for (let j = i; j <= names.length; j++) next.add(j);
        else if (i < names.length && matches(parts, names[i]!)) next.add(i + 1);
        // The places behind are the same for every later one.
        if (parts === null) break;
      }
      at = next;
      if (at.size === 0) return false;
    }
    return at.has(names.length);
  };
}

function partsOf(name: string): Part[] {
  return name
    .split(/(\*|\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) =>
      part.length > 1 && part.startsWith("{") && part.endsWith("}") && !part.slice(1, -1).includes("{")
        ? { oneOf: part.slice(1, -1).split(",").map(partsOf) }
        : part,
    );
}

function matches(parts: readonly Part[], name: string): boolean {
  return reached(parts, name, new Set([0])).has(name.length);
}

/** Where in the name a match of the parts may end that begins at one of these places. */
function reached(parts: readonly Part[], name: string, from: ReadonlySet<number>): ReadonlySet<number> {
  let at = from;
  for (const part of parts) {
    const next = new Set<number>();
    if (part === "*") {
      for (let i = Math.min(...at); i <= name.length; i++) next.add(i);
    } else if (typeof part === "string") {
      for (const i of at) if (name.startsWith(part, i)) next.add(i + part.length);
    } else {
      for (const branch of part.oneOf) for (const i of reached(branch, name, at)) next.add(i);
    }
    if (next.size === 0) return next;
    at = next;
  }
  return at;
}
