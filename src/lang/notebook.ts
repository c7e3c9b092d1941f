// Jupyter notebooks: their words are read as the JSON that they are, their code as the code of a kernel.
import type { Language } from "./language.ts";

export const notebook: Language = {
  id: "notebook",
  name: "Jupyter notebook",
  extensions: [".ipynb"],
  comments: { line: [], block: [] },
  declarations: [],
  imports: [],
  extent: "next",
  strings: [],
  data: true,
  embeds: "notebook",
};
