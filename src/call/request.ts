import type { RequestSummary } from "../errors/call-errors.js";
import { throwIssue } from "../errors/request-error.js";
import { trimTrailingSlashes } from "../values/addresses.js";
import type { Clock } from "./clock.js";
import { type Auth, apiKeyOf } from "./credentials.js";
import type { Emit } from "./events.js";
import {
  type CallOptions,
  type CallScope,
  mergeHeaders,
  type Query,
  type RetryOptions,
  type WireRequest,
} from "./options.js";
import { type Redactor, redactorOf } from "./redact.js";

/** Settings of the calls of one service. */
export interface HttpClient {
  /** Base URL, to which paths are appended. */
  readonly baseUrl: string;
  readonly auth: Auth | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum duration of one attempt, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  /** Settings of retries that override the defaults. */
  readonly retry?: false | RetryOptions | undefined;
  readonly maxResponseBytes: number;
  /** Response headers with the service's id of a request, in order of preference. */
  readonly requestIdHeaders: readonly string[];
  readonly clock: Clock;
  readonly emit: Emit;
  /** Whether the service rejects API keys. */
  readonly rejectsKeys?: boolean;
  /** Rules about credentials whose warning was emitted. */
  readonly warned: Set<string>;
}

/** One call, as its attempts see it. */
export interface HttpCall {
  readonly client: HttpClient;
  readonly wire: WireRequest;
  readonly options: CallOptions;
  readonly scope: CallScope;
  /** The parts of the request that errors and events show. */
  readonly request: RequestSummary;
  readonly url: string;
  readonly body: string | undefined;
  /** Headers without those of the provider's credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Masks the credentials that are known so far. */
  redact: Redactor;
  /** Number of attempts, including the current one. */
  attempts: number;
  /** Number of retries by the retry policy. */
  retries: number;
  /** Failure of the last attempt. */
  lastFailure: unknown;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** Builds the request of a call, without the credentials of a provider. */
export function newCall(client: HttpClient, wire: WireRequest, options: CallOptions, scope: CallScope): HttpCall {
  const body = wire.body === undefined ? undefined : JSON.stringify(wire.body);
  const content = body === undefined ? undefined : { "content-type": "application/json" };
  const given = { ...client.headers, ...mergeHeaders(options.headers) };
  if (wire.ifMatch !== undefined && given["if-match"] !== undefined) {
    const message = 'is not allowed together with "ifMatch"';
    throwIssue(wire.name, { path: "headers.if-match", message, rule: "if-match" });
  }
  const headers: Readonly<Record<string, string>> = {
    ...content,
    ...given,
    ...mergeHeaders({ "if-match": wire.ifMatch }),
  };
  // An authorization header that the user set replaces the provider.
  const key = headers.authorization === undefined ? apiKeyOf(client.auth) : undefined;
  const query = formatQuery({ ...wire.query, ...options.query, key });
  const { origin, pathname } = new URL(client.baseUrl);
  const path = trimTrailingSlashes(pathname) + wire.path;
  return {
    client,
    wire,
    options,
    scope,
    request: { method: wire.method, path },
    url: origin + path + query,
    body,
    headers,
    timeoutMs: options.timeoutMs ?? client.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    redact: redactorOf(query.slice(1), headers),
    attempts: 0,
    retries: 0,
    lastFailure: undefined,
  };
}

/** Properties that all events of the call have. */
export function eventFacts<T extends "request" | "response" | "retry">(call: HttpCall, type: T) {
  const { scope, wire, request, attempts } = call;
  return { type, callId: scope.callId, methodName: wire.name, ...request, attempt: attempts };
}

/** Encodes query parameters in the given order, with a leading `?`; the empty string if there are none. */
export function formatQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) params.append(name, String(entry));
    }
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
