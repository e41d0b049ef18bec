import { createClient, defineMethod, environmentUpdate, isFourfoldError, scopes } from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { expect, test } from "vitest";
import { thrown } from "./support/rejection.js";

// biome-ignore lint/suspicious/noExplicitAny: calls that the types rule out
type Call = (value: any) => unknown;

const sandbox = createSandbox();
const table = { projectId: "p", datasetId: "d", tableId: "t" };
sandbox.warehouse.tables.add({ tableReference: table });
const name = "projects/p/locations/l/environments/e";
sandbox.environments.add({ name });
const { warehouse, entities, environments } = createClient(sandbox.clientOptions);
const getThing = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
const definition = defineTable("d.t", {});
const plan = await planTables(warehouse, [definition], { projectId: "p" });

/** One call for each way in which options are read. */
const calls: Record<string, Call> = {
  createClient: (options) => createClient(options),
  createSandbox: (options) => createSandbox(options),
  listen: (options) => listen(sandbox, options),
  call: (options) => warehouse.call(getThing, { thingId: "x" }, options),
  "a list": (options) => warehouse.tables.list(table, options),
  "tables.insert": (options) => warehouse.tables.insert({ tableReference: table }, options),
  "tables.modify": (options) => warehouse.tables.modify(table, () => undefined, options),
  planTables: (options) => planTables(warehouse, [definition], options),
  applyTables: (options) => applyTables(warehouse, plan, options),
  "entities.suggest": (options) => entities.suggest(options),
  "environments.apply": (options) => environments.apply(name, [environmentUpdate.nodeCount(3)], options),
  "a gateway": (options) => sandbox.gateway(options),
  "a fault": (fault) => sandbox.faults.next(fault),
  scopes: (naming) => scopes(naming),
};

/** Values that are not options; those of a Map, a promise and parameters would be ignored. */
const values = [null, 5, "abc", [], true, Symbol("s"), new Map(), Promise.resolve({}), new URLSearchParams("foo=1")];

async function outcomeOf(call: Call, value: unknown): Promise<unknown> {
  try {
    await call(value);
  } catch (error) {
    return isFourfoldError(error, "invalid_request") ? "a RequestError" : error;
  }
  return "a result";
}

test.each(Object.entries(calls))("%s rejects options that are not an object", async (_, call) => {
  const outcomes = await Promise.all(values.map((value) => outcomeOf(call, value)));
  expect(outcomes).toEqual(values.map(() => "a RequestError"));
});

test.each(["retry", "validation", "rules", "headers"])("a client rejects a Map and a promise as %s", (option) => {
  for (const value of [new Map([["foo", "off"]]), Promise.resolve({})]) {
    const error = thrown(() => createClient({ ...sandbox.clientOptions, [option]: value } as never));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: option }] });
  }
});

test("a client that receives a sandbox instead of options suggests its clientOptions", () => {
  const message = expect.stringContaining("sandbox.clientOptions");
  expect(thrown(() => createClient(sandbox as never))).toMatchObject({ code: "invalid_request", message });
});

test("unknown options of entities.suggest are rejected", () => {
  const issues = [{ path: "query", rule: "member-type" }];
  expect(thrown(() => entities.suggest({ query: "a" } as never))).toMatchObject({ issues });
});
