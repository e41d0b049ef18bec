import { type ClientEvent, emitTo } from "../../src/core/events.js";
import { createHttpTransport, type TransportSettings } from "../../src/core/http/http-transport.js";
import { DEFAULT_RETRY } from "../../src/core/http/retry.js";
import type { Transport, WireRequest } from "../../src/core/http/transport.js";
import { createTestClock, type TestClock } from "./test-clock.js";

/** A transport under test, with what it does. */
export interface TestTransport extends Transport {
  readonly clock: TestClock;
  /** What `onEvent` was told. */
  readonly events: readonly ClientEvent[];
}

/** Makes a transport on a test clock; `fetch` is the machine's own unless given. */
export function testTransport(
  settings: Partial<Omit<TransportSettings, "emit" | "clock">> & {
    clock?: TestClock | undefined;
    onEvent?: ((event: ClientEvent) => void) | undefined;
  } = {},
): TestTransport {
  const { clock = createTestClock(), onEvent, ...others } = settings;
  const events: ClientEvent[] = [];
  const transport = createHttpTransport({
    baseUrl: "https://service.test",
    auth: undefined,
    fetch: undefined,
    headers: {},
    timeoutMs: 30_000,
    deadlineMs: undefined,
    retry: DEFAULT_RETRY,
    maxResponseBytes: 1_000_000,
    ...others,
    clock,
    emit: emitTo((event) => {
      events.push(event);
      onEvent?.(event);
    }),
  });
  return { ...transport, clock, events };
}

/** A read, which may be repeated. */
export const read: WireRequest = { method: "GET", path: "/things/one", repeatable: true };

/** A write, which may not. */
export const write: WireRequest = { method: "POST", path: "/things", body: { name: "one" }, repeatable: false };
