// What is a compatibility set? The tools of another system, by its names, arguments and results, over Pith's operations:
// a tool turns what its client sends into questions to the engine, and their answers into what its client expects.
//
//     pith mcp --compat pasr | cirurgic | mast        loads one of the files beside this one, and nothing else
import type { Outcome } from "../../engine/operation.ts";
import type { Receipt } from "../../pack/receipt.ts";
import type { EngineOperation } from "../../engine/engine.ts";

export const COMPAT_NAMES = ["pasr", "cirurgic", "mast"] as const;
export type CompatName = (typeof COMPAT_NAMES)[number];

/** JSON Schema of one argument, as far as these systems use it. */
export type ArgumentSchema = {
  type: "string" | "integer" | "boolean" | "array";
  description: string;
  default?: string | number | boolean | [];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: string[];
  items?: { type: "string"; maxLength?: number };
  maxItems?: number;
};

export interface CompatCall {
  /** The folder that the call works in. */
  root: string;
  /** Stands for the client: the same for all calls of one connection or session. */
  client: object;
  /** Checked, with the system's own defaults filled in. */
  args: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  /** An operation in the root of the call, answered as JSON; with the receipt of what it showed, or null. */
  run: (operation: EngineOperation, args: Readonly<Record<string, unknown>>) => Promise<CompatOutcome>;
  /** Milliseconds since the call came: these systems tell it. */
  elapsed: () => number;
}

export type CompatOutcome = Outcome & { receipt: Receipt | null };

export interface CompatTool {
  name: string;
  description: string;
  arguments: Readonly<Record<string, ArgumentSchema>>;
  required?: readonly string[];
  readOnly: boolean;
  /** The argument that names the root, where there is one. */
  root?: string;
  /** The finished text of the reply. */
  answer: (call: CompatCall) => Promise<string>;
}

export interface CompatSet {
  name: CompatName | "manifest";
  instructions: string;
  tools: readonly CompatTool[];
}

export async function loadCompatSet(name: CompatName): Promise<CompatSet> {
  switch (name) {
    case "pasr":
      return (await import("./pasr.ts")).pasr;
    case "cirurgic":
      return (await import("./cirurgic.ts")).cirurgic;
    case "mast":
      return (await import("./mast.ts")).mast;
  }
}
