// Which argument of a call is a password where no name says so? `new NetworkCredential("bob", "…")`, `auth=("bob", "…")`,
// `mysqli_connect("host", "bob", "…")`: the call decides, and a literal in that place is a password.
import type { Secret } from "./find-secrets.ts";
import { looksSecret } from "./looks-secret.ts";

/** Calls, or ends of them, up to their bracket, each with the place of the password among the arguments. */
const CALLS: readonly (readonly [place: number, ...calls: string[]])[] = [
  [
    1,
    "NetworkCredential(",
    "UsernamePasswordCredentials(",
    "UsernamePasswordCredential(",
    "UsernamePasswordAuthenticationToken(",
  ],
  [1, "PasswordAuthentication(", "HTTPDigestAuth(", "BasicAuth(", "basicAuth(", "basic_auth("],
  [1, "auth=(", "auth = (", ".auth(", ".login("],
  [
    2,
    "mysqli_connect(",
    "mysql_connect(",
    "mysql_pconnect(",
    "new mysqli(",
    "new PDO(",
    "DriverManager.getConnection(",
    "PlainAuth(",
  ],
  [3, "mysqli_real_connect("],
];

/** One argument that is no call, or a literal; then its comma. */
const ARGUMENT = String.raw`\s{0,20}(?:[bruf@$]{0,2}"[^"\\\n]{0,200}"|[bruf]{0,2}'[^'\\\n]{0,200}'|[\w.$>:[\]-]{1,80}),`;
const PASSWORD = String.raw`\s{0,20}[bruf@]{0,2}(["'])(?=([^"'\\\n]{4,400}))\2(?=\1)`;
const FORMS = new Map(
  [1, 2, 3].map((place) => [place, new RegExp(`(?:${ARGUMENT}){${place}}${PASSWORD}`, "y")] as const),
);

const callsByEnd = new Map<string, { call: string; form: RegExp }[]>();
for (const [place, ...calls] of CALLS) {
  for (const call of calls) {
    const end = call.slice(-3);
    callsByEnd.set(end, [...(callsByEnd.get(end) ?? []), { call, form: FORMS.get(place)! }]);
  }
}

/** Last three characters of each call, for the scan over the text. */
export const CALL_ENDS: readonly string[] = [...callsByEnd.keys()];

/** The password among the arguments of the call whose bracket stands right before the offset. */
export function positionalLogin(text: string, end: number): Secret | null {
  for (const { call, form } of callsByEnd.get(text.slice(end - 3, end)) ?? []) {
    if (!text.startsWith(call, end - call.length)) continue;
    form.lastIndex = end;
    const value = form.exec(text)?.[2];
    if (value === undefined || !looksSecret("password", value)) continue;
    return { start: form.lastIndex - value.length, end: form.lastIndex, rule: "call" };
  }
  return null;
}
