// Rows of verdicts, each once: many names mean the same, in one program and over several.
import type { Row } from "./protocol.ts";

export class RowTable {
  readonly rows: Row[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a row that says the same. */
  numberOf(row: Row): number {
    const key = JSON.stringify([row.targets, row.values, row.receivers, row.bound, row.exact]);
    let known = this.#numbers.get(key);
    if (known === undefined) {
      this.#numbers.set(key, (known = this.rows.length));
      this.rows.push(row);
    }
    return known;
  }
}
