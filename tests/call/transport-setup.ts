import type { HttpClient } from "../../src/call/attempt.js";
import { startCall } from "../../src/call/clock.js";
import { type ClientEvent, type Emit, notify } from "../../src/call/events.js";
import type { CallOptions, CallScope, WireRequest, WireResponse } from "../../src/call/options.js";
import { DEFAULT_RETRY, SMALL_QUOTA_RETRY } from "../../src/call/retry.js";
import { createSend } from "../../src/call/send.js";
import { createTestClock, type TestClock } from "../support/test-clock.js";

/** A transport under test, with its observable effects. */
export interface TestTransport {
  /** Sends a request. Default of `scope`: a new call with the client's deadline. */
  send(request: WireRequest, options?: CallOptions, scope?: CallScope): Promise<WireResponse>;
  readonly clock: TestClock;
  /** The events that `onEvent` received. */
  readonly events: readonly ClientEvent[];
}

let calls = 0;

/** Creates a transport on a test clock. Default of `fetch`: `globalThis.fetch`. */
export function testTransport(
  settings: Partial<Omit<HttpClient, "emit" | "clock">> & {
    clock?: TestClock | undefined;
    onEvent?: ((event: ClientEvent) => void) | undefined;
    deadlineMs?: number | undefined;
  } = {},
): TestTransport {
  const { clock = createTestClock(), onEvent, deadlineMs, ...others } = settings;
  const events: ClientEvent[] = [];
  const emit: Emit = (event) => {
    events.push(event);
    notify((each) => onEvent?.(each), event);
  };
  const send = createSend({
    baseUrl: "https://service.test",
    auth: undefined,
    fetch: undefined,
    headers: {},
    timeoutMs: 30_000,
    retry: DEFAULT_RETRY,
    smallQuotaRetry: SMALL_QUOTA_RETRY,
    maxResponseBytes: 1_000_000,
    requestIdHeaders: ["x-request-id"],
    rejectsKeys: false,
    ...others,
    clock,
    emit,
  });
  return {
    send: (request, options = {}, scope = { ...startCall({ clock, deadlineMs }, options), callId: `c${++calls}` }) =>
      send(request, { ...options, ...scope }),
    clock,
    events,
  };
}

/** An idempotent request. */
export const read: WireRequest = { name: "things.get", method: "GET", path: "/things/one", idempotent: true };

/** A request that is not idempotent. */
export const write: WireRequest = {
  name: "things.insert",
  method: "POST",
  path: "/things",
  body: { name: "one" },
  idempotent: false,
};
