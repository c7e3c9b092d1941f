// Which Unicode property does a name mean? Names and short names as Unicode lists them (PropertyAliases and
// PropertyValueAliases, version 16): read loosely, as Rust does, and given back as JavaScript spells them.

/** A property's name in a JS pattern; `unsupported`: Rust has it and JS has not. */
export type PropertyName = { js: string } | "unknown" | "unsupported";

const GENERAL_CATEGORIES = `
  Cased_Letter:lc Close_Punctuation:pe Connector_Punctuation:pc Control:cc:cntrl Currency_Symbol:sc
  Dash_Punctuation:pd Decimal_Number:digit:nd Enclosing_Mark:me Final_Punctuation:pf Format:cf
  Initial_Punctuation:pi Letter:l Letter_Number:nl Line_Separator:zl Lowercase_Letter:ll
  Mark:combiningmark:m Math_Symbol:sm Modifier_Letter:lm Modifier_Symbol:sk Nonspacing_Mark:mn Number:n
  Open_Punctuation:ps Other:c Other_Letter:lo Other_Number:no Other_Punctuation:po Other_Symbol:so
  Paragraph_Separator:zp Private_Use:co Punctuation:p:punct Separator:z Space_Separator:zs Spacing_Mark:mc
  Surrogate:cs Symbol:s Titlecase_Letter:lt Unassigned:cn Uppercase_Letter:lu
  Any ASCII Assigned`;

const SCRIPTS = `
  Adlam:adlm Ahom Anatolian_Hieroglyphs:hluw Arabic:arab Armenian:armn Avestan:avst Balinese:bali
  Bamum:bamu Bassa_Vah:bass Batak:batk Bengali:beng Bhaiksuki:bhks Bopomofo:bopo Brahmi:brah Braille:brai
  Buginese:bugi Buhid:buhd Canadian_Aboriginal:cans Carian:cari Caucasian_Albanian:aghb Chakma:cakm Cham
  Cherokee:cher Chorasmian:chrs Common:zyyy Coptic:copt:qaac Cuneiform:xsux Cypriot:cprt Cypro_Minoan:cpmn
  Cyrillic:cyrl Deseret:dsrt Devanagari:deva Dives_Akuru:diak Dogra:dogr Duployan:dupl
  Egyptian_Hieroglyphs:egyp Elbasan:elba Elymaic:elym Ethiopic:ethi Garay:gara Georgian:geor
  Glagolitic:glag Gothic:goth Grantha:gran Greek:grek Gujarati:gujr Gunjala_Gondi:gong Gurmukhi:guru
  Gurung_Khema:gukh Han:hani Hangul:hang Hanifi_Rohingya:rohg Hanunoo:hano Hatran:hatr Hebrew:hebr
  Hiragana:hira Imperial_Aramaic:armi Inherited:qaai:zinh Inscriptional_Pahlavi:phli
  Inscriptional_Parthian:prti Javanese:java Kaithi:kthi Kannada:knda Katakana:kana
  Katakana_Or_Hiragana:hrkt Kawi Kayah_Li:kali Kharoshthi:khar Khitan_Small_Script:kits Khmer:khmr
  Khojki:khoj Khudawadi:sind Kirat_Rai:krai Lao:laoo Latin:latn Lepcha:lepc Limbu:limb Linear_A:lina
  Linear_B:linb Lisu Lycian:lyci Lydian:lydi Mahajani:mahj Makasar:maka Malayalam:mlym Mandaic:mand
  Manichaean:mani Marchen:marc Masaram_Gondi:gonm Medefaidrin:medf Meetei_Mayek:mtei Mende_Kikakui:mend
  Meroitic_Cursive:merc Meroitic_Hieroglyphs:mero Miao:plrd Modi Mongolian:mong Mro:mroo Multani:mult
  Myanmar:mymr Nabataean:nbat Nag_Mundari:nagm Nandinagari:nand New_Tai_Lue:talu Newa Nko:nkoo Nushu:nshu
  Nyiakeng_Puachue_Hmong:hmnp Ogham:ogam Ol_Chiki:olck Ol_Onal:onao Old_Hungarian:hung Old_Italic:ital
  Old_North_Arabian:narb Old_Permic:perm Old_Persian:xpeo Old_Sogdian:sogo Old_South_Arabian:sarb
  Old_Turkic:orkh Old_Uyghur:ougr Oriya:orya Osage:osge Osmanya:osma Pahawh_Hmong:hmng Palmyrene:palm
  Pau_Cin_Hau:pauc Phags_Pa:phag Phoenician:phnx Psalter_Pahlavi:phlp Rejang:rjng Runic:runr
  Samaritan:samr Saurashtra:saur Sharada:shrd Shavian:shaw Siddham:sidd SignWriting:sgnw Sinhala:sinh
  Sogdian:sogd Sora_Sompeng:sora Soyombo:soyo Sundanese:sund Sunuwar:sunu Syloti_Nagri:sylo Syriac:syrc
  Tagalog:tglg Tagbanwa:tagb Tai_Le:tale Tai_Tham:lana Tai_Viet:tavt Takri:takr Tamil:taml Tangsa:tnsa
  Tangut:tang Telugu:telu Thaana:thaa Thai Tibetan:tibt Tifinagh:tfng Tirhuta:tirh Todhri:todr Toto
  Tulu_Tigalari:tutg Ugaritic:ugar Unknown:zzzz Vai:vaii Vithkuqi:vith Wancho:wcho Warang_Citi:wara
  Yezidi:yezi Yi:yiii Zanabazar_Square:zanb`;

const BINARY = `
  ASCII_Hex_Digit:ahex Alphabetic:alpha Bidi_Control:bidic Bidi_Mirrored:bidim Case_Ignorable:ci Cased
  Changes_When_Casefolded:cwcf Changes_When_Casemapped:cwcm Changes_When_Lowercased:cwl
  Changes_When_Titlecased:cwt Changes_When_Uppercased:cwu Dash Default_Ignorable_Code_Point:di
  Deprecated:dep Diacritic:dia Emoji Emoji_Component:ecomp Emoji_Modifier:emod Emoji_Modifier_Base:ebase
  Emoji_Presentation:epres Extended_Pictographic:extpict Extender:ext Grapheme_Base:grbase
  Grapheme_Extend:grext Grapheme_Link:grlink Hex_Digit:hex Hyphen IDS_Binary_Operator:idsb
  IDS_Trinary_Operator:idst IDS_Unary_Operator:idsu ID_Compat_Math_Continue ID_Compat_Math_Start
  ID_Continue:idc ID_Start:ids Ideographic:ideo Join_Control:joinc Logical_Order_Exception:loe
  Lowercase:lower Math Modifier_Combining_Mark:mcm Noncharacter_Code_Point:nchar Other_Alphabetic:oalpha
  Other_Default_Ignorable_Code_Point:odi Other_Grapheme_Extend:ogrext Other_ID_Continue:oidc
  Other_ID_Start:oids Other_Lowercase:olower Other_Math:omath Other_Uppercase:oupper Pattern_Syntax:patsyn
  Pattern_White_Space:patws Prepended_Concatenation_Mark:pcm Quotation_Mark:qmark Radical
  Regional_Indicator:ri Sentence_Terminal:sterm Soft_Dotted:sd Terminal_Punctuation:term
  Unified_Ideograph:uideo Uppercase:upper Variation_Selector:vs White_Space:space:wspace XID_Continue:xidc
  XID_Start:xids`;

/** Properties with values that Rust knows and JS does not: \p{Age=6.0}, \p{gcb=CR}, \p{wb=ZWJ}, \p{sb=Lower}. */
const VALUED = new Set(["age", "gcb", "graphemeclusterbreak", "wb", "wordbreak", "sb", "sentencebreak"]);

const tables = new Map<string, Map<string, string>>();

/** The JS name of a property given alone (`Greek`, `Lu`, `Alphabetic`) or as a value of a property (`Script`, `Greek`). */
export function propertyName(value: string, property?: string): PropertyName {
  const name = loose(value);
  if (property === undefined) {
    const category = lookUp(GENERAL_CATEGORIES, name);
    // As in Rust, `sc`, `lc` and `cf` alone are categories, and a binary property goes before any other category.
    const binary = ["sc", "lc", "cf"].includes(name) ? undefined : lookUp(BINARY, name);
    if (binary !== undefined) return supported(binary);
    if (category !== undefined) return supported(plain(category) ? category : `General_Category=${category}`);
    return script("Script", name);
  }
  const kind = loose(property);
  if (kind === "gc" || kind === "generalcategory") {
    const category = lookUp(GENERAL_CATEGORIES, name);
    return category === undefined
      ? "unknown"
      : supported(plain(category) ? category : `General_Category=${category}`);
  }
  if (kind === "sc" || kind === "script") return script("Script", name);
  if (kind === "scx" || kind === "scriptextensions") return script("Script_Extensions", name);
  return VALUED.has(kind) ? "unsupported" : "unknown";
}

/** These three stand beside the categories, but JS has them as properties of their own. */
function plain(category: string): boolean {
  return category === "Any" || category === "ASCII" || category === "Assigned";
}

function script(property: string, name: string): PropertyName {
  const found = lookUp(SCRIPTS, name);
  return found === undefined ? "unknown" : supported(`${property}=${found}`);
}

/** Asked of the engine, once for each name of the tables above: nothing that a user wrote is compiled. */
const known = new Map<string, PropertyName>();

function supported(js: string): PropertyName {
  let name = known.get(js);
  if (name === undefined) {
    name = isKnown(js) ? { js } : "unsupported";
    known.set(js, name);
  }
  return name;
}

function isKnown(js: string): boolean {
  try {
    return !new RegExp(`\\p{${js}}`, "v").global;
  } catch {
    return false;
  }
}

function lookUp(table: string, name: string): string | undefined {
  let names = tables.get(table);
  if (names === undefined) {
    names = new Map();
    for (const row of table.trim().split(/\s+/)) {
      const [canonical, ...aliases] = row.split(":") as [string, ...string[]];
      for (const alias of [loose(canonical), ...aliases]) names.set(alias, canonical);
    }
    tables.set(table, names);
  }
  return names.get(name);
}

/** Unicode's loose matching (UAX 44, LM3): case, blanks, `_`, `-` and a leading `is` do not count. */
function loose(name: string): string {
  const start = /^is/i.test(name) ? name.slice(2) : name;
  const bare = start.toLowerCase().replace(/[^\u0000-\u007f]|[ _-]/g, "");
  return bare === "c" && start !== name ? "isc" : bare;
}
