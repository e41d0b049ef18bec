import { environmentUpdate, isFourfoldError, type Suggest } from "fourfold";
import { attemptsOf, type Caller, type Expected } from "./caller.js";
import { environmentName, listedProjects, ownTable, sharedTables, still, stillTables } from "./fixtures.js";

/** A table that only its owner changes. */
interface OwnTable {
  readonly id: string;
  text: string;
  etag: string | undefined;
}

/** Resources that belong to one caller. */
export interface Belongings {
  readonly tables: OwnTable[];
  /** An environment whose state is certain; undefined before the first one, and after one was abandoned. */
  environment: { readonly name: string; text: string } | undefined;
  readonly suggest: Suggest;
}

type Action = (caller: Caller, own: Belongings) => Promise<void>;

/** A retry that found the result of the first attempt. */
const metItself: Expected = {
  isKnown: (error) => isFourfoldError(error, "precondition_failed", "conflict") && attemptsOf(error) > 1,
};

const insert: Action = async (caller, own) => {
  const { client, ledger } = caller.round;
  const id = caller.uniqueName();
  const table = { tableReference: ownTable(id), description: id };
  const outcome = await caller.call("insert", (options) => client.warehouse.tables.insert(table, options));
  ledger.changed(`table ${id}`, { before: undefined, wanted: id }, outcome);
  if (outcome.kind === "value") own.tables.push({ id, text: id, etag: outcome.value.etag });
};

/** Takes a table from the list, changes it, and puts it back if the outcome is certain. */
const change =
  (method: "patch" | "patchBlind" | "update"): Action =>
  async (caller, own) => {
    const table = own.tables.shift();
    if (table === undefined) return insert(caller, own);
    const { client, ledger } = caller.round;
    const { tables } = client.warehouse;
    const text = caller.uniqueName();
    const reference = ownTable(table.id);
    const outcome = await caller.call(
      method,
      (options) => {
        if (method === "update") return tables.update({ tableReference: reference, description: text }, options);
        const ifMatch = method === "patch" ? { ifMatch: table.etag ?? "" } : {};
        return tables.patch(reference, { description: text }, { ...options, ...ifMatch });
      },
      metItself,
    );
    const isCertain = ledger.changed(`table ${table.id}`, { before: table.text, wanted: text }, outcome);
    if (!isCertain) return;
    if (outcome.kind === "value") Object.assign(table, { text, etag: outcome.value.etag });
    own.tables.push(table);
  };

const remove: Action = async (caller, own) => {
  const table = own.tables.shift();
  if (table === undefined) return insert(caller, own);
  const { client, ledger } = caller.round;
  const outcome = await caller.call("delete", (options) => client.warehouse.tables.delete(ownTable(table.id), options));
  const isCertain = ledger.changed(`table ${table.id}`, { before: table.text, wanted: undefined }, outcome);
  if (isCertain && outcome.kind !== "value") own.tables.push(table);
};

const setPolicy: Action = async (caller, own) => {
  const table = own.tables.shift();
  if (table === undefined) return insert(caller, own);
  const { client, ledger } = caller.round;
  const { tables } = client.warehouse;
  const reference = ownTable(table.id);
  const read = await caller.call("getIamPolicy", (options) => tables.getIamPolicy(reference, options));
  if (read.kind !== "value") return void own.tables.push(table);
  const member = `user:${caller.uniqueName()}`;
  const before = read.value.bindings?.[0]?.members?.[0];
  const policy = { etag: read.value.etag, bindings: [{ role: "roles/reader", members: [member] }] };
  const set = await caller.call(
    "setIamPolicy",
    (options) => tables.setIamPolicy(reference, policy, options),
    metItself,
  );
  // A policy request that is still in flight may arrive after the table was recreated by another caller.
  if (ledger.changed(`policy ${table.id}`, { before, wanted: member }, set)) own.tables.push(table);
};

const testPermissions: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const asked = ["warehouse.tables.get", "warehouse.nothing.get"];
  const reference = { ...still, tableId: caller.random.pick(stillTables) };
  const outcome = await caller.call("testIamPermissions", (options) =>
    client.warehouse.tables.testIamPermissions(reference, asked, options),
  );
  if (outcome.kind === "value" && outcome.value.join() !== asked[0]) ledger.violation(`permissions: ${outcome.value}`);
};

const modify: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const reference = caller.random.pick(sharedTables);
  const mark = caller.uniqueName();
  const outcome = await caller.call(
    "modify",
    (options) =>
      client.warehouse.tables.modify(
        reference,
        ({ description = "" }) => {
          const marks = description.split(" ");
          return marks.includes(mark) ? undefined : { description: [...marks, mark].join(" ") };
        },
        options,
      ),
    { isKnown: (error) => isFourfoldError(error, "precondition_failed") },
  );
  ledger.marks.push({ resource: reference.tableId, mark, isKnown: outcome.kind === "value" });
};

const get: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const reference = { ...still, tableId: caller.random.pick(stillTables) };
  const outcome = await caller.call("get", (options) => client.warehouse.tables.get(reference, options));
  if (outcome.kind === "value" && outcome.value.tableReference.tableId !== reference.tableId) {
    ledger.violation(`get ${reference.tableId}: the response is for ${outcome.value.id}`);
  }
};

const listTables: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const leaveAfter = caller.random.chance(0.3) ? 1 + caller.random.below(stillTables.length) : stillTables.length;
  const outcome = await caller.call("tables.list", async (options) => {
    const found: string[] = [];
    for await (const { tableReference } of client.warehouse.tables.list(still, {
      ...options,
      maxResults: 25,
    })) {
      found.push(tableReference?.tableId ?? "");
      if (found.length === leaveAfter) break;
    }
    return found;
  });
  const expected = stillTables.slice(0, leaveAfter).join();
  if (outcome.kind === "value" && outcome.value.join() !== expected) ledger.violation(`tables.list: ${outcome.value}`);
};

const listProjects: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const outcome = await caller.call("projects.list", async (options) => {
    const projects = await client.warehouse.projects.list({ ...options, maxResults: 20 }).toArray({ limit: Infinity });
    return projects.map(({ projectReference }) => projectReference?.projectId).join();
  });
  if (outcome.kind === "value" && outcome.value !== listedProjects.join()) {
    ledger.violation(`projects.list: ${outcome.value}`);
  }
};

const search: Action = async (caller) => {
  const { client, ledger } = caller.round;
  const outcome = await caller.call("search", (options) =>
    client.entities.search({ query: "ada", prefix: true }, options),
  );
  if (outcome.kind === "value" && !outcome.value.itemListElement?.length) ledger.violation("search: no result");
};

/** Continues typing before the first response arrives. */
const suggest: Action = async (caller, own) => {
  await Promise.all([
    caller.call("suggest", (options) => own.suggest("a", options), { isReplaceable: true }),
    caller.call("suggest", (options) => own.suggest("ad", options)),
  ]);
};

const patchEnvironment: Action = async (caller, own) => {
  const { client, ledger, sandbox } = caller.round;
  own.environment ??= newEnvironment(caller);
  const { environment } = own;
  const text = caller.uniqueName();
  const resource = `environment ${environment.name}`;
  const states = { before: environment.text, wanted: text };
  if (caller.random.chance(0.05)) sandbox.environments.failNext({ code: 9, message: "no luck" });
  const update = environmentUpdate.labels({ mark: text });
  const begun = await caller.call("environments.patch", (options) =>
    client.environments.patch(environment.name, update, options),
  );
  if (begun.kind !== "value") {
    if (!ledger.changed(resource, states, begun)) own.environment = undefined;
    return;
  }
  const ended = await caller.call("wait", (options) => begun.value.wait({ ...options, pollIntervalMs: 10 }), {
    isKnown: (error) => isFourfoldError(error, "operation_failed"),
  });
  if (!ledger.changed(resource, states, ended)) own.environment = undefined;
  else if (ended.kind === "value") environment.text = text;
};

function newEnvironment(caller: Caller): { name: string; text: string } {
  const text = caller.uniqueName();
  const name = environmentName(text);
  caller.round.sandbox.environments.add({ name, labels: { mark: text } });
  return { name, text };
}

/** The calls, with their weights in percent. */
const MIX: readonly (readonly [Action, number])[] = [
  [insert, 15],
  [change("patch"), 10],
  [change("patchBlind"), 5],
  [change("update"), 5],
  [remove, 6],
  [setPolicy, 5],
  [testPermissions, 3],
  [modify, 10],
  [get, 12],
  [listTables, 8],
  [listProjects, 4],
  [search, 6],
  [suggest, 4],
  [patchEnvironment, 7],
];

/** Makes a randomly chosen call, or a few related calls. */
export async function callSomething(caller: Caller, own: Belongings): Promise<void> {
  let left = caller.random.next() * MIX.reduce((sum, [, share]) => sum + share, 0);
  for (const [action, share] of MIX) {
    left -= share;
    if (left < 0) return action(caller, own);
  }
}
