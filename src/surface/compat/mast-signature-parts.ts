// Which parameters does a signature have, and what does it return? Read off its text: brackets are
// matched, nothing is resolved.

export interface SignatureParts {
  params: { name: string; type: string | null }[];
  returns: string | null;
}

const OPENS = "([{<";
const CLOSES = ")]}>";

export function signatureParts(signature: string): SignatureParts {
  const open = parenthesis(signature);
  if (open === -1) return { params: [], returns: null };
  const close = matching(signature, open);
  const inside = signature.slice(open + 1, close === -1 ? undefined : close);
  const rest = close === -1 ? "" : signature.slice(close + 1).trim();
  const arrow = /^(?::|->)/.exec(rest)?.[0];
  const returns = arrow === undefined ? "" : (pieces(rest.slice(arrow.length), "{")[0] ?? "").trim();
  return { params: pieces(inside, ",").flatMap(paramOf), returns: returns === "" ? null : returns };
}

/** The first one that is not among the parameters of a type. */
function parenthesis(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "<") depth++;
    else if (text[i] === ">" && text[i - 1] !== "=") depth--;
    else if (text[i] === "(" && depth === 0) return i;
  }
  return -1;
}

function matching(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    depth += step(text, i);
    if (depth === 0) return i;
  }
  return -1;
}

/** Cut at a sign that stands in no brackets. */
function pieces(text: string, sign: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    // A type may itself begin with a brace.
    if (depth === 0 && text[i] === sign && text.slice(start, i).trim() !== "") {
      found.push(text.slice(start, i));
      start = i + 1;
      if (sign === "{") return found;
    } else depth += step(text, i);
  }
  return [...found, text.slice(start)].filter((piece) => piece.trim() !== "");
}

function step(text: string, at: number): number {
  const sign = text[at]!;
  if (OPENS.includes(sign)) return 1;
  if (CLOSES.includes(sign) && !(sign === ">" && text[at - 1] === "=")) return -1;
  return 0;
}

function paramOf(piece: string): SignatureParts["params"] {
  const [name = "", type] = [piece.slice(0, colon(piece)), piece.slice(colon(piece) + 1)];
  const plain = name
    .replace(/^(?:\s*(?:public|private|protected|readonly|override|declare)\s)+/, "")
    .split("=")[0]!
    .trim();
  if (plain === "") return [];
  const typed = colon(piece) === piece.length ? "" : type!.replace(/\s=(?!>).*$/s, "").trim();
  return [{ name: plain.replace(/\?$/, ""), type: typed === "" ? null : typed }];
}

/** Where the type begins; the end where there is none. */
function colon(piece: string): number {
  let depth = 0;
  for (let i = 0; i < piece.length; i++) {
    if (depth === 0 && piece[i] === ":") return i;
    depth += step(piece, i);
  }
  return piece.length;
}
