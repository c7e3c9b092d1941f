import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownGain } from "../../src/eval/report-lines.ts";
import { barPlot, curvePlot, escaped, intervalPlot, signed } from "../../src/pack/plots.ts";

/** Every place lies in the picture, and every number is one. */
function assertDrawn(svg: string): void {
  const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
  for (const [, name, value] of svg.matchAll(/\b(x|x1|x2|cx|y|y1|y2|cy)="([^"]*)"/g)) {
    const most = name!.includes("x") ? width! : height!;
    assert.ok(Number(value) >= -1 && Number(value) <= most + 1, `${name}=${value} of ${most}`);
  }
  const open = svg.match(/<(?!\/)(\w+)/g)!.length;
  assert.equal(open, svg.match(/\/>|<\/\w+>/g)!.length);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const gain = fc.double({ min: -1, max: 1, noNaN: true });
const interval = (value: fc.Arbitrary<number>) =>
  fc.tuple(value, value, value).map((three) => {
    const [low, mean, high] = three.toSorted((a, b) => a - b) as [number, number, number];
    return { low, mean, high };
  });

test("whatever the figures and names are, plots stay in their picture and no name becomes markup", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ label: fc.string(), value: interval(share) }), { maxLength: 8 }),
      fc.array(fc.record({ label: fc.string(), value: interval(gain) }), { maxLength: 8 }),
      fc.string(),
      (shares, gains, title) => {
        assertDrawn(intervalPlot(title, shares, false));
        assertDrawn(intervalPlot(title, gains, true));
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ label: fc.string(), values: fc.array(share, { minLength: 5, maxLength: 5 }) }), {
        maxLength: 5,
      }),
      fc.array(fc.record({ label: fc.string(), count: fc.nat(10_000) }), { maxLength: 8 }),
      (series, bars) => {
        assertDrawn(curvePlot("curves", ["500", "1,000", "2,000", "4,000", "8,000"], series));
        assertDrawn(barPlot("bars", bars));
      },
    ),
  );
});

test("text of a page: no markup, no control, no sign that turns the direction of writing", () => {
  assert.equal(escaped(`<script>"'&`), "&lt;script&gt;&quot;&#39;&amp;");
  assert.equal(escaped("a\u0000b\u001bc\u202ed\u2066"), "a\ufffdb\ufffdc\ufffdd\ufffd");
});

test("a gain has its sign, and nothing is minus zero", () => {
  assert.equal(signed(0.0123), "+0.012");
  assert.equal(signed(-0.0123), "-0.012");
  assert.equal(signed(-0.0001), "0.000");
  assert.equal(shownGain({ mean: 0.01, low: -0.0001, high: 0.02 }), "+0.010 (0.000 to +0.020)");
});
