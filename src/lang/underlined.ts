// Headings that a line of marks underlines, as in reStructuredText and many plain texts.
import type { DeclarationPattern } from "./language.ts";

export const underlinedHeading: DeclarationPattern = {
  regex: /^(?<name>[^\s=\-~^"'#*+`:.<>_|\\][^\n]{0,198})$/,
  below: /^([=\-~^"'#*+`:.<>_])\1{2,}\s*$/,
  kind: "section",
};
