// Pages as a reader sees them: what is said stays, once and in its order, what stands on every page goes; any markup at all is read.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { htmlPage } from "../../../src/manifest/compile/html-page.ts";
import { loadSource } from "../../../src/manifest/compile/load-source.ts";
import { preOrder, type SourceTree } from "../../../src/manifest/compile/source-tree.ts";
import { SourceFolder } from "./source-folder.ts";

const RUNS = 200 * Number(process.env["PITH_SOAK"] ?? 1);

function idsOf({ root }: SourceTree): string[] {
  return [...preOrder(root)].map(({ node }) => node.id);
}

const PAGES: [string, string, string][] = [
  [
    "headings and paragraphs",
    "<h1>One</h1><p>a <b>b</b>\n c</p><h2>Two</h2>d",
    "# One\n\na b c\n\n## Two\n\nd",
  ],
  [
    "marks of headings",
    '<h2 id="x">Two<a class="headerlink" href="#x">¶</a></h2><h3>C#</h3>',
    "## Two\n\n### C#",
  ],
  [
    "lists",
    "<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul><ol><li>d<li>e</ol>",
    "- a\n  - b\n- c\n\n1. d\n2. e",
  ],
  [
    "code",
    '<pre><code class="language-ts">if (a &lt; b) {\n  x;\n}\n</code></pre><p>Call <code>f()</code>.',
    "```ts\nif (a < b) {\n  x;\n}\n```\n\nCall `f()`.",
  ],
  ["code with a fence in it", "<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  [
    "tables",
    "<table><thead><tr><th>a<th>b</tr></thead><tr><td>1|2</td><td><p>3</p></td></tr></table>",
    "| a | b |\n| --- | --- |\n| 1\\|2 | 3 |",
  ],
  [
    "a table that lays out a page",
    "<table><tr><td>left<td><h1>Title</h1><p>text</table>",
    "left\n\n# Title\n\ntext",
  ],
  ["quotes and breaks", "<blockquote><p>a<br>b</p></blockquote>c", "> a b\n\nc"],
  [
    "entities",
    "<p>&lt;a&gt; &amp;amp; &copy; &#8364; &#x1F6A2; &nothing; &#0;",
    "<a> &amp; © € 🚢 &nothing; \ufffd",
  ],
  ["what is no tag", "<p>a < b and 1<2, x <- y", "a < b and 1<2, x <- y"],
  [
    "comments, scripts and styles",
    "a<!-- <p>no -->b<script>if (a<b) '</p>'</script><style>p{}</style>c",
    "abc",
  ],
  [
    "furniture",
    "<nav>n</nav><header>h</header><main><header><h1>T</h1></header>x<aside>s</aside></main><footer>f</footer>",
    "# T\n\nx",
  ],
  [
    "roles and names",
    '<div role="navigation">n</div><div class="a sidebar">s</div><p class="sidebar-like">x</p><p hidden>y</p>',
    "x",
  ],
  ["an article without a main", "<div>out</div><article><p>in</article><div>out</div>", "in"],
  ["an empty main", "<main></main><p>all the same</p>", "all the same"],
  ["a body that is called like furniture", '<body class="menu"><p>x', "x"],
  ["a quote that is never closed", '<p title="a>b</p><p>c</p>', "b\n\nc"],
];

for (const [what, html, expected] of PAGES)
  test(`page: ${what}`, () => {
    assert.equal(htmlPage(html).lines.join("\n"), expected);
  });

test("title, description, and whether it wants to be found", () => {
  const page = htmlPage(
    '<head><title>A &amp; B\n page</title><meta name="description" content="What\nit is."><meta name=robots content=noindex></head><svg><title>no</title></svg>x',
  );
  assert.deepEqual(page, { title: "A & B page", description: "What it is.", isHidden: true, lines: ["x"] });
});

test("the words of plain elements are there, once and in their order; anything at all is read", () => {
  const tag = fc.constantFrom(
    "p",
    "div",
    "h1",
    "h3",
    "ul",
    "li",
    "td",
    "tr",
    "table",
    "pre",
    "code",
    "b",
    "blockquote",
    "section",
    "dl",
    "dt",
  );
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom("<br>", "<hr/>", "<!-- c -->", "<", "&amp;", " ", "\n", "<p", '<a href="', "</"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 0, max: 60 }), (pieces, at) => {
      htmlPage(pieces.join(""));
      const plain = pieces.filter((one) => /^<\/?\w+\d?\/?>$/.test(one));
      const words = plain.flatMap((one, i) => [one, ` w${i} `]);
      const html = words.toSpliced(at, 0, "<!-- x -->").join("");
      const said = htmlPage(html).lines.join("\n").match(/w\d+/g) ?? [];
      assert.deepEqual(
        said,
        plain.map((_, i) => `w${i}`),
      );
    }),
    { numRuns: RUNS },
  );
});

test("a page of 200,000 tags that are never closed is read at once", () => {
  const page = htmlPage(`${"<div>".repeat(100_000)}x${"</span>".repeat(100_000)}`);
  assert.deepEqual(page.lines, ["x"]);
});

function page(title: string, body: string, head = ""): string {
  return `<!doctype html><html><head><title>${title} | Site</title>${head}</head><body><nav>menu</nav><main>${body}</main></body></html>`;
}

test("a site: folders, titles without its name, pages that repeat others left out", async () => {
  using folder = new SourceFolder({
    "index.html": page("Home", "<h1>Home</h1>Welcome."),
    "guide/index.html": page(
      "Guide",
      "<h1>Guide</h1>All of it.",
      '<meta name="description" content="How to.">',
    ),
    "guide/install.html": page("Install", "<h1>Install</h1>Do it."),
    "print.html": page("All", "everything"),
    "old.html": '<meta http-equiv="refresh" content="0; url=guide/">',
    "style.css": "p {}",
  });
  const tree = await loadSource(folder.path);
  assert.equal(tree.kind, "website");
  assert.match(tree.recognised!, /5 of its 6 files/);
  assert.deepEqual(idsOf(tree), ["r", "guide/", "guide/index.html", "guide/install.html", "index.html"]);
  const [guide] = tree.root.children!;
  assert.deepEqual([guide!.title, guide!.hint], ["Guide", "How to."]);
  assert.equal(guide!.children![1]!.content, "# Install\n\nDo it.");
  assert.deepEqual(
    tree.notes.map(({ subject }) => subject),
    ["old.html", "print.html"],
  );
});

test("a large page is a branch of its sections, which joined are the page", async () => {
  const sections = Array.from({ length: 12 }, (_, i) => `<h2>Part ${i}</h2><p>${"word ".repeat(400)}</p>`);
  const html = page("Long", `<h1>Long</h1>${sections.join("")}`);
  using folder = new SourceFolder({ "long.html": html });
  const tree = await loadSource(join(folder.path, "long.html"));
  const [long] = tree.root.children!;
  assert.equal(long!.children!.length, 12);
  assert.equal(long!.children!.map(({ content }) => content).join("\n"), htmlPage(html).lines.join("\n"));
});

test("a page that is others put together is left out; versions of one page, and pages like others, stay", async () => {
  const chapter = (name: string, version: string): string =>
    Array.from(
      { length: 30 },
      (_, i) => `<p>Sentence ${i} of the chapter ${name}${i === 0 ? version : ""}, as long as it has to be.`,
    ).join("");
  const names = ["one", "two", "three", "four"];
  const files: Record<string, string> = {
    "everything.html": page("All", names.map((name) => chapter(name, "")).join("")),
  };
  for (const name of names) {
    for (const version of ["v1", "v2", "v3", "v4"])
      files[`${version}/${name}.html`] = page(name, chapter(name, version));
  }
  using folder = new SourceFolder(files);
  const tree = await loadSource(folder.path, "website");
  assert.deepEqual(
    tree.notes.map(({ subject }) => subject),
    ["everything.html"],
  );
  assert.equal([...preOrder(tree.root)].filter(({ node }) => node.content !== undefined).length, 16);
});

test("a sitemap names the pages, by addresses below any path of its host", async () => {
  using folder = new SourceFolder({
    "sitemap.xml": "<sitemapindex><sitemap><loc>https://x.org/docs/part.xml</loc></sitemap></sitemapindex>",
    "part.xml":
      "<urlset><url><loc>https://x.org/docs/</loc></url><url><loc> https://x.org/docs/a%20b/ </loc></url><url><loc>https://x.org/docs/c</loc></url><url><loc>https://x.org/docs/gone</loc></url><url><loc>::</loc></url></urlset>",
    "index.html": page("Home", "h"),
    "a b/index.html": page("A", "a"),
    "c.html": page("C", "c"),
    "not-named.html": page("N", "n"),
  });
  const tree = await loadSource(join(folder.path, "sitemap.xml"));
  assert.deepEqual(
    idsOf(tree),
    ["r", "a%20b/", "a%20b/index.html", "c.html", "index.html"].sort((a, b) =>
      a === "r" ? -1 : b === "r" ? 1 : 0,
    ),
  );
  assert.equal(tree.notes.length, 2);
});
