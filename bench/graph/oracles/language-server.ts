// A language server over standard input and output: as much of the protocol as asking what a name means takes.
import { type ChildProcess, spawn } from "node:child_process";

export interface Location {
  uri: string;
  line: number;
  column: number;
  /** Where the range ends that the server gives. */
  endLine: number;
  endColumn: number;
}

interface Pending {
  done(value: unknown): void;
  fail(error: Error): void;
}

export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #configuration: (section: string) => unknown;
  #next = 1;
  #buffer: Buffer = Buffer.alloc(0);
  #busy = new Set<string>();
  readonly #awaited = new Map<string, () => void>();

  constructor(command: readonly string[], configuration: (section: string) => unknown, cwd?: string) {
    this.#configuration = configuration;
    const [program, ...args] = command;
    this.#child = spawn(program!, args, { stdio: ["pipe", "pipe", "ignore"], cwd });
    this.#child.stdout!.on("data", (data: Buffer) => this.#read(data));
    this.#child.on("exit", () => {
      for (const { fail } of this.#pending.values()) fail(new Error("the language server ended"));
    });
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = this.#next++;
    return new Promise((done, fail) => {
      this.#pending.set(id, { done, fail });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Places of the definitions of the name there; line and column from 1. */
  async definitions(uri: string, line: number, column: number): Promise<Location[]> {
    const said = (await this.request("textDocument/definition", {
      textDocument: { uri },
      position: { line: line - 1, character: column - 1 },
    })) as unknown;
    const list = Array.isArray(said) ? said : said === null || said === undefined ? [] : [said];
    return list.map((one: Record<string, any>) => {
      const range = one["targetSelectionRange"] ?? one["range"];
      return {
        uri: (one["targetUri"] ?? one["uri"]) as string,
        line: (range.start.line as number) + 1,
        column: (range.start.character as number) + 1,
        endLine: (range.end.line as number) + 1,
        endColumn: (range.end.character as number) + 1,
      };
    });
  }

  /** Whether the server reports work that it has begun and not ended. */
  get busy(): boolean {
    return this.#busy.size > 0;
  }

  /** Until the server says it by itself. */
  until(method: string): Promise<void> {
    return new Promise((done) => this.#awaited.set(method, done));
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.#child.once("exit", done));
    await this.request("shutdown", null).catch(() => null);
    this.notify("exit", null);
    const timer = setTimeout(() => this.#child.kill(), 5000);
    await ended;
    clearTimeout(timer);
  }

  #send(message: unknown): void {
    const body = Buffer.from(JSON.stringify(message));
    this.#child.stdin!.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#child.stdin!.write(body);
  }

  #read(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const head = this.#buffer.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString("latin1", 0, head))![1]);
      if (this.#buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.#buffer.toString("utf8", head + 4, head + 4 + length));
      this.#buffer = this.#buffer.subarray(head + 4 + length);
      this.#take(message);
    }
  }

  #take(message: Record<string, any>): void {
    if (message["method"] === undefined) {
      const pending = this.#pending.get(message["id"]);
      this.#pending.delete(message["id"]);
      if (message["error"] === undefined) pending?.done(message["result"]);
      else pending?.fail(new Error(message["error"].message));
      return;
    }
    this.#awaited.get(message["method"])?.();
    if (message["method"] === "$/progress") {
      const { token, value } = message["params"];
      if (value.kind === "begin") this.#busy.add(String(token));
      if (value.kind === "end") this.#busy.delete(String(token));
    }
    if (message["id"] === undefined) return;
    const items = message["params"]?.items as { section?: string }[] | undefined;
    const result =
      message["method"] === "workspace/configuration"
        ? items!.map(({ section }) => this.#configuration(section ?? ""))
        : null;
    this.#send({ jsonrpc: "2.0", id: message["id"], result });
  }
}
