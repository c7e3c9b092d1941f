// A host that writes its own messages: what a library of the protocol would never send, or not so.
import assert from "node:assert/strict";
import { installed } from "../installed-package.ts";
import { call, initialize, initialized, lines } from "../mcp-messages.ts";
import type { Id, Message } from "../mcp-messages.ts";
import { start } from "../pith-process.ts";
import type { Finished, Running, StartOptions } from "../pith-process.ts";

export interface HostOptions extends StartOptions {
  argv?: string[];
  /** What the host says of itself at the start. */
  capabilities?: Record<string, unknown>;
  /** Addresses that it gives when it is asked for its roots. */
  roots?: () => unknown;
}

/** Longest wait for a message, in ms: a server that hangs fails its test. */
const PATIENCE = 60_000;

export class Host implements AsyncDisposable {
  readonly running: Running;
  /** Every line of standard output so far. */
  readonly messages: Message[] = [];
  /** How often the server asked for the roots. */
  asked = 0;
  #rest = "";
  #changed: (() => void)[] = [];
  #next = 1000;

  private constructor(running: Running, roots: HostOptions["roots"]) {
    this.running = running;
    running.child.stdout.on("data", (chunk: Buffer) => {
      const parts = (this.#rest + String(chunk)).split("\n");
      this.#rest = parts.pop()!;
      for (const line of parts) {
        // Nothing but protocol on standard output: a line that is no JSON throws here.
        const message = JSON.parse(line) as Message;
        this.messages.push(message);
        if (message.method === "roots/list" && roots !== undefined) {
          this.asked++;
          const given = roots();
          if (given !== undefined) this.send({ jsonrpc: "2.0", id: message.id, ...(given as object) });
        }
      }
      for (const look of this.#changed.splice(0)) look();
    });
    void running.finished.then(() => {
      for (const look of this.#changed.splice(0)) look();
    });
  }

  /** Starts the packed server, and says hello unless told not to. */
  static async start(options: HostOptions = {}, hello = true): Promise<Host> {
    const { bin } = await installed();
    const { argv = [], roots, capabilities = roots === undefined ? {} : { roots: {} } } = options;
    const host = new Host(start(["mcp", ...argv], { bin, ...options }), roots);
    if (hello) {
      host.send(initialize("hello", { capabilities }), initialized);
      await host.answer("hello");
    }
    return host;
  }

  write(bytes: string | Uint8Array): void {
    this.running.child.stdin.write(bytes);
  }

  send(...messages: unknown[]): void {
    this.write(lines(...messages));
  }

  /** The first message that is looked for. */
  async until(found: (message: Message) => boolean): Promise<Message> {
    const deadline = performance.now() + PATIENCE;
    for (;;) {
      const message = this.messages.find(found);
      if (message !== undefined) return message;
      const left = deadline - performance.now();
      const { exitCode } = this.running.child;
      if (left < 0 || exitCode !== null) {
        throw new Error(`Not seen (exit code ${exitCode}): ${this.running.stdout()}${this.running.stderr()}`);
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#changed.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  answer(id: Id | null): Promise<Message> {
    return this.until((message) => message.id === id && message.method === undefined);
  }

  /** Text of a tool's answer, which is no fault. */
  async ask(name: string, args: object = {}): Promise<string> {
    const id = this.#next++;
    this.send(call(id, name, args));
    return textOf(await this.answer(id));
  }

  /** Text of a tool's refusal. */
  async refused(name: string, args: object = {}): Promise<string> {
    const id = this.#next++;
    this.send(call(id, name, args));
    const { result } = await this.answer(id);
    assert.equal(result?.isError, true, JSON.stringify(result));
    return result.content![0]!.text;
  }

  /** The end of the input ends the process, with exit code 0. How fast is the bench's to say. */
  async end(): Promise<Finished> {
    this.running.child.stdin.end();
    const finished = await this.running.finished;
    assert.equal(finished.code, 0, finished.stderr);
    return finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.running.child.exitCode !== null || this.running.child.signalCode !== null) return;
    this.running.child.kill("SIGKILL");
    await this.running.finished;
  }
}

export function textOf({ result, error }: Message): string {
  assert.equal(error, undefined, JSON.stringify(error));
  assert.notEqual(result?.isError, true, JSON.stringify(result));
  return result!.content![0]!.text;
}

/** Lets the other side read what was written so far. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve));
