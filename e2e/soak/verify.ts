import type { Sandbox } from "fourfold/testing";
import { REPEATS } from "./desk.js";
import type { Ledger, State } from "./ledger.js";
import { own, ownTable, quietClient, sharedTables } from "./place.js";
import { type Arrival, CALL_HEADER, type Fate } from "./weather.js";

/** Calls that are retried only if the request was certainly not processed. */
const ONCE: readonly string[] = ["insert", "patchBlind", "environments.patch"];

/** Calls that are idempotent and never fail because of an earlier attempt. */
const AGAIN: readonly string[] = [
  ...["get", "tables.list", "projects.list", "search", "suggest", "wait"],
  ...["getIamPolicy", "testIamPermissions", "update", "delete"],
];
/** Idempotent calls that are rejected if an earlier attempt succeeded. */
const GUARDED: readonly string[] = ["patch", "setIamPolicy"];

/** Faults that a call survives, up to a certain number. */
function outlives(method: string, fate: Fate): boolean {
  if (fate === "calm" || fate === "rateLimited" || fate === "unauthorized") return true;
  if (fate === "dropped" || fate === "unavailable") return AGAIN.includes(method) || GUARDED.includes(method);
  return ["droppedAfter", "unavailableAfter", "cutBody", "cutChunked"].includes(fate) && AGAIN.includes(method);
}

/** The data of a round after all its calls have ended. */
export interface Aftermath {
  readonly sandbox: Sandbox;
  readonly ledger: Ledger;
  readonly arrivals: readonly Arrival[];
  /** Number of requests that reached the sandbox. */
  readonly acted: number;
  /** Number of requests by call. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Compares the callers' records with the state of the service, and records the differences. */
export async function verify(aftermath: Aftermath): Promise<void> {
  verifyRequests(aftermath);
  verifyBearableCalls(aftermath);
  await verifyStates(aftermath);
  await verifyMarks(aftermath);
}

/** No unknown request was received, and nothing was done twice. */
function verifyRequests({ sandbox, ledger, arrivals, acted, sent }: Aftermath): void {
  const { requests } = sandbox;
  if (requests.length !== acted) ledger.violation(`the journal has ${requests.length} requests of ${acted}`);
  const arrived = countBy(arrivals, ({ callId }) => callId);
  for (const [id, count] of arrived) {
    const before = sent.get(id) ?? 0;
    if (count > before) ledger.violation(`${id}: received ${count} of ${before} requests that were sent`);
  }
  const done = countBy(requests, ({ headers }) => headers[CALL_HEADER] ?? "");
  for (const { id, method, ended } of ledger.records.filter((record) => ONCE.includes(record.method))) {
    const count = done.get(id) ?? 0;
    if (count > 1) ledger.violation(`${method} ${id}: done ${count} times, outcome ${ended}`, "doubled");
    if (count === 0 && ended === "value") ledger.violation(`${method} ${id}: never done, but returned a value`, "lost");
  }
}

/** A call without faults, or with no more faults than retries, and with enough time returned a value. */
function verifyBearableCalls({ ledger, arrivals }: Aftermath): void {
  const fates = new Map<string, Fate[]>();
  for (const { callId, fate } of arrivals) fates.set(callId, [...(fates.get(callId) ?? []), fate]);
  for (const { id, method, ended, isHurried } of ledger.records) {
    if (ended === "value" || isHurried) continue;
    const met = fates.get(id) ?? [];
    const faults = met.filter((fate) => fate !== "calm").length;
    if (faults > REPEATS || !met.every((fate) => outlives(method, fate))) continue;
    // A concurrent change, a busy machine, or an operation that was told to fail.
    const isExcused =
      ended === "timeout" ||
      (ended === "unauthenticated" && met.includes("unauthorized")) ||
      (method === "modify" && ended === "precondition_failed") ||
      (method === "wait" && ended === "operation_failed");
    if (!isExcused) ledger.violation(`${method} ${id}: ${ended} after the faults ${met.join(", ")}`);
  }
}

/** Every resource with a single owner is in a state that its owner expects. */
async function verifyStates({ sandbox, ledger }: Aftermath): Promise<void> {
  const { warehouse, environments } = quietClient(sandbox);
  const tables = await warehouse.tables.list(own, { maxResults: 1_000 }).toArray({ limit: Infinity });
  const ids = new Set(tables.map(({ tableReference }) => tableReference?.tableId ?? ""));
  const read: Record<string, (id: string) => Promise<State>> = {
    table: async (id) => (ids.has(id) ? (await warehouse.tables.get(ownTable(id))).description : undefined),
    policy: async (id) => (await warehouse.tables.getIamPolicy(ownTable(id))).bindings?.[0]?.members?.[0],
    environment: async (name) => (await environments.get(name)).labels?.mark,
  };
  for (const [resource, possible] of ledger.states) {
    const [kind = "", id = ""] = resource.split(" ");
    if (kind === "policy" && !ids.has(id)) continue;
    const state = await read[kind]?.(id);
    if (!possible.includes(state))
      ledger.violation(`${resource}: is ${state}, but should be ${possible.join(" or ")}`, "lost");
  }
  for (const id of ids) if (!ledger.states.has(`table ${id}`)) ledger.violation(`table ${id}: created by no caller`);
}

/** Every mark that a caller knows of exists exactly once. */
async function verifyMarks({ sandbox, ledger }: Aftermath): Promise<void> {
  const { warehouse } = quietClient(sandbox);
  for (const reference of sharedTables) {
    const { description = "" } = await warehouse.tables.get(reference);
    const counts = countBy(description.split(" "), (mark) => mark);
    for (const { mark, isKnown } of ledger.marks.filter(({ resource }) => resource === reference.tableId)) {
      const count = counts.get(mark) ?? 0;
      if (count > 1 || (isKnown && count === 0))
        ledger.violation(`modify: mark ${mark} exists ${count} times`, count > 1 ? "doubled" : "lost");
    }
  }
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
