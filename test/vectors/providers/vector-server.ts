// A real server of vectors on this machine, as faulty as a test wants it: what it is asked is written down.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model?: string; input: string[]; [name: string]: unknown };
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

/** A vector of a text: its words, hashed into so many numbers, and a little of everything. */
export function vectorOf(text: string, dimension = 32, seed = 1): number[] {
  const vector = Array.from({ length: dimension }, (_, d) => Math.sin(seed * 37 + d) / 10);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = seed;
    for (const c of word) hash = (Math.imul(hash, 31) + c.codePointAt(0)!) >>> 0;
    vector[hash % dimension]! += 1;
  }
  return vector;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** What a sound server answers. */
export function sound(dimension = 32, seed = 1): Answer {
  return ({ body }, response) =>
    sendJson(response, {
      object: "list",
      model: body.model,
      data: body.input.map((text, index) => ({
        object: "embedding",
        index,
        embedding: vectorOf(text, dimension, seed),
      })),
    });
}

export class VectorServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  answer: Answer;
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Asked["body"];
        const asked = { path: request.url!, headers: request.headers, body };
        this.asked.push(asked);
        this.answer(asked, response);
      });
      request.on("error", () => {});
    });
  }

  static async start(answer: Answer = sound(), port = 0): Promise<VectorServer> {
    const server = new VectorServer(answer);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject);
      server.#server.listen(port, "127.0.0.1", resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Texts that were sent, without the sentence that goes with each batch. */
  get texts(): string[] {
    return this.asked.flatMap(({ body }) => body.input.slice(1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
