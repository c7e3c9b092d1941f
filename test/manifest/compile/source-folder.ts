// A source on disk for a test: its files by their paths, gone when the test ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export class SourceFolder implements Disposable {
  readonly #outer = mkdtempSync(join(tmpdir(), "pith-source-"));
  readonly path: string;

  /** A path with a slash at its end is an empty folder. */
  constructor(files: Readonly<Record<string, string | Uint8Array>>, name = "src") {
    this.path = join(this.#outer, name);
    mkdirSync(this.path);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  write(path: string, content: string | Uint8Array): string {
    const whole = join(this.path, path);
    if (path.endsWith("/")) mkdirSync(whole, { recursive: true });
    else {
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content);
    }
    return whole;
  }

  [Symbol.dispose](): void {
    rmSync(this.#outer, { recursive: true, force: true });
  }
}
