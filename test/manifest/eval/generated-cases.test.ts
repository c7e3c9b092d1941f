// Cases made of contents, and walks over them: no word of a question stands in what is said of its answer, the same manifest
// gives the same cases, and a walk that ranks contents finds what a walk by words in view can't.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { generateCases } from "../../../src/manifest/eval/generate-cases.ts";
import { evaluateNavigation } from "../../../src/manifest/eval/evaluate.ts";
import { navigationLines } from "../../../src/manifest/eval/navigation-lines.ts";
import { NAVIGATION_MARK, navigationPage } from "../../../src/manifest/eval/navigation-page.ts";
import { summariseCases } from "../../../src/manifest/eval/eval-summary.ts";
import { runCase } from "../../../src/manifest/eval/run-case.ts";
import { readManifest, type Manifest } from "../../../src/manifest/manifest.ts";
import { FindNavigator } from "../../../src/manifest/find-navigator.ts";
import { KeywordNavigator, type Finder, type Navigator } from "../../../src/manifest/navigator.ts";
import { NodeSearch } from "../../../src/manifest/node-search.ts";
import { NodeTerms } from "../../../src/manifest/node-terms.ts";
import { RankedNavigator } from "../../../src/manifest/ranked-navigator.ts";
import { estimateTokens } from "../../../src/manifest/node-cost.ts";

const SUBJECTS: Record<string, Record<string, string>> = {
  garden: {
    mowing:
      "Cut the meadow on Fridays. Sharpen the blades of the petrol machine before the first frost of October.",
    beds: "Turn the soil in March. Tulips and crocuses want a hand of gravel below their bulbs against rot.",
  },
  kitchen: {
    bread:
      "Knead for ten minutes. The sourdough starter sleeps in the cellar jar and wants rye on Wednesdays.",
    tea: "Never boil it twice. Japanese sencha tastes bitter when the kettle is hotter than eighty degrees.",
  },
  office: {
    phone:
      "Call the desk. Extension twelve rings at the porter's lodge after the switchboard closes for lunch.",
    printer:
      "Paper is in the cupboard. A magenta cartridge that leaks must be wrapped in newspaper and binned.",
  },
};

const contents = new Map(Object.values(SUBJECTS).flatMap((leaves) => Object.entries(leaves)));
const resolver = (id: string): string | undefined => contents.get(id);

function manifestOf(budget: number): Manifest {
  const nodes: Record<string, unknown> = {};
  for (const [part, leaves] of Object.entries(SUBJECTS)) {
    nodes[part] = {
      title: part,
      what: `All of the ${part}.`,
      when: `The ${part} is asked for.`,
      children: Object.keys(leaves),
    };
    for (const id of Object.keys(leaves)) {
      nodes[id] = {
        title: id,
        what: `How ${id} goes.`,
        when: `Work with ${id}.`,
        tokens: estimateTokens(leaves[id]!),
        payload: { ref: `node://${id}` },
      };
    }
  }
  return readManifest({
    pcx_version: "0.2",
    source: { id: "house", kind: "docs" },
    variant: { budget },
    root: { id: "r", what: "A house.", when: "Anything at home.", children: Object.keys(SUBJECTS) },
    nodes,
  });
}

async function walked(manifest: Manifest, navigator: Navigator | Finder) {
  const results = [];
  for (const one of generateCases(manifest, { resolver }))
    results.push(await runCase(manifest, one, navigator, { resolver, closeWrong: true }));
  return summariseCases(manifest, results);
}

test("a question has no word of what is said of its answer", () => {
  const manifest = manifestOf(2000);
  const cases = generateCases(manifest, { resolver });
  assert.equal(cases.length, contents.size);
  const terms = new NodeTerms();
  for (const { query, target } of cases) {
    const { title, what, when } = manifest.nodes.get(target)!;
    const said = terms.of(`${title!} ${what} ${when}`);
    for (const term of terms.of(query).keys()) assert.ok(!said.has(term), `${query}: ${term}`);
  }
  assert.deepEqual(generateCases(manifest, { resolver }), cases);
  assert.deepEqual(generateCases(manifest, { resolver, most: 2 }), cases.slice(0, 2));
  const whole = generateCases(manifest, { resolver, words: "sentence" });
  for (const { query, target } of whole) assert.ok(contents.get(target)!.includes(query), query);
});

test("ranked by contents every answer is found, by the words in view none is", async () => {
  const manifest = manifestOf(2000);
  const ranked = await walked(
    manifest,
    new RankedNavigator(manifest, new NodeSearch(manifest, { resolver })),
  );
  assert.equal(ranked.navigationSuccess, 1);
  assert.equal(ranked.hops, 2);
  const found = await walked(manifest, new FindNavigator(manifest, new NodeSearch(manifest, { resolver })));
  assert.equal(found.navigationSuccess, 1);
  assert.equal(found.hops, 1);
  assert.ok(found.tokensToAnswer < ranked.tokensToAnswer);
  const byWords = await walked(manifest, new KeywordNavigator());
  assert.equal(byWords.navigationSuccess, 0);
  assert.equal(byWords.budgetExhausted, 0, "it lost its way: no budget would have helped");
});

test("where what is wanted doesn't fit, the budget is said to have run out", async () => {
  const small = manifestOf(90);
  const report = await walked(small, new RankedNavigator(small, new NodeSearch(small, { resolver })));
  assert.ok(report.budgetExhausted > 0);
  assert.equal(report.budgetExhausted, report.cases.filter(({ success }) => !success).length);
});

test("a leaf that is closed again is not tried again, and all that was shown is counted", async () => {
  const manifest = manifestOf(2000);
  const choices: string[] = [];
  const stubborn: Navigator = {
    choose: (_query, frontier) => {
      const id = frontier.find(({ expanded }) => !expanded)?.id ?? null;
      if (id !== null) choices.push(id);
      return id;
    },
  };
  const result = await runCase(manifest, { query: "x", target: "printer" }, stubborn, {
    resolver,
    closeWrong: true,
    maxHops: 20,
  });
  assert.ok(result.success);
  assert.equal(new Set(result.path).size, result.path.length);
  assert.ok(result.shownTokens > result.tokens);
});

test("no walk holds more than its budget, whatever it is asked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 70, max: 600 }),
      fc.string({ maxLength: 60 }),
      fc.constantFrom(...contents.keys(), "garden", "nowhere"),
      fc.boolean(),
      async (budget, query, target, closeWrong) => {
        const manifest = manifestOf(budget);
        const search = new NodeSearch(manifest, { resolver });
        const navigator =
          budget % 2 === 0 ? new RankedNavigator(manifest, search) : new FindNavigator(manifest, search);
        const result = await runCase(manifest, { query, target }, navigator, { resolver, closeWrong });
        assert.ok(result.tokens <= budget);
        assert.ok(result.shownTokens >= result.tokens);
        assert.equal(result.success, result.path.includes(target));
      },
    ),
    { numRuns: 60 * Number(process.env["PITH_SOAK"] ?? 1) },
  );
});

test("questions in other scripts find what they ask for", () => {
  const texts: Record<string, string> = {
    木: "庭の木は春に植えます。苗は午前中に水をやってください。",
    сад: "Розы обрезают осенью. Укройте корни сухими листьями до первых морозов.",
    spül: "Die Spülmaschine nimmt kein Salz an, solange der Behälter nicht trocken gewischt ist.",
  };
  const manifest = readManifest({
    pcx_version: "0.2",
    source: { id: "s", kind: "docs" },
    variant: { budget: 1000 },
    root: { what: "w", when: "w", children: Object.keys(texts) },
    nodes: Object.fromEntries(
      Object.keys(texts).map((id) => [id, { what: "-", when: "-", payload: { ref: id } }]),
    ),
  });
  const search = new NodeSearch(manifest, { resolver: (id) => texts[id] });
  assert.equal(search.search("苗に水", 1)[0]?.id, "木");
  assert.equal(search.search("корни роз", 1)[0]?.id, "сад");
  assert.equal(search.search("Behälter trocken", 1)[0]?.id, "spül");
  assert.deepEqual(search.search("xyzzy", 5), []);
});

test("the report has every navigator at every budget, in lines and as a page that nothing can break out of", async () => {
  const manifest = manifestOf(2000);
  const cases = [
    ...generateCases(manifest, { resolver }),
    { query: "<script>alert(1)</script>\u001b[31m", target: "<b>nowhere</b>" },
  ];
  const ranked = new RankedNavigator(manifest, new NodeSearch(manifest, { resolver }));
  const evaluation = await evaluateNavigation(
    manifest,
    cases,
    [
      { name: "ranked", goesBy: "contents", navigator: ranked, closeWrong: true },
      { name: "keyword", goesBy: "words in view", navigator: new KeywordNavigator(), closeWrong: false },
    ],
    { budgets: [100, 2000], made: "outside", resolver },
  );
  assert.deepEqual(
    evaluation.reports.map(({ navigator, budget, n }) => [navigator, budget, n]),
    [
      ["ranked", 100, cases.length],
      ["ranked", 2000, cases.length],
      ["keyword", 100, cases.length],
      ["keyword", 2000, cases.length],
    ],
  );
  const [, best] = evaluation.reports;
  assert.equal(best!.navigationSuccess, contents.size / cases.length);
  const lines = navigationLines(evaluation, true);
  assert.equal(
    lines.filter((line) => line.startsWith("  ok  ")).length +
      lines.filter((line) => line.startsWith("  no  ")).length,
    4 * cases.length,
  );
  const page = navigationPage(evaluation);
  assert.ok(page.startsWith(NAVIGATION_MARK));
  assert.ok(!/<script|<b>nowhere|\u001b/.test(page));
  assert.equal(page.match(/<section>/g)?.length, page.match(/<\/section>/g)?.length);
  const none = await evaluateNavigation(
    manifest,
    [],
    [{ name: "k", goesBy: "-", navigator: new KeywordNavigator(), closeWrong: false }],
    { budgets: [500], made: "given" },
  );
  assert.match(navigationPage(none), /No case was given/);
});
