import type { Issue } from "../errors/issue.js";
import { assertNoIssues } from "../errors/request-error.js";
import type { ClientEvent } from "./events.js";
import { kindOf, oneLine } from "./rules/describe.js";
import { isFunction, must, oneOf, optionIssues, optionsOf, required } from "./rules/options.js";

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

/** Longer than a body can be: bodies have their own limit. */
const MAX_LINE = 8_192;

/**
 * Creates an `onEvent` listener that writes one line per event to a logger.
 *
 * Requests and responses have the level `debug`, retries `info`, drift and warnings `warn`. Lines contain the id of the
 * call, the method name, path, status, durations and sizes; never a query or a credential. Bodies appear only if the
 * client has `eventBodies: true`.
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
  const issues = [
    ...optionIssues(loggerCheck, logger, "option", "logger"),
    ...optionIssues(optionsCheck, options, "option"),
  ];
  assertNoIssues("logEvents", issues);
  const lowest = LEVELS.indexOf(options.level ?? "info");
  return (event) => {
    const level = LEVEL_OF[event.type];
    // A logger may be asynchronous: the client ignores a rejection of the result.
    return LEVELS.indexOf(level) >= lowest ? logger[level](formatEvent(event)) : undefined;
  };
}

const loggerCheck = /* @__PURE__ */ required(
  /* @__PURE__ */ must(
    (value) => LEVELS.every((level) => isFunction(Object(value)[level])),
    "a logger with the methods debug, info, warn, error",
    kindOf,
  ),
);
const optionsCheck = /* @__PURE__ */ optionsOf({ level: /* @__PURE__ */ oneOf(...LEVELS) });

/** One line, such as `[k3x-1] tables.get response 1: 200 in 34 ms, 512 bytes`. */
function formatEvent(event: ClientEvent): string {
  return oneLine(`[${event.callId}] ${event.methodName} ${formatFacts(event)}`, MAX_LINE);
}

function formatFacts(event: ClientEvent): string {
  switch (event.type) {
    case "request": {
      const size = event.bodyLength === 0 ? "" : ` (${event.bodyLength} characters)`;
      return `request ${event.attempt}: ${event.method} ${event.path}${size}${formatBody(event.body)}`;
    }
    case "response": {
      const id = event.requestId === undefined ? "" : `, request id ${event.requestId}`;
      const facts = `${event.status} in ${event.durationMs} ms, ${event.bodyBytes} bytes${id}`;
      return `response ${event.attempt}: ${facts}${formatBody(event.body)}`;
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

function formatBody(body: string | undefined): string {
  return body === undefined ? "" : `: ${body}`;
}

function formatIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${message} [${rule}]`;
}
