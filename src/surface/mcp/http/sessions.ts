// Whose session is this? Those of Streamable HTTP, by their ids: opened by a first `initialize`, ended by DELETE, by nobody
// using them, or to make room where there are too many.
import type { Server } from "@modelcontextprotocol/server";
import { EventLog } from "./event-log.ts";
import type { HttpLimits } from "./limits.ts";
import { busy, noSession, refusal } from "./refusal.ts";
import { beginsSession, Session } from "./session.ts";

/** How often in the time that makes a session idle its end is looked for. */
const LOOKS = 4;

export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #create: () => Server;
  readonly #limits: HttpLimits;
  readonly #events: EventLog;
  readonly #sweep: NodeJS.Timeout;
  /** Sessions that are being opened count as well. */
  #opening = 0;

  constructor(create: () => Server, limits: HttpLimits) {
    this.#create = create;
    this.#limits = limits;
    this.#events = new EventLog(limits.kept);
    this.#sweep = setInterval(() => this.#endIdle(), limits.idleTime / LOOKS).unref();
  }

  get size(): number {
    return this.#byId.size;
  }

  async handle(request: Request, body: unknown, done: Promise<void>): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) return (await this.#byId.get(id)?.handle(request, body, done)) ?? noSession();
    if (request.method === "POST" && beginsSession(body)) return this.#open(request, body, done);
    return refusal(
      400,
      "This request belongs to no session: it has no Mcp-Session-Id header. Next: initialize first.",
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#byId.values()].map((session) => session.close()));
  }

  async #open(request: Request, body: unknown, done: Promise<void>): Promise<Response> {
    if (!(await this.#makeRoom()))
      return busy("There are as many sessions as this server has. Next: end one.");
    this.#opening++;
    try {
      const owner = {};
      const session: Session = await Session.open({
        server: this.#create(),
        events: this.#events.of(owner),
        limits: this.#limits,
        onOpen: (id) => this.#byId.set(id, session),
        onClose: () => {
          if (session.id !== undefined) this.#byId.delete(session.id);
          this.#events.drop(owner);
        },
      });
      const response = await session.handle(request, body, done);
      if (session.id === undefined) await session.close();
      return response;
    } finally {
      this.#opening--;
    }
  }

  /** Ends the session that has gone unused for longest, if there must be one less; false where all are in use. */
  async #makeRoom(): Promise<boolean> {
    if (this.#byId.size + this.#opening < this.#limits.sessions) return true;
    const [oldest] = [...this.#byId.values()].filter((s) => s.isIdle).sort((a, b) => a.usedAt - b.usedAt);
    await oldest?.close();
    return oldest !== undefined;
  }

  #endIdle(): void {
    const before = performance.now() - this.#limits.idleTime;
    for (const session of this.#byId.values())
      if (session.isIdle && session.usedAt < before) void session.close();
  }
}
