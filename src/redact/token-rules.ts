// Which tokens of known services are secrets? One line a format. The formats follow secretlint's recommended preset
// (MIT) and add to it, among them formats that gitleaks (MIT) knows; a test runs that preset beside ours on synthetic secrets of each rule and fails when it finds one
// that we don't, or has a rule that our test does not know. The preset itself is not loaded when Pith runs: it costs
// 40 ms to import, 15 ms for the first file and 0.6 ms for each further one, against 0.1 ms here; it obeys
// `secretlint-disable` comments inside the very text it inspects; and it may read other files.

export interface TokenRule {
  rule: string;
  /** Literal starts, of three characters or more: the first three are looked up in a table at every place of a text. */
  starts: readonly string[];
  /** What follows a start, every quantifier bounded. The match from the start to its end is the secret. */
  rest: string;
  /** A letter may stand right before the start. */
  glued?: boolean;
  /**
   * The first part may be thousands of characters long, and a start may stand in it again: where one start of a run of
   * letters, digits, `_` and `-` fails, its others would fail for the same reason, and are not tried.
   */
  long?: boolean;
}

export const TOKEN_RULES: readonly TokenRule[] = [
  {
    rule: "aws-key-id",
    starts: ["AKIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ASIA", "A3T"],
    rest: "(?<=A3T)[A-Z0-9]{17}(?![A-Za-z0-9])|(?<!A3T)[A-Z0-9]{16}(?![A-Za-z0-9])",
  },
  { rule: "github", starts: ["ghp_", "gho_", "ghu_", "ghr_"], rest: "[A-Za-z0-9_]{36,255}" },
  {
    rule: "github",
    starts: ["ghs_"],
    rest: "[0-9]{1,20}_[\\w-]{1,1000}\\.[\\w-]{1,10000}\\.[\\w-]{1,1000}|[A-Za-z0-9_]{36,255}",
    long: true,
  },
  { rule: "github", starts: ["github_pat_"], rest: "[A-Za-z0-9_]{60,255}" },
  {
    rule: "gitlab",
    starts: [
      "glpat-",
      "gldt-",
      "glrt-",
      "glptt-",
      "glsoat-",
      "glcbt-",
      "glagent-",
      "gloas-",
      "glft-",
      "glimt-",
    ],
    rest: "[A-Za-z0-9_-]{20,300}",
  },
  { rule: "npm", starts: ["npm_"], rest: "[A-Za-z0-9_]{36,40}(?![A-Za-z0-9_])" },
  { rule: "pypi", starts: ["pypi-AgE", "pypi-AgENdGVzdC5weXBpLm9yZw"], rest: "[A-Za-z0-9_-]{50,1000}" },
  {
    rule: "slack",
    starts: ["xoxb-", "xoxp-", "xapp-", "xoxa-", "xoxo-", "xoxr-", "xoxs-", "xoxe-", "xoxe."],
    rest: "(?:[a-zA-Z0-9.]{1,200}-){1,12}[a-zA-Z0-9]{1,200}",
  },
  {
    rule: "slack-webhook",
    starts: ["hooks.slack.com/services/"],
    rest: "T[a-zA-Z0-9]{1,40}/B[a-zA-Z0-9]{1,40}/[a-zA-Z0-9]{1,40}",
    glued: true,
  },
  {
    rule: "discord-webhook",
    starts: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    rest: "[0-9]{15,25}/[\\w-]{40,120}",
    glued: true,
  },
  { rule: "sendgrid", starts: ["SG."], rest: "[\\w-]{16,128}\\.[\\w-]{16,256}" },
  { rule: "shopify", starts: ["shppa_", "shpca_", "shpat_", "shpss_"], rest: "[a-zA-Z0-9]{32,64}" },
  {
    rule: "stripe",
    starts: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
    rest: "[a-zA-Z0-9]{24,99}",
  },
  { rule: "square", starts: ["sq0atp-", "sq0csp-"], rest: "[\\w-]{22,60}" },
  {
    rule: "openai",
    starts: ["sk-"],
    rest: "(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,200}T3BlbkFJ[A-Za-z0-9_-]{20,200}|[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}",
    glued: true,
  },
  { rule: "anthropic", starts: ["sk-ant-"], rest: "[a-z]{3,8}[0-9]{2}-[A-Za-z0-9_-]{80,140}" },
  { rule: "groq", starts: ["gsk_"], rest: "[a-zA-Z0-9]{52,60}(?![a-zA-Z0-9])" },
  { rule: "huggingface", starts: ["hf_", "api_org_"], rest: "[a-zA-Z]{34}(?![a-zA-Z])" },
  { rule: "google-api-key", starts: ["AIza"], rest: "[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])" },
  { rule: "google-oauth", starts: ["ya29.", "GOCSPX-"], rest: "[A-Za-z0-9_-]{24,500}" },
  { rule: "linear", starts: ["lin_api_", "lin_oauth_"], rest: "[a-zA-Z0-9_]{32,128}" },
  { rule: "notion", starts: ["ntn_"], rest: "[0-9]{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])" },
  { rule: "grafana", starts: ["glc_"], rest: "[A-Za-z0-9+/]{32,400}={0,2}" },
  { rule: "grafana", starts: ["glsa_"], rest: "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}" },
  { rule: "1password", starts: ["ops_ey"], rest: "[A-Za-z0-9+/=_-]{98,3000}" },
  { rule: "hashicorp-vault", starts: ["hvs.", "hvb.", "hvr."], rest: "[A-Za-z0-9_-]{24,300}" },
  {
    rule: "vercel",
    starts: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    rest: "[A-Za-z0-9]{20,60}(?![A-Za-z0-9])",
  },
  { rule: "databricks", starts: ["dapi"], rest: "[A-Fa-f0-9]{32}(?:-[0-9])?(?![A-Fa-f0-9])" },
  { rule: "docker", starts: ["dckr_pat_", "dckr_oat_"], rest: "[a-zA-Z0-9_-]{27,40}" },
  { rule: "figma", starts: ["figd_"], rest: "[A-Za-z0-9_-]{40,200}" },
  {
    rule: "cloudflare",
    starts: ["cfk_", "cfut_", "cfat_"],
    rest: "[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])",
  },
  { rule: "tailscale", starts: ["tskey-"], rest: "[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}" },
  { rule: "digitalocean", starts: ["dop_v1_", "doo_v1_", "dor_v1_"], rest: "[a-f0-9]{64}" },
  { rule: "doppler", starts: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa."], rest: "[A-Za-z0-9_.-]{40,80}" },
  { rule: "atlassian", starts: ["ATATT3x", "ATCTT3x"], rest: "[A-Za-z0-9_=-]{80,300}" },
  { rule: "postman", starts: ["PMAK-"], rest: "[a-f0-9]{24}-[a-f0-9]{34}" },
  { rule: "newrelic", starts: ["NRAK-"], rest: "[A-Z0-9]{27}" },
  { rule: "age", starts: ["AGE-SECRET-KEY-1"], rest: "[0-9A-Z]{58}" },
  { rule: "xai", starts: ["xai-"], rest: "[A-Za-z0-9_]{60,120}" },
  { rule: "perplexity", starts: ["pplx-"], rest: "[A-Za-z0-9]{40,64}" },
  { rule: "openrouter", starts: ["sk-or-v1-"], rest: "[a-f0-9]{64}" },
  { rule: "nvidia", starts: ["nvapi-"], rest: "[A-Za-z0-9_-]{60,80}" },
  { rule: "langsmith", starts: ["lsv2_pt_", "lsv2_sk_"], rest: "[a-f0-9]{32}_[a-f0-9]{10}" },
  { rule: "replicate", starts: ["r8_"], rest: "[A-Za-z0-9_-]{37}(?![A-Za-z0-9_-])" },
  { rule: "rubygems", starts: ["rubygems_"], rest: "[a-f0-9]{48}" },
  // Of three letters only: a digit tells a token from a long word.
  { rule: "crates-io", starts: ["cio"], rest: "(?=[A-Za-z]{0,31}[0-9])[A-Za-z0-9]{32}(?![A-Za-z0-9_-])" },
  { rule: "clojars", starts: ["CLOJARS_"], rest: "[A-Za-z0-9]{60}" },
  { rule: "nuget", starts: ["oy2"], rest: "[a-z0-9]{43}(?![A-Za-z0-9])" },
  { rule: "sentry", starts: ["sntrys_"], rest: "[A-Za-z0-9+/=_-]{40,800}" },
  { rule: "sentry", starts: ["sntryu_"], rest: "[a-f0-9]{64}" },
  { rule: "dynatrace", starts: ["dt0"], rest: "[a-z][0-9]{2}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}" },
  { rule: "supabase", starts: ["sbp_"], rest: "(?:v0_)?[a-f0-9]{40}" },
  { rule: "supabase", starts: ["sb_secret_"], rest: "(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{20,60}" },
  {
    rule: "planetscale",
    starts: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
    rest: "[A-Za-z0-9_=.-]{32,64}",
  },
  { rule: "fly", starts: ["fo1_"], rest: "[A-Za-z0-9_-]{43}" },
  { rule: "fly", starts: ["fm1a_", "fm1r_", "fm2_"], rest: "[A-Za-z0-9+/]{100,3000}={0,3}" },
  { rule: "heroku", starts: ["HRKU-"], rest: "AA[A-Za-z0-9_-]{58}|[a-f0-9-]{36}(?![a-f0-9-])" },
  { rule: "pulumi", starts: ["pul-"], rest: "[a-f0-9]{40}" },
  { rule: "circleci", starts: ["CCIPAT_", "CCIPRJ_"], rest: "[A-Za-z0-9_]{40,80}" },
  { rule: "buildkite", starts: ["bkua_"], rest: "[a-z0-9]{40}" },
  { rule: "sonar", starts: ["squ_", "sqp_", "sqa_"], rest: "[a-f0-9]{40}(?![A-Za-z0-9])" },
  { rule: "sourcegraph", starts: ["sgp_"], rest: "(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}" },
  // Two digits of the bot's number, and `AA`: the number itself is no secret.
  {
    rule: "telegram",
    starts: [":AA"],
    rest: "(?<=(?<![0-9])[0-9]{8,10}:AA)[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])",
  },
  { rule: "mailgun", starts: ["key-"], rest: "(?<![\\w-]key-)[a-f0-9]{32}(?![A-Za-z0-9_-])" },
  { rule: "brevo", starts: ["xkeysib-"], rest: "[a-f0-9]{64}-[A-Za-z0-9]{16}" },
  { rule: "airtable", starts: ["pat"], rest: "[A-Za-z0-9]{14}\\.[a-f0-9]{64}" },
  { rule: "dropbox", starts: ["sl."], rest: "(?:u\\.)?[A-Za-z0-9_=-]{120,2000}" },
  { rule: "mapbox", starts: ["sk.eyJ"], rest: "[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{20,60}" },
  {
    rule: "braintree",
    starts: ["access_token$production$", "access_token$sandbox$"],
    rest: "[a-z0-9]{16}\\$[a-f0-9]{32}",
  },
  { rule: "shippo", starts: ["shippo_live_", "shippo_test_"], rest: "[A-Fa-f0-9]{40}" },
  { rule: "duffel", starts: ["duffel_live_", "duffel_test_"], rest: "[A-Za-z0-9_=-]{43}" },
  { rule: "easypost", starts: ["EZAK", "EZTK"], rest: "[A-Za-z0-9]{54}(?![A-Za-z0-9])" },
  {
    rule: "flutterwave",
    starts: ["FLWSECK-", "FLWSECK_TEST-"],
    rest: "(?=[A-Za-z]{0,39}[0-9])[A-Za-z0-9]{12,40}(?:-X)?",
  },
  // The start is also that of names in code that deals with probabilities: a digit early on.
  {
    rule: "typeform",
    starts: ["tfp_"],
    rest: "(?=[A-Za-z_.=-]{0,20}[0-9])[A-Za-z0-9_.=-]{40,59}(?![\\w=-])",
  },
  { rule: "readme", starts: ["rdme_"], rest: "[a-z0-9]{70}" },
  { rule: "facebook", starts: ["EAACEdEose0cBA"], rest: "[A-Za-z0-9]{20,400}" },
  // Not within base64.
  {
    rule: "facebook",
    starts: ["EAAC", "EAAM"],
    rest: "(?<![A-Za-z0-9+/=]EAA[CM])[A-Za-z0-9]{100,400}(?![A-Za-z0-9+/=])",
  },
  { rule: "square", starts: ["EAAA"], rest: "(?<![A-Za-z0-9+/=]EAAA)[A-Za-z0-9_-]{60}(?![A-Za-z0-9_/+=-])" },
  {
    rule: "terraform",
    starts: [".atlasv1."],
    rest: "(?<=(?<![A-Za-z0-9])[A-Za-z0-9]{14}\\.atlasv1\\.)[A-Za-z0-9_=-]{60,70}",
    glued: true,
  },
  // A signature is optional: unsigned tokens carry claims as well.
  // 20,000 characters: servers refuse headers of more than 8 or 16 kB.
  {
    rule: "jwt",
    starts: ["eyJ"],
    rest: "[\\w-]{10,20000}\\.eyJ[\\w-]{10,20000}\\.[\\w-]{0,20000}",
    long: true,
  },
];
