import type { ErrorCode } from "../errors/error-code.js";
import type { Issue } from "../errors/issue.js";

/** Properties of every event. */
interface EventFacts {
  /** Id of the call: the same for all attempts, pages and polls of one call. */
  readonly callId: string;
  /** Name of the API method, such as `tables.insert`. */
  readonly methodName: string;
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}

/** A request is about to be sent. */
export interface RequestEvent extends EventFacts {
  /** Discriminator of the union. */
  readonly type: "request";
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Size of the body in characters; 0 without one. */
  readonly bodyLength: number;
  /** Allow-listed headers: `accept`, `content-type`, `if-match`. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as the client built it, only with `eventBodies: true`: cut at 4 kB, credentials masked; undefined if it is
   * empty.
   */
  readonly body?: string | undefined;
}

/** A response was received, including its body. */
export interface ResponseEvent extends EventFacts {
  /** Discriminator of the union. */
  readonly type: "response";
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** HTTP status; 0 for a redirect whose status the runtime hides. */
  readonly status: number;
  /** Time from sending the request to the end of the body, in whole milliseconds. */
  readonly durationMs: number;
  /** Size of the body in bytes. */
  readonly bodyBytes: number;
  /** The service's id of the request, for support cases. */
  readonly requestId: string | undefined;
  /** Allow-listed headers: `content-type`, `date`, `etag`, `retry-after`, `server`, `x-request-id`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, only with `eventBodies: true`: cut at 4 kB, credentials masked; undefined if it is empty. */
  readonly body?: string | undefined;
}

/** A request has failed and will be retried. */
export interface RetryEvent extends EventFacts {
  /** Discriminator of the union. */
  readonly type: "retry";
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Code of the error of the failed attempt. */
  readonly code: ErrorCode;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Wait before the next attempt, in whole milliseconds. */
  readonly delayMs: number;
}

/** A response does not match its schema, or a page has a token that the list does not read. It is returned unchanged. */
export interface DriftEvent extends EventFacts {
  /** Discriminator of the union. */
  readonly type: "drift";
  /** Name of the expected resource. */
  readonly resource: string;
  /** The mismatches. */
  readonly issues: readonly Issue[];
}

/** A request breaks a rule of severity `warn`. The request is still sent. */
export interface WarningEvent extends EventFacts {
  /** Discriminator of the union. */
  readonly type: "warning";
  /** The issue, with its path and rule id. */
  readonly issue: Issue;
}

/** An event for `onEvent`. Contains no query, no credentials, only allow-listed headers, and no body by default. */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent | DriftEvent | WarningEvent;

/** Passes an event to the listener. */
export type Emit = (event: ClientEvent) => void;

/** Creates an {@link Emit} for the `onEvent` option. */
export function emitTo(listener: ((event: ClientEvent) => void) | undefined): Emit {
  return (event) => {
    if (listener !== undefined) notify(listener, event);
  };
}

/** Calls a listener. Its exceptions and rejections are ignored. */
export function notify<T>(listener: (value: T) => void, value: T): void {
  try {
    const outcome: unknown = listener(value);
    // A promise may be of another realm.
    if (typeof Object(outcome).then === "function") Promise.resolve(outcome).catch(() => undefined);
  } catch {}
}

const REQUEST_HEADERS = ["accept", "content-type", "if-match"];
const RESPONSE_HEADERS = ["content-type", "date", "etag", "retry-after", "server", "x-request-id"];

/** The request headers that events show. */
export const shownRequestHeaders = (headers: Headers): Record<string, string> => pick(headers, REQUEST_HEADERS);

/** The response headers that events show. */
export const shownResponseHeaders = (headers: Headers): Record<string, string> => pick(headers, RESPONSE_HEADERS);

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) shown[name] = value;
  }
  return shown;
}
