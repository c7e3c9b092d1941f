// The order of a map: code before what is written for people, and that before tests and their kin; within, what others
// rest on. A name that many files declare is no merit of any of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { liveFiles } from "../../src/rank/live-files.ts";
import { mapOrder } from "../../src/rank/map-order.ts";
import { madeSnapshot } from "./made-snapshot.ts";

function ordered(files: Record<string, string>): { path: string; mentionedBy: number }[] {
  const snapshot = madeSnapshot(files);
  const all = snapshot.files.map((_, i) => i);
  return mapOrder(snapshot, liveFiles(snapshot), all).map(({ file, mentionedBy }) => ({
    path: snapshot.files[file]!.path,
    mentionedBy,
  }));
}

test("fixtures that share a stem and a name stand behind what the code rests on", () => {
  const files: Record<string, string> = {
    "src/query-runner.ts": "export class QueryRunner {}\n",
    "src/uses.ts":
      "import { QueryRunner } from './query-runner.ts';\nexport function runAll(q: QueryRunner) {}\n",
    "src/other.ts": "import { QueryRunner } from './query-runner.ts';\nlet post: Post;\n",
  };
  for (let i = 0; i < 30; i++) {
    files[`test/case-${i}/entity/Post.ts`] = "export class Post {}\n";
    files[`test/case-${i}/case.test.ts`] = "import { Post } from './entity/Post.ts';\nnew Post();\n";
    files[`sample/app-${i}/Post.ts`] = "export class BlogPost {}\n";
    files[`packages/p${i}/src/Config.ts`] =
      `export class Config {}\nexport class PartOf${i} extends Config {}\n`;
  }
  const paths = ordered(files).map((f) => f.path);
  assert.equal(paths[0], "src/query-runner.ts");
  const last = paths.slice(-90);
  assert.ok(
    last.every((path) => /^(?:test|sample)\//.test(path)),
    last.join("\n"),
  );
  for (const { path, mentionedBy } of ordered(files))
    if (path.endsWith("Config.ts")) assert.ok(mentionedBy <= 1, `${path} ${mentionedBy}`);
});

test("a name of a few files is shared out, an ordinary word counts less", () => {
  const users = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `src/u${i}.go`,
      `package p\nvar _ = RouterGroup{}\nvar _ = Plain{}\n`,
    ]),
  );
  const one = ordered({ ...users, "src/group.go": "package p\ntype RouterGroup struct{}\n" });
  assert.deepEqual(one[0], { path: "src/group.go", mentionedBy: 12 });
  const two = ordered({
    ...users,
    "src/group.go": "package p\ntype RouterGroup struct{}\n",
    "src/group_other.go": "package p\ntype RouterGroup struct{}\n",
  });
  assert.deepEqual(
    two.slice(0, 2).map((f) => f.mentionedBy),
    [6, 6],
  );
  const plain = ordered({ ...users, "src/words.go": "package p\ntype Plain struct{}\n" });
  assert.deepEqual(plain[0], { path: "src/words.go", mentionedBy: 3 });
});

const CODE = ["src/a.ts", "lib/deep/b.py", "c.go", "app/d.rs"];
const PROSE = ["README.md", "docs/guide.md", "package.json"];
const LAST = `
  tests/e.py src/e.test.ts examples/e.py e_test.go vendor/x/e.go src/generated/e.ts fixtures/e.ts
  dist/e.js e.pb.go samples/e.java third_party/e.c CHANGELOG.md testdata/e.json
`
  .trim()
  .split(/\s+/);

test("roles decide before mentions, whatever the files say", () => {
  const paths = [...CODE, ...PROSE, ...LAST];
  const text = fc.constantFrom(
    "",
    "QueryRunner();\n",
    "export class QueryRunner {}\n",
    "class PostStore:\n    pass\n",
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: paths.length, maxLength: paths.length }), (texts) => {
      const files = Object.fromEntries(paths.map((path, i) => [path, texts[i]!]));
      const tiers = ordered(files).map(({ path }) =>
        CODE.includes(path) ? 0 : PROSE.includes(path) ? 1 : 2,
      );
      assert.deepEqual(tiers, tiers.toSorted());
    }),
  );
});
