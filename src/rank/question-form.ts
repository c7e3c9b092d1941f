// Which form of answer does a question ask for? Every line with a text (exact), a declaration with those that use it or
// that it uses (trace), something counted or listed in full (aggregation), or the places that do it (localized).
//
// A phrase alone decides nothing: "list component" lists nothing and "who calls home" asks about no `home`. What the words
// are in this tree does: a name that is declared here, a folder that is there, a noun that can be counted, a text that is
// written as code is.
import { isStopWord } from "../text/stop-words.ts";
import { countableIn } from "./countable.ts";
import { type ExactPattern, literalOf, patternOf } from "./question-pattern.ts";

export const ANSWER_FORMS = ["localized", "exact", "trace", "aggregation"] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

export interface QuestionForm {
  form: AnswerForm;
  /** What spoke for it, in words. */
  signals: readonly string[];
  /** For `exact`: what is looked for. */
  exact: ExactPattern | null;
  /** For `trace`: whose uses, or what it uses. */
  trace: { name: string; direction: "callers" | "callees" } | null;
}

/** What the words of a question are in one tree. */
export interface TreeWords {
  /** Some declaration has exactly this name; of a qualified one its last part. */
  isDeclared(name: string): boolean;
  /** The words of a text stand in some file. */
  mayOccur(text: string): boolean;
  /** A file or a folder. */
  isPath(path: string): boolean;
}

/** A longer question is prose about something: it is read as one, and in bounded time. */
const LONGEST_READ = 400;

export function formOf(text: string, tree: TreeWords): QuestionForm {
  const asked = text.trim();
  if (asked === "" || asked.length > LONGEST_READ || asked.includes("\n")) return localized("a text");
  if (tree.isPath(asked)) return localized("a path");
  const exact = exactForm(asked, tree);
  if (exact !== null) return exact;
  if (!/\s/.test(asked)) return localized(tree.isDeclared(asked) ? "a declared name" : "one word");
  return traceForm(asked, tree) ?? aggregationForm(asked, tree) ?? localized("a question about how or where");
}

function localized(signal: string): QuestionForm {
  return { form: "localized", signals: [signal], exact: null, trace: null };
}

function exactForm(asked: string, tree: TreeWords): QuestionForm | null {
  const made = (exact: ExactPattern, ...signals: string[]): QuestionForm => ({
    form: "exact",
    signals,
    exact,
    trace: null,
  });
  const literal = literalOf(asked, (path) => tree.isPath(path));
  if (literal !== null) return made(literal, "asks for every line with a text");
  const pattern = patternOf(asked);
  if (pattern !== null && !isProse(asked))
    return made(pattern, pattern.mode === "regex" ? "written as a pattern" : "written as code or in quotes");
  const oneName = !/\s/.test(asked) && IDENTIFIER_LIKE.test(asked) && /[A-Za-z]{3}/.test(asked);
  if (oneName && !tree.isDeclared(asked) && tree.mayOccur(asked))
    return made({ text: asked, mode: "exact", scope: null }, "a name that is declared nowhere but occurs");
  return null;
}

/** Capitals joined by hyphens or underscores, or all capitals: no word of a sentence, and mostly no name of code. */
const IDENTIFIER_LIKE = /^(?:[A-Z]\w*(?:-[A-Z]\w*)+|_*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]{3,})$/;

function isProse(asked: string): boolean {
  if (/^(["'`]).*\1$/s.test(asked) || !/\s/.test(asked)) return false;
  return (asked.match(/[A-Za-z']+/g) ?? []).filter((word) => ASKING.has(word.toLowerCase())).length > 0;
}

const ASKING = new Set(
  "how what where why who which when does do did is are was the a an of to can could should would my our this that".split(
    " ",
  ),
);

// ---------------------------------------------------------------- trace

const NAME = /[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*/g;
const VERB =
  "(?:calls?|called|calling|uses?|used|using|invokes?|invoked|references?|referenced|depends? (?:up)?on|dependent on|rel(?:y|ies) on|reach(?:es)?|touch(?:es)?|instantiates?|instantiated|constructs?|consumes?)";
/** Between the one who is asked for and the verb: no clause of its own. */
const BETWEEN = String.raw`(?:(?!\b(?:when|if|after|before|because|while|although|without|that is|until)\b)[^.?!;,]){0,40}?`;

/** A number of uses: those of a name are counted where they are traced. */
const HOW_OFTEN =
  /^how (?:often|many times) (?:is|are|was|does|do) [\w$.:#>-]+ (?:get )?(?:used|called|invoked|referenced)\b/i;

const USERS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:who|what|which|where|where's|anything|anyone|anybody|nothing|everything|everyone)\b${BETWEEN}\b${VERB}\b`,
    "i",
  ),
  /\b(?:callers?|usages?|uses|references?|call[ -]?sites?|dependents|consumers|users) (?:of|to|for)\b/i,
  /^\S+?[:,]?\s+(?:usages?|callers?|references|call[ -]?sites|dependents|call (?:graph|chain|hierarchy|tree))\b/i,
  /\b(?:call (?:graph|chain|hierarchy|tree)|blast radius|impact|fallout|knock-on effects?) (?:of|for|from)\b/i,
  /\b(?:if|when|should|before) (?:i|we|you|someone|anyone)\b[^.?!]{0,24}\b(?:chang|alter|touch|renam|modif|remov|delet|refactor|edit|drop|break)\w*/i,
  /\bif [\w$.:]+ (?:changes|is (?:changed|removed|renamed|deleted)|goes away)\b/i,
  /\b(?:code|paths?|everything|anything|flows?|commands?)\b[^.?!]{0,16}\b(?:reach(?:es)?|ends? up in|leads? (?:in)?to|flows? into|goes? through)\b/i,
  /^(?:trace|follow)\b/i,
  /\bwho depends on (?:that|it|this)\b/i,
  HOW_OFTEN,
  /\b(?:used|called|invoked|referenced|needed) by (?:what|who|which)\b/i,
];

const USED: readonly RegExp[] = [
  /\bwhat\b[^.?!;]{0,30}\b(?:does|do|will) (?:[\w$.:#>-]+) (?:all |actually |itself )?(?:call|use|depend|invoke|rely|need)\b/i,
  /\bwhat (?:does|do|will) it (?:call|use|depend|invoke|rely|need)\b/i,
  /\b(?:dependencies|callees) of\b/i,
];

function traceForm(asked: string, tree: TreeWords): QuestionForm | null {
  if (/^(?:how|why)\b/i.test(asked) && !HOW_OFTEN.test(asked)) return null;
  const callees = USED.find((phrase) => phrase.test(asked));
  const phrase = callees ?? USERS.find((one) => one.test(asked));
  if (phrase === undefined) return null;
  const name = traced(asked, tree, phrase);
  if (name === null) return null;
  const direction = callees === undefined ? "callers" : "callees";
  const signals = [
    direction === "callers" ? "asks who uses it" : "asks what it uses",
    `${name} is ${tree.isDeclared(name) ? "declared here" : "written as a name"}`,
  ];
  return { form: "trace", signals, exact: null, trace: { name, direction } };
}

/** The declared name that is asked about: one written as a name is, else a plain word that ends the question. */
function traced(asked: string, tree: TreeWords, phrase: RegExp): string | null {
  const names = [...asked.matchAll(NAME)].map((match) => ({
    name: match[0].replace(/[.:]+$/, ""),
    end: match.index + match[0].length,
    start: match.index,
  }));
  const found = phrase.exec(asked)!;
  const isNear = (start: number, end: number) =>
    start >= found.index - 60 && end <= found.index + found[0].length + 60;
  const written = names.filter(({ name, start, end }) => isWrittenAsName(name) && isNear(start, end));
  // A name that is declared nowhere is asked about all the same: the answer says that it is not here.
  const meant = written.find(({ name }) => tree.isDeclared(name)) ?? written[0];
  if (meant !== undefined) return meant.name;
  const plain = names.find(
    ({ name, start, end }) =>
      /^[a-z][a-z\d]+$/.test(name) &&
      !isStopWord(name) &&
      !PHRASE_WORDS.has(name) &&
      tree.isDeclared(name) &&
      ((start >= found.index + found[0].length - name.length - 1 &&
        /^[\s?.!`'"()]*(?:(?:in|from|under|inside) \S+|here|anywhere|directly)?[\s?.!]*$/.test(
          asked.slice(end),
        )) ||
        (/\b(?:does|do|will|(?:often|times) (?:is|are|was)) $/i.test(asked.slice(0, start)) &&
          found[0].includes(name)) ||
        (start === 0 && /^\s*(?::|usages?\b|callers?\b|references\b)/.test(asked.slice(end)))),
  );
  return plain?.name ?? null;
}

const PHRASE_WORDS = new Set(
  "call calls called caller callers use uses used using usage usages reference trace follow what which where depend depends anything everything graph chain reach function method class".split(
    " ",
  ),
);

function isWrittenAsName(name: string): boolean {
  return /[a-z\d][A-Z]|[A-Za-z\d]_|_[A-Za-z]|[.:#>]|^[A-Z][a-z]+[A-Z]|^[A-Z]{2}|\$/.test(name);
}

// ---------------------------------------------------------------- aggregation

function aggregationForm(asked: string, tree: TreeWords): QuestionForm | null {
  const found = countableIn(asked, (path) => tree.isPath(path));
  return found === null ? null : { form: "aggregation", signals: found, exact: null, trace: null };
}
