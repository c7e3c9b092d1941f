// Protocol Buffers.
import type { Language } from "./language.ts";

export const protobuf: Language = {
  id: "protobuf",
  name: "Protocol Buffers",
  extensions: [".proto"],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^\s*message\s+(?<name>\w+)/, kind: "struct" },
    { regex: /^\s*enum\s+(?<name>\w+)/, kind: "enum" },
    { regex: /^\s*service\s+(?<name>\w+)/, kind: "interface" },
    { regex: /^\s*rpc\s+(?<name>\w+)/, kind: "method" },
    { regex: /^\s*extend\s+(?:\w+\.)*(?<name>\w+)/, kind: "implementation" },
    { regex: /^\s*oneof\s+(?<name>\w+)/, kind: "field" },
    { regex: /^package\s+(?<name>[\w.]+)\s*;/, kind: "namespace" },
  ],
  imports: [{ regex: /^\s*import\s+(?:public\s+|weak\s+)?"(?<name>[^"]+)"/ }],
  extent: "indent",
  attached: [],
};
