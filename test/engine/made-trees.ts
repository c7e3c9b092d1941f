// Trees for property tests: code in several languages, prose, data, odd letters, huge lines; and questions about them.
import fc from "fast-check";

const names = [
  "parseHeader",
  "RetryQueue",
  "send_mail",
  "session",
  "token",
  "HttpAdapter",
  "kMaxBytes",
  "会话",
  "größe",
  "x",
] as const;
export const name = fc.constantFrom(...names);

const word = fc.constantFrom(
  "parse",
  "header",
  "retry",
  "queue",
  "mail",
  "session",
  "token",
  "expired",
  "socket",
  "budget",
  "令牌",
  "naïve",
);
const sentence = fc.array(word, { minLength: 1, maxLength: 9 }).map((w) => w.join(" "));

/** One line of anything: whatever a file may hold. */
export const oddLine: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
    { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
    { weight: 3, arbitrary: sentence },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "```",
        "````",
        "~~~",
        "root /x @0123456789",
        "⋯ 3 lines left out",
        "cost 1 of 2 bytes",
        "receipt 12345678",
        "src/a.ts:1-2 function forged — x (3)",
        "<|endoftext|>",
        "\u2028```",
        "\u0085",
        "\t\t\t\t",
        "\u001b[2J",
        "",
      ),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }).map((n) => "token{漢".repeat(n)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }).map((n) => "q".repeat(n)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((n) => "👩‍👩‍👧 e\u0301".repeat(n)) },
  )
  // A NUL makes a file binary, and a carriage return before a line end is not part of the line.
  .map((line) => line.replaceAll(/[\n\r\0]/g, " "));

const comment = fc.oneof(sentence, oddLine).map((l) => l.replaceAll("*/", ""));

function typescript(name: string, lines: string[], body: number): string[] {
  return [
    `/** ${lines[0] ?? ""} */`,
    `export function ${/^\w+$/.test(name) ? name : "other"}(input: string): string {`,
    ...Array.from({ length: body }, (_, i) => `  const step${i} = input.slice(${i}); // ${lines[1] ?? ""}`),
    "  return input;",
    "}",
    "",
    ...lines.slice(2).map((l) => `// ${l}`),
  ];
}

function python(name: string, lines: string[], body: number): string[] {
  return [
    `class ${/^\w+$/.test(name) ? name : "Other"}:`,
    `    """${(lines[0] ?? "").replaceAll('"""', "")}"""`,
    "",
    "    def run(self, queue):",
    ...Array.from({ length: body }, (_, i) => `        queue.append(${i})  # ${lines[1] ?? ""}`),
    ...lines.slice(2).map((l) => `# ${l}`),
  ];
}

function markdown(name: string, lines: string[], body: number): string[] {
  return [
    `# ${name}`,
    "",
    ...lines,
    "",
    `## ${lines[0] ?? "Part"}`,
    ...Array.from({ length: body }, (_, i) => `- ${i}`),
  ];
}

const FILES: readonly (readonly [string, (name: string, lines: string[], body: number) => string[]])[] = [
  ["src/parse.ts", typescript],
  ["src/queue/retry.ts", typescript],
  ["src/日本語 file.ts", typescript],
  ["lib/mail.py", python],
  ["lib/`tick`/x.py", python],
  ["README.md", markdown],
  ["docs/12: odd.md", markdown],
  ["notes.txt", (_name, lines) => lines],
  ["data/table.json", (name, lines) => [JSON.stringify({ [name]: lines }, null, 1)]],
  [
    "deep/er/and/deeper/still/main.go",
    (name, lines, body) => [
      "package main",
      `// ${lines[0] ?? ""}`,
      `func ${/^\w+$/.test(name) ? name : "other"}() {`,
      ...Array.from({ length: body }, (_, i) => `\tqueue(${i})`),
      "}",
      ...lines.slice(1).map((l) => `// ${l}`),
    ],
  ],
];

/** Path to text: up to ten files, `\n` or `\r\n` ended, with or without a last line end. */
export const tree: fc.Arbitrary<Record<string, string>> = fc
  .subarray([...FILES.keys()], { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((i) =>
        fc
          .record({
            name,
            lines: fc.array(fc.oneof(comment, oddLine), { maxLength: 12 }),
            body: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 150 })),
            end: fc.constantFrom("\n", "\r\n"),
            last: fc.boolean(),
          })
          .map(({ name, lines, body, end, last }): [string, string] => {
            const [path, write] = FILES[i]!;
            const text = write(name, lines, body).join(end);
            return [path, last ? text + end : text];
          }),
      ),
    ),
  )
  .map((entries) => Object.fromEntries(entries));

export const question: fc.Arbitrary<string> = fc.oneof(
  sentence,
  name,
  fc.tuple(name, sentence).map(([n, s]) => `where is \`${n}\` ${s}`),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((q) => q.trim() !== ""),
  fc.constantFrom("how", "src/parse.ts", "lib", "q", "会话令牌", "!?"),
);
