// How do messages travel over standard input and output? One JSON message a line. The SDK's own transport ends
// the connection on an oversized frame and drops broken lines without a word; clients then wait until their
// time-out. This one answers both with an error and goes on. It also accepts `\r\n`, a byte order mark, blank
// lines and arrays of messages, and lets calls in flight finish for a moment when the input ends. From a client that
// reads too little of what it is answered it takes no more until it has.
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

/** Largest message taken, in bytes. No call of ours needs a thousandth; the SDK's own limit is the same. */
const LARGEST_FRAME = 10 * 1024 * 1024;
/**
 * How long calls in flight may still answer after the input has ended, in ms: two seconds in all to be gone. A first
 * answer on a busy machine takes more than one.
 */
const GRACE = 1_500;
/** Bytes kept of both ends of an oversized frame, to find the id that its sender waits for. */
const KEPT = 256;

/**
 * Bytes that may wait for a client to read them before no more is taken from it. Far more than one that writes all it has
 * before it reads ever asks for: that one would wait for us while we wait for it.
 */
const MOST_UNREAD = 16 * 1024 * 1024;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export interface StdioTransportOptions {
  input: Readable;
  output: Writable;
  /** Throws for what is no JSON-RPC message. */
  parse: (value: unknown) => JSONRPCMessage;
  largestFrame?: number;
  mostUnread?: number | undefined;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: Required<StdioTransportOptions>;
  /** Calls in flight by their ids: a client may use one again before it was answered. */
  readonly #pending = new Map<RequestId, number>();
  #chunks: Buffer[] = [];
  #held = 0;
  /** First bytes of a frame that is being skipped, or null. */
  #skipping: Buffer | null = null;
  #tail: Buffer = Buffer.alloc(0);
  #closed = false;
  #grace: NodeJS.Timeout | undefined;
  /** Settled when what waits to be read has been, or never will be. */
  #drained: Promise<void> | undefined;

  constructor(options: StdioTransportOptions) {
    const { largestFrame = LARGEST_FRAME, mostUnread = MOST_UNREAD } = options;
    this.#options = { ...options, largestFrame, mostUnread };
  }

  async start(): Promise<void> {
    const { input, output } = this.#options;
    input.on("data", this.#onData);
    input.on("end", this.#onEnd);
    input.on("close", this.#onEnd);
    input.on("error", this.#onEnd);
    // A closed pipe (EPIPE) means that nobody reads any more.
    output.on("error", this.#onBroken);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if ("id" in message && message.id !== undefined && !("method" in message)) this.#settle(message.id);
    await this.#write(message);
    if (this.#grace !== undefined && this.#pending.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#grace);
    const { input } = this.#options;
    input.off("data", this.#onData);
    input.off("end", this.#onEnd);
    input.off("close", this.#onEnd);
    input.pause();
    // The listener on output stays: a late EPIPE must not become an uncaught exception.
    this.onclose?.();
  }

  #onData = (chunk: Buffer): void => {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(10, from);
      if (end === -1) break;
      this.#take(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#take(chunk.subarray(from));
  };

  #take(part: Buffer): void {
    if (this.#skipping !== null) {
      this.#tail = Buffer.concat([this.#tail, part]).subarray(-KEPT);
      return;
    }
    this.#chunks.push(part);
    this.#held += part.length;
    if (this.#held > this.#options.largestFrame) {
      const all = Buffer.concat(this.#chunks);
      this.#skipping = Buffer.from(all.subarray(0, KEPT));
      this.#tail = Buffer.from(all.subarray(-KEPT));
      this.#chunks = [];
      this.#held = 0;
    }
  }

  #finish(): void {
    if (this.#skipping !== null) {
      const id = idAtAnEnd(this.#skipping.toString("utf8"), this.#tail.toString("utf8"));
      this.#skipping = null;
      this.#tail = Buffer.alloc(0);
      this.#refuse(id, INVALID_REQUEST, `A message may have at most ${this.#options.largestFrame} bytes.`);
      return;
    }
    const line = Buffer.concat(this.#chunks, this.#held)
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim();
    this.#chunks = [];
    this.#held = 0;
    if (line !== "") this.#receive(line);
  }

  #receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(null, PARSE_ERROR, "This line is no JSON.");
      return;
    }
    if (Array.isArray(value)) {
      if (value.length === 0) this.#refuse(null, INVALID_REQUEST, "This batch is empty.");
      for (const item of value) this.#deliver(item);
    } else {
      this.#deliver(value);
    }
  }

  #deliver(value: unknown): void {
    let message: JSONRPCMessage;
    try {
      message = this.#options.parse(value);
    } catch {
      const id = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : null;
      const usable = typeof id === "string" || typeof id === "number" ? id : null;
      this.#refuse(usable, INVALID_REQUEST, "This is no JSON-RPC 2.0 message.");
      return;
    }
    if ("method" in message && "id" in message && message.id !== undefined)
      this.#pending.set(message.id, (this.#pending.get(message.id) ?? 0) + 1);
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#settle(id);
    }
    this.onmessage?.(message);
  }

  #settle(id: RequestId): void {
    const left = (this.#pending.get(id) ?? 0) - 1;
    if (left > 0) this.#pending.set(id, left);
    else this.#pending.delete(id);
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.#write({ jsonrpc: "2.0", id, error: { code, message } }).catch(this.#onBroken);
  }

  async #write(message: unknown): Promise<void> {
    const { output } = this.#options;
    if (this.#closed || output.destroyed || output.writableEnded) return;
    if (output.write(`${JSON.stringify(message)}\n`)) return;
    if (output.writableLength > this.#options.mostUnread) this.#options.input.pause();
    await (this.#drained ??= this.#drain());
  }

  /** One for all that wait: each of them listening for itself would be taken for a leak. */
  #drain(): Promise<void> {
    const { input, output } = this.#options;
    return new Promise((resolve) => {
      const done = (): void => {
        for (const event of ["drain", "close", "error"]) output.off(event, done);
        this.#drained = undefined;
        if (!this.#closed) input.resume();
        resolve();
      };
      for (const event of ["drain", "close", "error"]) output.once(event, done);
    });
  }

  #onEnd = (): void => {
    if (this.#closed || this.#grace !== undefined) return;
    // A last message may end with the input instead of its line.
    if (this.#held > 0 || this.#skipping !== null) this.#finish();
    if (this.#pending.size === 0) {
      void this.close();
      return;
    }
    this.#grace = setTimeout(() => void this.close(), GRACE);
  };

  #onBroken = (): void => {
    void this.close();
  };
}

/** The id of a frame of which only both ends are known: clients write it either first or last. */
function idAtAnEnd(head: string, tail: string): RequestId | null {
  const id = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]{0,100}")`;
  const first = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${id}\s*,`).exec(head);
  const last = new RegExp(String.raw`,\s*${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`).exec(tail);
  const found = (first ?? last)?.[1];
  return found === undefined ? null : (JSON.parse(found) as RequestId);
}
