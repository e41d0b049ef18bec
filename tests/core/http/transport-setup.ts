import { type ClientEvent, emitTo } from "../../../src/core/events.js";
import type { TransportSettings } from "../../../src/core/http/ky-transport.js";
import { createKyTransport } from "../../../src/core/http/ky-transport.js";
import { DEFAULT_RETRY } from "../../../src/core/http/retry.js";
import type { Transport, WireRequest } from "../../../src/core/http/transport.js";
import { createTestClock, type TestClock } from "../../support/test-clock.js";

/** A transport under test, with its observable effects. */
export interface TestTransport extends Transport {
  readonly clock: TestClock;
  /** The events that `onEvent` received. */
  readonly events: readonly ClientEvent[];
}

/** Creates a transport on a test clock. Default of `fetch`: `globalThis.fetch`. */
export function testTransport(
  settings: Partial<Omit<TransportSettings, "emit" | "clock">> & {
    clock?: TestClock | undefined;
    onEvent?: ((event: ClientEvent) => void) | undefined;
  } = {},
): TestTransport {
  const { clock = createTestClock(), onEvent, ...others } = settings;
  const events: ClientEvent[] = [];
  const transport = createKyTransport({
    baseUrl: "https://service.test",
    auth: undefined,
    fetch: undefined,
    headers: {},
    timeoutMs: 30_000,
    deadlineMs: undefined,
    retry: DEFAULT_RETRY,
    maxResponseBytes: 1_000_000,
    requestIdHeaders: ["x-request-id"],
    ...others,
    clock,
    emit: emitTo((event) => {
      events.push(event);
      onEvent?.(event);
    }),
  });
  return { ...transport, clock, events };
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
