// What a program gives to an operation: its arguments without those that the library decides itself.
import type { OperationArguments, OperationName } from "../engine/arguments.ts";

/** What the opened root and the form of the answer decide already. */
type Given = "root" | "format" | "color";
export type Arguments<Of> = Omit<Of, Given>;

/** `terminal` and colours are for the command line. */
export type RunArguments<Name extends OperationName> = Omit<OperationArguments[Name], Given> & {
  format?: "text" | "json";
};
