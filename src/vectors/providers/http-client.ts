// One request to a server, of vectors or of another model, tried again where that may help. Bounds on everything: the time of a
// try from the first byte to the last, the bytes of a reply, the number of tries and the wait between them, which is always the
// same unless it is to be spread. No
// redirect is followed, nothing is unpacked, and no word of a server goes into a message: it may quote what it was sent.
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { PithError, throwIfCancelled } from "../../base/error.ts";
import { TooLong } from "./provider.ts";

export interface HttpOptions {
  /** Name of the provider, for messages. */
  readonly id: string;
  readonly url: URL;
  readonly key: string | null;
  readonly keyVariable: string;
  /** Waits; a parameter for tests. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** 0 to 1, asked before each wait: it takes from half of its length to all of it, so that many don't come back at once. */
  readonly jitter?: () => number;
  /** Connections at once; 4 unless said. */
  readonly sockets?: number;
  /** How the settings are called that messages send to; those of a provider of vectors unless said. */
  readonly names?: SettingNames;
}

export interface SettingNames {
  url: string;
  model: string;
  keyVariable: string;
  /** What to do where answers come too late, are none, or are too many asked for: a sentence each. */
  late: string;
  noAnswer: string;
  tooMany: string;
}

export interface PostOptions {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  tries: number;
}

/** A batch of 1,000 vectors of 1,024 numbers is some 20 MB of text. */
const MOST_REPLY_BYTES = 64_000_000;
/** Waits before the second try, the third and so on, in ms; the last one for all that follow. */
const WAITS = [500, 2_000, 8_000];
/** A server that wants a longer rest is left alone. In ms. */
const MOST_WAIT = 60_000;
/** What may be over when it is asked again. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** How servers say that a text is too long for them; llama.cpp does with status 500. */
const TOO_LONG =
  /too (?:long|large)|(?:maximum|max) (?:context|input|sequence|token)|context (?:length|size|window)|physical batch|token limit|exceeds? .{0,40}(?:tokens|length|limit|batch)/i;

interface Reply {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

export class HttpClient {
  readonly #options: HttpOptions;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(options: HttpOptions) {
    this.#options = options;
    // Idle connections hold no process.
    const kept = { keepAlive: true, maxSockets: options.sockets ?? 4 };
    this.#agent = options.url.protocol === "https:" ? new HttpsAgent(kept) : new HttpAgent(kept);
  }

  get #names(): SettingNames {
    return this.#options.names ?? PROVIDER_NAMES;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The reply's JSON. Throws PROVIDER_FAILED with a reason, or TooLong. */
  async post(body: unknown, { signal, timeoutMs, tries }: PostOptions): Promise<unknown> {
    const text = JSON.stringify(body);
    const { pause = wait, jitter } = this.#options;
    let mayBeStale = true;
    for (let tried = 1; ; tried++) {
      throwIfCancelled(signal);
      let rest = spread(WAITS[Math.min(tried, WAITS.length) - 1]!, jitter);
      try {
        const reply = await this.#send(text, timeoutMs, signal);
        if (reply.status === 200) return this.#json(reply.body);
        const fault = this.#fault(reply);
        if (!PASSING.has(reply.status) || tried >= tries || fault instanceof TooLong) throw fault;
        const asked = retryAfter(reply.headers["retry-after"]);
        if (asked !== null && asked > MOST_WAIT) throw this.#failed(...resting(asked));
        rest = asked ?? rest;
      } catch (error) {
        throwIfCancelled(signal);
        if (!(error instanceof Passing)) throw error;
        if (error.isStale && mayBeStale) {
          mayBeStale = false;
          tried--;
          continue;
        }
        if (tried >= tries) throw error.fault;
      }
      await pause(rest, signal);
    }
  }

  #send(body: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Reply> {
    const { url, key } = this.#options;
    const ask = url.protocol === "https:" ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const request = ask(url, {
        method: "POST",
        agent: this.#agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "pith",
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
      });
      const end = (action: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
        action();
        request.destroy();
      };
      const fail = (error: unknown): void => end(() => reject(error));
      const cancel = (): void => fail(new Error("cancelled"));
      const timer = setTimeout(
        () => fail(new Passing(this.#failed(`did not answer within ${timeoutMs} ms`, this.#names.late))),
        timeoutMs,
      );
      signal?.addEventListener("abort", cancel, { once: true });
      // A connection that was kept and that the server had closed meanwhile says nothing about the server.
      request.on("error", (error) => fail(new Passing(this.#unreachable(error), request.reusedSocket)));
      request.on("response", (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on("data", (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes > MOST_REPLY_BYTES)
            fail(this.#failed(`answered with more than ${MOST_REPLY_BYTES / 1e6} MB`, this.#names.noAnswer));
        });
        response.on("error", (error) => fail(new Passing(this.#unreachable(error))));
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          if (!response.complete) return fail(new Passing(this.#unreachable(new Error("cut off"))));
          const body = Buffer.concat(parts).toString("utf8");
          // Without `destroy`: the connection is used again.
          clearTimeout(timer);
          signal?.removeEventListener("abort", cancel);
          resolve({ status, headers, body });
        });
      });
      request.end(body);
    });
  }

  #json(body: string): unknown {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      const what = /^\s*</.test(body) ? "with a page of HTML" : "with what is no JSON";
      throw this.#failed(`answered ${what}`, this.#names.noAnswer);
    }
  }

  /** What a status that is no success says. */
  #fault({ status, headers, body }: Reply): PithError | TooLong {
    const { key, keyVariable } = this.#options;
    if (status === 413 || ([400, 422, 500].includes(status) && TOO_LONG.test(body.slice(0, 4_000))))
      return new TooLong();
    if (status >= 300 && status < 400 && headers.location !== undefined)
      return this.#failed(
        `answered ${status}, a redirect, which is not followed`,
        `Set ${this.#names.url} to the address that answers itself.`,
      );
    if (status === 401 || status === 403)
      return this.#failed(
        `answered ${status}: it ${key === null ? "wants a key" : `does not take the key of ${keyVariable}`}`,
        keyVariable === ""
          ? `Name the environment variable that holds its key in ${this.#names.keyVariable}.`
          : `Set ${keyVariable} in the environment of Pith to a key that it takes.`,
      );
    if (status === 404)
      return this.#failed(
        "answered 404: it does not know this path, or not this model",
        `Correct ${this.#names.url} or ${this.#names.model}.`,
      );
    if (status === 429) return this.#failed("answered 429: too many requests", this.#names.tooMany);
    return this.#failed(
      `answered ${status}`,
      status >= 500
        ? "Look into the log of the server, and ask again."
        : `Correct ${this.#names.model} or ${this.#names.url}.`,
    );
  }

  #unreachable(error: Error): PithError {
    const code = (error as NodeJS.ErrnoException).code ?? error.message;
    return this.#failed(
      `can't be reached (${code})`,
      `Start the server, or correct ${this.#names.url}.`,
      error,
    );
  }

  #failed(what: string, next: string, cause?: unknown): PithError {
    const { id, url } = this.#options;
    return new PithError("PROVIDER_FAILED", `${id} at ${url.host} ${what}.`, {
      subject: url.host,
      next,
      cause,
    });
  }
}

const PROVIDER_NAMES: SettingNames = {
  url: "provider.url in your own pith.json",
  model: "provider.model",
  keyVariable: "provider.keyVariable",
  late: "Raise provider.timeoutMs or provider.queryMs, or lower provider.batch.",
  noAnswer: "Check that provider.url leads to a server of vectors, and provider.kind fits it.",
  tooMany: "Wait, or set provider.perMinute to what it allows. What was made is kept.",
};

/** From half of a wait to all of it. */
function spread(ms: number, jitter: (() => number) | undefined): number {
  return jitter === undefined ? ms : Math.round(ms / 2 + (ms / 2) * jitter());
}

function resting(ms: number): [what: string, next: string] {
  const seconds = Math.ceil(ms / 1_000);
  return [`wants to be left alone for ${seconds} s`, "Ask again then. What was made is kept."];
}

/** A fault that may be over at the next try. */
class Passing extends Error {
  readonly fault: PithError;
  readonly isStale: boolean;

  constructor(fault: PithError, isStale = false) {
    super(fault.message);
    this.fault = fault;
    this.isStale = isStale;
  }
}

/** In ms: seconds, or a date (RFC 9110, 10.2.3). Null where there is none that can be read. */
export function retryAfter(value: string | undefined, now = Date.now()): number | null {
  if (value === undefined) return null;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Math.ceil(Number(value) * 1_000);
  const at = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
  });
}
