// Are these arguments right for this operation? Checks what a surface received against the table and says,
// in the surface's own names, what is wrong and what would be right. Gentle where the intent is clear: hosts
// send `null` for "absent", numbers and booleans as strings, and one string where a list is meant.
import { PithError } from "../base/error.ts";
import { LEAST_BUDGET, LONGEST_PATH } from "../base/limits.ts";
import { nearestNames } from "../base/order.ts";
import { shownText } from "../redact/redact.ts";
import { parametersFor } from "./entry.ts";
import type { Entry, Parameter, Surface } from "./entry.ts";

/** How a surface writes a parameter, or a value of one: `perFile` or `--per-file`, `mode exact` or `--exact`. */
export type Naming = (parameter: Parameter, value?: string) => string;

const plainName: Naming = ({ name }, value) => (value === undefined ? name : `${name} ${value}`);

/** The checked arguments, with only known names and right types; the engine fills in defaults. */
export async function checkArguments(
  entry: Entry,
  raw: Readonly<Record<string, unknown>>,
  surface: Surface,
  naming: Naming = plainName,
): Promise<Record<string, unknown>> {
  const parameters = parametersFor(entry, surface);
  const known = new Map(parameters.map((p) => [p.name, p]));
  for (const name of Object.keys(raw)) {
    if (!known.has(name))
      throw unknownArgument(
        entry,
        name,
        parameters.map((p) => naming(p)),
      );
  }
  const checked: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = raw[parameter.name];
    if (value === undefined || value === null) {
      if (parameter.required) throw missing(entry, parameter, naming);
      continue;
    }
    checked[parameter.name] = await checkValue(parameter, value, naming(parameter));
  }
  checkModes(parameters, checked, naming);
  checkQuery(parameters, checked);
  return checked;
}

function unknownArgument(entry: Entry, name: string, known: readonly string[]): PithError {
  const near = nearestNames(name, known);
  return new PithError("ARGUMENT_UNKNOWN", `${entry.name} has no argument ${quote(name)}.`, {
    subject: brief(name),
    next: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `It has: ${known.join(", ")}.`,
  });
}

function missing(entry: Entry, parameter: Parameter, naming: Naming): PithError {
  const code = parameter.rule === "query" ? "QUERY_EMPTY" : "ARGUMENT_INVALID";
  return new PithError(code, `${entry.name} needs ${naming(parameter)}.`, {
    subject: parameter.name,
    next: `Give ${naming(parameter)}: ${lowerFirst(parameter.description)}`,
  });
}

async function checkValue(parameter: Parameter, value: unknown, name: string): Promise<unknown> {
  switch (parameter.type) {
    case "string":
      return checkString(parameter, value, name);
    case "integer":
      return checkInteger(parameter, value, name);
    case "boolean":
      if (typeof value === "boolean") return value;
      if (value === "true") return true;
      if (value === "false") return false;
      throw invalid(name, value, "Give true or false.");
    case "enum":
      return checkMember(value, parameter.values ?? [], name);
    case "strings":
      return checkStrings(parameter, value, name);
  }
}

function checkString(parameter: Parameter, value: unknown, name: string): string {
  if (typeof value !== "string") throw invalid(name, value, "Give a text.");
  if (parameter.rule !== "query") checkLength(parameter, value, name);
  // The query's own rule speaks about emptiness: blanks are a fair thing to look for exactly.
  if (value === "" && parameter.rule !== "query") {
    throw invalid(name, value, `Give ${name}, or leave it out.`);
  }
  return value;
}

function checkInteger(parameter: Parameter, value: unknown, name: string): number {
  const number = typeof value === "string" && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value;
  // One that is far too large is a whole number as well, and is told the limits.
  const isWhole = Number.isInteger(number) || number === Infinity || number === -Infinity;
  if (typeof number !== "number" || !isWhole) {
    if (parameter.rule === "budget") {
      throw new PithError("BUDGET_INVALID", `The budget ${quote(value)} is no whole number.`, {
        subject: quote(value),
        next: `Give a whole number of at least ${LEAST_BUDGET}, such as 2000.`,
      });
    }
    throw invalid(name, value, `Give a whole number${limits(parameter)}.`);
  }
  if (parameter.minimum !== undefined && number < parameter.minimum) {
    if (parameter.rule === "budget") {
      throw new PithError("BUDGET_TOO_SMALL", `A budget of ${number} can't hold an answer.`, {
        subject: String(number),
        next: `Give at least ${parameter.minimum}; most questions need 500 to 4000.`,
      });
    }
    throw invalid(name, value, `Give a whole number${limits(parameter)}.`);
  }
  if (parameter.maximum !== undefined && number > parameter.maximum) {
    if (parameter.rule === "budget") {
      throw new PithError("BUDGET_INVALID", `A budget of ${number} is more than an answer may cost.`, {
        subject: String(number),
        next: `Give at most ${parameter.maximum}; most questions need 500 to 4000.`,
      });
    }
    throw invalid(name, value, `Give a whole number${limits(parameter)}.`);
  }
  return number;
}

async function checkStrings(parameter: Parameter, value: unknown, name: string): Promise<string[]> {
  let list: unknown[] = Array.isArray(value) ? value : [value];
  checkCount(parameter, list, name);
  if (parameter.cli?.commas) {
    // Before they are cut: so many of such a length is more than can be meant.
    for (const item of list)
      if (typeof item === "string") checkLength({ ...parameter, longest: LONGEST_PATH }, item, name);
    list = list.flatMap((item) => (typeof item === "string" ? item.split(",").map((s) => s.trim()) : [item]));
    checkCount(parameter, list, name);
  }
  const texts = list.map((item) => {
    if (typeof item !== "string") throw invalid(name, item, "Give a list of texts.");
    if (item === "") throw invalid(name, item, "Leave out the empty entry.");
    checkLength(parameter, item, name);
    return item;
  });
  const inAll = texts.reduce((sum, text) => sum + text.length, 0);
  checkLength({ ...parameter, longest: parameter.inAll }, { length: inAll }, name);
  if (texts.length === 0 && parameter.required) throw invalid(name, value, "Give at least one.");
  if (parameter.valuesFrom === "languages")
    return Promise.all(texts.map((text) => checkLanguage(text, name)));
  const { values } = parameter;
  return values === undefined ? texts : texts.map((text) => checkMember(text, values, name));
}

/** The id of a language, which may be given by an extension or its whole name. Loaded only when somebody names one. */
async function checkLanguage(value: string, name: string): Promise<string> {
  const { languages } = await import("../lang/registry.ts");
  const wanted = value.toLowerCase();
  const found =
    languages.find((l) => l.id === wanted) ??
    languages.find((l) => l.extensions.includes(wanted.startsWith(".") ? wanted : `.${wanted}`)) ??
    languages.find((l) => l.name.toLowerCase() === wanted);
  if (found !== undefined) return found.id;
  const ids = languages.map((l) => l.id);
  return checkMember(value, ids, name);
}

function checkMember(value: unknown, values: readonly string[], name: string): string {
  if (typeof value === "string") {
    const lower = value.toLowerCase();
    const found = values.find((v) => v === value) ?? values.find((v) => v.toLowerCase() === lower);
    if (found !== undefined) return found;
  }
  const near = typeof value === "string" ? nearestNames(value, values) : [];
  const accepted = `Accepted: ${values.join(", ")}.`;
  throw invalid(name, value, near.length > 0 ? `Did you mean ${near.join(" or ")}? ${accepted}` : accepted);
}

/** An option that has no meaning in a mode must not look as if it had been heeded. */
function checkModes(
  parameters: readonly Parameter[],
  checked: Readonly<Record<string, unknown>>,
  naming: Naming,
): void {
  const mode = parameters.find((p) => p.name === "mode");
  if (mode === undefined) return;
  const chosen = String(checked["mode"] ?? mode.default);
  for (const parameter of parameters) {
    const value = checked[parameter.name];
    // False is what an option is without being given, save where it asks for the opposite.
    const isGiven = parameter.cli?.deniable ? value !== undefined : value !== undefined && value !== false;
    const isEmpty = Array.isArray(value) && value.length === 0;
    if (!isGiven || isEmpty || parameter.modes === undefined || parameter.modes.includes(chosen)) continue;
    const name = naming(parameter);
    const others = parameter.modes.map((other) => naming(mode, other)).join(" or ");
    throw new PithError("ARGUMENT_INVALID", `${MODE_NAMES[chosen] ?? chosen} takes no ${name}.`, {
      subject: parameter.name,
      next: `Leave ${name} out, or search with ${others}.`,
    });
  }
}

const MODE_NAMES: Readonly<Record<string, string>> = {
  ranked: "A ranked search",
  exact: "An exact search",
  regex: "A regex search",
};

function checkQuery(parameters: readonly Parameter[], checked: Record<string, unknown>): void {
  const parameter = parameters.find((p) => p.rule === "query");
  const query = parameter === undefined ? undefined : checked[parameter.name];
  if (parameter === undefined || typeof query !== "string") return;
  const literal = checked["mode"] === "exact" || checked["mode"] === "regex";
  // A pack is something to show without any.
  if (Array.isArray(checked["pack"]) && checked["pack"].length > 0 && query === "") return;
  if (literal ? query === "" : query.trim() === "") {
    throw new PithError("QUERY_EMPTY", `The ${parameter.name} is empty.`, {
      subject: parameter.name,
      next: `Give ${parameter.name}: ${lowerFirst(parameter.description)}`,
    });
  }
  if (parameter.longest !== undefined && query.length > parameter.longest) {
    throw new PithError(
      "QUERY_TOO_LONG",
      `The ${parameter.name} has ${query.length} characters; ${parameter.longest} is the most.`,
      {
        subject: parameter.name,
        next: "Ask with the sentence or the names that matter, not with a whole file.",
      },
    );
  }
}

/** Before anything is done with it: no text may cost more than it is worth. */
function checkLength({ longest }: Parameter, text: { length: number }, name: string): void {
  if (longest === undefined || text.length <= longest) return;
  const message = `A value for ${name} has ${text.length} characters; ${longest} is the most.`;
  throw new PithError("ARGUMENT_INVALID", message, { subject: name, next: "Give a shorter one." });
}

function checkCount({ most }: Parameter, list: readonly unknown[], name: string): void {
  if (most === undefined || list.length <= most) return;
  const message = `${name} has ${list.length} entries; ${most} is the most.`;
  throw new PithError("ARGUMENT_INVALID", message, {
    subject: name,
    next: "Give fewer, or ask in several calls.",
  });
}

function limits(parameter: Parameter): string {
  if (parameter.minimum !== undefined && parameter.maximum !== undefined) {
    return ` from ${parameter.minimum} to ${parameter.maximum}`;
  }
  return parameter.minimum === undefined ? "" : ` of at least ${parameter.minimum}`;
}

function invalid(name: string, value: unknown, next: string): PithError {
  return new PithError("ARGUMENT_INVALID", `${quote(value)} is no value for ${name}.`, {
    subject: name,
    next,
  });
}

/** A value as part of a message: quoted, on one line without control characters, cut at a length that still lets it be recognised. */
export function quote(value: unknown): string {
  return `"${brief(typeof value === "string" ? value : asJson(value))}"`;
}

/** What is not looked at further need not be read to its end. */
const LOOKED_AT = 1_000;

export function brief(text: string): string {
  const line = shownText(text.slice(0, LOOKED_AT)).replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

/** What a program may give has no JSON: circles, `BigInt`, or nested too deep. */
function asJson(value: unknown): string {
  // `1e999` in JSON is such a number, and would be told as null.
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
