// Made-up secrets of every format, put together when a test runs, so that no file holds one that a scanner would report.

/** A deterministic stream of characters of an alphabet; no two calls give the same. */
function random(alphabet: string): (length: number) => string {
  let state = 12345;
  return (length) => {
    let text = "";
    while (text.length < length) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      text += alphabet[(state >>> 16) % alphabet.length];
    }
    return text;
  };
}

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = upper.toLowerCase();
const digits = "0123456789";
export const alnum = random(upper + lower + digits);
export const letters = random(upper + lower);
const capitals = random(upper + digits);
export const hex = random(digits + "abcdef");
const number = random(digits);
const base64 = random(upper + lower + digits + "+/");

const join = (...parts: string[]) => parts.join("");

export interface Synthetic {
  /** Rule of the preset that must report it, or null where only ours has it. */
  preset: string | null;
  text: string;
  /** What must not survive. */
  secret: string;
  path?: string;
}

function plain(preset: string | null, secret: string): Synthetic {
  return { preset, text: `const value = "${secret}";\n`, secret };
}

export function pem(kind: string, body = `MII${base64(900)}`): string {
  const lines = body.match(/.{1,64}/g)!;
  return [join("-----BEGIN ", kind, "-----"), ...lines, join("-----END ", kind, "-----")].join("\n");
}

function key(preset: string | null, kind: string): Synthetic {
  const body = `MII${base64(900)}`;
  return { preset, text: `x\n${pem(kind, body)}\ny\n`, secret: body.slice(0, 64) };
}

function serviceAccount(): Synthetic {
  const body = `MII${base64(600)}`;
  const private_key = pem("PRIVATE KEY", body);
  return {
    preset: "gcp",
    path: "account.json",
    text: JSON.stringify({ type: "service_account", private_key_id: hex(40), private_key }, null, 2),
    secret: body.slice(0, 64),
  };
}

function onePassword(): Synthetic {
  const claims = JSON.stringify({ email: "a@b", secretKey: alnum(40), salt: alnum(80), v: { a: 1 } });
  return plain("1password", join("ops", "_", Buffer.from(claims).toString("base64")));
}

function database(scheme: string, preset: string): Synthetic {
  const secret = alnum(14);
  return { preset, text: `url: ${scheme}://app:${secret}@db.internal:5432/main?x=1\n`, secret };
}

export function syntheticSecrets(): Synthetic[] {
  const account = alnum(40);
  const oauth = alnum(40);
  const basic = alnum(16);
  const registry = alnum(36);
  return [
    { preset: "aws", text: `AWS_SECRET_ACCESS_KEY=${account}\n`, secret: account },
    plain(null, join("AK", "IA", capitals(16))),
    plain("npm", join("npm", "_", alnum(36))),
    {
      preset: "npm",
      path: ".npmrc",
      text: join("//registry.", "npmjs.org/:_authToken=", registry, "\n"),
      secret: registry,
    },
    {
      preset: "npm",
      path: "package.json",
      text: `{"dependencies":{"a":"git+https://${oauth}:x-oauth-basic@github.com/o/r.git"}}`,
      secret: oauth,
    },
    { preset: "basicauth", text: `fetch("https://alice:${basic}@api.acme.io/v1")`, secret: basic },
    plain("slack", join("xo", "xb-", number(12), "-", number(12), "-", alnum(24))),
    plain(
      "slack",
      join("https://hooks.sl", "ack.com/services/T", capitals(9), "/B", capitals(9), "/", alnum(24)),
    ),
    plain("sendgrid", join("S", "G.", alnum(22), ".", alnum(43))),
    plain("shopify", join("shp", "at_", hex(32))),
    plain("stripe", join("sk_", "live_", alnum(24))),
    plain("stripe", join("rk_", "test_", alnum(99))),
    ...["p", "o", "u", "s", "r"].map((kind) => plain("github", join("gh", kind, "_", alnum(36)))),
    plain("github", join("github", "_pat_", alnum(82))),
    plain("github", join("gh", "s_", number(8), "_", alnum(40), ".", alnum(90), ".", alnum(60))),
    plain("gitlab", join("gl", "pat-", alnum(20))),
    plain("grafana", join("gl", "c_", alnum(60))),
    plain("grafana", join("gl", "sa_", alnum(32), "_", hex(8))),
    plain("openai", join("sk", "-proj-", alnum(74), "T3Blbk", "FJ", alnum(74))),
    plain("openai", join("sk", "-", alnum(20), "T3Blbk", "FJ", alnum(20))),
    plain("anthropic", join("sk", "-ant-api03-", alnum(93), "AA")),
    plain("groq", join("gs", "k_", alnum(52))),
    plain("huggingface", join("h", "f_", letters(34))),
    plain("linear", join("lin", "_api_", alnum(40))),
    plain("notion", join("nt", "n_", number(11), alnum(35))),
    onePassword(),
    database("postgres", "database-connection-string"),
    database("postgresql", "database-connection-string"),
    database("mongodb+srv", "database-connection-string"),
    database("jdbc:mysql", "database-connection-string"),
    plain("hashicorp-vault", join("hv", "s.", alnum(95))),
    plain("hashicorp-vault", join("hv", "b.", alnum(150))),
    plain("hashicorp-vault", join("hv", "r.", alnum(95))),
    plain("vercel", join("vc", "p_", alnum(24))),
    plain("databricks", join("da", "pi", hex(32))),
    plain("docker", join("dckr", "_pat_", alnum(27))),
    plain("figma", join("fig", "d_", alnum(43))),
    plain("cloudflare", join("cf", "ut_", alnum(40), hex(8))),
    plain("tailscale", join("ts", "key-auth-", alnum(16), "-", alnum(32))),
    key("privatekey", "RSA PRIVATE KEY"),
    key("privatekey", "EC PRIVATE KEY"),
    key("privatekey", "PRIVATE KEY"),
    key(null, "ENCRYPTED PRIVATE KEY"),
    serviceAccount(),
    plain(null, join("AI", "za", alnum(35))),
    plain(null, join("pypi", "-AgE", alnum(120))),
    plain(null, join("dop", "_v1_", hex(64))),
    plain(null, join("xa", "i-", alnum(80))),
    plain(null, join("pp", "lx-", alnum(48))),
    plain(null, join("sk", "-or-v1-", hex(64))),
    plain(null, join("nv", "api-", alnum(64))),
    plain(null, join("lsv", "2_pt_", hex(32), "_", hex(10))),
    plain(null, join("r", "8_", alnum(37))),
    plain(null, join("ruby", "gems_", hex(48))),
    plain(null, join("c", "io", alnum(31), "7")),
    plain(null, join("CLO", "JARS_", alnum(60))),
    plain(null, join("o", "y2", hex(43))),
    plain(null, join("sntr", "ys_ey", "JpYXQiO", alnum(150), "=_", base64(43))),
    plain(null, join("sntr", "yu_", hex(64))),
    plain(null, join("dt", "0c01.", capitals(24), ".", capitals(64))),
    plain(null, join("sb", "p_", hex(40))),
    plain(null, join("sb", "_secret_7", alnum(21), "_", alnum(8))),
    plain(null, join("psc", "ale_tkn_", alnum(43))),
    plain(null, join("psc", "ale_pw_", alnum(43))),
    plain(null, join("fo", "1_", alnum(43))),
    plain(null, join("fm", "2_", base64(400), "==")),
    plain(null, join("HR", "KU-AA", alnum(58))),
    plain(null, join("pu", "l-", hex(40))),
    plain(null, join("CCI", "PAT_", alnum(22), "_", hex(40))),
    plain(null, join("bk", "ua_", hex(40))),
    plain(null, join("sq", "u_", hex(40))),
    plain(null, join("sg", "p_", hex(16), "_", hex(40))),
    plain(null, join("1234567890", ":A", "A", alnum(33))),
    plain(null, join("12345678", ":A", "A", alnum(33))),
    plain(null, join("ke", "y-", hex(32))),
    plain(null, join("xkey", "sib-", hex(64), "-", alnum(16))),
    plain(null, join("pa", "t", alnum(14), ".", hex(64))),
    plain(null, join("s", "l.", alnum(130))),
    plain(null, join("s", "l.u.", alnum(1000))),
    plain(null, join("s", "k.ey", "J", alnum(80), ".", alnum(22))),
    plain(null, join("access", "_token$production$", hex(16), "$", hex(32))),
    plain(null, join("ship", "po_live_", hex(40))),
    plain(null, join("duff", "el_live_", alnum(43))),
    plain(null, join("EZ", "AK", alnum(54))),
    plain(null, join("FLW", "SECK-", hex(32), "-X")),
    plain(null, join("FLW", "SECK_TEST-", hex(32), "-X")),
    plain(null, join("tf", "p_4", alnum(43), "_", alnum(14))),
    plain(null, join("rd", "me_", hex(70))),
    plain(null, join("EAA", "CEdEose0cBA", alnum(120))),
    plain(null, join("EA", "AC", alnum(180))),
    plain(null, join("EA", "AA", alnum(60))),
    plain(null, join(alnum(14), ".atl", "asv1.", alnum(64))),
    plain(null, join("ey", "J", alnum(30), ".ey", "J", alnum(60), ".", alnum(43))),
  ];
}
