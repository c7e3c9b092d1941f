// Which words share a stem and yet mean different things? Stems are cut short, so that `signal` meets `signed`. Where the
// words themselves can be seen (in a query, in the text of a file) they are told apart by this list.
import { stem } from "./stem.ts";

/**
 * Strangers on one line, meanings divided by `/`. Plurals and forms in -ed and -ing belong to their word; another form
 * under such a stem stands for itself. The first meaning is the one that a stem alone is taken for. Found among the words
 * of 19 repositories: stems with two frequent words.
 */
const HOMONYMS = `
act action / active actively / activate activation activator / activity
app / apply applies
auth authorize authorization / author / authority
color / col / collation
comment / come
defer / def
descript description descriptive / descriptor
directory / direct directly direction / directive
dispose disposable disposal / disposition
duration / during
edit editor / edition
enter / entity
every / ever
express / expression
fact / factor / factory
file / fill
final finally finalize / fine
folder / fold
generate generator generation / general generally
glob / global globally
hand / handy
header / head / heading
impl implement implementer / implies implied
init initial initially initialize / initiate
instant / instantiate instantiation
intern / internal internally
local locally / location / locate locator / loc
locale / locals / localization localize
man / many
map mapper / mapping
min / mine / mini / minor
mode / mod
mutate mutation mutable / mut
note / not / notation
off / offer
option / opt / optional optionally
part partial partially / party / partition
point / pointer
port / portable / portion
position pos / possible
present / presentation
proc / proceed
production / product
prop / proper properly
ref / refer
reg / region
rel relation relational related / rely reliable
res / resize
response / responsible
rest / restore
role / roll
sel / sell
serial / series
set setter / setting
sign signer / signal signalled
spec / special
specific specifically / specification
state / stat / statement
subscription / subscript
super / supply
template / temple
terminate termination terminator / terminal
tree / treat treated
val / valor
very / ver
work / worker
`;

let meanings: Map<string, string> | null = null;
const stems = new Set<string>();
const first = new Set<string>();

/**
 * What a lower-cased word means among those that share its stem: two words of one stem are one word where this is equal.
 * Empty for a stem whose words mean one thing.
 */
export function meaningOf(word: string): string {
  meanings ??= readList();
  if (!stems.has(stem(word))) return "";
  for (const form of plainForms(word)) {
    const meaning = meanings.get(form);
    if (meaning !== undefined) return meaning;
  }
  return word;
}

/** Whether the stem of a word, where nothing else of it is known, is taken for this word. */
export function ownsStem(word: string): boolean {
  const meaning = meaningOf(word);
  return meaning === "" || first.has(meaning);
}

/** The list as it is written, for tests. */
export function homonyms(): string[][][] {
  return HOMONYMS.trim()
    .split("\n")
    .map((line) => line.split(" / ").map((words) => words.split(" ")));
}

function readList(): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of homonyms()) first.add(line[0]![0]!);
  for (const words of homonyms().flat()) {
    for (const word of words) {
      found.set(word, words[0]!);
      stems.add(stem(word));
    }
  }
  return found;
}

/** The word, and what it may be a plural, a past or an -ing form of; the likeliest first. */
function plainForms(word: string): string[] {
  const forms = [word];
  const cut = (ending: string, ...put: string[]) => {
    if (word.endsWith(ending)) for (const end of put) forms.push(word.slice(0, -ending.length) + end);
  };
  cut("ies", "y");
  cut("s", "");
  cut("es", "");
  cut("ied", "y");
  cut("ed", "e", "");
  cut("ing", "e", "");
  for (const form of forms.slice(1)) {
    // `mapped` and `setting` double the last letter of their word.
    const last = form.length - 1;
    if (last > 2 && form[last] === form[last - 1]) forms.push(form.slice(0, -1));
  }
  return forms;
}
