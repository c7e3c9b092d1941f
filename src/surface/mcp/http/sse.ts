// The older HTTP+SSE transport (2024-11-05): a GET opens the stream of a session and names the address for its messages;
// each POST there is taken with 202, and answered on the stream. The session ends with its stream.
import { randomUUID } from "node:crypto";
import { parseJSONRPCMessage } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, RequestId, Server, Transport } from "@modelcontextprotocol/server";
import type { Endpoint } from "./http-server.ts";
import type { HttpLimits } from "./limits.ts";
import { busy, INVALID_REQUEST, noSession, refusal } from "./refusal.ts";

const MESSAGES = "/messages";
/** Messages in one array; the SDK takes as many. */
const MOST_AT_ONCE = 100;

export interface SseOptions {
  create: () => Server;
  limits: HttpLimits;
  path: string;
}

export function sse({ create, limits, path }: SseOptions): Endpoint {
  const sessions = new Map<string, SseTransport>();

  const open = async (): Promise<Response> => {
    if (sessions.size >= limits.sessions) return busy("There are as many sessions as this server has.");
    const id = randomUUID();
    const transport = new SseTransport(`${MESSAGES}?sessionId=${id}`, limits);
    // Before it is connected: the server puts its own listener around this one.
    transport.onclose = () => sessions.delete(id);
    sessions.set(id, transport);
    await create().connect(transport);
    return transport.response;
  };

  const post = (request: Request, body: unknown): Response => {
    const transport = sessions.get(new URL(request.url).searchParams.get("sessionId") ?? "");
    if (transport === undefined) return noSession();
    if (transport.isFull) return busy("Too much of this session waits to be worked on or to be read.");
    let messages: JSONRPCMessage[];
    try {
      const all: unknown[] = Array.isArray(body) ? body : [body];
      if (all.length === 0 || all.length > MOST_AT_ONCE) throw new RangeError("batch");
      messages = all.map((one) => parseJSONRPCMessage(one));
    } catch {
      return refusal(400, "This is no JSON-RPC 2.0 message.", INVALID_REQUEST);
    }
    for (const message of messages) transport.take(message);
    return new Response("Accepted", { status: 202, headers: { "Content-Type": "text/plain" } });
  };

  return {
    methods: (asked) => (asked === path ? ["GET"] : asked === MESSAGES ? ["POST"] : []),
    handle: async (request, body) => (body === undefined ? open() : post(request, body)),
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
    },
  };
}

class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly response: Response;
  readonly #encoder = new TextEncoder();
  readonly #most: number;
  readonly #pending = new Set<RequestId>();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #heart: NodeJS.Timeout | undefined;

  constructor(endpoint: string, limits: HttpLimits) {
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#stream = controller),
        cancel: async () => this.#end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: limits.unread }),
    );
    this.#most = limits.exchanges;
    this.#write(`event: endpoint\ndata: ${endpoint}\n\n`);
    this.#heart = setInterval(() => this.#write(": keepalive\n\n"), limits.keepAlive).unref();
    this.response = new Response(stream, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  }

  get isFull(): boolean {
    return this.#pending.size >= this.#most || (this.#stream?.desiredSize ?? 0) <= 0;
  }

  take(message: JSONRPCMessage): void {
    if ("method" in message) {
      if ("id" in message) this.#pending.add(message.id);
      // It gets no answer any more.
      else if (message.method === "notifications/cancelled")
        this.#pending.delete(message.params?.["requestId"] as RequestId);
    }
    this.onmessage?.(message);
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) this.#pending.delete(message.id);
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.#stream?.close();
    this.#end();
  }

  #write(text: string): void {
    this.#stream?.enqueue(this.#encoder.encode(text));
  }

  #end(): void {
    if (this.#stream === undefined) return;
    this.#stream = undefined;
    clearInterval(this.#heart);
    this.onclose?.();
  }
}
