// The files that resolution works on: read when they are needed, held up to a ceiling.
import type { GraphFile, GraphView } from "./view.ts";

/** Files read in one go. */
const LOT = 256;

export class HeldFiles {
  readonly #view: GraphView;
  readonly #mostText: number;
  readonly #files = new Map<number, GraphFile>();
  /** Of the files that are held, in UTF-16 code units. */
  #text = 0;
  /** Of all that were let go. */
  #gone = 0;

  /** `mostText`: of the files that are held at once, in UTF-16 code units. */
  constructor(view: GraphView, mostText: number) {
    this.#view = view;
    this.#mostText = mostText;
  }

  /** Text of the files that were let go so far, in UTF-16 code units. */
  get gone(): number {
    return this.#gone;
  }

  async file(index: number): Promise<GraphFile> {
    const known = this.#files.get(index);
    if (known !== undefined) return known;
    return (await this.load([index]))[0]!;
  }

  /** Reads a few files in one go. */
  async load(files: readonly number[]): Promise<GraphFile[]> {
    const missing = files.filter((f) => !this.#files.has(f));
    if (missing.length > 0) {
      for (const file of await this.#view.load(missing)) {
        this.#files.set(file.index, file);
        this.#text += file.text.length;
      }
    }
    const found = files.map((f) => this.#files.get(f)!);
    this.#letGo();
    return found;
  }

  /** Reads any number of files, one lot after the other. */
  async *lots(files: readonly number[]): AsyncGenerator<readonly GraphFile[]> {
    for (let at = 0; at < files.length; at += LOT) yield await this.load(files.slice(at, at + LOT));
  }

  /** The same, file by file. */
  async *each(files: readonly number[]): AsyncGenerator<GraphFile> {
    for await (const lot of this.lots(files)) yield* lot;
  }

  /** The files that were read first go first. */
  #letGo(): void {
    for (const [index, file] of this.#files) {
      if (this.#text <= this.#mostText) return;
      this.#files.delete(index);
      this.#text -= file.text.length;
      this.#gone += file.text.length;
    }
  }
}
