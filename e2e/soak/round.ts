import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { badTokens, Caller, DEADLINE_MS, MAX_ATTEMPTS, RETRIES } from "./caller.js";
import { callSomething } from "./calls.js";
import { CALL_HEADER, injectFaults } from "./faults.js";
import { addFixtures } from "./fixtures.js";
import { Ledger } from "./ledger.js";
import { randomOf } from "./random.js";
import { verify } from "./verify.js";

const { now } = Date;
const JUMP_EVERY_MS = 300;
const HOUR_MS = 3_600_000;

/** The system time without the jumps. */
const steadyNow: () => number = now;

/** Makes the system time jump by an hour, forwards and backwards. Returns a function that stops it. */
function startJumping(): () => void {
  Date.now = () => now() + HOUR_MS * ((Math.floor(now() / JUMP_EVERY_MS) % 3) - 1);
  return () => {
    Date.now = now;
  };
}

/** Options of a round. */
export interface RoundOptions {
  readonly name: string;
  readonly seed: string;
  readonly callers: number;
  readonly durationMs: number;
  /** Port of the server: fetch keeps some state for every origin. 0 uses a free port. */
  readonly port: number;
}

/** The result of a round. */
export interface RoundResult {
  /** Number of calls by outcome: `value`, `aborted`, or the code of an error. */
  readonly ends: ReadonlyMap<string, number>;
  /** Number of requests by fault. */
  readonly faults: ReadonlyMap<string, number>;
  readonly retries: number;
  /** Port that the server listened on. */
  readonly port: number;
  readonly violations: readonly string[];
  /** Number of calls that did not end, or that succeeded without their change. */
  readonly lost: number;
  /** Number of changes that were applied twice. */
  readonly doubled: number;
}

/** Runs callers against a new sandbox for a while, and compares their records with the state of the service. */
export async function runRound({ name, seed, callers, durationMs, port }: RoundOptions): Promise<RoundResult> {
  const stopJumping = startJumping();
  // The time of the service does not jump.
  const clock = { now: steadyNow, sleep: (ms: number) => sleep(ms) };
  const sandbox = createSandbox({ operationMs: 20, clock });
  addFixtures(sandbox);
  const faulty = injectFaults(sandbox, seed);
  const server = await listen(faulty, { port });
  const ledger = new Ledger();
  const sent = new Map<string, number>();
  const ended = new Set<string>();
  let retries = 0;

  const client = createClient({
    baseUrl: server.url,
    auth: badTokens(`${seed} ${name}`),
    fetch: (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      const id = headers.get(CALL_HEADER) ?? "";
      if (ended.has(id)) ledger.violation(`${id}: a request was sent after the call had ended`);
      sent.set(id, (sent.get(id) ?? 0) + 1);
      return globalThis.fetch(input, init);
    },
    timeoutMs: 3_000,
    deadlineMs: DEADLINE_MS,
    retry: { limit: RETRIES, minDelayMs: 5, maxDelayMs: 50 },
    validation: { responses: "strict" },
    onEvent: (event) => {
      if (event.type === "retry") retries += 1;
      if (event.type === "request" && event.attempt > MAX_ATTEMPTS) ledger.violation(`attempt ${event.attempt}`);
    },
  });

  const round = { sandbox, client, ledger, ended };
  const endsAt = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      const callerName = `r${name}c${index}`;
      const caller = new Caller(round, callerName, randomOf(`${seed} ${callerName}`));
      const own = { tables: [], environment: undefined, suggest: client.entities.suggest({ debounceMs: 0 }) };
      while (performance.now() < endsAt) await callSomething(caller, own);
    }),
  );
  stopJumping();
  await server.close();
  await faulty.settled();
  await verify({ sandbox, ledger, received: faulty.received, processed: faulty.processed, sent });
  return {
    ends: tally(ledger.records.map((record) => record.ended)),
    faults: tally(faulty.received.map(({ fault }) => fault)),
    retries,
    port: Number(new URL(server.url).port),
    violations: ledger.violations,
    lost: ledger.lost,
    doubled: ledger.doubled,
  };
}

/** Number of occurrences of each text. */
function tally(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
