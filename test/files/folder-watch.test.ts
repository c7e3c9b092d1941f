// Watched are the folders of walked files and nothing else, up to a ceiling, and nothing once it is closed.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { defaultCeilings } from "../../src/config/ceilings.ts";
import { FolderWatch, type WatchOne } from "../../src/files/folder-watch.ts";
import { resolveRoot } from "../../src/files/guard.ts";
import { walk } from "../../src/files/walk.ts";
import { LINKS } from "../conditions.ts";

class Place implements Disposable {
  readonly outside = realpathSync(mkdtempSync(join(tmpdir(), "pith-watch-")));
  readonly root = join(this.outside, "tree");

  constructor() {
    mkdirSync(this.root);
  }

  write(path: string, text = "text\n"): void {
    mkdirSync(join(this.root, path, ".."), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  files(): { path: string }[] {
    return walk(resolveRoot(this.root), { include: [], exclude: [], ceilings: defaultCeilings() }).files;
  }

  [Symbol.dispose](): void {
    rmSync(this.outside, { recursive: true });
  }
}

/** A system that can be asked what it watches, and told what happens. */
function recorded(root: string) {
  const open = new Map<string, Parameters<WatchOne>>();
  let most = Infinity;
  const watch: WatchOne = (...args) => {
    const [folder] = args;
    if (open.size >= most) throw Object.assign(new Error("no more"), { code: "ENOSPC" });
    assert.ok(!open.has(folder), `${folder} is watched twice`);
    open.set(folder, args);
    return { close: () => assert.ok(open.delete(folder), `${folder} is closed twice`) };
  };
  const folders = () => [...open.keys()].map((f) => f.slice(root.length + 1).replaceAll("\\", "/")).sort();
  return { watch, folders, open, give: (n: number) => (most = n) };
}

const folderName = fc.constantFrom("a", "b", "node_modules", "dist", "deep");
const path = fc
  .tuple(fc.array(folderName, { maxLength: 4 }), fc.constantFrom("x.ts", "y.md"))
  .map(([folders, name]) => [...folders, name].join("/"));

test("the folders of walked files, those around them, and no others; after each change", async () => {
  fc.assert(
    fc.property(fc.array(fc.array(path, { maxLength: 8 }), { minLength: 1, maxLength: 3 }), (steps) => {
      using place = new Place();
      place.write(".gitignore", "node_modules/\ndist\n");
      const { watch, folders } = recorded(place.root);
      const watching = new FolderWatch(place.root, () => {}, { watch });
      for (const [i, step] of steps.entries()) {
        for (const one of step) place.write(`${i}/${one}`);
        if (i > 0) rmSync(join(place.root, String(i - 1)), { recursive: true, force: true });
        const files = place.files();
        watching.follow(files);
        const expected = new Set([""]);
        for (const { path: file } of files) {
          const parts = file.split("/");
          for (let n = 1; n < parts.length; n++) expected.add(parts.slice(0, n).join("/"));
        }
        assert.deepEqual(folders(), [...expected].sort());
        assert.ok(!folders().some((f) => /node_modules|dist/.test(f)));
        assert.deepEqual(watching.state, { folders: expected.size, why: null });
      }
      watching.close();
      assert.deepEqual(folders(), []);
    }),
    { numRuns: 20 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("nothing behind a link, whether it was there for the walk or came after it", LINKS, () => {
  using place = new Place();
  mkdirSync(join(place.outside, "private"));
  writeFileSync(join(place.outside, "private/x.ts"), "");
  place.write("a/x.ts");
  place.write("b/c/x.ts");
  symlinkSync(join(place.outside, "private"), join(place.root, "link"), "junction");
  const { watch, folders } = recorded(place.root);
  const watching = new FolderWatch(place.root, () => {}, { watch });
  const files = place.files();
  renameSync(join(place.root, "b"), join(place.outside, "b"));
  symlinkSync(join(place.outside, "b"), join(place.root, "b"), "junction");
  watching.follow(files);
  assert.deepEqual(folders(), ["", "a"]);
  watching.close();
});

test("past the ceiling, and where the system gives no more, nothing is watched, and that is said", () => {
  using place = new Place();
  for (let i = 0; i < 9; i++) place.write(`f${i}/x.ts`);
  const { watch, folders, give } = recorded(place.root);
  const capped = new FolderWatch(place.root, () => {}, { watch, most: 9 });
  capped.follow(place.files());
  assert.deepEqual(folders(), []);
  assert.deepEqual(capped.state, { folders: 0, why: "10 folders are more than 9" });
  rmSync(join(place.root, "f0"), { recursive: true });
  capped.follow(place.files());
  assert.deepEqual(capped.state, { folders: 9, why: null });
  capped.close();
  give(4);
  const starved = new FolderWatch(place.root, () => {}, { watch });
  starved.follow(place.files());
  assert.deepEqual(folders(), []);
  assert.deepEqual(starved.state, { folders: 0, why: "the system gives no more watches (ENOSPC)" });
});

test("a folder that was made again is watched again; one that fails is let go alone", () => {
  using place = new Place();
  for (const file of ["a/b/x.ts", "a/x.ts", "c/x.ts"]) place.write(file);
  const { watch, folders, open } = recorded(place.root);
  let happened = 0;
  const watching = new FolderWatch(place.root, () => happened++, { watch });
  const files = place.files();
  watching.follow(files);
  const [, tell] = open.get(place.root)!;
  tell("a", true);
  assert.deepEqual(folders(), ["", "c"]);
  tell("x.ts", false);
  tell(null, true);
  assert.equal(happened, 3);
  // The same list of files: what was let go is taken up all the same.
  watching.follow(files);
  assert.deepEqual(folders(), ["", "a", "a/b", "c"]);
  const [, , fail] = open.get(join(place.root, "c"))!;
  fail("EPERM");
  assert.deepEqual(folders(), ["", "a", "a/b"]);
  assert.equal(watching.state.why, null);
  watching.close();
});
