// What is said of an operation or a command: the shape of an entry of the table, and of its parameters.
import type { OperationName } from "../engine/arguments.ts";

export type Surface = "cli" | "mcp" | "library";
export type ToolSet = "default" | "full";

export type ParameterType =
  | "string"
  | "integer"
  | "boolean"
  /** A list; a single string is taken as a list of one. */
  | "strings"
  | "enum";

/** How a parameter is written on the command line. Without this it is the flag `--kebab-name`. */
export interface CommandLineForm {
  /** `one` argument, all `words` joined by blanks, or `many` arguments. */
  position?: "one" | "words" | "many";
  /** Short flag, such as `-b`. */
  short?: string;
  /** Flags that stand for one value of an enum, such as `exact: "-F, --exact"`. */
  shortcuts?: Readonly<Record<string, string>>;
  /** A boolean that can also be denied with `--no-name`. */
  deniable?: boolean;
  /** What stands for the value in help; the name itself unless given. */
  placeholder?: string;
  /** The description where it is another one than a tool's. */
  description?: string;
  /** A list that may also be separated by commas. */
  commas?: boolean;
}

export interface Parameter {
  /** The name of SCHEMAS, in camel case. */
  name: string;
  type: ParameterType;
  /** One sentence, sent with the tool schemas: every word is paid for on each turn of an agent. */
  description: string;
  /** What else a person should know, on the reference page alone. */
  note?: string;
  required?: boolean;
  /** Shown, not filled in: the engine and the configuration own their defaults. */
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  /** Of a text, or of each of a list: most UTF-16 code units. Every text that is no enum has it (a test). */
  longest?: number;
  /** Not sent with the tool schemas: what is longer than any name, nobody gives. */
  longestUnsaid?: true;
  /** Of a list: most entries. */
  most?: number;
  /** Of a list: most code units of all entries. */
  inAll?: number;
  values?: readonly string[];
  /** Values that are known to another part and checked when given. */
  valuesFrom?: "languages";
  /** Checks with codes of their own. */
  rule?: "query" | "budget";
  /** Only where the parameter `mode` is one of these: elsewhere it must not look as if it had been heeded. */
  modes?: readonly string[];
  /** The path of something in the root; on the command line also from the working directory. */
  path?: true;
  surfaces?: readonly Surface[];
  /** Only in the schema of this tool set; taken from every caller. */
  toolSet?: "full";
  cli?: CommandLineForm;
}

export interface Example {
  command: string;
  says: string;
}

/** Commands that are typed with a word in front: `pith manifest eval` is the entry `manifest-eval`. */
export type CommandGroup = "manifest";

export interface Entry {
  name: string;
  under?: CommandGroup;
  /** One line for lists. */
  summary: string;
  use: string;
  not: string;
  parameters: readonly Parameter[];
  /** What exit code 1 means here; null where it never happens. */
  exitOne: string | null;
  examples: readonly Example[];
  group: "Ask" | "Look after" | "Connect";
}

export interface Operation extends Entry {
  name: OperationName;
  /** The smallest tool set that has it; null: no tool. */
  tool: ToolSet | null;
  /** False where the operation changes something of the user's (the cache does not count). */
  readOnly: boolean;
}

/** What is typed for it after `pith`. */
export function typedName({ name, under }: Pick<Entry, "name" | "under">): string {
  return under === undefined ? name : `${under} ${name.slice(under.length + 1)}`;
}

/** The parameters of an entry that a surface has. */
export function parametersFor(entry: Entry, surface: Surface): Parameter[] {
  return entry.parameters.filter((p) => p.surfaces === undefined || p.surfaces.includes(surface));
}
