// Which files and passages hold nothing but logins? Password files of tools (`.netrc`, `.pgpass`, `.htpasswd`, `.npmrc`), secrets
// of Kubernetes, statements of SQL. The place says that the value is a secret, so that it need not look like one.
import type { Secret } from "./find-secrets.ts";
import { isStandIn } from "./stand-ins.ts";

export function credentialFiles(
  path: string,
  text: string,
  may: { settings: boolean; words: boolean },
  found: Secret[],
): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const each = (form: RegExp, rule: string) => {
    for (const match of text.matchAll(form)) {
      const value = match[1]!;
      if (isStandIn(value)) continue;
      // The value is the last thing that is matched.
      const end = match.index + match[0].length;
      found.push({ start: end - value.length, end, rule });
    }
  };
  if (may.words && text.includes("_authToken")) each(REGISTRY_TOKEN, "npm");
  if (name.endsWith(".npmrc")) each(REGISTRY_LOGIN, "npm");
  if (/^[._]netrc|\.netrc$/.test(name)) each(NETRC, "netrc");
  else if (may.words && text.includes("machine")) each(MACHINE, "netrc");
  if (/^(?:\.pgpass.*|pgpass\.conf)$/.test(name)) each(PGPASS, "pgpass");
  else if (may.settings) each(PGPASS_LIKE, "pgpass");
  if (/htpasswd|^shadow-?$/.test(name)) each(/^[^:\s#]{1,100}:(\S{3,400})/gm, "password-hash");
  if (!may.words) return;
  if (text.includes("IDENTIFIED BY") || text.includes("identified by")) each(IDENTIFIED, "assignment");
  if (text.includes("ecureString") || text.includes("ecurestring")) {
    each(SECURE_STRING, "assignment");
    for (const match of text.matchAll(SECURED)) {
      const [, value] = match as unknown as [string, string];
      const start = match.index + 1;
      if (!isStandIn(value)) found.push({ start, end: start + value.length, rule: "assignment" });
    }
  }
  if (text.includes("kind") && /kind["']?\s{0,4}:\s{0,4}["']?Secret\b/.test(text)) kubernetes(text, found);
}

const NETRC = /\bpassword\s{1,20}(\S{1,400})/g;
/** The same on one line or a few, in any text. */
const MACHINE =
  /\bmachine\s{1,20}\S{1,200}\s{1,20}(?:(?:login|account)\s{1,20}\S{1,100}\s{1,20}){0,2}password\s{1,20}([^\s"'`]{1,400})/g;

const PGPASS = /^(?:(?:\\.|[^:\n#\\])(?:\\.|[^:\n\\]){0,200}:)(?:[^:\n]{0,200}:){3}([^\n\r]{1,400})/gm;
/** The same in any settings: with a port and a name for the rest. */
const PGPASS_LIKE =
  /:(?<=(?:^|["'\s])(?:[\w.-]{1,100}|\*):)(?:\d{4,5}|\*):(?:\w{0,60}[A-Za-z][\w-]{0,62}|\*):[A-Za-z][\w.-]{0,63}:([^\s"'`]{3,200})(?=["'\s]|$)/gm;

const IDENTIFIED = /identified by (?:password )?["']([^"'\n]{1,200})/gi;

/** PowerShell makes a password of a text: `ConvertTo-SecureString "…" -AsPlainText`, `"…" | ConvertTo-SecureString`. */
const SECURE_STRING =
  /convertto-securestring(?:[ \t]{1,8}-(?:string|asplaintext|force)){0,3}[ \t]{1,8}["']([^"'\n$][^"'\n]{2,200})(?=["'])/gi;
const SECURED = /["']([^"'\n$|][^"'\n|]{2,200})["'][ \t]{0,8}\|[ \t]{0,8}convertto-securestring/gi;

const REGISTRY_TOKEN = /(?<=_authToken["']?[ ]?[=:][ ]?["']?)([^\s"'`$<{[][^\s"'`]{7,4000})/g;
const REGISTRY_LOGIN = /(?<=(?:^|:)_(?:auth|password)[ ]?=[ ]?["']?)([^\s"'$<{[][^\s"']{0,4000})/gm;

// ------------------------------------------------------------------ Kubernetes

/** The values under `data` and `stringData` of a document whose kind is Secret. */
function kubernetes(text: string, found: Secret[]): void {
  let secret = false;
  let inside = -1;
  let at = 0;
  const lines = text.split("\n");
  const kinds = documentKinds(lines);
  for (const [i, line] of lines.entries()) {
    secret = kinds[i]!;
    const indent = line.search(/\S/);
    if (inside >= 0 && indent >= 0 && indent <= inside) inside = -1;
    if (inside >= 0 && indent > inside) hideValue(line, at, found);
    if (secret && inside < 0) {
      const block = /^(\s*)["']?(?:data|stringData)["']?:\s*(?:\{\s*)?$/.exec(line);
      if (block !== null) inside = block[1]!.length;
      // On one line, as JSON without its blanks.
      for (const flow of line.matchAll(/["'](?:data|stringData)["']\s{0,4}:\s{0,4}\{([^{}\n]{1,20000})\}/g)) {
        const start = at + flow.index + flow[0].length - 1 - flow[1]!.length;
        for (const pair of flow[1]!.matchAll(/:\s{0,4}["']([^"'\n]{3,10000})["']/g)) {
          const from = start + pair.index + pair[0].length - 1 - pair[1]!.length;
          if (!isStandIn(pair[1]!))
            found.push({ start: from, end: from + pair[1]!.length, rule: "kubernetes-secret" });
        }
      }
    }
    at += line.length + 1;
  }
}

/** For each line whether its document, which ends at `---`, is a Secret. */
function documentKinds(lines: readonly string[]): boolean[] {
  const kinds: boolean[] = [];
  let from = 0;
  let secret = false;
  for (let i = 0; i <= lines.length; i++) {
    const line = lines[i];
    if (line === undefined || /^---(?:\s|$)/.test(line)) {
      while (from < i) kinds[from++] = secret;
      if (line !== undefined) kinds[from++] = false;
      secret = false;
    } else if (/["']?kind["']?\s{0,4}:\s{0,4}["']?Secret["']?\s{0,4}(?:,|$|#)/.test(line)) secret = true;
  }
  return kinds;
}

function hideValue(line: string, at: number, found: Secret[]): void {
  const pair = /^\s*(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|[\w.-]{1,200})[ ]{0,4}:(?:[ ]{1,40}|$)/.exec(line);
  let start = pair === null ? line.search(/\S/) : pair[0].length;
  let end = line.length;
  while (end > start && /[\s,]/.test(line[end - 1]!)) end--;
  if (/^["']/.test(line.slice(start))) {
    const quote = line[start]!;
    start++;
    if (line[end - 1] === quote) end--;
  }
  const value = line.slice(start, end);
  if (value === "" || /^(?:[|>][+\d-]{0,2}|[{}[\]]|#.*)$/.test(value) || /^(?:\{\{|<|\$\{)/.test(value))
    return;
  if (!isStandIn(value)) found.push({ start: at + start, end: at + end, rule: "kubernetes-secret" });
}
