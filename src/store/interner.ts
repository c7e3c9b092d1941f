// Numbers for strings, in the order in which they come.
export class Interner {
  readonly strings: string[] = [];
  readonly #ids = new Map<string, number>();

  find(string: string): number {
    return this.#ids.get(string) ?? -1;
  }

  idOf(string: string): number {
    let id = this.#ids.get(string);
    if (id === undefined) {
      id = this.add(string);
      this.#ids.set(string, id);
    }
    return id;
  }

  /** A number for a string that was not met before and won't be asked for. */
  add(string: string): number {
    return this.strings.push(string) - 1;
  }
}
