// Texts that are hard to search: the fixtures of the exact and the regex comparison with ripgrep.

export const SEARCH_TEXTS: readonly string[] = [
  "",
  "\n",
  "one line without an end",
  "one line with an end\n",
  "\n\n\nblank lines before\n\n\nand after\n\n\n",
  "aaaa aaa aa a\naaaaa\nbaaab\n",
  "foo foobar barfoo foo_bar foo-bar foo.bar foo2 2foo\nFoo FOO fOO\n(foo) [foo] {foo}\n",
  "fn parse_line(input: &str) -> Result<Line, Error> {\n    let mut n = 0;\n    // TODO(x): a+b*c? ^start$ end|or\n}\n",
  "export async function getUser(id: string): Promise<User> {\n  return db.users.find({ id });\n}\n",
  "def test_it(self):\n\treturn self.value == 0x1F and 'a.b' in \"c\\d\"\n",
  "ünïcödé Straße STRASSE straẞe ΣΑΣ σας ςσΣ İstanbul ısı Kelvin K k ſtop\n",
  "日本語のテキスト\n漢字かな混じり文、日本語\n中文字符\n한국어 텍스트\n",
  "emoji 😀😀 and 👩‍👩‍👧 family 😀\na😀b\n𝒳𝒴𝒵 math\n",
  "combining e\u0301 and \u0301 alone, zero\u200dwidth\u200cjoin, soft\u00adhyphen\n",
  "tabs\tand\u00a0spaces\u2003of\u2028many\u2029kinds\u0085here\n",
  "form\ffeed and \v vertical and \b bell \u0007 and \u0000 null\n",
  "a lone \r return\rstays in its line\n\r\nand \r before the end\r",
  "٣٤٥ १२३ ４５６ 789 x1y22z333\n",
  `${"x".repeat(600)}needle${"y".repeat(600)}needle\nshort needle\n`,
  "a.b.c\na-b-c\na_b_c\na b c\na/b/c\\d\n$1.00 100% #tag @user ~home `tick`\n",
  '<<<<<<< HEAD\n=======\n>>>>>>> branch\n<div class="a">&amp;</div>\n',
  "café CAFÉ cafe\u0301\nnaïve NAÏVE\nǅ ǆ Ǆ ǈ\nŉ ŉ ﬁ ﬂ\n",
  "\uFEFFmark inside\nreplacement \uFFFD here\n",
  "last line\nwithout end and trailing spaces   ",
];

/** The same texts with `\r\n` ends. Ripgrep is given the plain ones: Pith's lines do not hold the `\r` of an end. */
export const CRLF_TEXTS: readonly string[] = SEARCH_TEXTS.filter((t) => !t.includes("\r")).map((t) =>
  t.replaceAll("\n", "\r\n"),
);
