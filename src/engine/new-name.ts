// May a symbol have the new name at all? How names are written and which words are taken, by language.
const LETTERS = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}]*$/u;
const WITH_DOLLAR = /^#?[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}$]*$/u;
const WITH_END = /^[\p{L}_][\p{L}\p{N}_]*[?!=]?$/u;
const WITH_PRIME = /^[\p{L}_][\p{L}\p{N}_']*$/u;
const WITH_DASH = /^[\p{L}\p{N}_.:-]+$/u;

const FORMS: Readonly<Record<string, RegExp>> = Object.assign(Object.create(null) as Record<string, RegExp>, {
  typescript: WITH_DOLLAR,
  tsx: WITH_DOLLAR,
  javascript: WITH_DOLLAR,
  jsx: WITH_DOLLAR,
  vue: WITH_DOLLAR,
  svelte: WITH_DOLLAR,
  astro: WITH_DOLLAR,
  java: WITH_DOLLAR,
  kotlin: WITH_DOLLAR,
  scala: WITH_DOLLAR,
  dart: WITH_DOLLAR,
  php: /^\$?[\p{L}_][\p{L}\p{N}_]*$/u,
  ruby: /^(?:@{1,2}|\$)?[\p{L}_][\p{L}\p{N}_]*[?!=]?$/u,
  elixir: WITH_END,
  haskell: WITH_PRIME,
  bash: WITH_DASH,
});

const C_WORDS =
  "auto break case char const continue default do double else enum extern float for goto if int long register return short signed sizeof static struct switch typedef union unsigned void volatile while";
const ECMASCRIPT_WORDS =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public";
const WORDS: Readonly<Record<string, string>> = Object.assign(Object.create(null) as Record<string, string>, {
  typescript: ECMASCRIPT_WORDS,
  tsx: ECMASCRIPT_WORDS,
  javascript: ECMASCRIPT_WORDS,
  jsx: ECMASCRIPT_WORDS,
  vue: ECMASCRIPT_WORDS,
  svelte: ECMASCRIPT_WORDS,
  astro: ECMASCRIPT_WORDS,
  python:
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
  go: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
  rust: "as break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while async await abstract become box do final macro override priv try typeof unsized virtual yield",
  java: "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static strictfp super switch synchronized this throw throws transient try void volatile while true false null _",
  c: C_WORDS,
  cpp: `${C_WORDS} bool catch class constexpr delete explicit false friend inline mutable namespace new noexcept nullptr operator private protected public template this throw true try typename using virtual`,
  csharp:
    "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while",
  ruby: "alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield",
});

export type NameFault = "not-a-name" | "reserved" | "visibility";

/** Members are reached behind a dot, where words of the language may stand (ECMAScript). */
export function nameFault(language: string, from: string, to: string, isMember: boolean): NameFault | null {
  if (!(FORMS[language] ?? LETTERS).test(to)) return "not-a-name";
  // What `#` marks is another kind of member.
  if (to.startsWith("#") !== from.startsWith("#")) return "not-a-name";
  const words = WORDS[language];
  const memberMay = isMember && words === ECMASCRIPT_WORDS;
  if (!memberMay && words?.split(" ").includes(to) === true) return "reserved";
  // In Go the first letter says who sees it.
  if (language === "go" && /^\p{Lu}/u.test(from) !== /^\p{Lu}/u.test(to)) return "visibility";
  return null;
}
