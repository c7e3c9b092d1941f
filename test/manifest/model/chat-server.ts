// A real server of a model on this machine, as faulty as a test wants it: what it is asked is written down.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedChat {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; messages: { role: string; content: string }[]; [name: string]: unknown };
}

export type ChatAnswer = (asked: AskedChat, response: ServerResponse, number: number) => void;

export function sendReply(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function chatReply(content: unknown, usage?: unknown): unknown {
  return { choices: [{ message: { role: "assistant", content } }], ...(usage !== undefined && { usage }) };
}

export class ChatServer implements AsyncDisposable {
  readonly asked: AskedChat[] = [];
  /** Requests at once, at most. */
  most = 0;
  #open = 0;
  readonly #server: Server;

  private constructor(answer: ChatAnswer) {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      this.most = Math.max(this.most, ++this.#open);
      response.on("close", () => this.#open--);
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as AskedChat["body"];
        const asked = { path: request.url!, headers: request.headers, body };
        answer(asked, response, this.asked.push(asked) - 1);
      });
      request.on("error", () => {});
    });
  }

  static async start(answer: ChatAnswer): Promise<ChatServer> {
    const server = new ChatServer(answer);
    await new Promise<void>((resolve, reject) => {
      server.#server.once("error", reject);
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
