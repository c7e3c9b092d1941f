// Which rules held in the last walk, and do they still? Every rule file is read in every walk; where its bytes are what they
// were, its rules are the very same objects, and so are the stacks that are made of them. By those the walk knows again
// what it has decided (`folder-ways.ts`).
import type { RuleFile } from "./ignore-rules.ts";
import { withRules } from "./rule-stack.ts";
import type { RuleStack } from "./rule-stack.ts";

/** Rule files and bytes of them that are kept. Large repositories have some hundred files, of a few lines each. */
const MOST_FILES = 10_000;
const MOST_BYTES = 16_000_000;

interface KeptRules {
  content: Uint8Array;
  rules: RuleFile | null;
  walk: number;
}

interface KeptStack {
  below: RuleStack;
  file: RuleFile;
  from: number;
  stack: RuleStack;
  walk: number;
}

export class RuleMemory {
  /** By file and way of reading it. */
  readonly #rules = new Map<string, KeptRules>();
  /** By the place that they hold in. */
  readonly #stacks = new Map<string, KeptStack>();
  #bytes = 0;
  #walk = 0;

  begin(): void {
    this.#walk++;
  }

  /** What was not met in the walk is forgotten. */
  end(): void {
    for (const [key, kept] of this.#rules) if (kept.walk !== this.#walk) this.#forget(key, kept);
    for (const [key, kept] of this.#stacks) if (kept.walk !== this.#walk) this.#stacks.delete(key);
  }

  #forget(key: string, { content }: KeptRules): void {
    this.#rules.delete(key);
    this.#bytes -= content.byteLength;
  }

  /** The rules of a file with this content: as they were, or compiled now. */
  rules(key: string, content: Uint8Array, compile: () => RuleFile | null): RuleFile | null {
    const kept = this.#rules.get(key);
    if (kept !== undefined && Buffer.compare(kept.content, content) === 0) {
      kept.walk = this.#walk;
      return kept.rules;
    }
    if (kept !== undefined) this.#forget(key, kept);
    const rules = compile();
    if (this.#rules.size < MOST_FILES && this.#bytes + content.byteLength <= MOST_BYTES) {
      this.#rules.set(key, { content, rules, walk: this.#walk });
      this.#bytes += content.byteLength;
    }
    return rules;
  }

  /** A stack with the rules of a file above it: the same as in the walk before, if it is of the same. */
  stack(
    key: string,
    below: RuleStack,
    kind: keyof RuleStack,
    file: RuleFile | null,
    from: number,
  ): RuleStack {
    if (file === null) return below;
    const kept = this.#stacks.get(key);
    if (kept !== undefined && kept.below === below && kept.file === file && kept.from === from) {
      kept.walk = this.#walk;
      return kept.stack;
    }
    const stack = withRules(below, kind, file, from);
    if (kept !== undefined || this.#stacks.size < MOST_FILES) {
      this.#stacks.set(key, { below, file, from, stack, walk: this.#walk });
    }
    return stack;
  }
}
