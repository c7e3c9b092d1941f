// Elixir.
import { elixirSyntax } from "./elixir-syntax.ts";
import type { Language } from "./language.ts";
import { words } from "./name-rules.ts";

export const elixir: Language = {
  id: "elixir",
  name: "Elixir",
  extensions: [".ex", ".exs"],
  shebangs: ["elixir", "iex"],
  comments: {
    line: ["#"],
    block: [
      ['@moduledoc """', '"""'],
      ['@moduledoc ~S"""', '"""'],
      ['@doc """', '"""'],
      ['@doc ~S"""', '"""'],
      ['@typedoc """', '"""'],
      ['@shortdoc "', '"'],
    ],
  },
  declarations: [
    { regex: /^\s*defmodule\s+(?<name>[\w.]+)/, kind: "module" },
    { regex: /^\s*defprotocol\s+(?<name>[\w.]+)/, kind: "interface" },
    { regex: /^\s*defimpl\s+(?<name>[\w.]+)/, kind: "implementation" },
    { regex: /^\s*(?:defmacro|defmacrop|defguard|defguardp)\s+(?<name>[a-z_]\w*[?!]?)/, kind: "macro" },
    {
      regex: /^\s*(?:def|defp|defdelegate|defn|defnp)\s+(?<name>[a-z_\u0080-\uffff]\w*[?!]?)/,
      kind: "function",
    },
    { regex: /^\s*@(?:type|typep|opaque)\s+(?<name>[a-z_]\w*)/, kind: "type" },
    { regex: /^\s*@(?:callback|macrocallback)\s+(?<name>[a-z_]\w*[?!]?)/, kind: "method" },
    { regex: /^\s*(?:test|describe|property)\s+"(?<name>[^"]+)"/, kind: "function" },
    {
      regex:
        /^\s*@(?<name>(?!doc|moduledoc|typedoc|spec|impl|behaviour|type|opaque|callback|derive|tag|enforce_keys|before_compile|after_compile|external_resource|deprecated|since|dialyzer|compile|on_load|on_definition|optional_callbacks|shortdoc)[a-z_]\w*)\s+[^\s=:]/,
      kind: "constant",
    },
  ],
  imports: [{ regex: /^\s*(?:alias|import|require|use)\s+(?<name>[\w.]+?)(?:\.\{.*|,.*)?\s*$/ }],
  extent: "indent",
  strings: [
    { open: '"""', close: '"""', multiline: true },
    { open: "'''", close: "'''", multiline: true },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  names: {
    form: /^[\p{L}_][\p{L}\p{N}_]*[?!]?$/u,
    reserved: words("after and catch do else end false fn in nil not or rescue true when"),
  },
  syntax: elixirSyntax,
};
