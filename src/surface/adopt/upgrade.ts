// `pith upgrade`: which version is here, how it came here, and what another one would cost: which of the kept things are made
// anew. The network is asked only with `--check`, and only the registry that is named: Pith is on no public one.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { PithError } from "../../base/error.ts";
import { packageFolder } from "../../base/package-folder.ts";
import { packageVersion } from "../../base/package-version.ts";
import { oneLine, safeJson } from "../../base/safe-text.ts";
import { userCacheFolder, userPlace } from "../../config/user-folders.ts";
import { KEPT_FORMS } from "../../store/kept-forms.ts";
import type { RawCommand } from "../cli/collect-arguments.ts";
import { commandLineName } from "../cli/flags.ts";
import { write } from "../cli/terminal.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { Entry } from "../entry.ts";
import { checkArguments } from "../parameters.ts";
import { packageManifest } from "./package-archive.ts";

export async function runUpgrade(entry: Entry, raw: RawCommand, terminal: Terminal): Promise<number> {
  const args = await checkArguments(entry, raw.values, "cli", commandLineName);
  const path = args["package"] as string | undefined;
  const check = args["check"] === true;
  const registry = args["registry"] as string | undefined;
  if (check !== (registry !== undefined))
    throw new PithError(
      "ARGUMENT_INVALID",
      check ? "--check needs --registry." : "--registry needs --check.",
      {
        subject: "--registry",
        next: "Give both: --check --registry URL, of the registry that has your Pith. On the public one the name is not Pith's.",
      },
    );
  const here = installed();
  const stores = storesIn(join(userCacheFolder(userPlace(terminal.env)), "repositories"));
  const other =
    path !== undefined
      ? offered(packageManifest(resolve(terminal.cwd, path)), path)
      : check
        ? await published(registry!)
        : null;
  const costs = other === null || other.forms === null ? null : costsOf(other.forms);
  const answer = {
    ...here,
    forms: KEPT_FORMS,
    repositories: stores,
    ...(other === null ? {} : { other, costs }),
  };
  await write(
    terminal.stdout,
    args["json"] === true ? `${safeJson(answer)}\n` : `${textOf(here, stores, other, costs).join("\n")}\n`,
  );
  return other?.unknown === undefined ? 0 : 1;
}

interface Installed {
  version: string;
  folder: string;
  how: "checkout" | "global" | "project";
  command: string;
}

/** The command is said and not run: which of them is right only the user knows for sure. */
function installed(): Installed {
  const folder = packageFolder();
  const version = packageVersion();
  if (existsSync(join(folder, "package-lock.json")))
    return { version, folder, how: "checkout", command: "git pull && npm ci" };
  const beside = dirname(folder);
  const isProject = basename(beside) === "node_modules" && existsSync(join(dirname(beside), "package.json"));
  return isProject
    ? { version, folder, how: "project", command: "npm install --save-dev ./pith-<version>.tgz" }
    : { version, folder, how: "global", command: "npm install -g ./pith-<version>.tgz" };
}

interface Other {
  from: string;
  version: string | null;
  forms: Record<string, number> | null;
  /** Why nothing can be said of it. */
  unknown?: string;
}

/** The name alone says nothing: others have taken it. */
function offered(manifest: unknown, from: string): Other {
  const { name, version, pith } = asObject(manifest);
  const forms = asObject(asObject(pith)["forms"]);
  if (name !== "pith" || typeof version !== "string")
    return { from, version: null, forms: null, unknown: "it is another package" };
  const numbers = Object.entries(forms).filter((pair): pair is [string, number] =>
    Number.isSafeInteger(pair[1]),
  );
  if (numbers.length === 0)
    return {
      from,
      version,
      forms: null,
      unknown:
        "its manifest says nothing of Pith's forms: it is another program of that name, or older than this one",
    };
  return { from, version, forms: Object.fromEntries(numbers) };
}

/** In ms; registries answer in one second or not at all. */
const LONGEST_WAIT = 5_000;
const MOST_BYTES = 20_000_000;

async function published(registry: string): Promise<Other> {
  const unknown = (why: string): Other => ({ from: registry, version: null, forms: null, unknown: why });
  const address = addressOf(registry);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(LONGEST_WAIT),
      // Another place would be asked than the one that was named.
      redirect: "manual",
      headers: { accept: "application/json" },
    });
    if (!response.ok) return unknown(`it answered ${response.status}`);
    const text = await bodyOf(response);
    if (text === null) return unknown("its answer is too long");
    const whole = asObject(JSON.parse(text) as unknown);
    const latest = asObject(whole["dist-tags"])["latest"];
    return offered(typeof latest === "string" ? asObject(whole["versions"])[latest] : null, registry);
  } catch (error) {
    const { cause, message } = error as Error;
    return unknown(
      `it could not be asked (${(cause as NodeJS.ErrnoException | undefined)?.code ?? message})`,
    );
  }
}

/** Null: longer than anything that is read. A length that is stated need not be the true one. */
async function bodyOf({ body }: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The address is shown again in the answer, so nothing secret may be in it. */
function addressOf(registry: string): URL {
  const invalid = (what: string) =>
    new PithError("ARGUMENT_INVALID", `The registry's address ${what}.`, {
      subject: "--registry",
      next: "Give an address that begins with https://, without name, password or query.",
    });
  let url: URL;
  try {
    url = new URL(`${registry.replace(/\/*$/, "")}/pith`);
  } catch {
    throw invalid("can't be read");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") throw invalid("can't be read");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw invalid("has more than the place in it");
  return url;
}

/** What each form holds, and what it means that it is another one. */
const MEANINGS: Readonly<Record<keyof typeof KEPT_FORMS, string>> = {
  facts:
    "what was found in files is found anew: the first question in each repository takes as long as in a new one",
  database: "what the parser found is found anew, as files are shown",
  segment: "each repository's index is put together anew",
  snapshot: "each repository's list of files is made anew",
};

function costsOf(forms: Record<string, number>): string[] {
  return Object.entries(KEPT_FORMS).flatMap(([name, now]) => {
    const then = forms[name];
    if (then === undefined) return [`${name}: it doesn't say which one it has`];
    return then === now ? [] : [`${name} ${now} → ${then}: ${MEANINGS[name as keyof typeof KEPT_FORMS]}`];
  });
}

function textOf(here: Installed, stores: number, other: Other | null, costs: string[] | null): string[] {
  const forms = Object.entries(KEPT_FORMS).map(([name, form]) => `${name} ${form}`);
  const lines = [
    `pith ${here.version} (${here.how}: ${oneLine(here.folder)})`,
    `keeps ${forms.join(", ")}; ${stores} ${stores === 1 ? "repository" : "repositories"} in the cache`,
  ];
  if (other === null)
    return [
      ...lines,
      `To upgrade: ${here.command}`,
      "What a version would cost: pith upgrade FILE.tgz. Nothing was asked over the network.",
    ];
  if (other.unknown !== undefined)
    return [
      ...lines,
      `${oneLine(other.from)}: ${oneLine(other.unknown)}. Whether there is a newer version is not known.`,
    ];
  const cost =
    costs!.length === 0
      ? ["Nothing is made anew: everything kept is taken over."]
      : [
          ...costs!,
          "Receipts, settings and what you wrote yourself stay. Going back makes the same anew once more.",
        ];
  const version = other.version === here.version ? "the same version" : `${oneLine(other.version!)}`;
  return [...lines, `${oneLine(other.from)}: ${version}`, ...cost, `To upgrade: ${here.command}`];
}

function storesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
