// Flags of the commands that listen over HTTP: where, and to whom.
import { LONGEST_PATH } from "../../base/limits.ts";
import type { Parameter } from "../entry.ts";

export function listening(port: number): readonly Parameter[] {
  return [
    {
      name: "port",
      type: "integer",
      minimum: 0,
      maximum: 65_535,
      default: port,
      description: "Port to listen on; 0 takes a free one.",
    },
    {
      name: "host",
      type: "string",
      longest: 253,
      default: "127.0.0.1",
      description: "Address to listen on. One that other machines can reach needs a token.",
    },
  ];
}

export const admitting: readonly Parameter[] = [
  {
    name: "tokenFile",
    type: "string",
    longest: LONGEST_PATH,
    description: "File with the token that clients must send. Also: PITH_MCP_TOKEN.",
    cli: { placeholder: "file" },
  },
  {
    name: "allowHost",
    type: "strings",
    longest: 253,
    most: 100,
    description: "Name by which clients reach it through a proxy. May be repeated.",
    cli: { placeholder: "name" },
  },
  {
    name: "allowOrigin",
    type: "strings",
    longest: 253,
    most: 100,
    description: "Origin of pages that may call it, such as http://localhost:6274. May be repeated.",
    cli: { placeholder: "origin" },
  },
];
