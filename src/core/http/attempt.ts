import { RequestError } from "../../errors/request-error.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import { durationNow, systemClock } from "../clock.js";
import { shownRequestHeaders, shownResponseHeaders } from "../events.js";
import { bounded, TimeUp } from "./bounded.js";
import { connectionFailure } from "./connection-failure.js";
import { requestIdOf } from "./error-response.js";
import type { HttpCall } from "./http-call.js";
import { type AttemptOptions, assertResponse, assertUnread, hooksOf } from "./ky-instance.js";
import { BodyTooLarge, type ReadBody, readBody } from "./read-body.js";
import type { TimeLimit } from "./time-budget.js";

/** One attempt: ky builds the request and runs hooks; `fetch` is bounded in time and size, and reads the body. */
export class Attempt {
  readonly #call: HttpCall;
  /** Aborted with the call or when hooks have used up the deadline. */
  #signal: AbortSignal | undefined;
  /** The error that `fetch` threw; any other error that ky throws is from a hook. */
  #failure: unknown;

  constructor(call: HttpCall) {
    this.#call = call;
    this.#signal = call.signal;
  }

  /**
   * Runs the attempt and reads the body. `given` replaces the request, or is the response.
   *
   * @throws {HookFailure} If a hook threw an error; any other error is from the request.
   */
  async run(given: Request | Response | undefined): Promise<ReadBody> {
    let read: ReadBody | undefined;
    const attempt: AttemptOptions = {
      fetch: async (request, init) => {
        read = await this.#fetch(request, init);
        return read.response;
      },
      ...(given instanceof Request
        ? {}
        : { method: this.#call.summary.method, headers: this.#call.requestHeaders, body: this.#call.body }),
    };
    try {
      const response =
        given instanceof Response
          ? given
          : await this.#runKy(given instanceof Request ? given : this.#call.url, attempt);
      if (read?.response !== response) read = await this.#readMade(response);
    } catch (error) {
      throw this.#failure ?? new HookFailure(error);
    }
    return read;
  }

  /** Runs ky for one attempt; hooks are bounded by the deadline. */
  #runKy(input: string | Request, attempt: AttemptOptions): PromiseLike<Response> {
    const { ky } = this.#call.settings;
    if (!ky.hasHooks) return ky.attempt(input, attempt);
    return this.#call
      .inTime(async (signal) => {
        this.#signal = signal;
        const options = { ...attempt, signal };
        return ky.attempt(input, { ...options, hooks: hooksOf(ky, options, this.#call.attempts) });
      })
      .catch((error: unknown) => {
        throw error instanceof TimeoutError && error.code === "deadline" ? this.#fail(error) : error;
      });
  }

  /** Sends the request that ky built and reads the whole body, within the time limit. */
  async #fetch(built: Request, init: RequestInit): Promise<ReadBody> {
    const { clock, emit, eventBodies, requestIdHeaders, maxResponseBytes: maxBytes } = this.#call.settings;
    // A hook may still be running after its call has ended.
    if (this.#call.hasEnded) throw this.#call.signal?.reason ?? this.#call.timedOut("deadline");
    const request = this.#withoutReplacedKey(built);
    this.#call.secrets.sent(request);
    const limit = this.#call.time.nextLimit;
    const startedAt = durationNow(clock);
    emit?.({
      ...this.#call.eventFacts("request"),
      bodyLength: this.#call.body?.length ?? 0,
      headers: shownRequestHeaders(request.headers),
      ...(eventBodies ? { body: this.#call.eventBody(this.#call.body) } : {}),
    });
    const fetch = this.#call.settings.fetch ?? this.#call.settings.ky.fetch ?? globalThis.fetch;
    const read = await this.#receive(limit, async (signal) => {
      // A request that a hook created follows redirects by default.
      const response = await fetch(request, { ...init, redirect: "manual", signal });
      assertResponse(response);
      return readBody(response, { maxBytes, signal });
    });
    const durationMs = durationNow(clock) - startedAt;
    // A test clock may advance independently of the timers; see docs/decisions/0002-time.md.
    if (clock !== systemClock && durationMs > limit.ms) throw this.#fail(this.#call.timedOut(limit.code));
    emit?.({
      ...this.#call.eventFacts("response"),
      status: read.response.status,
      durationMs: Math.round(durationMs),
      bodyBytes: read.bodyBytes,
      requestId: requestIdOf(read.response.headers, requestIdHeaders, this.#call.redact),
      headers: this.#call.redact.json(shownResponseHeaders(read.response.headers)) as Record<string, string>,
      ...(eventBodies ? { body: this.#call.eventBody(read.text) } : {}),
    });
    return read;
  }

  /** An authorization header that a hook added replaces the API key. */
  #withoutReplacedKey(request: Request): Request {
    if (this.#call.key === undefined || !request.headers.has("authorization")) return request;
    const url = new URL(request.url);
    url.searchParams.delete("key", this.#call.key);
    return new Request(url, request);
  }

  /** Reads a response that a hook created. Its `content-length` may be that of another response. */
  async #readMade(response: Response): Promise<ReadBody> {
    assertUnread(response);
    const { maxResponseBytes: maxBytes } = this.#call.settings;
    const read = (signal: AbortSignal) => readBody(response, { maxBytes, signal, checksLength: false });
    return this.#receive(this.#call.time.nextLimit, read);
  }

  async #receive(limit: TimeLimit, work: (signal: AbortSignal) => Promise<ReadBody>): Promise<ReadBody> {
    try {
      return await bounded(work, { signal: this.#signal, timeoutMs: limit.ms });
    } catch (error) {
      throw this.#fail(this.#attemptFailure(error, limit));
    }
  }

  #fail(failure: unknown): unknown {
    this.#failure = failure;
    return failure;
  }

  /** Creates the error of an attempt without a complete response. */
  #attemptFailure(error: unknown, limit: TimeLimit): unknown {
    if (this.#call.signal?.aborted) return this.#call.signal.reason;
    if (error instanceof TimeUp) return this.#call.timedOut(limit.code);
    if (error instanceof RequestError) return new HookFailure(error);
    if (error instanceof BodyTooLarge) {
      const message = `the body is larger than ${this.#call.settings.maxResponseBytes} bytes ("maxResponseBytes")`;
      return this.#call.unusable("response_too_large", error.status, message, error.head);
    }
    return connectionFailure(error, {
      request: this.#call.summary,
      attempts: this.#call.attempts,
      redact: this.#call.redact,
    });
  }
}

/** Wraps an exception of a hook or of a misused option: the call rejects with the exception itself, without a retry. */
export class HookFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}
