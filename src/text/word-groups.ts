// Which words mean nearly the same in code? Abbreviations with what they stand for, and programming synonyms. Written
// from general knowledge of programming; worth 0.012 NDCG to a ranker by words (docs/decisions, ranking). Left out is what
// has another common meaning (`token` for a secret, `path` for a route) and most keywords of languages (`val`, `pub`, `def`).
import { meaningOf, ownsStem } from "./homonyms.ts";
import { wholeTerm } from "./identifiers.ts";
import { stem } from "./stem.ts";

/** Short forms and their long ones, one group a line. Pairs that share a stem (`err`, `error`) are left out. */
const ABBREVIATIONS = `
config configuration configure conf cfg setting
auth authentication authenticate authorization authorize
ctx context
fn func function
req request
res resp response
msg message
exc exception
arg args argument
param params parameter
attr attrs attribute
prop props property
elem element
obj object
num number numeric
int integer
bool boolean
char character
len length
idx index
cnt count
max maximum
min minimum
avg average
tmp temp temporary
dir directory folder
doc docs document documentation
db database
repo repository
pkg package
lib library
util utility helper
mod module
dep deps dependency
env environment
dev development
prod production
app application
admin administrator administration
info information
init initialize initialization
spec specification
ref reference
ptr pointer
addr address
mem memory
cmd command
exec execute execution
proc process
proc procedure
sync synchronize synchronous
async asynchronous
conn connection connect
id ident identifier
usr user
pwd passwd password
cert certificate
crypto cryptography encrypt encryption
sig signature
src source
dst dest destination
curr current
prev previous
lng lon longitude
coord coordinate
rect rectangle
img image picture
btn button
nav navigation navigate
desc description
lang language
i18n internationalization translation
l10n localization locale
a11y accessibility
gen generate generator
calc calculate calculation
eval evaluate evaluation
expr expression
stmt statement
decl declaration declare
cond condition conditional
seq sequence
vec vector
dict dictionary
col column
cb callback
evt event
ver version
rev revision
diff difference
cmp compare comparison
concat concatenate
del delete
sel select selection selector
tx txn transaction
tz timezone
sec second
ms millisecond
freq frequency
stat stats statistic
perf performance
reg register registry registration
sched schedule scheduler
mgr manager
svc service
srv server
ctrl controller
comp component
tmpl tpl template
fmt format formatter
tok token
regex regexp
uri url
hdr header
ws websocket
csrf xsrf
fs filesystem
`;

/** Different words for one thing or act. */
const SYNONYMS = `
remove delete erase discard
cancel abort interrupt
validate check verify
create make construct
get fetch retrieve obtain
add append insert push
update modify change
find search lookup locate
start begin launch
stop terminate halt
close dispose shutdown
send emit dispatch publish
receive consume
parse decode deserialize
serialize encode marshal stringify
convert transform cast coerce
render display draw
show reveal
hide conceal mask
error exception failure fault
throw raise
catch rescue recover
retry backoff reattempt
wait sleep delay pause
timeout deadline expire expiration
queue enqueue backlog
worker thread
job task
lock mutex semaphore
event notification
listener observer subscriber
hook callback
middleware interceptor
plugin extension addon
route endpoint
credential secret
login signin logon
logout signout logoff
permission privilege role
hash digest checksum
compress gzip deflate
cache memoize
save store persist
log logging trace
mock stub fake
clone copy duplicate
merge combine
split divide separate
sort order
group aggregate bucket
traverse walk visit iterate
array collection
size length
limit threshold quota
default fallback
optional nullable maybe
schema model
inherit extend subclass
alias rename
stream pipe
compare equal
replace substitute swap
reset clear
enable activate
disable deactivate
wrap decorate
`;

export type Relation = "abbreviation" | "synonym";

export interface RelatedWord {
  /** As the group has it. */
  word: string;
  /** As the index has it: its stem, or its whole where the stem is taken for another word. */
  term: string;
  relation: Relation;
}

/** Each group by the stem of each of its words (the whole of one that the reader would take apart: `i18n`). */
let groups: Map<string, Membership[]> | null = null;

interface Membership {
  word: string;
  relation: Relation;
  group: readonly string[];
}

/**
 * Other words for a lower-cased word, abbreviations first; one that is both is named as the nearer one. A word that only
 * shares its stem with a word of a group has no part in it, and the relatives of relatives are none.
 */
export function relatedWords(word: string): RelatedWord[] {
  groups ??= readGroups();
  const own = keyOf(word);
  const found = new Map<string, RelatedWord>();
  for (const member of groups.get(own) ?? []) {
    if (meaningOf(member.word) !== meaningOf(word)) continue;
    for (const other of member.group) {
      const term = ownsStem(other) ? keyOf(other) : wholeTerm(other);
      if (keyOf(other) !== own && !found.has(term))
        found.set(term, { word: other, term, relation: member.relation });
    }
  }
  return [...found.values()];
}

/** The groups as they are written, for tests and documentation. */
export function wordGroups(relation: Relation): string[][] {
  const text = relation === "abbreviation" ? ABBREVIATIONS : SYNONYMS;
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

function readGroups(): Map<string, Membership[]> {
  const found = new Map<string, Membership[]>();
  for (const relation of ["abbreviation", "synonym"] as const) {
    for (const group of wordGroups(relation)) {
      for (const word of group) {
        const key = keyOf(word);
        const list = found.get(key) ?? [];
        list.push({ word, relation, group });
        found.set(key, list);
      }
    }
  }
  return found;
}

function keyOf(word: string): string {
  return /\d/.test(word) ? wholeTerm(word) : stem(word);
}
