// Which files does a file of C or C++ include, and what can be seen in it? A quoted name is looked for beside the file that
// includes it, then like one in angle brackets: as the end of a path, since where the compiler looks is not in the source.
// Where several files or a header of the system can be meant, what comes through them is seen perhaps.
import type { Resolver } from "./resolve.ts";
import type { GraphFile, GraphView } from "./view.ts";

/** Included files that are followed from one file. Past it nothing is proven. */
const MOST_FILES = 1_500;
const SOURCES = /\.(?:c|cc|cpp|cxx|c\+\+|cu|ino|xs|idc)$/i;
/** Headers of C, C++ and POSIX: a file of the repository that has such a name may be meant or not. */
const SYSTEM = new Set(
  (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool " +
    "stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl pthread dirent " +
    "dlfcn poll semaphore sched termios syslog regex pwd grp netdb memory malloc alloca windows winsock2 ws2tcpip io process " +
    "direct intrin search ucontext utime wait types stat socket select mman ioctl"
  ).split(" "),
);

export interface Included {
  readonly files: readonly number[];
  /** One file, and no other can be meant. */
  readonly sure: boolean;
}

export interface Seen {
  /** Files whose declarations are seen, the file itself among them; true where that is certain. */
  readonly files: ReadonlyMap<number, boolean>;
  /** Not everything that is included was followed. */
  readonly cut: boolean;
}

export function isInclude(module: string): boolean {
  return /^["<]/.test(module);
}

/** Files of the repository that an `#include` means; none for one of the system. */
export function includedBy(view: GraphView, from: GraphFile, module: string): Included {
  const name = module.replace(/^["<]\s*|\s*[">]$/g, "").replaceAll("\\", "/");
  const folder = from.path.slice(0, from.path.lastIndexOf("/") + 1);
  if (module.startsWith('"')) {
    const beside = view.indexOf(normal(folder + name));
    if (beside !== -1) return { files: [beside], sure: true };
  }
  const plain = normal(name);
  const files = endings(view).get(plain.slice(plain.lastIndexOf("/") + 1)) ?? [];
  const found = files.filter((i) => view.paths[i] === plain || view.paths[i]!.endsWith(`/${plain}`));
  const isSystem = module.startsWith("<") && SYSTEM.has(plain.replace(/^sys\//, "").replace(/\.h$/, ""));
  return { files: found, sure: found.length === 1 && !isSystem };
}

/** What is seen in a file: itself and all that it includes, through others too. */
export function seenIn(r: Resolver, file: GraphFile): Promise<Seen> {
  const none: Seen = { files: new Map([[file.index, true]]), cut: true };
  return r.once(`c-seen ${file.index}`, none, async () => {
    const files = new Map<number, boolean>([[file.index, true]]);
    let cut = false;
    let level: number[] = [file.index];
    while (level.length > 0) {
      const next = new Set<number>();
      for (const index of level) {
        const own = await r.file(index);
        const isSure = files.get(index)!;
        if (own.facts === null) cut = true;
        for (const { module } of own.facts?.imports ?? []) {
          if (!isInclude(module)) continue;
          const { files: included, sure } = includedBy(r.view, own, module);
          for (const one of included) {
            const now = isSure && sure;
            if (files.get(one) === true || files.get(one) === now) continue;
            if (files.size >= MOST_FILES) {
              cut = true;
              continue;
            }
            files.set(one, now);
            next.add(one);
          }
        }
      }
      level = [...next].sort((a, b) => a - b);
    }
    return { files, cut };
  });
}

/** A file that is compiled by itself; others are headers. */
export function isSource(path: string): boolean {
  return SOURCES.test(path);
}

const names = new WeakMap<GraphView, Map<string, number[]>>();

/** Files by the last part of their path. */
function endings(view: GraphView): Map<string, number[]> {
  let made = names.get(view);
  if (made === undefined) {
    made = new Map();
    for (const [i, path] of view.paths.entries()) {
      const last = path.slice(path.lastIndexOf("/") + 1);
      const known = made.get(last);
      if (known === undefined) made.set(last, [i]);
      else known.push(i);
    }
    names.set(view, made);
  }
  return made;
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
