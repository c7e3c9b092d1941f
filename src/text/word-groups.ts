// Which words mean nearly the same in code? Abbreviations with what they stand for, and programming synonyms. Written
// from general knowledge of programming; worth 0.012 NDCG to a ranker by words (docs/decisions, ranking).
import { identifierTerms } from "./identifiers.ts";

/** Short forms and their long ones, one group a line. Pairs that share a stem (`err`, `error`) are left out. */
const ABBREVIATIONS = `
config configuration configure conf cfg setting
auth authentication authenticate authorization authorize
ctx context
req request
res resp response
msg message
exc exception
fn func function
arg args argument
param params parameter
val value
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
avg average mean
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
impl implement implementation
spec specification
ref reference
ptr pointer
addr address
mem memory
cmd command
exec execute execution
proc process procedure
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
desc description describe
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
def define definition
cond condition conditional
seq sequence
vec vector
dict dictionary mapping
col column
cb callback
evt event
sub subscribe subscription
pub publish publisher
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
create make build construct
get fetch retrieve obtain
add append insert push
update modify change edit
find search lookup locate
start begin launch
stop end finish terminate halt
close dispose release shutdown
send emit dispatch publish
receive accept consume
handle process
parse decode deserialize
serialize encode marshal stringify
convert transform translate cast coerce
render display draw
show reveal present
hide conceal mask
error exception failure fault
throw raise
catch rescue recover
retry backoff reattempt
wait sleep delay pause
resume continue
timeout deadline expire expiration
queue enqueue backlog
worker thread job task
lock mutex semaphore
event signal notification
listener observer subscriber
hook callback interceptor
middleware interceptor filter
plugin extension addon
route endpoint path
redirect forward
credential secret token
login signin logon
logout signout logoff
permission privilege role
hash digest checksum
compress gzip deflate
cache memoize
save store persist write
log logging trace
mock stub fake
clone copy duplicate
merge combine join
split divide separate
sort order rank
group aggregate bucket
traverse walk visit iterate
list array collection
size length count
limit threshold quota
default fallback
optional nullable maybe
schema type model
inherit extend subclass
alias rename
import include require
stream pipe
compare equal match
replace substitute swap
reset clear flush
enable activate
disable deactivate
wrap adapter proxy decorate
`;

export type Relation = "abbreviation" | "synonym";

export interface RelatedTerm {
  term: string;
  relation: Relation;
}

let related: Map<string, RelatedTerm[]> | null = null;

/** Other terms for the term of a word, abbreviations first; a term that is both is named as the nearer one. */
export function relatedTerms(term: string): readonly RelatedTerm[] {
  related ??= readGroups();
  return related.get(term) ?? [];
}

/** The groups as they are written, for tests and documentation. */
export function wordGroups(relation: Relation): string[][] {
  const text = relation === "abbreviation" ? ABBREVIATIONS : SYNONYMS;
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

function readGroups(): Map<string, RelatedTerm[]> {
  const found = new Map<string, RelatedTerm[]>();
  for (const relation of ["abbreviation", "synonym"] as const) {
    for (const group of wordGroups(relation)) {
      const terms = [...new Set(group.map(termOf))];
      for (const term of terms) {
        const list = found.get(term) ?? [];
        for (const other of terms) {
          if (other !== term && !list.some((known) => known.term === other))
            list.push({ term: other, relation });
        }
        found.set(term, list);
      }
    }
  }
  return found;
}

/** The stem of a plain word; the whole of one that the reader would take apart (`i18n`). */
function termOf(word: string): string {
  const { parts, whole } = identifierTerms(word);
  return parts.length === 1 && !/\d/.test(word) ? parts[0]! : whole;
}
