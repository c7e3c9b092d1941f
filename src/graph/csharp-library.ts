// What does the source of a repository need to know of C#'s own types? Literals, keywords of types, delegates by their
// parameters. From the documentation of .NET 9.
import type { TypeTable } from "./call-shapes.ts";
import { readType } from "./csharp-text.ts";

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["int", "Int32"],
  ["long", "Int64"],
  ["short", "Int16"],
  ["byte", "Byte"],
  ["sbyte", "SByte"],
  ["uint", "UInt32"],
  ["ulong", "UInt64"],
  ["ushort", "UInt16"],
  ["bool", "Boolean"],
  ["char", "Char"],
  ["float", "Single"],
  ["double", "Double"],
  ["decimal", "Decimal"],
  ["object", "Object"],
]);

/** `string` is `String`. */
export function nameOfType(simple: string): string {
  return KEYWORDS.get(simple) ?? simple;
}

export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name) || name === "void" || name === "dynamic" || name === "nint" || name === "nuint";
}

const NUMBERS = "Int32 Int64 Int16 Byte SByte UInt32 UInt64 UInt16 Single Double Decimal".split(" ");
/** What every value has. */
export const OF_OBJECT: ReadonlySet<string> = new Set(
  "Equals GetHashCode GetType ToString ReferenceEquals MemberwiseClone Finalize".split(" "),
);

export const TYPES: TypeTable = {
  simple(written) {
    const read = readType(written);
    if (read === null) return "";
    const name = nameOfType(read.name.slice(read.name.lastIndexOf(".") + 1));
    return read.list ? `${name}[]` : name;
  },
  literal(argument) {
    const text = argument.replace(/\/\*[^]*?\*\//g, "").trim();
    if (/^[$@]*"(?:[^"\\]|\\.|"")*"$/.test(text) || /^\$*"""[^]*"""$/.test(text)) return "String";
    if (/^'(?:[^'\\]|\\.[^']*)'$/.test(text)) return "Char";
    if (text === "true" || text === "false") return "Boolean";
    if (text === "null" || text === "default") return "null";
    if (/^-?\d[\d_]*$|^0[xX][\da-fA-F_]+$/.test(text)) return "Int32";
    if (/^-?\d[\d_]*L$/.test(text)) return "Int64";
    if (/^-?\d[\d_]*\.\d[\d_]*[dD]?$/.test(text)) return "Double";
    if (lambdaParameters(text) !== -1 || /^(?:async\s+)?delegate\b/.test(text)) return "=>";
    return "";
  },
  takes: new Map([
    ["Int32", [...NUMBERS, "Object", "IComparable", "IFormattable"]],
    ["Int64", ["Single", "Double", "Decimal", "UInt64", "Object", "IComparable", "IFormattable"]],
    ["Double", ["Object", "IComparable", "IFormattable"]],
    ["String", ["Object", "IComparable", "ReadOnlySpan", "IEnumerable", "FormattableString"]],
    [
      "Char",
      [
        "Object",
        "Int32",
        "Int64",
        "UInt16",
        "UInt32",
        "UInt64",
        "Single",
        "Double",
        "Decimal",
        "IComparable",
      ],
    ],
    ["Boolean", ["Object", "IComparable"]],
  ]),
  closed: new Set([
    ...NUMBERS,
    "String",
    "Char",
    "Boolean",
    "TimeSpan",
    "Type",
    "Guid",
    "DateTime",
    "CancellationToken",
    "String[]",
  ]),
};

/** Number of the parameters of a lambda; -1 where the text is none. */
export function lambdaParameters(text: string): number {
  const head = /^(?:(?:async|static)\s+)*(?:([\w@]+)|\(([^()]*)\))\s*=>/.exec(text);
  if (head === null) return -1;
  if (head[1] !== undefined) return 1;
  return head[2]!.trim() === "" ? 0 : head[2]!.split(",").length;
}

/** Number of the parameters that a delegate of the library has; -1 for any other type. */
export function delegateParameters(written: string): number {
  const read = readType(written);
  if (read === null || read.list) return -1;
  const name = read.name.slice(read.name.lastIndexOf(".") + 1);
  if (name === "Action") return read.args.length;
  if (name === "Func") return read.args.length - 1;
  return name === "Predicate" ? 1 : -1;
}
