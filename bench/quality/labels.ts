// What is asked, and which files answer? Labels as the public benchmark keeps them: `repos.json` (name, language, url,
// revision, benchmark_root) and `annotations/<name>.json`.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../../src/eval/measure.ts";

export interface LabelledRepository {
  name: string;
  language: string;
  url: string;
  revision: string;
  /** Folder that is searched as the root; empty for the whole repository. */
  root: string;
}

export interface LabelledQuestion {
  repository: string;
  language: string;
  query: string;
  kind: "symbol" | "semantic" | "architecture";
  targets: Target[];
}

interface RawRepository {
  name: string;
  language: string;
  url: string;
  revision: string;
  benchmark_root: string | null;
}

type RawTarget = string | { path: string; start_line?: number | null; end_line?: number | null };

interface RawQuestion {
  query: string;
  relevant?: RawTarget[];
  secondary?: RawTarget[];
  category?: string;
}

export function readRepositories(labels: string): LabelledRepository[] {
  const raw = JSON.parse(readFileSync(join(labels, "repos.json"), "utf8")) as RawRepository[];
  return raw.map(({ name, language, url, revision, benchmark_root }) => ({
    name,
    language,
    url,
    revision,
    root: benchmark_root ?? "",
  }));
}

export function readQuestions(
  labels: string,
  repositories: readonly LabelledRepository[],
): LabelledQuestion[] {
  const folder = join(labels, "annotations");
  const have = new Set(readdirSync(folder));
  const questions: LabelledQuestion[] = [];
  for (const { name, language } of repositories) {
    if (!have.has(`${name}.json`)) continue;
    for (const raw of JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as RawQuestion[]) {
      questions.push({
        repository: name,
        language,
        query: raw.query,
        kind: kindOf(raw),
        targets: [...(raw.relevant ?? []), ...(raw.secondary ?? [])].map(toTarget),
      });
    }
  }
  return questions;
}

/** Targets that are there at all: a label may name a file that no revision had. */
export function existingTargets(
  question: LabelledQuestion,
  repository: LabelledRepository,
  folder: string,
): Target[] {
  return question.targets.filter(
    ({ path }) => existsSync(join(folder, path)) || existsSync(join(folder, repository.root, path)),
  );
}

/** One word asks for a symbol, "how …" for an architecture; the labels' rarer kinds count as what they are closest to. */
function kindOf({ query, category }: RawQuestion): LabelledQuestion["kind"] {
  if (category === "symbol" || category === "architecture" || category === "semantic") return category;
  if (!query.trim().includes(" ")) return "symbol";
  return query.toLowerCase().startsWith("how ") ? "architecture" : "semantic";
}

function toTarget(raw: RawTarget): Target {
  if (typeof raw === "string") return { path: raw, start: null, end: null };
  return { path: raw.path, start: raw.start_line ?? null, end: raw.end_line ?? null };
}
