// C++, and its kin that read alike (CUDA, Arduino, Objective-C++ sources without a file of their own).
import { cDeclarations, cImports } from "./c-lines.ts";
import { cppSyntax } from "./cpp-syntax.ts";
import type { Language } from "./language.ts";
import { LETTERS, cWords, words } from "./name-rules.ts";

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
  names: {
    form: LETTERS,
    reserved: words(
      `${cWords} alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t char8_t class co_await co_return co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export false friend inline mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid typename using virtual wchar_t xor xor_eq`,
    ),
  },
  syntax: cppSyntax,
};
