import {
  createClient,
  createEntities,
  createEnvironments,
  createWarehouse,
  defineConfig,
  defineMethod,
  defineTable,
  environmentUpdate,
  int64,
  isFourfoldError,
  logEvents,
  tableSource,
  vendorNaming,
} from "fourfold";
import { permissions, scopes } from "fourfold/naming";
import { createSandbox } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import { expect, test } from "vitest";
import * as z from "zod";
import { thrown } from "./support/rejection.js";

// biome-ignore lint/suspicious/noExplicitAny: calls that the types rule out
type Call = (value: any) => unknown;

const sandbox = createSandbox();
const table = { projectId: "p", datasetId: "d", tableId: "t" };
sandbox.warehouse.tables.add({ tableReference: table });
const name = "projects/p/locations/l/environments/e";
sandbox.environments.add({ name });
const client = createClient(sandbox.clientOptions);
const { warehouse, entities, environments } = client;
const { datasets, tables, projects } = warehouse;
const operation = environments.operation("projects/p/locations/l/operations/o");
const getThing = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
const listThings = defineMethod({
  name: "things.list",
  http: "GET /things",
  response: z.looseObject({ things: z.array(z.string()) }),
  items: "things",
});
const thing = { thingId: "x" };
const policy = { bindings: [] };
const datasetReference = { projectId: "p", datasetId: "d" };
const definition = defineTable("d.t", {});
const plan = await tables.plan([definition], { projectId: "p" });
const update = environmentUpdate.nodeCount(3);

/** Calls with their options as the parameter. */
const optionsOf: Record<string, Call> = {
  "warehouse.call": (options) => warehouse.call(getThing, thing, options),
  "entities.call": (options) => entities.call(getThing, thing, options),
  "environments.call": (options) => environments.call(getThing, thing, options),
  "warehouse.list": (options) => warehouse.list(listThings, {}, options),
  "entities.list": (options) => entities.list(listThings, {}, options),
  "environments.list": (options) => environments.list(listThings, {}, options),
  "projects.list": (options) => projects.list(options),
  "tables.list": (options) => tables.list(table, options),
  "tables.get": (options) => tables.get(table, options),
  "tables.insert": (options) => tables.insert({ tableReference: table }, options),
  "tables.patch": (options) => tables.patch(table, {}, options),
  "tables.update": (options) => tables.update({ tableReference: table }, options),
  "tables.delete": (options) => tables.delete(table, options),
  "tables.modify": (options) => tables.modify(table, () => undefined, options),
  "tables.getAll": (options) => tables.getAll([table], options),
  "tables.ensure": (options) => tables.ensure({ tableReference: table }, options),
  "tables.plan": (options) => tables.plan([definition], options),
  "tables.apply": (options) => tables.apply(plan, options),
  "datasets.list": (options) => datasets.list(table, options),
  "datasets.get": (options) => datasets.get(table, options),
  "datasets.insert": (options) => datasets.insert({ datasetReference }, options),
  "datasets.ensure": (options) => datasets.ensure({ datasetReference }, options),
  defineTable: (options) => defineTable("d.t", {}, options),
  tableSource: (options) => tableSource({ tableReference: table }, options),
  "tables.getIamPolicy": (options) => tables.getIamPolicy(table, options),
  "tables.setIamPolicy": (options) => tables.setIamPolicy(table, policy, options),
  "tables.testIamPermissions": (options) => tables.testIamPermissions(table, ["a"], options),
  "entities.search": (options) => entities.search({ query: "ada" }, options),
  "entities.suggest": (options) => entities.suggest(options),
  "a function of entities.suggest": (options) => entities.suggest()("ada", options),
  "environments.patch": (options) => environments.patch(name, update, options),
  "environments.get": (options) => environments.get(name, options),
  "environments.apply": (options) => environments.apply(name, [update], options),
  "environments.ensure": (options) => environments.ensure(name, {}, options),
  "operation.poll": (options) => operation.poll(options),
  "operation.wait": (options) => operation.wait(options),
  createSandbox: (options) => createSandbox(options),
  listen: (options) => listen(sandbox, options),
  logEvents: (options) => logEvents(console, options),
  int64: (options) => int64(1, options),
  "pager.toArray": (options) => projects.list().toArray(options),
};

/** Calls with another object as the parameter. */
const parametersOf: Record<string, Call> = {
  createClient: (options) => createClient(options),
  createWarehouse: (options) => createWarehouse(options),
  createEntities: (options) => createEntities(options),
  createEnvironments: (options) => createEnvironments(options),
  defineMethod: (definition) => defineMethod(definition),
  "the naming of scopes": (naming) => scopes(naming),
  "the naming of permissions": (naming) => permissions(naming),
  "the method of call": (method) => warehouse.call(method, thing),
  "the input of call": (input) => warehouse.call(getThing, input),
  "the method of list": (method) => warehouse.list(method, {}),
  "the input of list": (input) => warehouse.list(listThings, input),
  "the dataset of tables.list": (dataset) => tables.list(dataset),
  "the reference of tables.get": (reference) => tables.get(reference),
  "the table of tables.insert": (given) => tables.insert(given),
  "the reference of tables.patch": (reference) => tables.patch(reference, {}),
  "the patch of tables.patch": (patch) => tables.patch(table, patch),
  "the table of tables.update": (given) => tables.update(given),
  "the reference of tables.delete": (reference) => tables.delete(reference),
  "the reference of tables.modify": (reference) => tables.modify(reference, () => undefined),
  "the function of tables.modify": (change) => tables.modify(table, change),
  "the table of tables.ensure": (desired) => tables.ensure(desired),
  "the definitions of tables.plan": (given) => tables.plan([given], { projectId: "p" }),
  "the plan of tables.apply": (given) => tables.apply(given),
  "the reference of datasets.get": (reference) => datasets.get(reference),
  "the dataset of datasets.insert": (given) => datasets.insert(given),
  "the dataset of datasets.ensure": (given) => datasets.ensure(given),
  "the table of defineTable": (given) => defineTable("d.t", given),
  "the table of tableSource": (given) => tableSource(given),
  "the configuration of defineConfig": (config) => defineConfig(config),
  "the reference of tables.getIamPolicy": (reference) => tables.getIamPolicy(reference),
  "the reference of tables.setIamPolicy": (reference) => tables.setIamPolicy(reference, policy),
  "the policy of tables.setIamPolicy": (given) => tables.setIamPolicy(table, given),
  "the reference of tables.testIamPermissions": (reference) => tables.testIamPermissions(reference, ["a"]),
  "the permissions of tables.testIamPermissions": (given) => tables.testIamPermissions(table, given),
  "the query of entities.search": (query) => entities.search(query),
  "the name of environments.patch": (given) => environments.patch(given, update),
  "the update of environments.patch": (given) => environments.patch(name, given),
  "the name of environments.get": (given) => environments.get(given),
  "the name of environments.apply": (given) => environments.apply(given, [update]),
  "the name of environments.operation": (given) => environments.operation(given),
  "the target of listen": (target) => listen(target),
  "the sandbox of mswHandlers": (given) => mswHandlers(given),
  "the logger of logEvents": (logger) => logEvents(logger),
  "a fault": (fault) => sandbox.faults.next(fault),
  "the gateway of a sandbox": (options) => sandbox.gateway(options),
  "the method of sandbox.route": (method) => sandbox.route(method, () => ({})),
  "the handler of sandbox.route": (handler) => sandbox.route(getThing, handler === undefined ? null : handler),
  "a snapshot": (snapshot) => sandbox.restore(snapshot),
};

const values: [what: string, value: unknown][] = [
  ["null", null],
  ["a number", 5],
  ["a string", "abc"],
  ["a list", []],
  ["a boolean", true],
  ["a symbol", Symbol("s")],
];

async function outcomeOf(call: Call, value: unknown): Promise<unknown> {
  try {
    await call(value);
  } catch (error) {
    return isFourfoldError(error, "invalid_request") ? "a RequestError" : error;
  }
  return "a result";
}

test.each(Object.entries(optionsOf))("%s rejects options that are not an object", async (_, call) => {
  const outcomes = await Promise.all(values.map(async ([what, value]) => [what, await outcomeOf(call, value)]));
  expect(outcomes).toEqual(values.map(([what]) => [what, "a RequestError"]));
});

test.each(Object.entries(optionsOf))(
  "%s rejects options in a Map or a promise, whose entries would be ignored",
  async (_, call) => {
    const hidden: [what: string, value: unknown][] = [
      ["a Map", new Map([["foo", 1]])],
      ["a promise", Promise.resolve({ foo: 1 })],
      ["parameters", new URLSearchParams("foo=1")],
    ];
    const outcomes = await Promise.all(hidden.map(async ([what, value]) => [what, await outcomeOf(call, value)]));
    expect(outcomes).toEqual(hidden.map(([what]) => [what, "a RequestError"]));
  },
);

test.each(["retry", "validation", "rules", "headers"])("a client rejects a Map and a promise as %s", (option) => {
  for (const value of [new Map([["foo", "off"]]), Promise.resolve({})]) {
    const error = thrown(() => createClient({ ...sandbox.clientOptions, [option]: value } as never));
    expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining(`${option}: must be`) });
  }
});

test.each(Object.entries(parametersOf))("%s is rejected if it is of another type", async (_, call) => {
  const outcomes = await Promise.all(values.map(async ([kind, value]) => [kind, await outcomeOf(call, value)]));
  expect(outcomes).toEqual(values.map(([kind]) => [kind, "a RequestError"]));
});

test("a client that receives a sandbox instead of options suggests its clientOptions", () => {
  const message =
    "[invalid_request] createClient: must be options, got a sandbox; pass sandbox.clientOptions (call-option)";
  expect(thrown(() => createClient(sandbox as never))).toMatchObject({ message });
});

test.each([101, -1, 1.5, "5"])("prefetch must be an integer from 0 to 100, not %j", (prefetch) => {
  const message = expect.stringContaining("prefetch: must be an integer from 0 to 100");
  expect(thrown(() => projects.list({ prefetch } as never))).toMatchObject({ message });
});

test("the host of another profile is recognized with a trailing dot", () => {
  const baseUrl = "https://bigquery.googleapis.com.";
  const message = expect.stringContaining("did you mean naming: googleNaming?");
  expect(thrown(() => createWarehouse({ baseUrl, naming: vendorNaming }))).toMatchObject({ message });
  expect(() => createWarehouse({ baseUrl })).not.toThrow();
});

test("unknown options of entities.suggest are rejected with the names that it has", () => {
  const message =
    "[invalid_request] entities.suggest: foo: is unknown; known names are languages, types, limit, debounceMs (member-type)";
  expect(thrown(() => entities.suggest({ foo: 1 } as never))).toMatchObject({ message });
  expect(thrown(() => entities.suggest({ query: "a" } as never))).toMatchObject({ code: "invalid_request" });
});
