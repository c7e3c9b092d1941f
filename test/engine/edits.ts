// Scripts of edits to a tree, as editors, tools and Git make them; for property tests.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { tree } from "./made-trees.ts";

export interface Edit {
  what: string;
  apply: (root: string) => void;
}

const path = fc.constantFrom(
  "src/parse.ts",
  "src/queue/retry.ts",
  "src/new.ts",
  "lib/mail.py",
  "lib/other.py",
  "README.md",
  "docs/12: odd.md",
  "notes.txt",
  "data/table.json",
  "a/b/c/d.rs",
  "without-extension",
);
const folder = fc.constantFrom("src", "src/queue", "lib", "docs", "a/b", "moved");
const text = tree.map((files) => Object.values(files)[0]!);

/** An edit that can't be made (nothing to move, a folder in the way) is none. */
function edit(what: string, apply: (root: string) => void): Edit {
  return {
    what,
    apply(root) {
      try {
        apply(root);
      } catch (error) {
        if (!("code" in (error as object))) throw error;
      }
    },
  };
}

function write(root: string, to: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  writeFileSync(join(root, to), content);
}

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(path, text)
      .map(([to, content]) => edit(`write ${to}`, (root) => write(root, to, content))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(path, fc.constantFrom("const ", "def late(): pass\n", "\n", "# end\n", "q".repeat(3000)))
      .map(([to, more]) =>
        edit(
          `append to ${to}`,
          (root) => existsSync(join(root, to)) && writeFileSync(join(root, to), more, { flag: "a" }),
        ),
      ),
  },
  { weight: 2, arbitrary: path.map((at) => edit(`remove ${at}`, (root) => rmSync(join(root, at)))) },
  {
    weight: 2,
    arbitrary: fc.tuple(path, path).map(([from, to]) =>
      edit(`rename ${from} ${to}`, (root) => {
        mkdirSync(dirname(join(root, to)), { recursive: true });
        renameSync(join(root, from), join(root, to));
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(folder, folder)
      .map(([from, to]) =>
        edit(`move ${from} ${to}`, (root) => renameSync(join(root, from), join(root, to))),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(folder, folder).map(([from, to]) =>
      edit(`copy ${from} ${to}`, (root) => {
        if (!to.startsWith(from)) cpSync(join(root, from), join(root, to), { recursive: true });
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: folder.map((at) =>
      edit(`remove ${at}`, (root) => rmSync(join(root, at), { recursive: true })),
    ),
  },
  { weight: 1, arbitrary: path.map((at) => edit(`touch ${at}`, (root) => utimesSync(join(root, at), 1, 1))) },
  // Same size and same time: what a careless tool leaves.
  {
    weight: 2,
    arbitrary: path.map((at) =>
      edit(`same size ${at}`, (root) => {
        const file = join(root, at);
        const { size, atime, mtime } = lstatSync(file);
        writeFileSync(file, "token ".repeat(size).slice(0, size));
        utimesSync(file, atime, mtime);
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: path.map((at) => edit(`binary ${at}`, (root) => write(root, at, Uint8Array.of(0, 1, 2, 3)))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("lib/", "*.txt", "/src/queue", "")
      .map((rule) => edit(`ignore ${rule}`, (root) => write(root, ".gitignore", `${rule}\n`))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      edit("declare", (root) => write(root, ".gitattributes", "*.txt encoding=latin1\n")),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      edit("latin", (root) => write(root, "notes.txt", Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a))),
    ),
  },
);

export const script: fc.Arbitrary<Edit[][]> = fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});
