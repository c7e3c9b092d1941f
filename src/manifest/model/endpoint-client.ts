// A model that is asked over HTTP, in the form that OpenAI's interface for chats has and many servers speak
// (platform.openai.com/docs/api-reference/chat). Waiting, trying again, keys and ceilings are those of the providers of vectors
// (`vectors/providers/http-client.ts`); what is sent is redacted once more on its way out.
import { PithError, isPithError } from "../../base/error.ts";
import { invalid, isLoopback, keyOf, urlOf } from "../../vectors/providers/address.ts";
import { HttpClient, type HttpOptions, type SettingNames } from "../../vectors/providers/http-client.ts";
import { outgoingText } from "../../vectors/providers/outgoing-text.ts";
import { TooLong } from "../../vectors/providers/provider.ts";

export interface EndpointOptions {
  /** With or without `/v1`, without what comes behind it. */
  url: string;
  model: string;
  /** Name of the environment variable that holds the key. Without one no key is sent, but to the service that it is known of. */
  keyVariable?: string;
  env: NodeJS.ProcessEnv;
  /** 0 unless said. */
  temperature?: number;
  /** Of a reply; 4,096 unless said, none with null. */
  maxTokens?: number | null;
  /** Of one try; 120,000 unless said. */
  timeoutMs?: number;
  /** Of one request; 4 unless said. */
  tries?: number;
  /** Requests at once; 4 unless said. */
  concurrency?: number;
  pause?: HttpOptions["pause"];
  jitter?: () => number;
}

export interface Prompt {
  system?: string;
  user: string;
  /** The reply is to be a JSON object. */
  json?: boolean;
}

export interface EndpointUsage {
  requests: number;
  /** Requests without an answer that could be used. */
  failed: number;
  /** As the server counts them; 0 where it doesn't. */
  promptTokens: number;
  replyTokens: number;
}

const OPENAI_HOST = "api.openai.com";
const OPENAI_KEY = "OPENAI_API_KEY";
/** Of what is sent, in bytes: more than any prompt here has. */
const MOST_SENT = 400_000;
/** So many requests in a row without an answer: the endpoint is down, and nobody waits for the rest. */
const MOST_FAILED = 5;

const NAMES: SettingNames = {
  url: "the address of the endpoint",
  model: "the name of its model",
  keyVariable: "the setting of the key's variable",
  late: "Allow more time for a reply, or ask for fewer at once.",
  noAnswer: "Check that the address leads to an interface for chats.",
  tooMany: "Wait, or ask for fewer at once. What was described is kept.",
};

export class EndpointClient {
  readonly usage: EndpointUsage = { requests: 0, failed: 0, promptTokens: 0, replyTokens: 0 };
  readonly model: string;
  /** Host and port, for messages. */
  readonly place: string;
  readonly #options: EndpointOptions;
  readonly #client: HttpClient;
  #failedInRow = 0;
  #down: PithError | null = null;

  /** Asks nobody yet. Throws PROVIDER_INVALID with what is to be set. */
  constructor(options: EndpointOptions) {
    const { model, env, concurrency = 4, pause, jitter = Math.random, tries = 4 } = options;
    if (model === "")
      throw invalid("model", "No model is named.", "Name the model that the endpoint is to run.");
    if (tries < 1)
      throw invalid("tries", "An endpoint that may not be asked can't answer.", "Allow at least one try.");
    const url = urlOf(options.url, "/chat/completions", "endpoint", "the key's setting");
    const own = url.hostname === OPENAI_HOST ? OPENAI_KEY : "";
    const keyVariable = options.keyVariable ?? own;
    const key = keyVariable === "" ? null : keyOf(keyVariable, env);
    if (key === null && keyVariable !== "")
      throw invalid(
        keyVariable,
        `The endpoint ${url.host} needs a key, and the variable ${keyVariable} is not set.`,
        `Set ${keyVariable} in the environment of Pith. A key is read from there alone, and kept nowhere.`,
      );
    if (key !== null && url.protocol === "http:" && !isLoopback(url.hostname))
      throw invalid(
        "endpoint",
        `The key of ${keyVariable} would go to ${url.host} over plain HTTP, where others can read it.`,
        "Use https, or a server on this machine.",
      );
    this.model = model;
    this.place = url.host;
    this.#options = options;
    this.#client = new HttpClient({
      id: model,
      url,
      key,
      keyVariable,
      jitter,
      sockets: concurrency,
      names: NAMES,
      ...(pause !== undefined && { pause }),
    });
  }

  close(): void {
    this.#client.close();
  }

  /** The text of the reply. Throws PROVIDER_FAILED, CANCELLED. */
  async complete(prompt: Prompt, signal?: AbortSignal): Promise<string> {
    if (this.#down !== null) throw this.#down;
    const { timeoutMs = 120_000, tries = 4 } = this.#options;
    this.usage.requests++;
    try {
      const reply = await this.#client.post(this.#body(prompt), { timeoutMs, tries, signal });
      const text = textIn(reply);
      if (text === null) throw this.#failed("answered without a text", NAMES.noAnswer);
      this.#count(reply);
      this.#failedInRow = 0;
      return text;
    } catch (error) {
      if (isPithError(error) && error.code === "CANCELLED") throw error;
      this.usage.failed++;
      const fault =
        error instanceof TooLong
          ? this.#failed("finds the prompt too long", "Use a model that takes more, or smaller parts.")
          : error;
      // What one prompt is refused for says nothing of the others.
      if (!(error instanceof TooLong) && ++this.#failedInRow >= MOST_FAILED && isPithError(fault))
        this.#down = fault;
      throw fault;
    }
  }

  #body({ system, user, json = false }: Prompt): Record<string, unknown> {
    const { temperature = 0, maxTokens = 4_096 } = this.#options;
    const messages = [
      ...(system === undefined ? [] : [{ role: "system", content: clean(system) }]),
      { role: "user", content: clean(user) },
    ];
    return {
      model: this.model,
      messages,
      temperature,
      ...(maxTokens !== null && { max_tokens: maxTokens }),
      ...(json && { response_format: { type: "json_object" } }),
    };
  }

  #count(reply: unknown): void {
    const { usage } = reply as { usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } };
    const { prompt_tokens: prompt, completion_tokens: made } = usage ?? {};
    if (typeof prompt === "number" && prompt >= 0) this.usage.promptTokens += prompt;
    if (typeof made === "number" && made >= 0) this.usage.replyTokens += made;
  }

  #failed(what: string, next: string): PithError {
    return new PithError("PROVIDER_FAILED", `${this.model} at ${this.place} ${what}.`, {
      subject: this.place,
      next,
    });
  }
}

function clean(text: string): string {
  return outgoingText(text, MOST_SENT)?.text ?? "";
}

/** Null where a reply has none. A text may come in parts. */
function textIn(reply: unknown): string | null {
  const { choices } = (reply ?? {}) as { choices?: unknown };
  const [first] = Array.isArray(choices) ? (choices as unknown[]) : [];
  const { message } = (first ?? {}) as { message?: unknown };
  const { content } = (message ?? {}) as { content?: unknown };
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (part as { text?: unknown } | null)?.text);
  return texts.every((text) => typeof text === "string") && texts.length > 0 ? texts.join("") : null;
}
