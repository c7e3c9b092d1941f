// What only looks like a place of a secret stays readable: code that handles passwords, placeholders, templates, ports, paths
// with an `@`, words of interfaces and of tests.
import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync } from "../../src/redact/redact.ts";

const harmless: [path: string, text: string][] = [
  // Code.
  ["a.ts", "password = getPassword();"],
  ["a.ts", "const token = parser.next();"],
  ["a.ts", "interface Login { password: string; pass?: string; pwd: string | null }"],
  ["a.ts", "const { pass, token } = options; this.pass = pass; login({ pass: options.pass1 });"],
  ["a.ts", "const result = { pass: true, fail: false, passed: 12 };"],
  ["a.py", "class Empty:\n    pass\n\ndef f():\n    pass  # nothing\n"],
  ["a.py", "if password == confirm_password2: pass"],
  ["a.py", 'fields = ["old_password", "new_password1", "new_password2"]'],
  ["a.go", "func (p *Parser) pass(token string) (secret []byte, err error) {"],
  ["a.rs", "let secret: Option<SecretString> = config.secret.clone();"],
  ["a.java", "private final String password; String getPassword() { return password; }"],
  ["a.rb", "params.require(:user).permit(:password, :password_confirmation)"],
  ["a.ts", 'test("password must have 8 letters and 1 digit", () => {'],
  ["a.ts", 'it("returns the token of user-1", async () => {});'],
  ["a.ts", 'throw new Error("password: at least 8 characters");'],
  ["a.css", "input[type=password]:not(.a1-b2) { color: #a1b2c3; }"],
  ["a.html", '<input type="password" name="password" class="form-control-2" placeholder="Password">'],
  ["a.html", '<label for="password1">Password</label>'],
  ["a.tsx", "<Input password={value1} onToken={(t) => setToken(t)} />"],
  ["a.ts", "const colors = { pass: '#00ff00', fail: '#ff0000' };"],
  ["a.ts", 'const passwordHash = "sha256"; const pass = "utf-8";'],
  ["a.yml", "password: ${DB_PASSWORD}\ntoken: {{ vault.token1 }}\nsecret: !vault |\n"],
  ["a.yml", "uses: actions/checkout@v4\nwith:\n  token: ${{ secrets.GITHUB_TOKEN }}\n"],
  ["a.properties", "login.password=Password\nlogin.token.label=Your token 2\n"],
  ["a.tf", 'password = var.db_password\ntoken = "${data.vault.x1.token}"\n'],
  ["a.md", "Set `password` to the value of `DB_PASSWORD`, or pass `--password-file x1.txt`."],
  ["a.md", "password: your password\ntoken: <your-token-1>\n"],
  ["a.sh", 'read -s password; mysql -u root -p"$password" db; mysql -p db; mysql -p$PASS db'],
  ["a.sh", "docker run -p 8080:80 -u 1000:1000 x; mkdir -p build/out1; cp -p a1b2c3 d"],
  ["a.md", "tool --password string   the password (default none)"],
  ["a.md", "tool --password <password> --token TOKEN --pass=PASS"],
  ["Dockerfile", "ENV DB_PASSWORD=\nENV DB_PASSWORD $PASS\nARG NPM_TOKEN\n"],
  [
    "a.yaml",
    "kind: SecretStore\ndata:\n  host: swordfish1\n---\nkind: ConfigMap\ndata:\n  host: swordfish1\n",
  ],
  ["a.yaml", "kind: Secret\ndata:\n  a: {{ .Values.a | b64enc }}\n  b: ${B}\n  c: <base64>\n"],
  [".env.example", "DB_PASSWORD=\nDB_PASSWORD=changeme\nDB_PASSWORD=${PASS}\nAPI_TOKEN=your-api-token\n"],
  // Addresses.
  ["a.md", "http://localhost:3000/@vite/client http://host:4873/@scope/name@1.2.3 http://h:8080/a/@me"],
  ["a.ts", "const url = `http://${host}:${port}/@id/${id}`;"],
  ["a.ts", "`https://${user}:${password}@${host}/`; `postgres://$USER:$PASS@$HOST/db`;"],
  ["a.py", '"mysql://{user}:{password}@{host}/{db}" "redis://:%s@%s" "amqp://%(user)s:%(password)s@h"'],
  ["a.md", "https://user:password@host https://<user>:<password>@host https://USER:PASS@host ftp://u:p@h"],
  ["a.md", "https://guest:guest@host amqp://guest:guest@host postgres://postgres:postgres@db/x"],
  ["a.md", "postgres://user:your_password@db/x mysql://root:secret@db/x root:password@tcp(db:3306)/x"],
  [
    "a.md",
    "mailto:bob.smith99@acme.io npm:left-pad@1.3.0 git@github.com:o/r.git docker.io/x:tag1@sha256:0a1b2c3d",
  ],
  ["a.ts", "// TODO: ask bob@acme.io\n//foo: @param a1 b\n//import x from 'npm:y@1'"],
  ["a.ts", "const re = /^https?:\\/\\/([^:]+):([^@]+)@(.+)$/; const b = /\\/\\/\\w+:\\w+@/;"],
  ["a.java", "@Override public void a() {} // see {@link Foo:bar1@x}"],
  ["a.scss", "@media (min-width:100px) { a { background: url(//cdn.acme.io/a:b1.png) } }"],
  ["a.md", "see https://example.com for info: mail me@acme.io"],
  ["a.md", "curl -u user:password https://x; curl -u $USER:$PASS x; curl --user <user>:<pass> x"],
  ["a.md", "Basic authentication is simple; basic configuration of Basic dXNlcjpwYXNzd29yZA=="],
  ["a.md", "The machine learning login page asks for a password before use."],
  ["a.log", "src/a.c:1234:56:warning:x src/a.rb:12:in `x'"],
  ["a.ts", 'const BEGIN = "-----BEGIN PRIVATE KEY-----";\nconst next = 1;\nelse\nreturn\n'],
  ["a.md", "A file that begins with `-----BEGIN PRIVATE KEY-----` is a key.\n\nSee also\n"],
  // Files of settings alone.
  [
    ".env",
    "TOKEN_TTL=3600\nTOKEN_TIMEOUT=30s\nSECRET_PORT=5432\nUSE_TOKEN=true\nMAX_TOKENS=4096\nTOKEN_CACHE=900\nTOKENIZERS_PARALLELISM=false\nTOKENIZER=bert-base-cased\n",
  ],
  [
    ".env",
    "TOKEN_URL=https://acme.io/token\nSECRET_SERVICE=https://acme.io\nPRIVATE_KEY=./keys/private.pem\nCREDENTIALS=account.json\nSECRET_STORE=vault\nTOKEN_DRIVER=database\nAPI_TOKEN=op://vault/item/token\n",
  ],
  [".env", "# Set the token: ask somebody who has one\n# The secret = what stands in the vault\nPORT=80\n"],
  [
    ".env.example",
    "API_TOKEN=\nAPI_TOKEN=<token>\nAPI_TOKEN=${TOKEN}\nAPP_SECRET=ChangeThisToSomethingLong\n",
  ],
  [
    ".env.example",
    "SECRET_KEY=your secret key here\nSECRET_KEY=insert-random-value-here\nX_TOKEN=xxxxxxxx\n",
  ],
  [".envrc", "export API_TOKEN=$(pass show acme/token)\nexport TOKEN=$OTHER_TOKEN\n"],
  // Tables, headers.
  ["a.csv", "token,pos\nwonderful,ADJ\nbook2,NOUN\n"],
  ["a.csv", "test,pass\nlogin,yes\nlogout,no\n"],
  ["a.csv", "user,password\nbob,\namy,<password>\n"],
  ["a.csv", "password_reset_at,name\n2024-01-01,bob\n"],
  [
    "a.ts",
    'res.setHeader("Set-Cookie", "session=; Max-Age=0"); const cookie: string = parse("session=abc");',
  ],
  ["a.http", "Cookie: theme=dark-blue-with-stripes-2; session=<session-id-of-16-chars>; a=$SESSION\n"],
  ["a.json", '{"auth": "none", "auths": {}}'],
  ["a.ps1", '$p = ConvertTo-SecureString $env:PASS -AsPlainText; Read-Host "Password" -AsSecureString'],
  ["a.ps1", 'ConvertTo-SecureString "$($x.Pass)" -AsPlainText; ConvertTo-SecureString "<password>"'],
  ["a.cs", 'public string Password { get; set; } = "";\npublic string Token { get; } = "none";'],
  ["a.py", 'date_pat = r"(\\d{4})-(\\d\\d)-(\\d\\d) and more 1234"; URL_PAT = "^/a1/b2/c3/d4/e5/f6/g7$"'],
  // Starts of tokens.
  ["a.ts", 'const key = "key-0123456789abcdef"; const li = "item-key-0123456789abcdef0123456789abcdef";'],
  ["a.py", "tfp_distributions.normal_log_probability_of_the_observed_values = path.patient.pattern_of_care"],
  [
    "a.ts",
    "r8_to_r16_convert_pixel_format_without_any_alpha; pul-down; sl.slice(); ciosomethingveryverylongword",
  ],
  [
    "a.go",
    "cionfigurationOfEverythingElseHere; squ_are; sbp_x; fo1_bar; fm2_radio; dt0.x; rdme_link; EZAKIEL",
  ],
  [
    "a.md",
    "at 12:30:AAA batteries; 12345678:AAbc; access_token$production$ID; FLWSECK_TEST-SANDBOXDEMOKEY-X",
  ],
  [
    "a.txt",
    "AAAEAACAAEAAQABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgABAAIAAgAB",
  ],
  ["a.json", '{"kty": "EC", "crv": "P-256", "x": "abcdefghijklmnopqrstuvwxyz012345678"}'],
];

test("look-alikes of secrets stay as they are", () => {
  const changed = harmless
    .map(([path, text]) => ({ path, text, shown: redactSync(path, text).text }))
    .filter(({ text, shown }) => text !== shown)
    .map(({ path, shown }) => `${path}: ${shown}`);
  assert.deepEqual(changed, []);
});
