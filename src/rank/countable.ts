// Does a question ask for a number or a complete list? Only where it begins as one, what it wants is something that can be
// counted in code, and the sentence goes on as one about that: "all tests fail" counts nothing.

/** What can be counted, as the singular of each noun. */
export const NOUNS = {
  functions: ["function", "func", "helper", "routine"],
  methods: ["method"],
  classes: ["class", "classe"],
  interfaces: ["interface"],
  structs: ["struct"],
  traits: ["trait"],
  enums: ["enum"],
  types: ["type"],
  aliases: ["type alias", "type aliase"],
  constants: ["constant", "const"],
  variables: ["variable", "global"],
  declarations: ["declaration", "symbol", "definition", "export"],
  modules: ["module"],
  files: ["file", "source"],
  lines: ["line", "loc"],
  decorators: ["decorator"],
  imports: ["import"],
  todos: ["todo", "fixme", "todo comment"],
  subclasses: ["subclass", "subclasse", "descendant", "child class", "derived class"],
  implementations: ["implementation", "implementor", "implementer", "impl"],
  overloads: ["overload"],
  tests: ["test", "test case"],
  places: ["place", "spot"],
  routes: ["route", "endpoint"],
  blocks: ["unsafe block", "block"],
  macros: ["macro"],
  packages: ["package", "crate"],
  parameters: ["flag", "option", "command", "dependency", "dependencie"],
} as const;

const NOUN = Object.values(NOUNS)
  .flat()
  .toSorted((a, b) => b.length - a.length)
  .map((noun) => `${noun}s?`)
  .join("|");

const ADJECTIVES =
  "(?:(?:the|of|all|every|each|any|different|distinct|total|exported|public|private|internal|async|asynchronous|static|abstract|top-level|undocumented|untested|deprecated|unused|test|unit|benchmark|fuzz|exception|error|go|rust|python|javascript|typescript|java|ruby|php|markdown|json|yaml|source|generic|const|global|code|concrete|open|left|remaining|empty) )*";

/** How a question begins that wants a number or a list whatever follows. */
const ASKS_NUMBER =
  "(?:how many|(?:what(?:'s| is) )?(?:the )?(?:total )?(?:number|count|tally) of|count(?: up)?|tally|enumerate|list(?: out)?(?: all| every| each| the| of)+|what are all|(?:a )?(?:full |complete )?(?:list|breakdown|tally|inventory) of(?: all| every| the)*)";
/** And one that wants it where more speaks for it. */
const MAY_ASK =
  "(?:which|what|are there(?: any| some)?|is there (?:any|an?|some)|any|all|every|list|show|find|give me|do any|does any)";
const POLITE =
  "(?:(?:please|can you|could you|so|and|hey|tell me|give me|show me|i need|i want|find out|find|do) )*";

/** Words that may stand before the noun and that are not known here: what they narrow is not computed, and that is said. */
const UNKNOWN =
  "(?:(?!(?:times|does|do|did|is|are|was|were|can|may|must|will|of|to|in|on|at|by|for|per|before|after|until|when|if|seconds|minutes|bytes)\\b)[\\w-]+ ){1,2}";

/** What may follow the noun in a question about all such things. */
const GOES_ON =
  "(?=\\s*[?.!,:]?$|\\s*[,:]|\\s+(?:in|of|that|which|with|without|by|per|under|whose|from|declared|defined|decorated|marked|annotated|extending|implementing|inheriting|deriving|importing|calling|using|named|called|starting|ending|containing|matching|there|are|is|do|does|have|has|lack|lacking|missing|lacks|exist|live|across|inside|below|within|please|extend|implement|import|never|whole|it|we|without|longer|shorter|import|require|mentions?|mentioning|contains?|holds?|holding|use|call|exports?)\\b)";

const NUMBER = new RegExp(`^${POLITE}${ASKS_NUMBER} ${ADJECTIVES}(${NOUN})${GOES_ON}`, "i");
const LIST = new RegExp(`^${POLITE}${MAY_ASK} ${ADJECTIVES}(${NOUN})${GOES_ON}`, "i");
const NARROWED_NUMBER = new RegExp(`^${POLITE}how many ${ADJECTIVES}${UNKNOWN}(${NOUN})${GOES_ON}`, "i");
const NARROWED_LIST = new RegExp(
  `^${POLITE}(?:which|what|list|list all) ${ADJECTIVES}${UNKNOWN}(${NOUN})(?=\\s+(?:that |which )?(?:lack(?:s|ing)?|without|(?:has|have|having|with) no|do(?:es)?(?: not|n't) have)\\b)`,
  "i",
);
const BARE = new RegExp(`^${ADJECTIVES}(${NOUN})${GOES_ON}`, "i");

/** What only a question about all of them has. */
const LACKING =
  /\b(?:lack(?:s|ing)?|without|(?:has|have|with) no|missing|never|undocumented|untested|not? (?:documented|tested|covered)|do(?:es)?n['o ]?t have)\b/i;
const GROUPED =
  /\b(?:by|per|in each|for each|in every) (?:file|folder|directory|module|package|crate|language|kind|class|type)\b/i;
const EVERY = /\b(?:all|every|each)\b/i;
const RELATED =
  /\b(?:that )?(?:imports?|extends?|implements?|inherits?|requires?|decorated|named|whose|starting with|ending (?:in|with)|longer than|with more than)\b/i;
/** Of one thing, or of what happens: no list of all. */
const TROUBLE =
  /\b(?:wrong|fails?|failing|broken|ignored|crash(?:es)?|twice|doesn't|does not|instead of|should)\b/i;

const IN_FOLDER = new RegExp(
  `^${POLITE}(?:${ASKS_NUMBER}|list|all) ${ADJECTIVES}([a-z]+s)\\b.*?\\b(?:in|under|below|inside) (\\S+?)[?.]?$`,
  "i",
);

/** What speaks for a count or a list; null where too little does. */
export function countableIn(asked: string, isPath: (path: string) => boolean): string[] | null {
  if (TROUBLE.test(asked)) return null;
  const number = NUMBER.exec(asked);
  if (number !== null) return ["asks for a number or a list", `${number[1]!.toLowerCase()} can be counted`];
  const list = LIST.exec(asked) ?? BARE.exec(asked);
  if (list !== null) {
    const noun = `${list[1]!.toLowerCase()} can be listed`;
    if (LACKING.test(asked)) return ["asks which lack something", noun];
    if (GROUPED.test(asked)) return ["asks for groups", noun];
    if (EVERY.test(asked) && EVERY.exec(asked)!.index <= 16) return ["asks for all of them", noun];
    if (RELATED.test(asked)) return ["asks which of all", noun];
  }
  const narrowed = NARROWED_NUMBER.exec(asked) ?? NARROWED_LIST.exec(asked);
  if (narrowed !== null)
    return ["asks for a number or a list", `${narrowed[1]!.toLowerCase()} can be counted`];
  const inFolder = IN_FOLDER.exec(asked);
  if (inFolder !== null && isPath(inFolder[2]!))
    return ["asks for all in a folder", `${inFolder[2]!} is one here`];
  return null;
}
