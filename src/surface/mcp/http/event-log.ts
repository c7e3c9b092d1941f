// What was sent on the streams of sessions, so that a client whose connection broke can have the rest of it. Kept for all
// sessions together in a ceiling of bytes: the oldest goes first.
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

interface Kept {
  owner: object;
  stream: string;
  message: JSONRPCMessage;
  bytes: number;
}

export class EventLog {
  readonly #events = new Map<string, Kept>();
  readonly #most: number;
  #bytes = 0;
  #last = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The part of one session, which sees no other's. */
  of(owner: object): EventStore {
    const own = (id: string): Kept | undefined => {
      const event = this.#events.get(id);
      return event?.owner === owner ? event : undefined;
    };
    return {
      storeEvent: async (stream, message) => this.#keep({ owner, stream, message, bytes: sizeOf(message) }),
      getStreamIdForEventId: async (id) => own(id)?.stream,
      replayEventsAfter: async (lastId, { send }) => {
        const { stream } = own(lastId)!;
        let isAfter = false;
        for (const [id, event] of this.#events) {
          // The event that only opens a stream says nothing.
          if (isAfter && event.owner === owner && event.stream === stream && "jsonrpc" in event.message)
            await send(id, event.message);
          if (id === lastId) isAfter = true;
        }
        return stream;
      },
    };
  }

  drop(owner: object): void {
    for (const [id, event] of this.#events) if (event.owner === owner) this.#forget(id, event);
  }

  #keep(event: Kept): string {
    const id = String(++this.#last);
    this.#events.set(id, event);
    this.#bytes += event.bytes;
    for (const [oldest, old] of this.#events) {
      if (this.#bytes <= this.#most) break;
      this.#forget(oldest, old);
    }
    return id;
  }

  #forget(id: string, event: Kept): void {
    this.#events.delete(id);
    this.#bytes -= event.bytes;
  }
}

/** Characters, for bytes: a ceiling need not be exact. The entry itself costs some as well. */
function sizeOf(message: JSONRPCMessage): number {
  return JSON.stringify(message).length + 200;
}
