// HCL: Terraform, OpenTofu, Packer, Nomad.
import type { Language } from "./language.ts";

export const hcl: Language = {
  id: "hcl",
  name: "HCL (Terraform)",
  extensions: [".tf", ".tfvars", ".hcl", ".tofu", ".nomad"],
  fileNames: [".terraformrc", "terraform.rc"],
  comments: { line: ["#", "//"], block: [["/*", "*/"]] },
  declarations: [
    { regex: /^variable\s+"?(?<name>[\w-]+)"?\s*\{/, kind: "variable" },
    { regex: /^output\s+"?(?<name>[\w-]+)"?\s*\{/, kind: "variable" },
    { regex: /^module\s+"?(?<name>[\w-]+)"?\s*\{/, kind: "module" },
    // `resource "type" "name" {` is known by its last label.
    { regex: /^(?:\w+)(?:\s+"[^"]*")*\s+"(?<name>[^"]+)"\s*\{/, kind: "section" },
    { regex: /^(?<name>locals|terraform|variables|build|moved|import|removed)\s*\{/, kind: "section" },
    { regex: /^ {2}(?<name>[A-Za-z_][\w-]*)\s*=\s*[[{(]?\s*$/, kind: "key" },
    { regex: /^(?<name>[A-Za-z_][\w-]*)\s*=(?!=)/, kind: "key" },
  ],
  imports: [{ regex: /^\s*source\s*=\s*"(?<name>[^"?]+)/ }],
  extent: "indent",
  strings: [{ open: '"', close: '"' }],
  attached: [],
  sections: "hcl",
};
