// Which words of a command line are passwords? `curl -u user:password`, `mysql -ppassword`, `redis-cli -a password`: a short
// flag says nothing alone, so that the command on the same line decides. Long flags (`--password x`) name what they hold.
import type { Secret } from "./find-secrets.ts";
import { isStandIn } from "./stand-ins.ts";

/** First three characters at which a flag of the table may begin, for the scan over the text. */
export const FLAG_STARTS = [" ", '"', "'", "\t"].flatMap((before) =>
  ["-p", "-P", "-u", "-U", "-a", "-w", "--"].map((flag) => `${before}${flag}`),
);

interface Command {
  command: RegExp;
  flag: RegExp;
  /** After the flag; group 1 is the secret. */
  value: RegExp;
}

/** Between flag and value: a blank, `=`, nothing, or the comma of an array of words. */
const GAP = String.raw`(?:[ \t]{1,4}|=|["'],\s{0,40})?["']?`;
const GAP_NEEDED = String.raw`(?:[ \t]{1,4}|=|["'],\s{0,40})["']?`;
/** A word; in quotes it may be followed by the closing one only. */
const WORD = String.raw`([^\s"'\x60,;|&<>()\\-][^\s"'\x60\\]{2,200})`;

const COMMANDS: readonly Command[] = [
  {
    command: /^(?:curl|wget|https?|xh|siege|ab|hey|wrk|artillery)$/,
    flag: /^(?:-u|-U|-a|--user|--proxy-user|--auth|-A|-P)$/,
    value: new RegExp(String.raw`${GAP}[^\s:"'\x60]{0,100}:(?!\/\/)([^\s"'\x60]{2,200})`, "y"),
  },
  // With a blank the word is the name of a database.
  { command: /^(?:mysql|mariadb)[\w-]*$/, flag: /^-p$/, value: new RegExp(`["']?${WORD}`, "y") },
  {
    command: /^(?:sshpass|mongo\w*|plink|pscp|rsh|kinit|cqlsh|arangosh|clickhouse[\w-]*|influx)$/,
    flag: /^(?:-p|-pw)$/,
    value: new RegExp(GAP + WORD, "y"),
  },
  { command: /^login$/, flag: /^(?:-p|-P)$/, value: new RegExp(GAP_NEEDED + WORD, "y") },
  {
    command: /^(?:sqlcmd|bcp|isql|osql|zip|unzip|tsql|mosquitto_\w+|freetds)$/,
    flag: /^-P$/,
    value: new RegExp(GAP + WORD, "y"),
  },
  { command: /^(?:7z[ar]?|rar|unrar)$/, flag: /^-p$/, value: new RegExp(`["']?${WORD}`, "y") },
  {
    command: /^(?:redis-cli|valkey-cli|keydb-cli)$/,
    flag: /^-a$/,
    value: new RegExp(GAP_NEEDED + WORD, "y"),
  },
  { command: /^ldap\w+$/, flag: /^-w$/, value: new RegExp(GAP_NEEDED + WORD, "y") },
  {
    command: /^(?:smbclient|rpcclient|smbget|net)$/,
    flag: /^(?:-U|--user)$/,
    value: new RegExp(String.raw`${GAP}[^\s%"'\x60]{1,100}%([^\s"'\x60]{2,200})`, "y"),
  },
  {
    command: /^lftp$/,
    flag: /^(?:-u|--user)$/,
    value: new RegExp(String.raw`${GAP}[^\s,"'\x60]{1,100},([^\s"'\x60]{2,200})`, "y"),
  },
  {
    command: /^openssl$/,
    flag: /^-pass(?:in|out)?$/,
    value: new RegExp(String.raw`${GAP}pass:([^\s"'\x60]{2,200})`, "y"),
  },
];

const FLAG =
  /[\s"'](-p(?:ass(?:in|out)?(?=[ \t"'=])|w(?=[ \t"']))?|-[PuUaw]|--(?:user|proxy-user|auth)(?=[ \t"'=]))/y;

/** Far enough for a command with a few flags and a continued line. */
const LOOK_BACK = 240;

/** The secret behind the flag that stands at the offset, which is that of the character before its dash. */
export function flagValue(text: string, at: number): Secret | null {
  if (text.startsWith(PIPED, at + 1)) return pipedValue(text, at);
  FLAG.lastIndex = at;
  const flag = FLAG.exec(text)?.[1];
  if (flag === undefined) return null;
  const end = FLAG.lastIndex;
  let words: string[] | null = null;
  for (const { command, flag: form, value } of COMMANDS) {
    if (!form.test(flag)) continue;
    value.lastIndex = end;
    const secret = value.exec(text)?.[1];
    if (secret === undefined) continue;
    words ??= commandBefore(text, at);
    if (!words.some((word) => command.test(word)) || isStandIn(secret)) continue;
    return { start: value.lastIndex - secret.length, end: value.lastIndex, rule: "command-line" };
  }
  return null;
}

/** What a command reads from its input: `echo … | docker login --password-stdin`, `… --password-stdin <<< …`. */
const PIPED = "--password-stdin";
const ECHOED =
  /(?:^|[\s;&(])(?:echo|printf)[ \t]{1,4}(?:-\w{1,3}[ \t]{1,4})?(?:["']?%s(?:\\n)?["']?[ \t]{1,4})?["']?([^\s"'`|-][^\s"'`|]{2,200})["']?[ \t]{0,4}\|[^|]{0,160}$/;
const HERE = /[^\n|;&<]{0,100}<<<[ ]{0,4}["']?(?=([^\s"'`]{3,200}))\1/y;

function pipedValue(text: string, at: number): Secret | null {
  HERE.lastIndex = at + 1 + PIPED.length;
  const here = HERE.exec(text)?.[1];
  if (here !== undefined) {
    if (isStandIn(here)) return null;
    return { start: HERE.lastIndex - here.length, end: HERE.lastIndex, rule: "command-line" };
  }
  const from = Math.max(0, at - LOOK_BACK);
  const line = from + text.slice(from, at).lastIndexOf("\n") + 1;
  const echoed = ECHOED.exec(text.slice(line, at));
  const secret = echoed?.[1];
  if (secret === undefined || isStandIn(secret)) return null;
  const start = line + echoed!.index + echoed![0].lastIndexOf(secret, echoed![0].indexOf("|"));
  return { start, end: start + secret.length, rule: "command-line" };
}

/** The words of the command so far: from the start of its line, which may be continued, or from the last `;`, `|`, `&`. */
function commandBefore(text: string, at: number): string[] {
  const before = text.slice(Math.max(0, at - LOOK_BACK), at).replaceAll(/\\\r?\n/g, " ");
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const own = line.slice(Math.max(line.lastIndexOf(";"), line.lastIndexOf("|"), line.lastIndexOf("&")) + 1);
  return own.match(/[\w.-]+/g) ?? [];
}
