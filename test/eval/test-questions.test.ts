import assert from "node:assert/strict";
import { test } from "node:test";
import { TestedFiles, testNames } from "../../src/eval/test-questions.ts";

test("names of tests in many languages", () => {
  for (const [lines, names] of [
    ['  it("closes the connection after retries", () => {', ["closes the connection after retries"]],
    ["test('keeps the order of headers', async (t) => {", ["keeps the order of headers"]],
    ['  it "returns nil without a session cookie" do', ["returns nil without a session cookie"]],
    ['test "renders the error page twice" do', ["renders the error page twice"]],
    ["def test_closes_connection_after_retry(self):", ["closes connection after retry"]],
    ["func TestClosesConnectionAfterRetry(t *testing.T) {", ["closes connection after retry"]],
    ['t.Run("closes connection after retry", func(t *testing.T) {', ["closes connection after retry"]],
    ["#[test]\n  fn closes_connection_after_retry() {", ["closes connection after retry"]],
    ["@Test\npublic void closesConnectionAfterRetry() {", ["closes connection after retry"]],
    ["[Fact]\npublic async Task ClosesConnectionAfterRetry() {", ["closes connection after retry"]],
    ["@Test\nfun `closes connection after retry`() {", ["closes connection after retry"]],
    ["public function testClosesConnectionAfterRetry(): void", ["closes connection after retry"]],
    ['"closes connection after retry" in {', ["closes connection after retry"]],
    ["TEST(Retry, ClosesConnectionAfterRetry) {", ["closes connection after retry"]],
    ['it "looks for a word of two" do', ["looks for a word of two"]],
    ['it ( "looks for a word of two", () => {', ["looks for a word of two"]],
    ['it("works")', []],
    ["commit('closes the connection after retries')", []],
    ["fn closes_connection_after_retry() {", []],
    [`it("${"x ".repeat(400)}")`, []],
  ] as const) {
    assert.deepEqual(testNames(lines.split("\n")), names, lines);
  }
});

test("the tested file: by its name, else its folder's; of several the nearest, of equals none", () => {
  const tested = new TestedFiles([
    "src/http/retry.ts",
    "src/disk/retry.ts",
    "lib/application.js",
    "pkg/foo_bar.go",
    "a/same.py",
    "b/same.py",
    "src/Parser.java",
    "lib/rack/lint.rb",
  ]);
  for (const [path, file] of [
    ["test/http/retry.test.ts", "src/http/retry.ts"],
    ["test/retry.test.ts", null],
    ["__tests__/application/currentContext.test.js", "lib/application.js"],
    ["pkg/foo_bar_test.go", "pkg/foo_bar.go"],
    ["tests/test_same.py", null],
    ["src/ParserTest.java", "src/Parser.java"],
    ["test/spec_lint.rb", "lib/rack/lint.rb"],
    ["test/parser.test.ts", null],
    ["test.ts", null],
    ["test/__proto__.test.ts", null],
  ] as const) {
    assert.equal(tested.of(path), file, path);
  }
});

test("of thousands of files with one name it is found as well, and in no time that grows with their square", () => {
  const folders = Array.from({ length: 20_000 }, (_, i) => `packages/p${i}`);
  const tested = new TestedFiles(folders.map((folder) => `${folder}/src/components/index.ts`));
  for (let i = 0; i < 100; i++)
    assert.equal(
      tested.of(`packages/p${i * 7}/test/index.test.ts`),
      `packages/p${i * 7}/src/components/index.ts`,
    );
  assert.equal(tested.of("test/index.test.ts"), null);
  const many = new TestedFiles(Array.from({ length: 200_000 }, (_, i) => `p${i}/index.ts`));
  assert.equal(many.of("index.test.ts"), null);
});
