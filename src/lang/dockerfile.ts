// Dockerfiles: a stage goes from its `FROM` to the next.
import type { Language } from "./language.ts";

export const dockerfile: Language = {
  id: "dockerfile",
  name: "Dockerfile",
  extensions: [".dockerfile", ".containerfile"],
  fileNames: ["Dockerfile", "Containerfile"],
  comments: { line: ["#"], block: [] },
  declarations: [
    { regex: /^\s*FROM\s+(?:--\S+\s+)*\S+\s+AS\s+(?<name>\S+)/i, kind: "section" },
    { regex: /^\s*FROM\s+(?:--\S+\s+)*(?<name>\S+)/i, kind: "section" },
  ],
  imports: [{ regex: /^\s*COPY\s+--from=(?<name>[\w.-]+)/i }],
  extent: "next",
  attached: [],
  sections: "dockerfile",
};
