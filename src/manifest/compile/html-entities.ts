// Characters that HTML writes by name or number.

/** The names of Latin-1 from 160 on, in their order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const NAMED = new Map<string, string>([
  ...LATIN.split(" ").map((name, i) => [name, String.fromCharCode(160 + i)] as const),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    hellip: "…",
    mdash: "—",
    ndash: "–",
    lsquo: "‘",
    rsquo: "’",
    sbquo: "‚",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    bull: "•",
    dagger: "†",
    permil: "‰",
    prime: "′",
    euro: "€",
    trade: "™",
    larr: "←",
    uarr: "↑",
    rarr: "→",
    darr: "↓",
    harr: "↔",
    rArr: "⇒",
    minus: "−",
    infin: "∞",
    ne: "≠",
    le: "≤",
    ge: "≥",
    asymp: "≈",
    equiv: "≡",
    check: "✓",
    lbrace: "{",
    rbrace: "}",
    lbrack: "[",
    rbrack: "]",
    vert: "|",
    ast: "*",
    lowbar: "_",
    grave: "`",
    num: "#",
    colon: ":",
    comma: ",",
    sol: "/",
    bsol: "\\",
    ensp: " ",
    emsp: " ",
    thinsp: " ",
    zwnj: "\u200c",
    zwj: "\u200d",
    lrm: "",
    rlm: "",
  }),
]);

/** Names that are not known stay as they are written. */
export function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(name as string) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff && (code & 0x1ff800) !== 0xd800;
      return isCharacter ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}
