// Which operator of PHP holds an expression together: the branches of `?:` and `??`, or one that gives a number, a text or a
// truth value?

export interface Operator {
  /** Empty: something that is not read. */
  readonly mark: string;
  readonly at: number;
  readonly colon: number;
}

/** The operator at the expression's own level that binds least. */
export function operatorIn(code: string, other: Int32Array, start: number, end: number): Operator | null {
  let plain: Operator | null = null;
  let coalesce: Operator | null = null;
  for (let at = start; at < end; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[" || c === "{") {
      const close = other[at]!;
      if (close === -1 || close >= end) return { mark: "", at, colon: -1 };
      at = close;
    } else if (c === "?" && code[at + 1] === "?") {
      coalesce ??= { mark: "??", at, colon: -1 };
      at++;
    } else if (c === "?" && code.startsWith("->", at + 1)) at += 2;
    else if (c === "?") {
      if (code[at + 1] === ":") return { mark: "?:", at, colon: -1 };
      const colon = colonOf(code, other, at + 1, end);
      return colon === -1 ? { mark: "", at, colon } : { mark: "?", at, colon };
    } else if (c === "-" && code[at + 1] === ">") at++;
    else if (c === ":" && code[at + 1] === ":") at++;
    else if (c === "=" && code[at + 1] !== "=" && code[at + 1] !== ">" && !/[=!<>]/.test(code[at - 1]!))
      return { mark: "", at, colon: -1 };
    else if (/[-+*/%.<>=!&|^]/.test(c)) {
      if (at === start && /[!&@+-]/.test(c)) continue;
      plain ??= { mark: c, at, colon: -1 };
    } else if (
      /\s/.test(code[at - 1] ?? " ") &&
      /^(?:instanceof|and|or|xor)\s/i.test(code.slice(at, at + 12))
    )
      plain ??= { mark: "and", at, colon: -1 };
  }
  // `a . b ?? c`: coalescing binds less than other operators do.
  return coalesce ?? plain;
}

function colonOf(code: string, other: Int32Array, from: number, end: number): number {
  let open = 0;
  for (let at = from; at < end; at++) {
    const c = code[at]!;
    if (c === "(" || c === "[" || c === "{") {
      const close = other[at]!;
      if (close === -1) return -1;
      at = close;
    } else if (c === "?" && code[at + 1] === "?") at++;
    else if (c === "?" && code.startsWith("->", at + 1)) at += 2;
    else if (c === "?") open++;
    else if (c === ":" && code[at + 1] === ":") at++;
    else if (c === ":" && open-- === 0) return at;
  }
  return -1;
}
