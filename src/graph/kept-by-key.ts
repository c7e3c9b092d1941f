// Values by their key with what each of them takes, so that a ceiling can count them all.
export class KeptByKey<Value> {
  readonly #values = new Map<string, Value>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Of a key that has no value yet; `takes` in values of the ceiling. */
  set(key: string, value: Value, takes: number): void {
    this.#values.set(key, value);
    this.#size += takes;
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }
}
