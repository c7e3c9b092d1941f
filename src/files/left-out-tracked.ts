// How are the tracked files that a walk leaves out? No answer shows them, but Git counts them as changed or not.
import type { Holder } from "./repository-rules.ts";
import type { WalkFiles } from "./walk.ts";

export class LeftOutTracked {
  #states: string[] | null = [];

  /** The state of all of them; null where that isn't known. */
  get state(): string | null {
    return this.#states?.join("\n") ?? null;
  }

  unknown(): void {
    this.#states = null;
  }

  file({ prefix, absolute }: { prefix: string; absolute: string }, name: string, files: WalkFiles): void {
    if (this.#states === null) return;
    try {
      const stats = files.stat(absolute + name);
      if (stats === undefined) return;
      const { ino, mode, size, mtimeNs, ctimeNs } = stats;
      this.#states.push(`${prefix}${name} ${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`);
    } catch {
      this.#states = null;
    }
  }

  /** A folder that is not entered. True where something in it is tracked. */
  folder(path: string, { tracked }: Holder): boolean {
    const isHeld = tracked?.hasBelow(path) === true || tracked?.isSubmodule(path) === true;
    if (isHeld) this.#states = null;
    return isHeld;
  }
}
