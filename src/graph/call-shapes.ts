// Can a call with these arguments mean a declaration with these parameters? By their number, by the names of arguments, by
// literals and lambdas; for languages with default values and named arguments (Kotlin, C#, Scala).

export interface Parameter {
  readonly name: string;
  /** As written, without its default; empty where none is written. */
  readonly type: string;
  readonly optional: boolean;
  readonly variadic: boolean;
}

export interface Argument {
  /** Of `name = value`; else empty. */
  readonly name: string;
  readonly text: string;
  /** Stands behind the brackets: it is given to the last parameter. */
  readonly trailing: boolean;
}

/** What a family knows of its types. */
export interface TypeTable {
  /** Simple name of a type without arguments; `=>` for functions. */
  simple(written: string): string;
  /** The type of an argument that is a literal, in the same form; `null` for the word; empty where it is none. */
  literal(argument: string): string;
  /** Types that take a literal of the kind. */
  readonly takes: ReadonlyMap<string, readonly string[]>;
  /** Types of the language that take no value but their own kind. */
  readonly closed: ReadonlySet<string>;
}

/** The parameter that each argument is given to; null where the call does not fit. */
export function matched(
  parameters: readonly Parameter[],
  args: readonly Argument[],
): readonly Parameter[] | null {
  const given = new Set<Parameter>();
  const found: Parameter[] = [];
  let next = 0;
  for (const arg of args) {
    let parameter: Parameter | undefined;
    if (arg.name !== "") parameter = parameters.find((p) => p.name === arg.name);
    else if (arg.trailing) parameter = parameters.at(-1);
    else {
      parameter = parameters[next];
      if (parameter?.variadic !== true) next++;
    }
    // What follows a variadic one is given by name, or is the lambda behind the brackets.
    if (parameter === undefined || (given.has(parameter) && !parameter.variadic)) return null;
    given.add(parameter);
    found.push(parameter);
  }
  for (const parameter of parameters)
    if (!given.has(parameter) && !parameter.optional && !parameter.variadic) return null;
  return found;
}

/** Whether the parameter surely can't take the argument is said by false; `sure` where it surely can. */
export function mayTake(table: TypeTable, parameter: Parameter, arg: Argument): "no" | "maybe" | "sure" {
  if (parameter.type === "") return "maybe";
  const whole = table.simple(parameter.type);
  // Each argument is one element (`params string[]`).
  const wanted = parameter.variadic ? whole.replace(/\[\]$/, "") : whole;
  if (arg.trailing) {
    if (wanted === "=>") return "sure";
    return table.closed.has(wanted) ? "no" : "maybe";
  }
  const type = table.literal(arg.text);
  if (type === "") return "maybe";
  if (type === wanted) return "sure";
  if (type === "null") return "maybe";
  if (table.takes.get(type)?.includes(wanted) === true) return "maybe";
  if (table.closed.has(wanted)) return "no";
  return type === "=>" || !table.closed.has(type) ? "maybe" : wanted === "=>" ? "no" : "maybe";
}

/** Whether the call can mean what has the parameters; null: it can't be read. */
export function takesCall(
  table: TypeTable,
  parameters: readonly Parameter[] | null,
  args: readonly Argument[] | null,
): "no" | "maybe" | "sure" {
  if (parameters === null || args === null) return "maybe";
  const given = matched(parameters, args);
  if (given === null) return "no";
  let sure = true;
  for (const [i, arg] of args.entries()) {
    const takes = mayTake(table, given[i]!, arg);
    if (takes === "no") return "no";
    if (takes !== "sure") sure = false;
  }
  return sure ? "sure" : "maybe";
}

/** Whether the types of all arguments are written and just those of the parameters: no other overload fits better. */
export function isExact(
  table: TypeTable,
  parameters: readonly Parameter[] | null,
  args: readonly Argument[] | null,
): boolean {
  if (parameters === null || args === null || parameters.length !== args.length) return false;
  const given = matched(parameters, args);
  return (
    given !== null &&
    args.every(({ text, trailing }, i) => {
      const type = table.literal(text);
      const { variadic, type: wanted } = given[i]!;
      return !trailing && !variadic && table.closed.has(type) && table.simple(wanted) === type;
    })
  );
}
