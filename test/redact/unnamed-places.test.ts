// Secrets that no name stands right before: arguments of calls, words of command lines, fallbacks, later values of a list.
import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync } from "../../src/redact/redact.ts";

const given = ["Kq9x", "Tr4zLm7w"].join("");
const other = ["Ab3!", "xyzwQ"].join("");
const letters = ["sword", "fish"].join("");

type Place = [path: string, secret: string, text: string];

const calls: Place[] = [
  ["a.cs", given, `new NetworkCredential("bob", "${given}")`],
  ["a.cs", given, `new NetworkCredential(user, "${given}", domain)`],
  ["a.java", given, `new UsernamePasswordCredentials("bob", "${given}")`],
  ["a.java", given, `new PasswordAuthentication("bob", "${given}".toCharArray())`],
  ["a.java", given, `DriverManager.getConnection(url, "bob", "${given}")`],
  ["a.php", given, `mysqli_connect("h", "bob", "${given}", "db");`],
  ["a.php", given, `mysqli_connect($host, 'bob', '${given}')`],
  ["a.php", given, `mysqli_real_connect($link, "h", "bob", "${given}")`],
  ["a.php", given, `new PDO($dsn, $user, '${given}');`],
  ["a.py", given, `requests.get(url, auth=("bob","${given}"))`],
  ["a.py", given, `auth = (\n    "bob",\n    "${given}",\n)`],
  ["a.py", given, `auth=HTTPBasicAuth('bob', '${given}')`],
  ["a.py", given, `smtp.login("bob@acme.io", "${given}")`],
  ["a.go", given, `request.SetBasicAuth("bob", "${given}")`],
  ["a.go", given, `smtp.PlainAuth("", "bob", "${given}", host)`],
  ["a.js", given, `request.auth("bob", "${given}")`],
];

const commands: Place[] = [
  ["a.sh", letters, `htpasswd -b .htpasswd bob ${letters}`],
  ["a.sh", letters, `htpasswd -nb bob ${letters}`],
  ["a.sh", letters, `htpasswd -cbB -C 10 /etc/x bob ${letters}`],
  ["a.md", letters, `docker run httpd htpasswd -Bbn bob '${letters}' > x`],
  ["a.sh", letters, `echo ${letters} | docker login -u bob --password-stdin`],
  ["a.sh", letters, `echo -n "${letters}" | helm registry login acme.io --password-stdin`],
  ["a.sh", letters, `printf '%s' "${letters}" | docker login --username bob --password-stdin acme.io`],
  ["a.sh", letters, `docker login -u bob --password-stdin <<< "${letters}"`],
];

const named: Place[] = [
  ["wpa_supplicant.conf", given, `network={\n  ssid="x"\n  psk="${given}"\n}`],
  ["a.ini", given, `wifi_psk=${given}`],
  ["redis.conf", given, `masterauth ${given}\n`],
  ["a.yml", given, `masterauth: ${given}\n`],
  ["a.py", given, `password = os.environ.get("DB") or "${given}"`],
  ["a.py", given, `password = os.getenv("DB", "${given}")`],
  ["a.js", given, `const password = process.env["DB"] || '${given}'`],
];

const lists: Place[] = [
  ["a.py", given, `passwords = ["${other}", "${given}"]`],
  ["a.py", given, `passwords = ("one", "${given}")`],
  ["a.js", given, `const passwords = [\n  'one',\n  '${given}',\n];`],
  ["a.ts", given, `const passwords: string[] = ["one", "${given}"];`],
  ["a.ts", given, `const passwords = new Set(["one", "${given}"]);`],
  ["a.json", given, `{"passwords": ["one", "${given}"]}`],
  ["a.yml", given, `passwords:\n  - one\n  - ${given}\n  - two\n`],
  ["a.go", given, `passwords := []string{"one", "${given}"}`],
  ["a.java", given, `String[] passwords = {"one", "${given}"};`],
  ["a.java", given, `List<String> passwords = List.of("one", "${given}");`],
  ["a.kt", given, `val passwords = listOf("one", "${given}")`],
  ["a.rs", given, `let passwords = vec!["one", "${given}"];`],
];

/** Neither piece looks like a secret alone. */
const [first, second] = [given.slice(0, 5), given.slice(5)] as const;

test("pieces of a value that are joined are hidden each", () => {
  const forms: [path: string, text: string][] = [
    ["a.py", `password = (\n    "${first}"\n    "${second}"\n)`],
    ["a.py", `password = "${first}" "${second}"`],
    ["a.py", `password = b"${first}" \\\n    b"${second}"`],
    ["a.c", `const char *password =\n  "${first}"\r\n  "${second}";`],
    ["a.js", `const password = "${first}" + '${second}';`],
    ["a.java", `String password = "${first}"\n    + "${second}";`],
    ["a.php", `$password = '${first}' . '${second}';`],
    ["a.json", `config["password"] = "${first}" + "${second}";`],
  ];
  for (const [path, text] of forms) {
    const shown = redactSync(path, text).text;
    assert.ok(!shown.includes(first) && !shown.includes(second), shown);
    assert.equal(shown.replaceAll("[redacted:assignment]", "").length, text.length - given.length, shown);
    assert.equal(redactSync(path, shown).text, shown);
  }
});

for (const [kind, places] of Object.entries({ calls, commands, named, lists })) {
  test(`${kind}: the secret goes, its neighbours stay, and redacting twice changes nothing`, () => {
    const wrong: string[] = [];
    for (const [path, secret, text] of places) {
      const shown = redactSync(path, text).text;
      const around = text.replace(secret, "\0").replace(other, "\0").split("\0");
      if (shown.includes(secret) || shown.includes(other)) wrong.push(`shown: ${shown}`);
      if (!around.every((part) => shown.includes(part))) wrong.push(`too much: ${shown}`);
      if (redactSync(path, shown).text !== shown) wrong.push(`twice: ${shown}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test("look-alikes of these places stay as they are", () => {
  const harmless: [path: string, text: string][] = [
    ["a.cs", 'new NetworkCredential("user", "password")'],
    ["a.py", 'auth=("user", "pass"); auth=(user, password)'],
    ["a.py", 'client.login("bob", "secret"); client.login("bob", get("x1y2z3"))'],
    ["a.js", 'app.auth("bob", "/path/x1"); page.login(user, "admin")'],
    ["a.sh", "htpasswd -b f bob $PW; htpasswd -c file bob; man htpasswd -b"],
    ["a.sh", 'echo "$PW" | docker login --password-stdin; echo ${{ secrets.X1 }} | x --password-stdin'],
    ["a.md", "docker login reads it with --password-stdin from its input1"],
    ["a.py", 'qpsk = "Kq9xTr4z"; bpsk1 = "Kq9xTr4z"'],
    ["a.c", 'ciphers_psk = "TLS_PSK_WITH_AES_128"'],
    ["redis.conf", "masterauth <master-password>\n"],
    ["a.py", 'password = os.getenv("DB", "changeme1")'],
    ["a.py", 'tokens = ["a1", "token2", "identifier3", "b-4"]'],
    ["a.py", 'passwords = ["password1", "password2"]'],
    ["a.js", 'const password = "Your " + "password"; password = "a1" + name + "b2";'],
    ["a.py", 'password = (\n    "must have "\n    "8 letters and 1 digit"\n)'],
    ["a.py", 'PASSWORD_HASHERS = [\n  "x.hashers.PBKDF2Hasher",\n  "x.hashers.PBKDF2SHA1PasswordHasher",\n]'],
    ["a.yml", "tokens:\n  - name: x1\n  - identifier-2\n"],
    ["a.js", "const passwordInput = page.querySelector('input[type=\"password\"]');"],
    ["a.js", 'const newToken = createValidToken("partial-custom-token-2");'],
  ];
  for (const [path, text] of harmless) assert.equal(redactSync(path, text).text, text);
});
