import type { Sandbox } from "fourfold/testing";
import { RETRIES } from "./caller.js";
import { CALL_HEADER, type ReceivedRequest, type RequestFault } from "./faults.js";
import { faultFreeClient, own, ownTable, sharedTables } from "./fixtures.js";
import type { Ledger, State } from "./ledger.js";

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
function survives(method: string, fault: RequestFault): boolean {
  if (fault === "none" || fault === "rateLimited" || fault === "unauthorized") return true;
  if (fault === "dropped" || fault === "unavailable") return AGAIN.includes(method) || GUARDED.includes(method);
  return ["droppedAfter", "unavailableAfter", "cutBody", "cutChunked"].includes(fault) && AGAIN.includes(method);
}

/** The data of a round after all its calls have ended. */
export interface Aftermath {
  readonly sandbox: Sandbox;
  readonly ledger: Ledger;
  readonly received: readonly ReceivedRequest[];
  /** Number of requests that reached the sandbox. */
  readonly processed: number;
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

/** Checks that no unknown request was received, and that no change was made twice. */
function verifyRequests({ sandbox, ledger, received, processed, sent }: Aftermath): void {
  const { requests } = sandbox;
  if (requests.length !== processed) ledger.violation(`the journal has ${requests.length} requests of ${processed}`);
  const arrived = countBy(received, ({ callId }) => callId);
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

/** Checks that a call returned a value if it had enough time, and no more faults than retries. */
function verifyBearableCalls({ ledger, received }: Aftermath): void {
  const faults = new Map<string, RequestFault[]>();
  for (const { callId, fault } of received) faults.set(callId, [...(faults.get(callId) ?? []), fault]);
  for (const { id, method, ended, mayEndEarly } of ledger.records) {
    if (ended === "value" || mayEndEarly) continue;
    const met = faults.get(id) ?? [];
    const faultCount = met.filter((fault) => fault !== "none").length;
    if (faultCount > RETRIES || !met.every((fault) => survives(method, fault))) continue;
    // A concurrent change, a busy machine, or an operation that was set up to fail.
    const isExcused =
      ended === "timeout" ||
      (ended === "unauthenticated" && met.includes("unauthorized")) ||
      (method === "modify" && ended === "precondition_failed") ||
      (method === "wait" && ended === "operation_failed");
    if (!isExcused) ledger.violation(`${method} ${id}: ${ended} after the faults ${met.join(", ")}`);
  }
}

/** Checks that every resource with a single owner is in a state that its owner expects. */
async function verifyStates({ sandbox, ledger }: Aftermath): Promise<void> {
  const { warehouse, environments } = faultFreeClient(sandbox);
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

/** Checks that every mark that a caller knows of exists exactly once. */
async function verifyMarks({ sandbox, ledger }: Aftermath): Promise<void> {
  const { warehouse } = faultFreeClient(sandbox);
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
