import { setTimeout as sleep } from "node:timers/promises";
import type { Sandbox } from "fourfold/testing";
import type { FetchHandler } from "fourfold/testing/server";
import { type Random, randomOf } from "./random.js";

/** Header with the id of the call that sent a request. */
export const CALL_HEADER = "x-soak-call";

/** Faults of a request. Those whose name ends in `After` let the service process it first. */
export type RequestFault =
  | "none"
  | "dropped"
  | "droppedAfter"
  | "unavailable"
  | "unavailableAfter"
  | "rateLimited"
  | "cutBody"
  | "cutChunked"
  | "cutJson"
  | "stalled"
  | "stalledAfter"
  | "hungBody"
  | "hungChunked"
  | "unauthorized";

/** Frequency of each fault, in percent of all requests; the rest has none. */
const FAULT_PERCENTAGES: readonly (readonly [Exclude<RequestFault, "none">, number])[] = [
  ["dropped", 2.5],
  ["droppedAfter", 2.5],
  ["unavailable", 2.5],
  ["unavailableAfter", 2.5],
  ["rateLimited", 5],
  ["cutBody", 2],
  ["cutChunked", 2],
  ["cutJson", 1],
  ["stalled", 0.1],
  ["stalledAfter", 0.1],
  ["hungBody", 0.1],
  ["hungChunked", 0.1],
  ["unauthorized", 1],
];
/** All percentages together. */
const TOTAL_PERCENTAGE = FAULT_PERCENTAGES.reduce((sum, [, share]) => sum + share, 0);

/** Share of requests that are delayed, in addition to any fault, and the maximum delay in milliseconds. */
const DELAY = { share: 0.1, ms: 40 };
/** Share of calls whose requests always fail, so that retries are exhausted. */
const FAILING_CALLS = 0.01;
/** An outage of authentication: for this many of each number of requests, every token is rejected. */
const AUTH_OUTAGE = { length: 60, every: 2_000 };
/** Longer than the client's time limit. */
const STALL_MS = 10_000;

/** A request that reached the server. */
export interface ReceivedRequest {
  readonly callId: string;
  readonly fault: RequestFault;
}

/** A sandbox with faults. */
export interface FaultySandbox {
  readonly fetch: FetchHandler;
  /** All received requests, in order. */
  readonly received: readonly ReceivedRequest[];
  /** Number of requests that reached the sandbox. */
  readonly processed: number;
  /** Resolves when no request is in progress. */
  settled(): Promise<void>;
}

/**
 * Injects faults into the requests to a sandbox. The fault of a request depends only on the seed, its call and its
 * number among the requests of that call, and not on the order of arrival.
 */
export function injectFaults(sandbox: Sandbox, seed: string): FaultySandbox {
  const received: ReceivedRequest[] = [];
  const counts = new Map<string, number>();
  let processed = 0;
  const pending = new Set<Promise<Response>>();
  const processRequest = async (request: Request) => {
    request.signal.throwIfAborted();
    processed += 1;
    return sandbox.fetch(request);
  };
  const respond = async (request: Request): Promise<Response> => {
    const callId = request.headers.get(CALL_HEADER) ?? "";
    const count = (counts.get(callId) ?? 0) + 1;
    counts.set(callId, count);
    const random = randomOf(`${seed} ${callId} ${count}`);
    const isFailing = randomOf(`${seed} ${callId}`).chance(FAILING_CALLS);
    const isAuthOutage = received.length % AUTH_OUTAGE.every < AUTH_OUTAGE.length;
    const fault = isAuthOutage ? "unauthorized" : drawFault(random, isFailing ? TOTAL_PERCENTAGE : 100);
    received.push({ callId, fault });
    const { signal } = request;
    if (random.chance(DELAY.share)) await sleep(random.below(DELAY.ms), undefined, { signal });
    switch (fault) {
      case "none":
        return processRequest(request);
      case "dropped":
        throw connectionLost();
      case "unavailable":
        return unavailable(random);
      case "rateLimited":
        return rateLimited(random);
      case "unauthorized":
        return errorResponse(401, "authError", "UNAUTHENTICATED");
      case "stalled":
        await sleep(STALL_MS, undefined, { signal });
        throw connectionLost();
      default:
        return applyToResponse(fault, await processRequest(request), { random, signal });
    }
  };
  return {
    received,
    get processed() {
      return processed;
    },
    fetch(request) {
      const response = respond(request);
      pending.add(response);
      const settled = () => void pending.delete(response);
      response.then(settled, settled);
      return response;
    },
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}

type ResponseFault = Exclude<
  RequestFault,
  "none" | "dropped" | "unavailable" | "rateLimited" | "unauthorized" | "stalled"
>;

/** The response that the caller receives after the service has processed the request. */
async function applyToResponse(
  fault: ResponseFault,
  response: Response,
  { random, signal }: { random: Random; signal: AbortSignal },
): Promise<Response> {
  switch (fault) {
    case "droppedAfter":
      throw connectionLost();
    case "unavailableAfter":
      return unavailable(random);
    case "stalledAfter":
      await sleep(STALL_MS, undefined, { signal });
      throw connectionLost();
    case "cutBody":
      return partOf(response, random, { hasLength: true, end: "lost" });
    case "cutChunked":
      return partOf(response, random, { hasLength: false, end: "lost" });
    case "hungBody":
      return partOf(response, random, { hasLength: true, end: "never" });
    case "hungChunked":
      return partOf(response, random, { hasLength: false, end: "never" });
    case "cutJson":
      return cutJson(response, random);
  }
}

/** Draws a fault; `total` is the sum of the percentages. */
function drawFault(random: Random, total: number): RequestFault {
  let left = random.next() * total;
  for (const [fault, share] of FAULT_PERCENTAGES) {
    left -= share;
    if (left < 0) return fault;
  }
  return "none";
}

/** The error that makes the server close the connection. */
function connectionLost(): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("injected fault"), { code: "ECONNRESET" }) });
}

function unavailable(random: Random): Response {
  if (random.chance(0.3)) {
    return new Response("<html><body><h1>503</h1></body></html>", {
      status: 503,
      headers: { "content-type": "text/html" },
    });
  }
  return errorResponse(503, "backendError", "UNAVAILABLE");
}

/** Requests a delay: in a header, in the details, or not at all. Mostly short, so that callers continue. */
function rateLimited(random: Random): Response {
  const reason = "rateLimitExceeded";
  if (random.chance(0.5)) return errorResponse(429, reason, "RESOURCE_EXHAUSTED", [{ retryDelay: "0.02s" }]);
  const headers = { "retry-after": random.chance(0.05) ? "1" : "0" };
  return errorResponse(random.chance(0.5) ? 429 : 403, reason, "RESOURCE_EXHAUSTED", [], headers);
}

function errorResponse(
  code: number,
  reason: string,
  status: string,
  retryInfo: readonly { retryDelay: string }[] = [],
  headers: Record<string, string> = {},
): Response {
  const message = "injected fault";
  const details = retryInfo.map((info) => ({ "@type": "type.googleapis.com/google.rpc.RetryInfo", ...info }));
  const errors = [{ domain: "global", reason, message }];
  return Response.json({ error: { code, message, errors, status, details } }, { status: code, headers });
}

/** The headers and a part of the body; then the connection is lost, or nothing follows. */
async function partOf(
  response: Response,
  random: Random,
  { hasLength, end }: { hasLength: boolean; end: "lost" | "never" },
): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer());
  if (whole.byteLength === 0) throw connectionLost();
  const part = whole.slice(0, random.below(whole.byteLength));
  const chunks = part.byteLength === 0 ? [] : [part];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (end === "lost") controller.error(connectionLost());
      else return new Promise(() => undefined);
      return undefined;
    },
  });
  const headers = new Headers(response.headers);
  if (hasLength) headers.set("content-length", String(whole.byteLength));
  else headers.delete("content-length");
  return new Response(body, { status: response.status, headers });
}

/** A response that is complete in HTTP, but whose JSON is truncated. */
async function cutJson(response: Response, random: Random): Promise<Response> {
  const whole = await response.text();
  if (whole === "") return new Response(null, { status: response.status, headers: response.headers });
  const { status, headers } = response;
  return new Response(whole.slice(0, 1 + random.below(whole.length - 1)), { status, headers });
}
