// Does a repository's own settings file hold nothing but what can't make Git run a program? Judged on its bytes, line by
// line, by a list of what is allowed: whatever is not on it, or is written in another way than Git writes it, counts as
// able to. A second reader of all that Git accepts would sooner or later read something else than Git does.

/** Each byte as one letter; no line but the last may end in anything that Git could take for more of the same line. */
const SECTION = /^[ \t]*\[([A-Za-z0-9-]+)(?:[ \t]+"((?:[^"\\\0\r]|\\["\\])*)")?\][ \t]*(?:[#;][^\0\r]*)?$/;
const KEY = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=(.*))?$/s;
/** A backslash stands before what it may stand before, so never at the end; each quote has its partner in the line. */
const VALUE = /^(?:[^"\\\0\r]|\\["\\ntb]|"(?:[^"\\\0\r]|\\["\\ntb])*")*$/;
const NOTHING = /^[ \t]*(?:[#;][^\0\r]*)?$/;

/** True for any value, or what the whole value must look like. */
type Allowed = ReadonlyMap<string, RegExp | true>;

/** In the place of a name: any key of the section. */
const ANY = "*";

function keys(names: string, limited: Readonly<Record<string, RegExp>> = {}): Allowed {
  const plain = names.split(" ").map((name) => [name, true] as const);
  return new Map<string, RegExp | true>([...plain, ...Object.entries(limited)]);
}

const BOOLEAN = /^[ \t]*(?:true|false|yes|no|on|off|0|1)[ \t]*$/i;

/**
 * What may stand where, all in lower case; `*` for a section with a subsection. None of these is run, nor names what is:
 * see git-config(1). Left out on purpose are alias, credential, difftool, filter, gpg, include, includeIf, mergetool,
 * pager, protocol, sequence, uploadpack, and the keys of other sections that name programs, such as core.sshCommand.
 * `core.hooksPath` is here because Git is asked with another one.
 */
const ALLOWED: ReadonlyMap<string, Allowed> = new Map([
  [
    "core",
    keys(
      "abbrev attributesfile autocrlf bare bigfilethreshold checkstat commentchar commitgraph compression " +
        "deltabasecachelimit eol excludesfile filemode fscache fsyncmethod hidedotfiles hookspath " +
        "ignorecase ignorestat logallrefupdates longpaths loosecompression multipackindex packedgitlimit " +
        "packedgitwindowsize precomposeunicode prefersymlinkrefs preloadindex protecthfs protectntfs quotepath " +
        "repositoryformatversion restrictinheritedhandles safecrlf sharedrepository sparsecheckout sparsecheckoutcone " +
        "splitindex symlinks trustctime untrackedcache usereplacerefs warnambiguousrefs whitespace " +
        "worktree",
      { fsmonitor: BOOLEAN },
    ),
  ],
  [
    "extensions",
    keys("noop objectformat partialclone preciousobjects refstorage relativeworktrees worktreeconfig"),
  ],
  [
    "remote *",
    keys(
      "fetch followremotehead gh-resolved lfspushurl lfsurl mirror partialclonefilter promisor prune prunetags push " +
        "pushurl skipdefaultupdate skipfetchall tagopt url",
    ),
  ],
  ["remote", keys("pushdefault")],
  [
    "branch *",
    keys(
      "autosetupmerge base description gh-merge-base github-pr-base-branch github-pr-owner-number gk-merge-base " +
        "gk-merge-target merge mergeoptions pushremote rebase remote vscode-merge-base",
    ),
  ],
  ["branch", keys("autosetupmerge autosetuprebase sort")],
  [
    "submodule *",
    keys("active branch fetchrecursesubmodules ignore shallow url", {
      update: /^[ \t]*(?:checkout|rebase|merge|none)[ \t]*$/,
    }),
  ],
  ["submodule", keys("active alternateerrorstrategy alternatelocation fetchjobs propagatebranches recurse")],
  ["user", keys("email name signingkey useconfigonly")],
  ["author", keys("email name")],
  ["committer", keys("email name")],
  ["advice", keys(ANY)],
  ["color", keys(ANY)],
  ["color *", keys(ANY)],
  ["apply", keys("ignorewhitespace whitespace")],
  [
    "blame",
    keys(
      "blankboundary coloring date ignorerevsfile markignoredlines markunblamablelines showemail showroot",
    ),
  ],
  ["checkout", keys("defaultremote guess thresholdforparallelism workers")],
  ["clone", keys("defaultremotename filtersubmodules rejectshallow")],
  ["column", keys("branch status tag ui")],
  ["commit", keys("cleanup gpgsign status template verbose")],
  [
    "diff",
    keys(
      "algorithm colormoved colormovedws context indentheuristic interhunkcontext mnemonicprefix noprefix " +
        "relative renamelimit renames statgraphwidth submodule suppressblankempty wordregex",
    ),
  ],
  ["feature", keys("experimental manyfiles")],
  [
    "fetch",
    keys(
      "all fsckobjects output parallel prune prunetags recursesubmodules showforcedupdates unpacklimit writecommitgraph",
    ),
  ],
  ["format", keys("pretty signoff")],
  [
    "gc",
    keys(
      "aggressivedepth aggressivewindow auto autodetach autopacklimit cruftpacks packrefs pruneexpire reflogexpire reflogexpireunreachable rerereresolved rerereunresolved worktreepruneexpire writecommitgraph",
    ),
  ],
  ["gitflow *", keys("bugfix develop feature hotfix main master prefix release support versiontag")],
  ["grep", keys("column extendedregexp fullname linenumber patterntype threads")],
  ["gui", keys("encoding fontdiff fontui geometry wmstate")],
  [
    "http",
    keys(
      "extraheader followredirects lowspeedlimit lowspeedtime maxrequests postbuffer proxy schannelcheckrevoke sslbackend sslcainfo sslverify useragent version",
    ),
  ],
  [
    "http *",
    keys(
      "extraheader followredirects lowspeedlimit lowspeedtime postbuffer proxy sslcainfo sslverify useragent",
    ),
  ],
  ["i18n", keys("commitencoding logoutputencoding")],
  ["index", keys("recordendofindexentries recordoffsettable skiphash sparse threads version")],
  ["init", keys("defaultbranch defaultobjectformat defaultrefformat")],
  ["lfs", keys("fetchexclude fetchinclude locksverify pushurl repositoryformatversion url")],
  ["lfs *", keys("access locksverify")],
  ["log", keys("abbrevcommit date decorate follow showroot")],
  ["maintenance", keys("auto autodetach strategy")],
  [
    "merge",
    keys(
      "branchdesc conflictstyle defaulttoupstream directoryrenames ff log renamelimit renames renormalize stat verifysignatures",
    ),
  ],
  [
    "pack",
    keys(
      "compression deltacachelimit deltacachesize depth indexversion packsizelimit threads usebitmaps usesparse window windowmemory writebitmaphashcache writereverseindex",
    ),
  ],
  ["pull", keys("ff octopus rebase twohead")],
  ["push", keys("autosetupremote default followtags gpgsign recursesubmodules useforceifincludes")],
  [
    "rebase",
    keys("abbreviatecommands autosquash autostash missingcommitscheck rebasemerges stat updaterefs"),
  ],
  ["receive", keys("denycurrentbranch denydeletes denynonfastforwards fsckobjects unpacklimit")],
  ["repack", keys("packkeptobjects usedeltabaseoffset writebitmaps")],
  ["rerere", keys("autoupdate enabled")],
  ["stash", keys("showpatch showstat")],
  [
    "status",
    keys(
      "aheadbehind branch displaycommentprefix relativepaths renamelimit renames short showstash showuntrackedfiles",
    ),
  ],
  ["svn-remote *", keys("branches fetch reposroot tags trunk url uuid")],
  ["tag", keys("forcesignannotated gpgsign sort")],
  ["transfer", keys("fsckobjects unpacklimit")],
  ["versionsort", keys("suffix")],
  ["worktree", keys("guessremote")],
]);

/** Far beyond what is written by hand or by Git; what a pattern can take. */
const MOST_LINE = 10_000;

/** Whether all lines of a file of settings are of the kind that can't make Git run anything. */
export function isHarmless(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let allowed: Allowed | undefined;
  for (const written of text.split("\n")) {
    // Git takes the two for one line's end. Any other carriage return is none, and is refused.
    const line = written.endsWith("\r") ? written.slice(0, -1) : written;
    if (line.length > MOST_LINE) return false;
    if (NOTHING.test(line)) continue;
    const header = SECTION.exec(line);
    if (header !== null) {
      allowed = ALLOWED.get(header[1]!.toLowerCase() + (header[2] === undefined ? "" : " *"));
      if (allowed === undefined) return false;
      continue;
    }
    const found = KEY.exec(line);
    if (found === null || allowed === undefined) return false;
    const form = allowed.get(found[1]!.toLowerCase()) ?? allowed.get(ANY);
    const value = found[2];
    if (form === undefined || (value !== undefined && !VALUE.test(value))) return false;
    if (form !== true && !form.test(value ?? "true")) return false;
  }
  return true;
}
