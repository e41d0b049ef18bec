import type { ApiErrorCode } from "../errors/api-error.js";
import type { Issue } from "../errors/issue.js";

/** What all events about one request carry. */
interface RequestFacts {
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}

/** A request is about to be sent. */
export interface RequestEvent extends RequestFacts {
  /** Tells the events apart. */
  readonly type: "request";
  /** Which sending this is; 1 is the first. */
  readonly attempt: number;
  /** Size of the body, in characters of JSON; 0 without one. */
  readonly bodyLength: number;
  /** Allow-listed headers: `accept`, `content-type`, `if-match`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer has come in, its body included. */
export interface ResponseEvent extends RequestFacts {
  /** Tells the events apart. */
  readonly type: "response";
  /** Which sending was answered; 1 is the first. */
  readonly attempt: number;
  /** HTTP status; 0 for a redirect whose status the runtime hides. */
  readonly status: number;
  /** From sending to the end of the body, in milliseconds. */
  readonly durationMs: number;
  /** Size of the body, in bytes. */
  readonly bodyBytes: number;
  /** Allow-listed headers: `content-type`, `date`, `etag`, `retry-after`, `server`, `x-request-id`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request has failed and will be sent again. */
export interface RetryEvent extends RequestFacts {
  /** Tells the events apart. */
  readonly type: "retry";
  /** Which sending failed; 1 is the first. */
  readonly attempt: number;
  /** Why: the code of the error that the attempt ended with. */
  readonly code: ApiErrorCode | "network";
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** How long we wait before the next sending, in milliseconds. */
  readonly delayMs: number;
}

/** An answer does not have the shape that was expected, and is handed on as it came. */
export interface DriftEvent extends RequestFacts {
  /** Tells the events apart. */
  readonly type: "drift";
  /** The resource that was expected. */
  readonly resource: string;
  /** What does not fit. */
  readonly issues: readonly Issue[];
}

/** A request breaks a rule whose severity is `warn`, and is sent all the same. */
export interface WarningEvent extends RequestFacts {
  /** Tells the events apart. */
  readonly type: "warning";
  /** The rule and the place. */
  readonly issue: Issue;
}

/** What `onEvent` is told: never a query, a body, a credential, or a header outside the allow-list. */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent | DriftEvent | WarningEvent;

/** Hands an event to the listener. What the listener throws never reaches the call. */
export type Emit = (event: ClientEvent) => void;

/** Makes an {@link Emit} out of the `onEvent` option. */
export function emitTo(listener: ((event: ClientEvent) => void) | undefined): Emit {
  return (event) => {
    // A broken listener must not break the call that it watches, nor an asynchronous one the process.
    try {
      const outcome: unknown = listener?.(event);
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } catch {}
  };
}

const REQUEST_HEADERS = ["accept", "content-type", "if-match"];
const RESPONSE_HEADERS = ["content-type", "date", "etag", "retry-after", "server", "x-request-id"];

/** The request headers that events may show. */
export const shownRequestHeaders = (headers: Headers): Record<string, string> => pick(headers, REQUEST_HEADERS);

/** The response headers that events may show. */
export const shownResponseHeaders = (headers: Headers): Record<string, string> => pick(headers, RESPONSE_HEADERS);

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) shown[name] = value;
  }
  return shown;
}
