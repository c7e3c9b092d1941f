// Where does a question about many things mean? A file, a folder, the members of a type, or the whole tree; null for what is
// none of these here, or more than one.
import { counted } from "../base/counted.ts";
import type { Place } from "../rank/aggregate-question.ts";
import type { Snapshot } from "../store/segment-view.ts";

export interface MeantPlace {
  /** Of a path in it. */
  holds: (path: string) => boolean;
  /** The type whose members are meant, or null. */
  owner: string | null;
  said: string;
}

export type FoundPlace = MeantPlace | { unclear: string };

const TYPES = new Set(["class", "type", "interface", "struct", "trait"]);
const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "interface", "struct", "trait", "type", "enum"]);

/** `members`: members of a type are counted, so that a bare name may be the type's. */
export function placeMeant(
  snapshot: Snapshot,
  { text, as }: Place,
  { members, rootName }: { members: boolean; rootName: string },
): FoundPlace {
  const wanted = text.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");
  const paths = snapshot.files.map(({ path }) => path);
  if (TYPES.has(as)) return owner(snapshot, text);
  if (members && as === "" && /^[A-Za-z_$][\w$]*$/.test(text)) {
    const found = owner(snapshot, text);
    if (!("unclear" in found) || !found.unclear.startsWith("no ")) return found;
  }
  const exact = pathPlace(paths, wanted);
  if (exact !== null) return exact;
  if (!/[/.]/.test(wanted) && as !== "file") {
    const folders = foldersNamed(paths, wanted);
    if (folders.length === 1) return pathPlace(paths, folders[0]!)!;
    if (folders.length > 1) return { unclear: `${counted(folders.length, "folder")} named ${text}` };
  }
  const files = paths.filter(
    (path) =>
      path.endsWith(`/${wanted}`) || (as !== "folder" && !wanted.includes("/") && stem(path) === wanted),
  );
  if (files.length === 1) return pathPlace(paths, files[0]!)!;
  if (files.length > 1) return { unclear: `${counted(files.length, "file")} named ${text}` };
  if (wanted.toLowerCase() === rootName.toLowerCase())
    return { holds: () => true, owner: null, said: "all files" };
  return { unclear: `no file, folder or type named ${text}` };
}

/** The first file that a word may mean where it is said to be imported: by its path, or by the end of it, its ending apart. */
export function fileMeant(snapshot: Snapshot, module: string): string | null {
  const wanted = withoutEnding(module.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, ""));
  const isMeant = (path: string) => {
    const own = withoutEnding(path);
    return own === wanted || own.endsWith(`/${wanted}`);
  };
  return snapshot.files.find(({ path }) => isMeant(path))?.path ?? null;
}

function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/])\.\w+$/, "");
}

function pathPlace(paths: readonly string[], wanted: string): MeantPlace | null {
  if (paths.includes(wanted)) return { holds: (path) => path === wanted, owner: null, said: wanted };
  const below = `${wanted}/`;
  if (wanted === "" || !paths.some((path) => path.startsWith(below))) return null;
  return { holds: (path) => path.startsWith(below), owner: null, said: below };
}

function foldersNamed(paths: readonly string[], name: string): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    parts.forEach((part, i) => {
      if (part === name) found.add(parts.slice(0, i + 1).join("/"));
    });
  }
  return [...found];
}

function stem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(0, name.indexOf(".")) : name;
}

/** A type that one place declares. */
function owner({ segments, files }: Snapshot, name: string): FoundPlace {
  const live = segments.map(() => new Map<number, string>());
  for (const { segment, entry, path } of files) if (segment >= 0) live[segment]!.set(entry, path);
  const found = segments.flatMap((view, segment) =>
    view.declarationsNamed(name).flatMap((d) => {
      const path = live[segment]!.get(view.declarationEntry[d]!);
      return path !== undefined && TYPE_KINDS.has(view.declarationKind(d)) ? [path] : [];
    }),
  );
  if (found.length === 0) return { unclear: `no type named ${name}` };
  if (found.length > 1) return { unclear: `${counted(found.length, "type")} named ${name}` };
  return { holds: () => true, owner: name, said: `${name} (${found[0]!})` };
}
