// What is fuzzed: each reader of what others wrote, with inputs to begin from and what must hold of any input. A target
// returns, or throws what its reader may throw; all else is a finding, and so is one that takes too long.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPithError } from "../../src/base/error.ts";
import { splitLines } from "../../src/base/lines.ts";
import { loadSoundConfig } from "../../src/config/load.ts";
import { decode } from "../../src/files/decode.ts";
import { compileRuleFile } from "../../src/files/ignore-rules.ts";
import { parseAttributes } from "../../src/git/attributes.ts";
import { parseGitConfig } from "../../src/git/config-file.ts";
import { parseIndex } from "../../src/git/index-file.ts";
import { parseTree } from "../../src/git/tree.ts";
import { parseUnifiedDiff } from "../../src/git/unified-diff.ts";
import { languageById } from "../../src/lang/registry.ts";
import { readLabel } from "../../src/pack/label.ts";
import { receiptFileText, receiptsOfText } from "../../src/pack/receipt-file.ts";
import { packText, parsePack, placesOfPack } from "../../src/pack/saved-pack.ts";
import { parseReceipt } from "../../src/pack/receipt-store.ts";
import { decodeSyntaxFacts, encodeSyntaxFacts } from "../../src/parse/syntax-codec.ts";
import { createInlineParser } from "../../src/parse/syntax-parser.ts";
import { wordsFacts } from "../../src/parse/words.ts";
import { readQuery } from "../../src/rank/read-query.ts";
import { redactSync } from "../../src/redact/redact.ts";
import { openBundle } from "../../src/store/bundle-reader.ts";
import { openSegment } from "../../src/store/segment.ts";
import { readSnapshot } from "../../src/store/snapshot.ts";
import { parseRegex } from "../../src/text/regex-parse.ts";
import { readRegex } from "../../src/text/regex.ts";
import { translateRegex } from "../../src/text/regex-translate.ts";
import { TermReader } from "../../src/text/term-reader.ts";
import { soundFacts } from "../parse/sound-facts.ts";
import { CASES, fixture } from "../parse/syntax-text.ts";
import { madeFiles } from "./made-files.ts";

export interface Target {
  name: string;
  seeds: readonly Uint8Array[];
  run(input: Uint8Array): void | Promise<void>;
  /** Share of the cases that it gets where there are few: other tests look at it too, or a case takes long. */
  share?: number;
}

const ofTexts = (...texts: string[]): Uint8Array[] => texts.map((text) => Buffer.from(text));
const textOf = (input: Uint8Array): string => Buffer.from(input).toString("utf8");

/** What a reader refuses, it refuses by a code and with what to do next. */
function mayRefuse(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!isPithError(error) || error.code === "INTERNAL") throw error;
  }
}

/** The targets, and a folder of theirs to be removed at the end. */
export async function openTargets(): Promise<{ targets: Target[]; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "pith-fuzz-"));
  const made = await madeFiles();
  const targets = [
    ...textTargets(folder),
    ...gitTargets(made.gitIndex),
    ...storeTargets(folder, made),
    ...(await languageTargets()),
  ];
  return { targets, close: () => rmSync(folder, { recursive: true, force: true }) };
}

const RULES = ofTexts(
  "*.log\n!keep.log\n/build/\n**/node_modules\na/**/b\n[a-z]*.[ch]\n\\#x\n foo\\ \n",
  "[[:alpha:]_-]?x\n***\n/**/\n!/**/a\n[!]a-]\n\\\n",
);

function textTargets(folder: string): Target[] {
  return [
    {
      name: "ignore-rules",
      seeds: RULES,
      run: (input) => {
        for (const fold of [false, true]) {
          const rules = compileRuleFile("f", input, fold);
          for (const path of ["a/b.log", "build", "x/node_modules/y", `${"a/".repeat(60)}b`, "\ufeff[é"])
            rules?.match(path, 0, path.slice(path.lastIndexOf("/") + 1), path.length % 2 === 0);
        }
      },
    },
    {
      name: "decode",
      seeds: [
        ...ofTexts("plain\r\ntext é 😀\n", "\ufefffirst\n"),
        Buffer.from("\ufeffabc é\n", "utf16le"),
        Buffer.from("\ufeffabc é\n", "utf16le").swap16(),
        Buffer.from("caf\xe9\n", "latin1"),
      ],
      run: (input) => {
        for (const encoding of [null, "utf-16", "shift_jis", "no-such"]) {
          const decoded = decode(input, () => encoding);
          if (decoded?.encoding !== "utf-8" || decoded.lossy) continue;
          const bytes = Buffer.from(decoded.text);
          assert.ok(bytes.equals(input.subarray(input.length - bytes.length)), "a byte was lost");
        }
      },
    },
    {
      name: "query",
      seeds: ofTexts(
        "how does `Router::add` handle src/app.ts:12-30 errors",
        'why "not found" in HTTPServer.handleRequest v2.1?',
        "日本語の検索 función naïve_test",
      ),
      run: (input) => {
        const query = readQuery(textOf(input));
        assert.deepEqual(readQuery(textOf(input)), query);
      },
    },
    {
      name: "regex",
      seeds: ofTexts(
        "(?i)fo+o|b[a-z]{2,5}?\\b",
        "^\\s*(?:pub )?fn \\w+$",
        "[^\\d\\p{Lu}&&[a-c]]",
        "(?s:.*)x{0,3}",
      ),
      run: (input) =>
        mayRefuse(() => {
          const pattern = textOf(input);
          readRegex(pattern);
          const { source, flags } = translateRegex(parseRegex(pattern, { ignoreCase: false }), true);
          // Made, never run: how long a match may take is the scanner's to bound.
          void new RegExp(source, flags);
        }),
    },
    {
      name: "diff",
      seeds: ofTexts(
        "diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n",
        '--- "a/\\303\\251"\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\\ No newline at end of file\n',
      ),
      run: (input) => mayRefuse(() => parseUnifiedDiff(textOf(input))),
    },
    {
      name: "label",
      seeds: ofTexts("src/a.ts:1-3 [whole] reason", '"a\\n b.ts":7', "[12] x"),
      run: (input) => void readLabel(textOf(input)),
    },
    {
      name: "configuration",
      seeds: ofTexts(
        '{"budget": 2000, "include": ["src/**"], "exclude": [], "ceilings": {"fileBytes": 1000}}',
        '{"languages": {"*.foo": "python"}, "cacheDir": "~/x", "tests": "demote"}',
      ),
      run: (input) => {
        writeFileSync(join(folder, "pith.json"), input);
        const { config, fault } = loadSoundConfig({ root: folder, env: { HOME: folder } });
        assert.ok(config.values.budget > 0);
        if (fault !== null) assert.ok(isPithError(fault));
      },
    },
    {
      name: "redaction",
      seeds: ofTexts(
        'const key = "AKIAIOSFODNN7EXAMPLE";\npassword: hunter2hunter2\n',
        "postgres://user:pa55@host/db\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n",
      ),
      run: (input) => {
        const text = textOf(input);
        for (const path of ["a.ts", ".env", "config.yaml"]) {
          const shown = redactSync(path, text);
          assert.equal(splitLines(shown.text).length, splitLines(text).length);
        }
      },
    },
  ];
}

function gitTargets(index: Uint8Array): Target[] {
  /** They throw on what they cannot read, and their callers take that for "not readable". */
  const mayThrow = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      if (error instanceof RangeError && /call stack|Invalid array length/.test(error.message)) throw error;
    }
  };
  return [
    {
      name: "git-index",
      seeds: [index],
      run: (input) => mayThrow(() => parseIndex(Buffer.from(input), { hashBytes: 20 })),
    },
    {
      name: "git-tree",
      seeds: [
        Buffer.concat([
          Buffer.from("100644 a.ts\0"),
          Buffer.alloc(20, 7),
          Buffer.from("40000 src\0"),
          Buffer.alloc(20, 9),
        ]),
      ],
      run: (input) => void parseTree(Buffer.from(input)),
    },
    {
      name: "git-attributes",
      seeds: ofTexts(
        '*.ts text eol=lf -diff !x\n[attr]binary -diff -text\n"a b" working-tree-encoding=UTF-16\n',
      ),
      run: (input) => void parseAttributes(Buffer.from(input)),
    },
    {
      name: "git-config",
      seeds: ofTexts(
        '[core]\n\tautocrlf = true ; c\n[include]\n path = "~/x\\"y"\n[remote "a\\\\b"] url=x\\\n y\n',
      ),
      run: (input) => mayThrow(() => parseGitConfig(textOf(input))),
    },
  ];
}

function storeTargets(folder: string, made: Awaited<ReturnType<typeof madeFiles>>): Target[] {
  const bundle = join(folder, "fuzzed.bundle");
  return [
    {
      name: "segment",
      seeds: made.segments,
      run: (input) => mayRefuse(() => openSegment(input)),
    },
    {
      name: "snapshot",
      seeds: made.snapshots,
      run: (input) =>
        mayRefuse(() => {
          const snapshot = readSnapshot(input);
          snapshot.over(snapshot.segmentIds.map(() => null));
        }),
    },
    {
      name: "receipt",
      seeds: made.receipts,
      run: (input) => mayRefuse(() => parseReceipt(textOf(input), "it")),
    },
    {
      name: "receipt-file",
      seeds: made.receipts.flatMap((bytes) => {
        const receipt = parseReceipt(textOf(bytes), "it");
        return ofTexts(...["r.json", "r.md"].map((name) => receiptFileText(receipt, name)));
      }),
      run: (input) => {
        for (const name of ["r.json", "r.md"])
          mayRefuse(() => {
            for (const receipt of receiptsOfText(textOf(input), name)) {
              const again = receiptFileText(receipt, name);
              assert.equal(receiptFileText(receiptsOfText(again, name)[0]!, name), again);
            }
          });
      },
    },
    {
      name: "pack",
      seeds: made.packs,
      run: (input) =>
        mayRefuse(() => {
          const pack = parsePack(textOf(input), "routes", { edited: true });
          const text = packText(pack);
          assert.deepEqual(parsePack(text, "routes"), JSON.parse(JSON.stringify(pack)));
          assert.equal(packText(parsePack(text, "routes")), text);
          placesOfPack(pack);
        }),
    },
    {
      name: "bundle",
      seeds: made.bundles,
      run: async (input) => {
        writeFileSync(bundle, input);
        try {
          (await openBundle(bundle)).close();
        } catch (error) {
          if (!isPithError(error) || error.code === "INTERNAL") throw error;
        }
      },
    },
  ];
}

async function languageTargets(): Promise<Target[]> {
  const parser = await createInlineParser();
  const reader = new TermReader();
  const all = CASES.map(([name]) => Buffer.from(fixture(name)));
  return CASES.map(([, id], i): Target => ({
    name: `language-${id}`,
    share: 0.1,
    // The last ones lend their parts.
    seeds: [all[i]!, all[i]!, all[i]!, all[(i + 7) % all.length]!],
    run: (input) => {
      const text = textOf(input);
      wordsFacts(text, languageById(id)!, reader);
      const result = parser.parse(text, id);
      if ("skip" in result) return assert.notEqual(result.skip, "failed");
      // In a notebook a name can stand in the escapes of JSON.
      soundFacts(result.facts, text, { verbatim: id !== "notebook" });
      assert.deepEqual(decodeSyntaxFacts(encodeSyntaxFacts(result.facts)), result.facts);
    },
  }));
}
