// C++, and its kin that read alike (CUDA, Arduino, Objective-C++ sources without a file of their own).
import { cDeclarations, cImports } from "./c-lines.ts";
import { cppSyntax } from "./cpp-syntax.ts";
import type { Language } from "./language.ts";

export const cpp: Language = {
  id: "cpp",
  name: "C++",
  extensions: [
    ".cpp",
    ".cc",
    ".cxx",
    ".c++",
    ".hpp",
    ".hh",
    ".hxx",
    ".h++",
    ".ipp",
    ".inl",
    ".tpp",
    ".txx",
    ".ixx",
    ".cppm",
    ".cu",
    ".cuh",
    ".ino",
  ],
  comments: { line: ["//"], block: [["/*", "*/"]] },
  declarations: cDeclarations,
  imports: cImports,
  extent: "indent",
  strings: [
    { open: 'R"(', close: ')"', multiline: true, escape: "" },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  attached: ["template", "requires", "[[", "__attribute__"],
  marginal: ["#"],
  labels: true,
  syntax: cppSyntax,
};
