// Recorded sessions: what is asked turn by turn, and which lines must be held for the turn to be answered.
export interface Lines {
  path: string;
  start: number;
  end: number;
}

export interface Turn {
  kind: "question" | "follow-up" | "caller" | "test" | "text";
  /** The question in words, or the name or text that is looked for. */
  ask: string;
  /** All of these lines. */
  evidence: Lines[];
}

export interface RecordedSession {
  id: string;
  repository: string;
  revision: string;
  grepFriendly: boolean;
  turns: Turn[];
  /** Of the grep-and-read agent: each command with the tokens of its output, and all that it held in the end. */
  grep: { turn: number; command: string; tokens: number }[];
}

/** Lines that an agent was shown, by file. */
export class Held {
  readonly #lines = new Map<string, Set<number>>();

  add(path: string, start: number, end: number): void {
    const lines = this.#lines.get(path) ?? new Set();
    for (let line = start; line <= end; line++) lines.add(line);
    this.#lines.set(path, lines);
  }

  has(path: string, line: number): boolean {
    return this.#lines.get(path)?.has(line) === true;
  }

  hasAny(path: string): boolean {
    return this.#lines.has(path);
  }

  /** `isBlank`: such lines need not be shown. */
  holds({ path, start, end }: Lines, isBlank: (path: string, line: number) => boolean): boolean {
    for (let line = start; line <= end; line++)
      if (!this.has(path, line) && !isBlank(path, line)) return false;
    return true;
  }
}
