// Where does an address hold a password? `scheme://user:password@host`, with the slashes of JSON (`\/\/`), without a scheme
// (`//user:…@host`), with one slash (taken for a path), percent-encoded; and the addresses of database drivers
// (`user:password@tcp(host)`, `user:password@host:port`). A password may hold `/`, `@`, `:` and any mark but blanks and the
// quotes around the address, so that its end is the last `@` that a host follows.
import type { Secret } from "./find-secrets.ts";
import { jumbled, looksSecret } from "./looks-secret.ts";
import { isPattern, isStandIn } from "./stand-ins.ts";

export function urlPasswords(text: string, found: Secret[]): void {
  if (!text.includes("@")) return;
  slashed(text, "//", found);
  // An address that was taken for a path has lost one of its slashes.
  for (const at of atSigned(text, ":/")) {
    if (text[at + 2] !== "/" && isWeb(schemeBefore(text, at + 1))) credentials(text, at + 1, at + 2, found);
  }
  drivers(text, found);
}

/** In texts that have `\/\`, `oracle:`, `sig=` or `%2F`. */
export function rareUrlPasswords(text: string, found: Secret[]): void {
  slashed(text, "\\/\\/", found);
  if (text.includes("oracle:")) oracle(text, found);
  if (text.includes("sig=")) signatures(text, found);
  if (text.includes("%2F%2F") || text.includes("%2f%2f")) encoded(text, found);
}

function slashed(text: string, literal: string, found: Secret[]): void {
  let hidden = 0;
  for (const at of atSigned(text, literal)) {
    if (at >= hidden) hidden = credentials(text, at, at + literal.length, found);
  }
}

/** Longest user with its password that is looked at: a signed token in an address has some 600 characters. */
const LONGEST = 1000;

/** Places of a literal that an `@` follows near by. Each `@` is looked for once. */
function* atSigned(text: string, literal: string): Generator<number> {
  let next = -1;
  const { length } = literal;
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + length)) {
    if (next < at) next = text.indexOf("@", at);
    if (next === -1) return;
    if (next - at <= LONGEST) yield at;
  }
}

const SCHEME = /[a-zA-Z][a-zA-Z0-9+.-]{0,30}$/;

/** The scheme whose colon stands right before the offset; empty for none. */
function schemeBefore(text: string, slashes: number): string {
  if (text[slashes - 1] !== ":") return "";
  return SCHEME.exec(text.slice(Math.max(0, slashes - 32), slashes - 1))?.[0].toLowerCase() ?? "";
}

/** Documents show examples of these. */
function isWeb(scheme: string): boolean {
  return /^(?:https?|ftps?|wss?)$/.test(scheme);
}

// ------------------------------------------------------------------ scheme://user:password@host

/** A user: plain, a template, or a few words; up to the colon. A `$` before a brace belongs to the template. */
const USER =
  /((?:[^\s:/?#@"'`<>()[\]{}|$]|\$(?!\{)|\$?\{{1,2}[^{}\s]{0,60}\}{1,2}|<[^<>\s]{0,60}>){0,256}(?: [^\s:/?#@"'`<>()[\]{}|]{1,60}){0,3}):/y;
const REST = /[^\s"`<>]{1,1000}/y;
/** A token in the place of the user, with no password, an empty one, or a word. */
const TOKEN = /([\w.~%-]{16,512})(?::[\w-]{0,20})?@/y;
const OAUTH = /([^\s@"'`<>]{1,512}):x-oauth-basic@/y;

/** What is no password: a port, or what stands for one. */
const PORT =
  /^(?:\d{2,5}|port|PORT|\$\{[^{}]{0,60}\}|\$\w{1,40}|\{\{?[\w.]{0,40}\}?\}|:\w{1,20}|%[sd]|\\d\S{0,8})(?=[/?#]|$)/;
const HOST_START = /^[\w[${<%(*-]/;
/** A host that is no word of a path: with a dot or a port, or in brackets. */
const HOST =
  /^(?:(?!\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?![.\d]))[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|[\w-]{1,63}:\d{2,5}|localhost|\[[\da-f:.]{2,45}\])/i;

/** The end of the password that is found; 0 for none. */
function credentials(text: string, slashes: number, start: number, found: Secret[]): number {
  if (tokenInUser(text, start, found)) return 0;
  USER.lastIndex = start;
  const user = USER.exec(text)?.[1];
  if (user === undefined || isPattern(user) || (user.includes(" ") && user.split(" ")[0]!.includes(".")))
    return 0;
  const from = USER.lastIndex;
  REST.lastIndex = from;
  const rest = within(REST.exec(text)?.[0] ?? "", text, slashes);
  if (PORT.test(rest)) return 0;
  const end = passwordEnd(rest);
  if (end < 0) return 0;
  const password = rest.slice(0, end);
  if (isPattern(password) || isStandIn(password)) return 0;
  // `guest:guest`: what a service comes with.
  if (password === user && /^[a-z]+$/.test(user)) return 0;
  if (schemeBefore(text, slashes) === "" && !startsAddress(text, slashes)) return 0;
  found.push({ start: from, end: from + end, rule: "url-password" });
  return from + end;
}

/** Without a scheme: not in the middle of a word or a path. */
function startsAddress(text: string, slashes: number): boolean {
  return slashes === 0 || /[\s"'`=(,[{>:;|]/.test(text[slashes - 1]!);
}

/** Without what stands behind the address: a closing quote, the next address of a list. */
function within(rest: string, text: string, slashes: number): string {
  const next = /[,;|][a-z][a-z0-9+.-]{0,30}:\/\//i.exec(rest);
  let own = next !== null && rest.slice(0, next.index).includes("@") ? rest.slice(0, next.index) : rest;
  const scheme = schemeBefore(text, slashes).length;
  const quote = text[scheme === 0 ? slashes - 1 : slashes - 2 - scheme];
  const close = quote === "'" ? own.indexOf("'") : own.search(/'(?=[\s,;)\]}]|$)/);
  if (close !== -1) own = own.slice(0, close);
  return own;
}

/** So many `@` are asked whether a host follows. */
const MOST_ENDS = 8;

/** Where the `@` stands that ends the password; -1 for none. */
function passwordEnd(rest: string): number {
  let end = -1;
  const authority = rest.search(/[/?#]/);
  const border = authority === -1 ? rest.length : authority;
  let tries = 0;
  for (let at = rest.lastIndexOf("@"); at > 0 && tries < MOST_ENDS; at = rest.lastIndexOf("@", at - 1)) {
    tries++;
    const host = rest.slice(at + 1, at + 100);
    // Before the first slash any host ends a password. Behind it the path may hold an `@` of its own (`/@scope/name`).
    if (at < border ? HOST_START.test(host) : HOST.test(host)) {
      end = at;
      break;
    }
  }
  return end;
}

function tokenInUser(text: string, start: number, found: Secret[]): boolean {
  for (const form of [OAUTH, TOKEN]) {
    form.lastIndex = start;
    const token = form.exec(text)?.[1];
    if (token === undefined || isStandIn(token)) continue;
    if (form === TOKEN && !looksSecret("token", token)) continue;
    found.push({ start, end: form.lastIndex - 1, rule: "url-password" });
    return true;
  }
  return false;
}

// ------------------------------------------------------------------ user:password@host of database drivers

/** Longest user and password that are looked back at. */
const LOOK_BACK = 160;
const DRIVER_HOST =
  /(?:(tcp6?|udp|unix|cloudsql|cloudsqlconn)\(|(?!sha\d{3}:)((?:[\w-]{1,63}\.){1,8}[A-Za-z][\w-]{0,62}|\d{1,3}(?:\.\d{1,3}){3}|localhost|[\w-]{1,63}(?=:\d{2,5}\b))(:\d{2,5}\b|\/[\w-])?)/y;
const MAIL =
  /^(?:mailto|e?-?mail|to|from|cc|bcc|acct|sips?|xmpp|npm|image|docker|pkg|author|contact|git|ssh|id|uid|uses)$/i;

function drivers(text: string, found: Secret[]): void {
  for (let at = text.indexOf("@", 1); at !== -1; at = text.indexOf("@", at + 1)) {
    if (!mayEndPassword(text.charCodeAt(at - 1))) continue;
    DRIVER_HOST.lastIndex = at + 1;
    const host = DRIVER_HOST.exec(text);
    if (host === null) continue;
    const login = loginBefore(text, at);
    if (login === null) continue;
    const { user, password } = login;
    if (password.includes("//") || isPattern(password) || isStandIn(password) || password === user) continue;
    if (host[1] === undefined && !isSure(user, password, host[3] !== undefined)) continue;
    found.push({ start: at - password.length, end: at, rule: "url-password" });
  }
}

/** What stands from the last blank or quote to the offset, cut at its first colon. */
function loginBefore(text: string, at: number): { user: string; password: string } | null {
  let from = at;
  while (from > 0 && at - from < LOOK_BACK && mayEndPassword(text.charCodeAt(from - 1), true)) from--;
  const run = text.slice(from, at);
  const colon = run.indexOf(":");
  if (colon < 1) return null;
  let start = colon;
  while (start > 0 && /[\w.+-]/.test(run[start - 1]!)) start--;
  if (start === colon || (start > 0 && !"=(,>".includes(run[start - 1]!))) return null;
  const password = run.slice(colon + 1);
  return password === "" ? null : { user: run.slice(start, colon), password };
}

/** No blank and no quote. */
function mayEndPassword(code: number, inside = false): boolean {
  if (code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x60) return false;
  return inside || (code !== 0x28 && code !== 0x2a);
}

/** Without a scheme it may as well be an address of mail, an image or a package behind a word. */
function isSure(user: string, password: string, place: boolean): boolean {
  if (MAIL.test(user) || /[/\\]/.test(password) || !looksSecret("password", password)) return false;
  return place || /[^\w.+-]/.test(password) || jumbled(password);
}

/** `jdbc:oracle:thin:user/password@host`. */
function oracle(text: string, found: Secret[]): void {
  for (const match of text.matchAll(/oracle:(?:thin|oci8?):[\w.$-]{1,64}\/("?)([^\s"'@]{1,128})\1@/gi)) {
    const end = match.index + match[0].length - 1 - match[1]!.length;
    if (!isStandIn(match[2]!)) found.push({ start: end - match[2]!.length, end, rule: "url-password" });
  }
}

/** The whole address inside another: `url=https%3A%2F%2Fuser%3Apassword%40host`. */
function encoded(text: string, found: Secret[]): void {
  for (const match of text.matchAll(/%3A%2F%2F([\w.~+-]{0,100})%3A([\w.~+!$*'()%-]{1,200}?)%40/gi)) {
    const end = match.index + match[0].length - 3;
    if (!isStandIn(match[2]!)) found.push({ start: end - match[2]!.length, end, rule: "url-password" });
  }
}

/** What grants access to a storage account for as long as it says. */
function signatures(text: string, found: Secret[]): void {
  for (const match of text.matchAll(/[?&;]sig=([\w%+/=-]{30,300})/g)) {
    const end = match.index + match[0].length;
    if (/\d/.test(match[1]!)) found.push({ start: end - match[1]!.length, end, rule: "url-password" });
  }
}
