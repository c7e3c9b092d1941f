// What was counted, in words: the question as it was read, so that who reads the number sees of what it is one.
import type { AggregateQuestion, Filter } from "../rank/aggregate-question.ts";

/** Said of what they are of. */
const OF: ReadonlySet<string> = new Set(["subclasses", "implementations", "overloads"]);

export function inWords(
  { noun, exported, languages, tests, filters, by }: AggregateQuestion,
  places: readonly string[],
): string {
  const parts = [
    exported === null ? "" : exported ? "exported " : "not exported ",
    tests === null ? "" : `${tests} `,
    languages.length === 0 ? "" : `${languages.join(" and ")} `,
    noun === "todos" ? "lines with TODO or FIXME" : noun,
    ...filters.map(
      (f) =>
        ` ${OF.has(noun) && (f.is === "extends" || f.is === "named") ? `of ${f.is === "extends" ? f.base : f.text}` : filterInWords(f)}`,
    ),
    places.length === 0 ? "" : ` in ${places.join(", ")}`,
    by === null ? "" : ` by ${by}`,
  ];
  return parts.join("");
}

/** With its ends, where it would read as words of the sentence. */
function asWritten(text: string): string {
  return /[\s"]/.test(text) ? JSON.stringify(text) : text;
}

function filterInWords(filter: Filter): string {
  switch (filter.is) {
    case "without":
      return {
        doc: "without a doc comment",
        tests: "whose name is in no test file",
        "return-type": "without a return annotation",
        "test-file": "without a test file beside them",
      }[filter.what];
    case "with":
      return `with a ${filter.what === "doc" ? "doc comment" : filter.what}`;
    case "extends":
      return `below ${filter.base}`;
    case "exceptions":
      return "that are exceptions";
    case "decorated":
      return `decorated with ${filter.by}`;
    case "imports":
      return `that ${filter.not ? "do not import" : "import"} ${filter.module}`;
    case "holds":
      return `that ${filter.not ? "do not hold" : "hold"} ${filter.texts.map(asWritten).join(" or ")}`;
    case "named":
      return filter.how === "is"
        ? `named ${filter.text}`
        : `whose name ${filter.how} ${filter.how === "contains" ? "" : "with "}${filter.text}`;
    case "longer":
      return `of more than ${filter.lines} lines`;
  }
}
