// Words of questions about many things: languages by their names, and what says nothing of what is counted.

export const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  go: ["go"],
  rust: ["rust"],
  python: ["python"],
  javascript: ["javascript"],
  typescript: ["typescript", "tsx"],
  java: ["java"],
  ruby: ["ruby"],
  php: ["php"],
  markdown: ["markdown"],
  json: ["json"],
  yaml: ["yaml"],
  toml: ["toml"],
};

/** Words that say nothing of what is counted. */
export const FILLER = new Set(
  "how many much what which are is there any some the a an all every each of in list out show me give tell please count up number total tally enumerate breakdown full complete inventory find that do does have has exist this it we i need want can you could so and hey here declared defined written get us our different distinct 's s by live themselves per lines-of as well".split(
    " ",
  ),
);
