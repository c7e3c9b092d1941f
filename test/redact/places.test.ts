// The places in which people leave secrets, each as its tool writes it: none survives, what stands around stays, and
// redacting twice changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { redactSync } from "../../src/redact/redact.ts";
import { alnum, hex, pem } from "./synthetic.ts";

const word = ["Kq9!", "xTr4zLm"].join("");
const plain = ["Kq9x", "Tr4zLm7w"].join("");
const short = ["hunt", "er7"].join("");
const letters = ["sword", "fishy"].join("");
const key = `x7${alnum(38)}Q`;
const aws = `a1B${alnum(37)}`;
const base64 = (text: string) => Buffer.from(text).toString("base64");

type Place = [path: string, secret: string, write: (secret: string) => string];

const urls: Place[] = [
  ...[
    "p/w9xTr",
    "p@w9xTr",
    "p$w9xTr",
    "p%w9xTr",
    "p{w}9xTr",
    "p[w]9xTr",
    "p:w9xTr",
    "a/b@c/9xTr",
    "p#w9?xTr",
  ].flatMap((secret): Place[] => [
    ["a.ts", secret, (s) => `const url = "https://bob:${s}@db.acme.io/x";`],
    ["a.yml", secret, (s) => `url: postgres://app:${s}@db.acme.io:5432/main?x=1`],
    ["a.md", secret, (s) => `[link](https://bob:${s}@db.acme.io/x)`],
  ]),
  ["a.ts", "MyPassword9xTr", (s) => `fetch("https://bob:${s}@host/x")`],
  ["a.ts", "password9!", (s) => `fetch("https://bob:${s}@host/x")`],
  ["a.ts", "secret-Kq9", (s) => `fetch("https://username:${s}@host/x")`],
  ["a.ts", "swordfish", (s) => `"redis://:${s}@cache:6379/0"`],
  ["a.json", plain, (s) => `{"url": "https:\\/\\/bob:${s}@host\\/x"}`],
  ["a.ts", plain, (s) => `const url = "//bob:${s}@host/x";`],
  ["a.ts", plain, (s) => `get("https://bob smith:${s}@host/x")`],
  ["a.txt", plain, (s) => `https:/bob:${s}@host/x`],
  ["a.ts", plain, (s) => `go("/login?next=https%3A%2F%2Fbob%3A${s}%40host%2Fx")`],
  ["a.sh", plain, (s) => `git clone https://bob:${s}@github.com/o/r.git`],
  ["a.sh", plain, (s) => `URL=\${URL:-https://bob:${s}@host}`],
  ["a.ts", plain, (s) => `"amqp://a:${s}@h1:5672,amqp://a:${s}@h2:5672"`],
  [".git-credentials", plain, (s) => `https://bob:${s}@github.com\n`],
  ["pip.conf", plain, (s) => `[global]\nindex-url = https://ci:${s}@pypi.acme.io/simple\n`],
  ["a.go", plain, (s) => `sql.Open("mysql", "root:${s}@tcp(127.0.0.1:3306)/db")`],
  ["a.go", "p@w/9:xTr", (s) => `sql.Open("mysql", "root:${s}@tcp(db.acme.io:3306)/db")`],
  ["a.go", letters, (s) => `sql.Open("mysql", "root:${s}@unix(/run/mysqld.sock)/db")`],
  ["a.py", word, (s) => `connect("app:${s}@db.internal:5432/main")`],
  ["a.py", plain, (s) => `DSN = "app:${s}@localhost:5432/main"`],
  ["a.go", plain, (s) => `sql.Open("postgres", "host=db user=app password=${s} dbname=main")`],
  ["a.py", plain, (s) => `connect("host=db dbname=main user=app password=${s}")`],
  ["a.ts", plain, (s) => `run("password=${s}")`],
  ["a.java", plain, (s) => `"jdbc:oracle:thin:scott/${s}@//db.acme.io:1521/x"`],
  ["a.java", plain, (s) => `"jdbc:sqlserver://db:1433;databaseName=x;user=sa;password=${s};"`],
  ["a.java", plain, (s) => `"jdbc:mysql://db:3306/x?user=app&password=${s}&ssl=true"`],
];

const files: Place[] = [
  [".netrc", letters, (s) => `machine api.acme.io\n  login bob\n  password ${s}\n`],
  ["_netrc", letters, (s) => `default login bob password ${s}\n`],
  ["README.md", letters, (s) => `machine api.acme.io login bob password ${s}\n`],
  ["a.sh", letters, (s) => `echo "machine acme.io login bob password ${s}" > ~/.netrc\n`],
  [".pgpass", letters, (s) => `db.acme.io:5432:main:app:${s}\n`],
  [".pgpass", "a\\:b", (s) => `*:*:*:app:${s}\n`],
  ["a.sh", letters, (s) => `echo "db.acme.io:5432:main:app:${s}" > ~/.pgpass\n`],
  [".htpasswd", `$apr1$${alnum(8)}$${alnum(22)}`, (s) => `bob:${s}\n`],
  [".npmrc", key, (s) => `//npm.acme.io/:_authToken=${s}\n`],
  [".npmrc", base64(`bob:${plain}`), (s) => `_auth=${s}\n`],
  [".npmrc", base64(plain), (s) => `//npm.acme.io/:_password="${s}"\n`],
  [".yarnrc.yml", key, (s) => `npmAuthToken: "${s}"\n`],
  [".pypirc", letters, (s) => `[pypi]\nusername = bob\npassword = ${s}\n`],
  [".my.cnf", letters, (s) => `[client]\nuser=root\npassword=${s}\n`],
  [".env", letters, (s) => `DB_PASSWORD=${s}\n`],
  [".env.local", short, (s) => `DB_PASS=${s}\n`],
  [".env", "$Kq9'x\"Tr4z", (s) => `DB_PASSWORD=${s}\n`],
  [".env", base64(alnum(3000)), (s) => `GOOGLE_CREDENTIALS=${s}\n`],
  [".env", key, (s) => `APP_KEY=base64:${s}\n`],
  [".docker/config.json", base64(`bob:${plain}`), (s) => `{"auths": {"acme.io": {"auth": "${s}"}}}`],
  ["credentials", aws, (s) => `[default]\naws_secret_access_key = ${s}\n`],
  ["wg0.conf", `${alnum(43)}=`, (s) => `[Interface]\nPrivateKey = ${s}\n`],
  ["a.service", plain, (s) => `[Service]\nEnvironment="DB_PASSWORD=${s}"\nEnvironment=X_PASSWORD=${s}\n`],
];

const pat = alnum(52);

const infrastructure: Place[] = [
  ["Dockerfile", aws, (s) => `ENV AWS_SECRET_ACCESS_KEY ${s}\n`],
  ["Dockerfile", letters, (s) => `ENV DB_PASSWORD ${s}\n`],
  ["Dockerfile.prod", plain, (s) => `ENV A=b DB_PASSWORD=${s} C=d\n`],
  ["Dockerfile", plain, (s) => `ARG NPM_TOKEN=\nARG DB_PASSWORD="${s}"\n`],
  ["docker-compose.yml", plain, (s) => `    environment:\n      - POSTGRES_PASSWORD=${s}\n`],
  ["docker-compose.yml", short, (s) => `    environment:\n      MYSQL_ROOT_PASSWORD: ${s}\n`],
  ["a.yaml", base64(letters), (s) => `kind: Secret\nmetadata:\n  name: x\ndata:\n  host: ${s}\n`],
  [
    "a.yaml",
    letters,
    (s) => `apiVersion: v1\nkind: Secret\nstringData:\n  "a.b": "${s}"\n  c: ${s}\ntype: Opaque\n`,
  ],
  ["a.yaml", letters, (s) => `stringData:\n  config: |\n    line ${s}\nkind: Secret\n---\nkind: Pod\n`],
  ["a.json", letters, (s) => `{"kind": "Secret", "stringData": {"a": "${s}", "b": "${s}"}}`],
  ["a.json", letters, (s) => JSON.stringify({ kind: "Secret", data: { a: s } }, null, 2)],
  [
    "main.tf",
    plain,
    (s) => `variable "db_password" {\n  default = "x"\n}\nresource "a" "b" {\n  password = "${s}"\n}\n`,
  ],
  ["a.tfvars", plain, (s) => `db_password = "${s}"\n`],
  ["group_vars/all.yml", plain, (s) => `ansible_become_pass: ${s}\nansible_ssh_pass: '${s}'\n`],
  ["group_vars/all.yml", "Kq9$x(Tr,4z", (s) => `db_password: ${s}\n`],
  ["application.properties", plain, (s) => `spring.datasource.password=${s}\n`],
  ["application.properties", "Kq9 xTr4z b7Lm", (s) => `spring.datasource.password=${s}\n`],
  [
    "appsettings.json",
    word,
    (s) => `{"Default": "Server=db;Database=x;User Id=sa;Password=${s};Encrypt=true"}`,
  ],
  ["web.config", word, (s) => `<password>${s}</password>`],
  ["a.xml", word, (s) => `<password encrypted="false">${s}</password>`],
  ["a.xml", word, (s) => `<password><![CDATA[${s}]]></password>`],
  ["config.php", word, (s) => `define('DB_PASSWORD', '${s}');`],
  ["config.php", short, (s) => `$db['pass'] = '${s}';`],
  ["secrets.yml", hex(64), (s) => `production:\n  secret_key_base: ${s}\n`],
  ["a.json", `${alnum(86)}==`, (s) => `"AccountKey=${s}"`],
  ["a.json", `${alnum(43)}=`, (s) => `"Endpoint=sb://x.net/;SharedAccessKeyName=a;SharedAccessKey=${s}"`],
  ["a.md", `${alnum(43)}%3D`, (s) => `https://x.blob.core.windows.net/c?sv=2020-08-04&sp=r&sig=${s}`],
  ["a.sql", letters, (s) => `CREATE USER 'app'@'%' IDENTIFIED BY '${s}';`],
  ["a.sql", plain, (s) => `ALTER ROLE app WITH PASSWORD '${s}';`],
];

const code: Place[] = [
  ...["pass", "pwd", "passwd", "passphrase", "password", "dbPass", "smtp_pass", "user_pw", "pw"].flatMap(
    (name): Place[] => [
      ["a.json", word, (s) => `{"user": "bob", "${name}": "${s}"}`],
      ["a.json", short, (s) => `{"user": "bob", "${name}": "${s}"}`],
      ["a.yml", word, (s) => `user: bob\n${name}: ${s}\n`],
      ["a.py", word, (s) => `connect(user="bob", ${name}="${s}")`],
      [".env", word, (s) => `${name.toUpperCase()}=${s}\n`],
    ],
  ),
  ["a.rs", plain, (s) => `let password = String::from("${s}");`],
  ["a.ts", plain, (s) => `const pw = process.env.DB_PASSWORD || "${s}";`],
  ["a.ts", word, (s) => `password: env.PASS ?? '${s}',`],
  ["a.rb", plain, (s) => `ENV["DB_PASSWORD"] || "${s}"`],
  ["a.py", plain, (s) => `os.getenv("DB_PASSWORD", "${s}")`],
  ["a.py", plain, (s) => `password = """${s}"""`],
  ["a.lua", plain, (s) => `password = [[${s}]]`],
  ["a.c", plain, (s) => `char password[] = "${s}";`],
  ["a.cpp", plain, (s) => `std::string password{"${s}"};`],
  ["a.java", plain, (s) => `@Value("\${db.password:${s}}")`],
  ["a.json", plain, (s) => `"password" : [ "${s}" ]`],
  ["a.md", word, (s) => `**Password:** ${s}`],
  ["a.md", plain, (s) => `| user | bob |\n| password | ${s} |`],
  ["a.plist", plain, (s) => `<key>password</key>\n<string>${s}</string>`],
  ["a.yml", plain, (s) => `db: {password: ${s}, user: a}`],
  ["Makefile", plain, (s) => `DB_PASSWORD := ${s}\n`],
  ["redis.conf", plain, (s) => `port 1\nrequirepass ${s}\n`],
  ["a.py", plain, (s) => `password = (\n    "${s}"\n)\n`],
  ["a.py", plain, (s) => `PASSWORD: str = (  # noqa\n        '${s}'\n)\n`],
  ["a.ts", plain, (s) => `const password = ( // given\r\n  "${s}"\r\n);`],
  ["a.cs", plain, (s) => `public string Password { get; } = "${s}";`],
  ["a.cs", letters + "9", (s) => `public string? ApiPassword\n{\n    get;\n    private set;\n} = "${s}";`],
  ["a.cs", key, (s) => `string Token { get; init; } = "${s}";`],
  ["a.ps1", word, (s) => `$p = ConvertTo-SecureString "${s}" -AsPlainText -Force`],
  ["a.ps1", letters, (s) => `ConvertTo-SecureString -String '${s}' -AsPlainText`],
  ["a.ps1", letters, (s) => `convertto-securestring -AsPlainText -Force "${s}"`],
  ["a.ps1", letters, (s) => `$p = '${s}' | ConvertTo-SecureString -AsPlainText -Force`],
  ["a.sh", pat, (s) => `AZURE_DEVOPS_PAT="${s}"`],
  ["a.sh", pat, (s) => `export GH_PAT=${s}`],
  ["a.yml", pat, (s) => `github_pat: ${s}`],
  ["sonar-project.properties", `squ_${hex(40)}`, (s) => `sonar.login=${s}`],
  ["a.ts", "my-Password-9xTr", (s) => `const password = "${s}";`],
  ["a.ts", "exampleKq9xTr4z", (s) => `const password = "${s}";`],
  ["a.ts", "Kq9{}x$Tr%s4z", (s) => `const password = "${s}";`],
  ["a.ts", `api-token-${hex(32)}`, (s) => `const token = "${s}";`],
  ["a.ts", "84729103651", (s) => `const password = "${s}";`],
  ["a.java", word, (s) => `builder.user("bob").password("${s}").build();`],
  ["a.cs", word, (s) => `client.SetPassword("${s}");`],
  ["a.ts", base64("bob:x9Tr"), (s) => `headers: { Authorization: "Basic ${s}" }`],
  ["a.md", base64(`bob:${letters}`), (s) => `> Authorization: Basic ${s}\n`],
  ["a.ts", alnum(40), (s) => `{ "Authorization": "Bearer ${s}" }`],
  ["a.json", alnum(24), (s) => `{"kty": "oct", "k": "${s}"}`],
  ["a.json", alnum(80), (s) => `{"kty":"RSA","n":"abc","e":"AQAB","d":"${s}"}`],
];

const commands: Place[] = [
  ["README.md", plain, (s) => `curl -u bob:${s} https://acme.io`],
  ["README.md", "x9T", (s) => `curl -u bob:${s} https://acme.io`],
  ["README.md", plain, (s) => `curl https://acme.io --user bob:${s}`],
  ["README.md", plain, (s) => `curl --user "bob:${s}" https://acme.io`],
  ["README.md", plain, (s) => `curl -ubob:${s} https://acme.io`],
  ["README.md", plain, (s) => `curl -sS \\\n  -u 'bob:${s}' \\\n  https://acme.io`],
  ["a.py", plain, (s) => `run(["curl", "-u", "bob:${s}", url])`],
  ["README.md", plain, (s) => `aws configure set aws_secret_access_key ${s}`],
  ["README.md", aws, (s) => `aws configure set aws_secret_access_key ${s} --profile x`],
  ["README.md", aws, (s) => `aws configure --profile x set aws_secret_access_key ${s}`],
  ["README.md", letters, (s) => `mysql -u root -p${s} db`],
  ["README.md", letters, (s) => `mysqldump -h db -p'${s}' db > x.sql`],
  ["README.md", letters, (s) => `sshpass -p ${s} ssh bob@host`],
  ["README.md", letters, (s) => `docker login -u bob -p ${s} acme.io`],
  ["README.md", letters, (s) => `redis-cli -h x -a ${s} ping`],
  ["README.md", letters, (s) => `ldapsearch -D cn=x -w ${s}`],
  ["README.md", letters, (s) => `openssl rsa -in k.pem -passin pass:${s}`],
  ["README.md", short, (s) => `tool --password ${s} db`],
  ["README.md", short, (s) => `tool --password=${s} db`],
  ["README.md", plain, (s) => `tool --pass ${s} --passphrase "${s}"`],
  ["a.py", plain, (s) => `run(["tool", "--password", "${s}"])`],
  ["a.sh", plain, (s) => `PGPASSWORD=${s} psql -h db`],
  ["a.sh", plain, (s) => `docker run -e MYSQL_ROOT_PASSWORD=${s} mysql`],
  ["a.sh", plain, (s) => `docker run --env=DB_PASSWORD=${s} x`],
  ["a.sh", plain, (s) => `keytool -storepass ${s} -keypass ${s}`],
  ["a.sh", plain, (s) => `java -Djavax.net.ssl.keyStorePassword=${s} -jar a.jar`],
  ["a.fish", plain, (s) => `set -x DB_PASSWORD ${s}`],
  ["a.csh", plain, (s) => `setenv DB_PASSWORD ${s}`],
];

/** Of a private key each line must go. */
const body = `MII${alnum(400)}`;
const line = body.slice(70, 90);
const keys: Place[] = [
  ["a.pem", line, () => pem("RSA PRIVATE KEY", body)],
  ["a.pem", line, () => pem("OPENSSH PRIVATE KEY", body).split("\n").slice(0, -1).join("\n")],
  ["a.pem", line, () => pem("PRIVATE KEY", body).split("\n").slice(0, 4).join("\n")],
  ...[8, 16, 20, 32].flatMap((width): Place[] => {
    const lines = body.match(new RegExp(`.{1,${width}}`, "g"))!;
    const begin = "-----BEGIN PRIVATE KEY-----";
    const cut = lines[5]!;
    return [
      ["a.pem", cut, () => [begin, ...lines].join("\n")],
      [
        "a.pem",
        cut,
        () => [begin, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,00FF", "", ...lines].join("\n"),
      ],
      ["a.ts", cut, () => `const k = "${[begin, ...lines].join("\\n")}`],
      ["a.json", cut, () => JSON.stringify({ a: JSON.stringify({ k: [begin, ...lines].join("\n") }) })],
      ["a.py", cut, () => [begin, ...lines].map((l) => `    "${l}\\n"`).join("\n")],
      ["a.js", cut, () => [begin, ...lines].map((l) => `  '${l}',`).join("\n")],
      ["a.sh", cut, () => [begin, ...lines].map((l) => `# ${l}`).join("\r\n")],
      [
        "a.pem",
        cut,
        () =>
          [
            begin,
            ...lines.slice(0, 7),
            "# a word between",
            ...lines.slice(7),
            "-----END PRIVATE KEY-----",
          ].join("\n"),
      ],
    ];
  }),
  ["a.yaml", base64(pem("RSA PRIVATE KEY", body)), (s) => `tls.key: ${s}`],
  [
    "a.ppk",
    line,
    () =>
      `PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 7\n${body.match(/.{1,64}/g)!.join("\n")}\nPrivate-MAC: x\n`,
  ],
];

for (const [kind, places] of Object.entries({
  urls,
  files,
  infrastructure,
  code,
  commands,
  keys,
})) {
  test(`${kind}: no secret survives in any of its places`, () => {
    const left: string[] = [];
    for (const [path, secret, write] of places) {
      const text = write(secret);
      assert.ok(text.includes(secret), text);
      const shown = redactSync(path, text).text;
      if (shown.includes(secret)) left.push(`${path}: ${shown}`);
      if (redactSync(path, shown).text !== shown)
        left.push(`twice: ${shown} → ${redactSync(path, shown).text}`);
      assert.equal(shown.split("\n").length, text.split("\n").length);
    }
    assert.deepEqual(left, []);
  });
}
