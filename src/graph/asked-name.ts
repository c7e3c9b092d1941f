// What does a name that somebody wrote mean? `name`, `Class.method`, `Class#method`, `ns::f`, `src/a.ts:Class.method`.

export interface AskedName {
  /** Path or end of a path; empty where none was given. */
  path: string;
  qualifiers: string[];
  name: string;
}

export function readAskedName(paths: readonly string[], written: string): AskedName {
  let rest = written.trim();
  let path = "";
  // `::` divides names as well: the longest path that is known is the one that is meant.
  for (let colon = rest.lastIndexOf(":"); colon > 0; colon = rest.lastIndexOf(":", colon - 1)) {
    if (colon === rest.length - 1 || rest[colon + 1] === ":") continue;
    const before = rest.slice(0, colon).replace(/^\.\//, "").replaceAll("\\", "/");
    if (!paths.some((p) => isInPath(before, p))) continue;
    path = before;
    rest = rest.slice(colon + 1);
    break;
  }
  // A private name's `#` belongs to it; elsewhere it divides.
  const parts = rest
    .split(/::|\.|->|(?<=[\w$\u0080-\uffff])#/u)
    .map((part) => part.trim())
    .filter((part, at, all) => part !== "" && (part !== "prototype" || at === all.length - 1));
  const name = (parts.pop() ?? "").replace(/\(\)$/, "");
  return { path, qualifiers: parts, name };
}

/** Whether the path that was written is this one, or the end of it. */
export function isInPath(written: string, path: string): boolean {
  return written === "" || path === written || path.endsWith(`/${written}`);
}

/**
 * Whether a declaration is qualified by what was written: each qualifier is among its enclosing names, in their order; the
 * first may be the name of its file or of a folder of its path instead.
 */
export function isQualified(
  { qualifiers }: AskedName,
  declaration: { path: string; name: string; qualified: string },
): boolean {
  const { path, name, qualified } = declaration;
  const enclosing = qualified
    .slice(0, -name.length)
    .split(/::|\.|#/u)
    .filter(Boolean);
  if (areAmong(qualifiers, enclosing)) return true;
  return isNamed(path, qualifiers[0]!) && areAmong(qualifiers.slice(1), enclosing);
}

function areAmong(qualifiers: readonly string[], enclosing: readonly string[]): boolean {
  let at = 0;
  for (const part of enclosing) if (part === qualifiers[at]) at++;
  return at === qualifiers.length;
}

/** Whether a file or a folder of its path has the name. */
function isNamed(path: string, name: string): boolean {
  return path
    .replace(/\.[^./]+$/u, "")
    .split("/")
    .includes(name);
}

/** Where some declarations are qualified by just what was written, those that have more between are not meant. */
export function exactFirst<Declared extends { qualified: string }>(
  declarations: readonly Declared[],
  { qualifiers, name }: AskedName,
): readonly Declared[] {
  if (qualifiers.length === 0) return declarations;
  const wanted = [...qualifiers, name].join(".");
  const exact = declarations.filter(({ qualified }) => {
    const plain = qualified.replaceAll("::", ".");
    return plain === wanted || plain.endsWith(`.${wanted}`);
  });
  return exact.length > 0 ? exact : declarations;
}
