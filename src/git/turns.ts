// How many programs run at once? A client may ask many things at the same moment; those beyond a count wait for their turn,
// in the order in which they came.
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Does the work in its turn; null where it was called off before that. */
  async take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result | null> {
    if (signal?.aborted === true) return null;
    if (this.#free > 0) this.#free--;
    else if (!(await this.#turn(signal))) return null;
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The turn is handed on: nobody who comes now gets in between.
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isMine: boolean) => {
        this.#waiting.delete(begin);
        signal?.removeEventListener("abort", callOff);
        resolve(isMine);
      };
      const begin = () => end(true);
      const callOff = () => end(false);
      this.#waiting.add(begin);
      signal?.addEventListener("abort", callOff, { once: true });
    });
  }
}
