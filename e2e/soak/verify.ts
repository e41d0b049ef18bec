import type { Sandbox } from "fourfold/testing";
import { REPEATS } from "./desk.js";
import type { Ledger, State } from "./ledger.js";
import { own, ownTable, quietClient, sharedTables } from "./place.js";
import { type Arrival, CALL_HEADER, type Fate } from "./weather.js";

/** Calls that are sent again only where it is certain that nothing was done. */
const ONCE: readonly string[] = ["insert", "patchBlind", "environments.patch"];

/** Calls that change nothing, or the same when they are done again. */
const AGAIN: readonly string[] = [
  ...["get", "tables.list", "projects.list", "search", "suggest", "wait"],
  ...["getIamPolicy", "testIamPermissions", "update", "delete"],
];
/** Calls that are safe to send again, but find themselves refused if they were done the first time. */
const GUARDED: readonly string[] = ["patch", "setIamPolicy"];

/** Faults that a call outlives as long as there are not too many of them. */
function outlives(method: string, fate: Fate): boolean {
  if (fate === "calm" || fate === "rateLimited" || fate === "unauthorized") return true;
  if (fate === "dropped" || fate === "unavailable") return AGAIN.includes(method) || GUARDED.includes(method);
  return ["droppedAfter", "unavailableAfter", "cutBody", "cutChunked"].includes(fate) && AGAIN.includes(method);
}

/** What is left of a round when all its calls have ended. */
export interface Aftermath {
  readonly sandbox: Sandbox;
  readonly ledger: Ledger;
  readonly arrivals: readonly Arrival[];
  /** How many requests the weather handed on to the sandbox. */
  readonly acted: number;
  /** How many requests were sent, by call. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Compares what the callers know with what the service did, and writes down what does not agree. */
export async function verify(aftermath: Aftermath): Promise<void> {
  verifyRequests(aftermath);
  verifyBearableCalls(aftermath);
  await verifyStates(aftermath);
  await verifyMarks(aftermath);
}

/** Nothing came that was not sent, and nothing was done twice. */
function verifyRequests({ sandbox, ledger, arrivals, acted, sent }: Aftermath): void {
  const { requests } = sandbox;
  if (requests.length !== acted) ledger.violation(`the journal has ${requests.length} requests of ${acted}`);
  const arrived = countBy(arrivals, ({ callId }) => callId);
  for (const [id, count] of arrived) {
    const before = sent.get(id) ?? 0;
    if (count > before) ledger.violation(`${id}: ${count} requests came of ${before} that were sent`);
  }
  const done = countBy(requests, ({ headers }) => headers[CALL_HEADER] ?? "");
  for (const { id, method, ended } of ledger.records.filter((record) => ONCE.includes(record.method))) {
    const count = done.get(id) ?? 0;
    if (count > 1) ledger.violation(`${method} ${id}: done ${count} times, ended with ${ended}`, "doubled");
    if (count === 0 && ended === "value") ledger.violation(`${method} ${id}: never done, ended with a value`, "lost");
  }
}

/** Who met no bad weather, or no more than repeats get over, and had time has a value. */
function verifyBearableCalls({ ledger, arrivals }: Aftermath): void {
  const fates = new Map<string, Fate[]>();
  for (const { callId, fate } of arrivals) fates.set(callId, [...(fates.get(callId) ?? []), fate]);
  for (const { id, method, ended, isHurried } of ledger.records) {
    if (ended === "value" || isHurried) continue;
    const met = fates.get(id) ?? [];
    const faults = met.filter((fate) => fate !== "calm").length;
    if (faults > REPEATS || !met.every((fate) => outlives(method, fate))) continue;
    // Others were quicker, the machine is busy, or the operation was to fail.
    const isExcused =
      ended === "timeout" ||
      (ended === "unauthenticated" && met.includes("unauthorized")) ||
      (method === "modify" && ended === "precondition_failed") ||
      (method === "wait" && ended === "operation_failed");
    if (!isExcused) ledger.violation(`${method} ${id}: ${ended} in weather such as ${met.join(", ")}`);
  }
}

/** What has a single owner is in a state that its owner knows of. */
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
      ledger.violation(`${resource}: is ${state}, and not ${possible.join(" or ")}`, "lost");
  }
  for (const id of ids) if (!ledger.states.has(`table ${id}`)) ledger.violation(`table ${id}: nobody made it`);
}

/** Every mark that a caller knows of is there, and none twice. */
async function verifyMarks({ sandbox, ledger }: Aftermath): Promise<void> {
  const { warehouse } = quietClient(sandbox);
  for (const reference of sharedTables) {
    const { description = "" } = await warehouse.tables.get(reference);
    const counts = countBy(description.split(" "), (mark) => mark);
    for (const { mark, isKnown } of ledger.marks.filter(({ resource }) => resource === reference.tableId)) {
      const count = counts.get(mark) ?? 0;
      if (count > 1 || (isKnown && count === 0))
        ledger.violation(`modify: mark ${mark} is there ${count} times`, count > 1 ? "doubled" : "lost");
    }
  }
}

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}
