// One client's session over Streamable HTTP: the SDK's transport with what it leaves open. A call that is cancelled gets a
// last word, so that its stream ends; a call whose client is gone goes on for a moment, since the client may resume, and is
// cancelled then.
import { randomUUID } from "node:crypto";
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { EventStore, JSONRPCMessage, RequestId, Server } from "@modelcontextprotocol/server";
import { INVALID_REQUEST, REFUSED, refusal } from "./refusal.ts";
import type { HttpLimits } from "./limits.ts";

/** What a client that may resume is told to wait before, in ms: less than it has. */
const RETRY = 500;

export interface SessionOptions {
  server: Server;
  events: EventStore;
  limits: HttpLimits;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export class Session {
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #server: Server;
  readonly #events: EventStore;
  readonly #awayTime: number;
  readonly #pending = new Set<RequestId>();
  /** Calls whose answer has nowhere to go at the moment → when their work ends. */
  readonly #away = new Map<RequestId, NodeJS.Timeout>();
  #exchanges = 0;
  /** Of `performance.now()`. */
  usedAt = performance.now();

  private constructor(options: SessionOptions) {
    this.#server = options.server;
    this.#events = options.events;
    this.#awayTime = options.limits.awayTime;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: options.events,
      retryInterval: RETRY,
      keepAliveMs: options.limits.keepAlive,
      onsessioninitialized: options.onOpen,
    });
  }

  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    const transport = session.#transport;
    const send = transport.send.bind(transport);
    transport.send = async (message, about) => {
      if (isResponse(message)) session.#settle(message.id!);
      await send(message, about);
    };
    await options.server.connect(transport);
    const inner = transport.onclose;
    transport.onclose = () => {
      inner?.();
      for (const timer of session.#away.values()) clearTimeout(timer);
      options.onClose();
    };
    return session;
  }

  /** Undefined until the first request has been taken. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Nobody is connected, and nothing is being worked on. */
  get isIdle(): boolean {
    return this.#exchanges === 0 && this.#pending.size === 0;
  }

  /** `done` resolves when the answer has been handed over or given up. */
  async handle(request: Request, body: unknown, done: Promise<void>): Promise<Response> {
    this.#exchanges++;
    this.usedAt = performance.now();
    const messages = messagesOf(body);
    const asked = messages.filter(isRequest).map(({ id }) => id);
    if (new Set(asked).size < asked.length || asked.some((id) => this.#pending.has(id))) {
      this.#exchanges--;
      return refusal(
        400,
        "A request with this id is still being answered. Next: use each id once.",
        INVALID_REQUEST,
      );
    }
    const lastEvent = request.headers.get("last-event-id");
    const resumed = lastEvent === null ? [] : await this.#comeBack(lastEvent);
    void done.then(() => {
      this.#exchanges--;
      this.usedAt = performance.now();
      if (request.signal.aborted) this.#goAway([...asked, ...resumed]);
    });
    for (const id of asked) this.#pending.add(id);
    const response = await this.#transport.handleRequest(request, { parsedBody: body });
    // What was refused is not worked on.
    if (!response.ok) for (const id of asked) this.#pending.delete(id);
    else for (const message of messages) this.#heed(message);
    return response;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #heed(message: { method?: unknown; params?: { requestId?: unknown } }): void {
    if (message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId;
    if (isId(id) && this.#pending.has(id)) this.#lastWord(id, "The request was cancelled.");
  }

  #goAway(ids: readonly RequestId[]): void {
    for (const id of ids) {
      if (!this.#pending.has(id)) continue;
      clearTimeout(this.#away.get(id));
      this.#away.set(
        id,
        setTimeout(() => this.#cancel(id), this.#awayTime),
      );
    }
  }

  /**
   * The client may be back before its old connection is known to be gone, which the SDK takes for two clients: what is still
   * open of that stream ends. Whoever resumes one stream may resume the others.
   */
  async #comeBack(lastEvent: string): Promise<RequestId[]> {
    const stream = await this.#events.getStreamIdForEventId?.(lastEvent);
    // The SDK gives no other way to the stream of a request.
    const streams = this.#transport["_requestToStreamMapping"] as ReadonlyMap<RequestId, string>;
    for (const [id, its] of streams) if (its === stream) this.#transport.closeSSEStream(id);
    if (stream === this.#transport["_standaloneSseStreamId"]) this.#transport.closeStandaloneSSEStream();
    for (const timer of this.#away.values()) clearTimeout(timer);
    const ids = [...this.#away.keys()];
    this.#away.clear();
    return ids;
  }

  #cancel(requestId: RequestId): void {
    this.#away.delete(requestId);
    if (!this.#pending.has(requestId)) return;
    const reason = "The client was gone.";
    this.#transport.onmessage?.({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId, reason },
    });
    this.#lastWord(requestId, `The request was cancelled: ${reason}`);
  }

  /** The server says nothing to a cancelled request, and the stream of one would stay open for ever. */
  #lastWord(id: RequestId, message: string): void {
    this.#transport.send({ jsonrpc: "2.0", id, error: { code: REFUSED, message } }).catch(() => {});
  }

  #settle(id: RequestId): void {
    this.#pending.delete(id);
    clearTimeout(this.#away.get(id));
    this.#away.delete(id);
  }
}

/** Whether a session begins with it. */
export function beginsSession(body: unknown): boolean {
  return messagesOf(body).some((message) => isInitializeRequest(message));
}

interface AnyMessage {
  id?: unknown;
  method?: unknown;
  params?: { requestId?: unknown };
}

function messagesOf(body: unknown): AnyMessage[] {
  const all: unknown[] = Array.isArray(body) ? body : [body];
  return all.filter((one): one is AnyMessage => typeof one === "object" && one !== null);
}

function isRequest(message: AnyMessage): message is AnyMessage & { id: RequestId } {
  return typeof message.method === "string" && isId(message.id);
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}

function isResponse(message: JSONRPCMessage): message is JSONRPCMessage & { id: RequestId } {
  return !("method" in message) && "id" in message && isId(message.id);
}
