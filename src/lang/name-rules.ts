// How are names written in a language, and which words are taken? Asked when something is to be given a new name.

export interface NameRules {
  /** A whole name. */
  form: RegExp;
  /** Words that no name may be. */
  reserved: ReadonlySet<string>;
  /** Behind a dot any word may stand (ECMAScript, PHP). */
  freeMembers?: boolean;
}

export const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Unicode's identifiers (UAX 31) and `_`. */
export const LETTERS = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}]*$/u;
/** The same with `$`. */
export const LETTERS_AND_DOLLAR = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}$]*$/u;

export const cWords =
  "auto break case char const continue default do double else enum extern float for goto if int long register return short signed sizeof static struct switch typedef union unsigned void volatile while";

export const ecmascriptNames: NameRules = {
  // A private member begins with `#`.
  form: /^#?[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{N}\p{M}\p{Pc}$]*$/u,
  reserved: words(
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public",
  ),
  freeMembers: true,
};
