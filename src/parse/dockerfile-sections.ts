// The stages of a Dockerfile: from one `FROM` to the next. Texts given in place (`<<END`) hold none.
import { type SectionDraft, TextLines } from "./section-facts.ts";

const FROM = /^\s*FROM\s+((?:--\S+\s+)*)(\S+)(?:\s+AS\s+(\S+))?/i;
const HEREDOC = /<<-?\s*(["']?)([A-Za-z_]\w*)\1/;
const COMMENT = /^\s*#(?!\s*(?:syntax|escape)\s*=)/;

export function dockerfileSections(text: string): SectionDraft[] {
  const lines = new TextLines(text);
  const drafts: SectionDraft[] = [];
  let until = "";
  for (let i = 0; i < lines.size; i++) {
    const line = lines.line(i);
    if (until !== "") {
      if (line.trim() === until) until = "";
      continue;
    }
    const stage = FROM.exec(line);
    if (stage === null) {
      if (/^\s*(?:RUN|COPY|ADD)\b/i.test(line)) until = HEREDOC.exec(line)?.[2] ?? "";
      continue;
    }
    const above = lines.commentAbove(i, COMMENT);
    const before = drafts.at(-1);
    if (before !== undefined) before.end = above.start;
    const [whole, options = "", image = "", alias] = stage;
    const name = alias ?? image;
    const from = lines.start(i);
    const at =
      alias === undefined
        ? from + line.indexOf(image, line.indexOf(options))
        : from + whole.length - name.length;
    drafts.push({
      name,
      kind: "section",
      start: above.start,
      end: text.length,
      nameStart: at,
      nameEnd: at + name.length,
      body: lines.start(i + 1),
      signature: line,
      doc: above.doc,
    });
  }
  return drafts;
}
