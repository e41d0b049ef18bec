import type { ErrorCode } from "../errors/error-code.js";
import { oneLine } from "../errors/message-text.js";
import { assertNoIssues, type Issue, locatedMessage } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { isFunction, must, oneOf, optionIssues, required } from "../values/options.js";

/** Properties of every event. */
interface EventFacts<Type extends string> {
  /** Discriminator of the union. */
  readonly type: Type;
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
export interface RequestEvent extends EventFacts<"request"> {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Size of the body in bytes, as UTF-8; 0 without one. */
  readonly bodyBytes: number;
}

/** A response was received, including its body. */
export interface ResponseEvent extends EventFacts<"response"> {
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
}

/** A request has failed and will be retried. */
export interface RetryEvent extends EventFacts<"retry"> {
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Code of the error of the failed attempt. */
  readonly code: ErrorCode;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Wait before the next attempt, in whole milliseconds. */
  readonly delayMs: number;
}

/** A response does not match its schema, or a page may have a token that the list does not read. The response is returned, without conversion of the parts that do not match. */
export interface DriftEvent extends EventFacts<"drift"> {
  /** Name of the expected resource. */
  readonly resource: string;
  /** The mismatches. */
  readonly issues: readonly Issue[];
}

/** A request breaks a rule of severity `warn`, or has unencrypted or unsuitable credentials. The request is still sent. */
export interface WarningEvent extends EventFacts<"warning"> {
  /** The issue, with its path and rule id. */
  readonly issue: Issue;
}

/** An event for `onEvent`. Contains no query string, no credentials, no headers and no body. */
export type ClientEvent = RequestEvent | ResponseEvent | RetryEvent | DriftEvent | WarningEvent;

/** Passes an event to the listener. */
export type Emit = (event: ClientEvent) => void;

/** Rules and paths whose warnings were printed. */
const printed = new Set<string>();
/** Maximum number of warnings that a process prints. */
const MAX_PRINTED = 100;

/** Prints the first warning of each rule about each path, at most {@link MAX_PRINTED}, as clients without `onEvent` do. */
export const printWarning: Emit = (event) => {
  if (event.type !== "warning") return;
  const { rule, path } = event.issue;
  const subject = `${rule} ${path}`;
  if (printed.has(subject) || printed.size >= MAX_PRINTED) return;
  printed.add(subject);
  const message = oneLine(`${event.methodName}: ${locatedMessage(event.issue)}`, MAX_LINE);
  const { process } = globalThis as Partial<typeof globalThis>;
  if (isFunction(process?.emitWarning)) process?.emitWarning(message, "FourfoldWarning", rule);
  else console.warn(`FourfoldWarning: ${message} [${rule}]`);
};

/** Calls a listener. Its exceptions and rejections are ignored. */
export function notify<T>(listener: (value: T) => void, value: T): void {
  try {
    const outcome: unknown = listener(value);
    // A promise may be of another realm.
    if (typeof Object(outcome).then === "function") Promise.resolve(outcome).catch(() => undefined);
  } catch {}
}

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** Level of a log entry, from least to most important. */
export type LogLevel = (typeof LEVELS)[number];

/** A logger: `console`, or one of pino, winston and others with the same methods. */
export type EventLogger = { readonly [Level in LogLevel]: (message: string) => unknown };

/** Options of {@link logEvents}. */
export interface LogEventsOptions {
  /** Minimum level: `debug`, `info`, `warn` or `error`. Default: `info`, which omits requests and responses. */
  level?: LogLevel | undefined;
}

const LEVEL_OF: Readonly<Record<ClientEvent["type"], LogLevel>> = {
  request: "debug",
  response: "debug",
  retry: "info",
  drift: "warn",
  warning: "warn",
};

const MAX_LINE = 8_192;

/**
 * Creates an `onEvent` listener that writes one line per event to a logger.
 *
 * Requests and responses have the level `debug`, retries `info`, drift and warnings `warn`. Lines contain the id of the
 * call, the method name, path, status, durations and sizes; never a query, a body or a credential.
 *
 * @param logger - `console`, or a logger with the same methods, such as those of pino and winston.
 * @param options - `level` is the minimum level.
 * @returns A function for the option `onEvent`.
 * @throws {RequestError} If the logger lacks one of the four methods, or an option is invalid or unknown.
 *
 * @example
 * const client = createClient({ baseUrl, onEvent: logEvents(console, { level: "debug" }) });
 */
export function logEvents(logger: EventLogger, options: LogEventsOptions = {}): (event: ClientEvent) => void {
  assertNoIssues("logEvents", [
    ...optionIssues(loggerCheck, logger, "option", "logger"),
    ...optionIssues(LOG_OPTIONS, options, "option"),
  ]);
  const lowest = LEVELS.indexOf(options.level ?? "info");
  return (event) => {
    const level = LEVEL_OF[event.type];
    // A logger may be asynchronous: the client ignores a rejection of the result.
    return LEVELS.indexOf(level) >= lowest ? logger[level](formatEvent(event)) : undefined;
  };
}

const loggerCheck = required(
  must(
    (value) => LEVELS.every((level) => isFunction(Object(value)[level])),
    "a logger with the methods debug, info, warn, error",
    kindOf,
  ),
);
const LOG_OPTIONS = { level: oneOf(...LEVELS) };

/** One line, such as `[k3x9q2vb] tables.get response 1: 200 in 34 ms, 512 bytes`. */
function formatEvent(event: ClientEvent): string {
  return oneLine(`[${event.callId}] ${event.methodName} ${formatFacts(event)}`, MAX_LINE);
}

function formatFacts(event: ClientEvent): string {
  switch (event.type) {
    case "request": {
      const size = event.bodyBytes === 0 ? "" : ` (${event.bodyBytes} bytes)`;
      return `request ${event.attempt}: ${event.method} ${event.path}${size}`;
    }
    case "response": {
      const id = event.requestId === undefined ? "" : `, request id ${event.requestId}`;
      const facts = `${event.status} in ${event.durationMs} ms, ${event.bodyBytes} bytes${id}`;
      return `response ${event.attempt}: ${facts}`;
    }
    case "retry": {
      const status = event.status === undefined ? "" : ` (${event.status})`;
      return `retry after attempt ${event.attempt}: ${event.code}${status}, in ${event.delayMs} ms`;
    }
    case "drift":
      return `drift: the response is not a valid ${event.resource}: ${event.issues.map(formatIssue).join("; ")}`;
    case "warning":
      return `warning: ${formatIssue(event.issue)}`;
  }
}

function formatIssue(issue: Issue): string {
  return `${locatedMessage(issue)} [${issue.rule}]`;
}
