// The files of a commit, without a checkout: the list comes from Git, contents are fetched when they are to be read. A
// text is what Git stores: no filter, no line ends of a checkout.
import { PithError, throwIfCancelled } from "../base/error.ts";
import { contentId } from "../base/hash.ts";
import { CONFIG_FILE, MOST_CONFIG_BYTES } from "../config/load.ts";
import type { Ceilings, RootFile } from "../config/load.ts";
import { BlobReader, BlobsFailed } from "../git/blobs.ts";
import { readIndexTree } from "../git/index-tree.ts";
import type { Repository } from "../git/repository.ts";
import { isPlainTreePath, MODE_LINK, MODE_SUBMODULE, readTree, type TreeEntry } from "../git/tree.ts";
import { DeclaredEncodings } from "./declared-encoding.ts";
import type { FileSource, OpenOptions } from "./file-source.ts";
import { aboveOf } from "./guard.ts";
import type { Root } from "./guard.ts";
import { MOST_RULE_BYTES } from "./ignore-rules.ts";
import { givenReader, isCertain } from "./read.ts";
import type { Contents, GivenTexts, RawContent, ReadText, TextFile } from "./read.ts";
import { RULE_NAMES } from "./repository-rules.ts";
import type { SkipReason } from "./skip-reasons.ts";
import { TreeFolders } from "./tree-folders.ts";
import { walk } from "./walk.ts";
import type { Walk, WalkConfig } from "./walk.ts";
import { whyPath } from "./why.ts";
import type { Why, WhyConfig } from "./why.ts";
import { whyGone } from "./why-gone.ts";

const ATTRIBUTES = ".gitattributes";
/** Of all rule files of a commit together: far more than anybody writes. */
const MOST_RULES_BYTES = 64_000_000;

interface Opened {
  root: Root;
  commit: string;
  /** They are those of the index, and `commit` is the name of their contents. */
  staged: boolean;
  /** Path of the root below the top of the work tree, with a slash at its end; or empty. */
  above: string;
  folders: TreeFolders;
  rules: ReadonlyMap<string, Uint8Array>;
  blobs: BlobReader;
}

/** Throws ARGUMENT_INVALID where Git does not give the commit, or the commit has no such root. */
export async function openRevision(
  root: Root,
  commit: string,
  signal?: AbortSignal,
): Promise<RevisionSource> {
  const { repository } = root;
  if (repository === null) throw gitFailed();
  const entries = await readTree(repository, root.path, commit, signal);
  throwIfCancelled(signal);
  if (entries === null) throw gitFailed();
  return openTree(root, repository, { entries, commit, staged: false }, signal);
}

/** The files that are staged: those of a commit that would be made now. */
export async function openIndex(root: Root, signal?: AbortSignal): Promise<RevisionSource> {
  const { repository } = root;
  const index = repository === null ? null : await readIndexTree(repository, root.path, signal);
  throwIfCancelled(signal);
  if (repository === null || index === null) throw indexFailed();
  return openTree(root, repository, { entries: index.entries, commit: index.id, staged: true }, signal);
}

async function openTree(
  root: Root,
  repository: Repository,
  { entries, commit, staged }: { entries: TreeEntry[]; commit: string; staged: boolean },
  signal: AbortSignal | undefined,
): Promise<RevisionSource> {
  if (!entries.every(({ path }) => isPlainTreePath(path)))
    throw unfit(commit, "a path that Git checks out nowhere");
  const above = aboveOf(root);
  const blobs = new BlobReader(repository);
  const rules = new Map<string, Uint8Array>();
  const folders = new TreeFolders(repository.workTree, entries, (path) => rules.get(path));
  if (!folders.isWhole) throw unfit(commit, "more folders than a tree can have here");
  if (!folders.hasFolder(above.slice(0, -1))) throw noRoot(above, commit);
  try {
    const wanted = ruleFiles(entries, above);
    const found = await fetched(() => blobs.read(wanted, { signal }));
    wanted.forEach(({ path }, i) => {
      const content = found[i];
      if (content != null) rules.set(path, content);
    });
  } finally {
    blobs.close();
  }
  return new RevisionSource({ root, commit, staged, above, folders, rules, blobs });
}

export class RevisionSource implements FileSource {
  readonly commit: string;
  readonly staged: boolean;
  readonly isWhole: boolean;
  /** `pith.json` of the commit's root: its settings are those of a checkout. */
  readonly config: RootFile;
  readonly #opened: Opened;
  readonly #encodings: DeclaredEncodings;
  readonly #attributes: ReadonlyMap<string, Uint8Array>;
  #walked: { config: WalkConfig; found: Walk } | null = null;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.commit = opened.commit;
    this.staged = opened.staged;
    const { entries } = opened.folders;
    this.isWhole = [...entries.values()].every(({ mode, size }) => size >= 0 || mode === MODE_SUBMODULE);
    this.config = configOf(opened);
    this.#attributes = new Map([...opened.rules].filter(([path]) => nameOf(path) === ATTRIBUTES));
    this.#encodings = new DeclaredEncodings(opened.root, { ofCommit: this.#attributes });
  }

  /** The list never changes. */
  walk(config: WalkConfig): Walk {
    const { root, folders } = this.#opened;
    if (this.#walked?.config !== config)
      this.#walked = { config, found: walk(root, config, { files: folders, listed: folders.tracked }) };
    return this.#walked.found;
  }

  /** Git's name of the content of a file. */
  idOf(path: string): string | null {
    return this.#opened.folders.entries.get(this.#opened.above + path)?.id ?? null;
  }

  declared(hidden: readonly string[]): string {
    return this.#encodings.outside(hidden);
  }

  async open(
    paths: readonly string[],
    ceilings: Pick<Ceilings, "fileBytes">,
    options: OpenOptions = {},
  ): Promise<ReadText> {
    const contents = await this.#fetch(paths, ceilings, options);
    return givenReader(this.#opened.root, { contents, attributes: this.#attributes });
  }

  async give(
    paths: readonly string[],
    ceilings: Pick<Ceilings, "fileBytes">,
    signal?: AbortSignal,
  ): Promise<GivenTexts> {
    const shared = (bytes: number) => new SharedArrayBuffer(bytes);
    return { contents: await this.#fetch(paths, ceilings, { signal }, shared), attributes: this.#attributes };
  }

  why(config: WhyConfig, path: string): Why {
    const { root, folders } = this.#opened;
    return whyPath(root, config, path, { files: folders, listed: folders.tracked });
  }

  whyGone(config: WhyConfig, path: string): SkipReason | null {
    const { root, folders } = this.#opened;
    return whyGone(root, config, path, { files: folders, listed: folders.tracked });
  }

  rest(): void {
    this.#opened.blobs.close();
  }

  async #fetch(
    paths: readonly string[],
    ceilings: Pick<Ceilings, "fileBytes">,
    { before, signal }: OpenOptions,
    room?: (bytes: number) => SharedArrayBuffer,
  ): Promise<Contents> {
    const { above, folders, blobs } = this.#opened;
    const contents = new Map<string, TextFile | RawContent | SkipReason>();
    const wanted: { path: string; id: string; size: number }[] = [];
    for (const path of new Set(paths)) {
      const entry = folders.entries.get(above + path);
      const skip = skipOf(entry, ceilings.fileBytes);
      const known = before?.(path);
      if (entry === undefined || skip !== null) contents.set(path, skip ?? "vanished");
      else if (known !== undefined && known.id === entry.id && isCertain(known, path))
        contents.set(path, known);
      else wanted.push({ path, id: entry.id, size: entry.size });
    }
    const starts = [0];
    for (const { size } of wanted) starts.push(starts.at(-1)! + size);
    const all = room?.(starts.at(-1)!);
    const place = (size: number, at: number) => new Uint8Array(all!, starts[at]!, size);
    const found = await fetched(() => blobs.read(wanted, { signal, ...(all && { room: place }) }));
    wanted.forEach(({ path, id }, i) => {
      const bytes = found[i];
      contents.set(path, bytes == null ? "object-missing" : checked(bytes, id));
    });
    return contents;
  }
}

/** Under the name of another content nothing is shown. Only ids of the usual kind can be compared with ours. */
function checked(bytes: Uint8Array, id: string): RawContent | SkipReason {
  const own = contentId(bytes);
  return id.length === own.length && id !== own ? "object-missing" : { id: own, bytes };
}

function skipOf(entry: TreeEntry | undefined, most: number): SkipReason | null {
  if (entry === undefined) return "vanished";
  if (entry.mode === MODE_LINK) return "symlink";
  if (entry.mode === MODE_SUBMODULE) return "submodule";
  if (entry.size < 0) return "object-missing";
  return entry.size > most ? "too-large" : null;
}

/** What the walk, the settings and the declared encodings rest on. */
function ruleFiles(entries: readonly TreeEntry[], above: string): TreeEntry[] {
  let bytes = 0;
  return entries.filter(({ path, raw, mode, size }) => {
    if (raw !== null || mode === MODE_LINK || mode === MODE_SUBMODULE || size < 0) return false;
    const name = nameOf(path);
    const most =
      path === above + CONFIG_FILE
        ? MOST_CONFIG_BYTES
        : name === RULE_NAMES.pith || name === ATTRIBUTES
          ? MOST_RULE_BYTES
          : -1;
    if (size > most || bytes + size > MOST_RULES_BYTES) return false;
    bytes += size;
    return true;
  });
}

function configOf({ above, commit, staged, folders, rules }: Opened): RootFile {
  const path = above + CONFIG_FILE;
  const name = `${path} of ${staged ? "the index" : commit.slice(0, SHORT)}`;
  const entry = folders.entries.get(path);
  const content = rules.get(path);
  if (content !== undefined) return { name, text: Buffer.from(content).toString("utf8") };
  if (entry === undefined) return { name, text: null };
  if (entry.mode === MODE_LINK || entry.mode === MODE_SUBMODULE)
    return { name, text: null, fault: "not-plain" };
  return { name, text: null, fault: entry.size > MOST_CONFIG_BYTES ? "too-large" : "missing" };
}

const SHORT = 10;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

async function fetched<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof BlobsFailed)) throw cause;
    throw gitFailed(cause);
  }
}

function gitFailed(cause?: unknown): PithError {
  return new PithError("ARGUMENT_INVALID", "Git did not give the files of that commit.", {
    subject: "rev",
    next: "Ask again; `git fsck` says whether something is missing. Without rev the files on disk answer.",
    cause,
  });
}

function indexFailed(): PithError {
  return new PithError("ARGUMENT_INVALID", "Git did not give the files of the index.", {
    subject: "staged",
    next: "`git fsck` says whether something is missing. Give a range, or a diff.",
  });
}

function unfit(commit: string, what: string): PithError {
  return new PithError("ARGUMENT_INVALID", `The commit ${commit.slice(0, SHORT)} holds ${what}.`, {
    subject: "rev",
    next: "Ask another commit.",
  });
}

function noRoot(above: string, commit: string): PithError {
  return new PithError(
    "ROOT_NOT_FOUND",
    `The commit ${commit.slice(0, SHORT)} has no folder ${JSON.stringify(above.slice(0, -1))}.`,
    { subject: above.slice(0, -1), next: "Name a root that it has, such as the top of the repository." },
  );
}
