import {
  ApiError,
  type ApiErrorCode,
  createClient,
  defineMethod,
  environmentUpdate,
  type Issue,
  isFourfoldError,
  parseEnvironmentName,
  parseEnvironmentUpdate,
  parseImageVersion,
  parseTableReference,
  parseUpdateMask,
  planEnvironmentUpdates,
} from "fourfold";
import { defineTable, planTablePatch, rowDecoder } from "fourfold/tables";
import { createSandbox, encodeRows } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { rejection, thrown } from "./support/rejection.js";

// Keys, values, names and ids of any size end in a message that a log can hold.

const MAX_MESSAGE = 8_100;
const MAX_ISSUE = 2_100;

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const client = createClient({ ...createSandbox().clientOptions, retry: false });
const { tables } = client.warehouse;
const never = (value: unknown) => value as never;

/** Objects with a long key: alone, with many keys inside, and at many levels. */
const wide = (key: string, size: number) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`${key}${index}`, 5]));
const nested = (key: string, levels: number): unknown =>
  levels === 0 ? Number.NaN : { [`${key}${levels}`]: nested(key, levels - 1) };

const calls: [what: string, call: (long: string) => unknown][] = [
  ["a key of a label", (long) => environmentUpdate.labels({ [long]: "x" })],
  ["a value of a label", (long) => environmentUpdate.labels({ a: long.toUpperCase() })],
  ["a key of an override", (long) => environmentUpdate.airflowConfigOverrides(never({ [long]: "x" }))],
  ["a name of a package", (long) => environmentUpdate.pypiPackages({ [`${long},`]: "x" })],
  ["a name of a variable", (long) => environmentUpdate.envVariables.replace(never({ [long]: 5 }))],
  ["an image version", (long) => environmentUpdate.imageVersion(never(long))],
  ["a machine type", (long) => environmentUpdate.databaseMachineType(never(long))],
  ["a path of fromMask", (long) => environmentUpdate.fromMask(never([long]), {} as never)],
  ["paths of unlisted", (long) => environmentUpdate.unlisted([`a.${long},`, "labels"], { [long]: 1 })],
  ["a mask", (long) => parseUpdateMask(`${long},config.nodeCount,labels.${long}`)],
  [
    "a mask of many paths",
    (long) => parseUpdateMask(`labels.${long},nodes,${"labels.x,labels.y,config.nodeCount,".repeat(1_000)}`),
  ],
  ["an update", (long) => parseEnvironmentUpdate({ updateMask: long, environment: { [long]: { [long]: undefined } } })],
  ["a field of an update", (long) => parseEnvironmentUpdate({ updateMask: "labels", [long]: 1 })],
  ["many fields of an update", (long) => parseEnvironmentUpdate({ updateMask: "labels", environment: wide(long, 30) })],
  ["a name of an environment", (long) => parseEnvironmentName(long)],
  ["a version", (long) => parseImageVersion(long)],
  ["a desired environment", (long) => planEnvironmentUpdates({}, never({ [long]: 1, config: nested(long, 100) }))],
  ["an environment", (long) => client.environments.get(long)],
  ["an option", (long) => createClient(never({ [long]: 1 }))],
  ["a base URL", (long) => createClient({ baseUrl: long })],
  ["a rule", (long) => createClient({ rules: never({ [long]: long }) })],
  ["an option of a call", (long) => tables.get(tableReference, never({ [long]: 1 }))],
  ["a header", (long) => tables.get(tableReference, { headers: { [`${long} `]: "x" } })],
  ["a query parameter", (long) => tables.get(tableReference, { query: { [long]: never({}) } })],
  ["an id", (long) => tables.get({ ...tableReference, tableId: long })],
  ["an id with a slash", (long) => tables.get({ ...tableReference, datasetId: `${long}/` })],
  ["a name in a reference", (long) => tables.list(never({ projectId: "p", datasetId: "d", [long]: 1 })).firstPage()],
  ["a reference", (long) => parseTableReference(long)],
  ["a code", (long) => isFourfoldError(new Error("x"), never(long))],
  ["a key in a table", (long) => tables.insert(never({ tableReference, labels: { [long]: long, b: 5 } }))],
  ["many keys in a table", (long) => tables.insert(never({ tableReference, labels: wide(long, 30) }))],
  ["levels of a table", (long) => tables.insert(never({ tableReference, other: nested(long, 100) }))],
  [
    "a type of a column",
    (long) => tables.insert(never({ tableReference, schema: { fields: [{ name: long, type: long, mode: long }] } })),
  ],
  [
    "names of columns",
    (long) =>
      tables.insert(
        never({
          tableReference,
          schema: {
            fields: [
              { name: long, type: "STRING" },
              { name: long, type: "STRING" },
            ],
          },
          clustering: { fields: [`${long}!`] },
        }),
      ),
  ],
  [
    "values of a table",
    (long) =>
      tables.insert(
        never({
          tableReference,
          expirationTime: long,
          maxStaleness: long,
          resourceTags: { [long]: long },
          externalDataConfiguration: {
            sourceFormat: long,
            sourceUris: [long],
            csvOptions: { encoding: long, quote: long },
          },
        }),
      ),
  ],
  [
    "a policy",
    (long) => tables.setIamPolicy(tableReference, never({ policy: { bindings: [{ role: long, members: [long] }] } })),
  ],
  [
    "a list of ids",
    (long) => client.entities.search({ ids: [`${long} `], languages: [long], types: [long], limit: never(long) }),
  ],
  ["a definition", (long) => defineTable(long, never({ schema: [{ name: long, type: long }], [long]: 1 }))],
  ["a property of a definition", (long) => defineTable("d.t", never({ schema: { [long]: 1, [`${long}2`]: 1 } }))],
  [
    "a change of a table",
    (long) =>
      planTablePatch(
        { tableReference, schema: { fields: [{ name: long, type: "STRING" }] } },
        never({ tableReference, schema: { fields: [{ name: `${long}2`, type: "STRING" }] } }),
      ),
  ],
  [
    "a row",
    (long) =>
      rowDecoder(
        {},
        never([{ name: "a", type: "RECORD", fields: [{ name: long, type: "INTEGER" }] }]),
      )(never({ f: [{ v: { f: [{ v: long }] } }] })),
  ],
  [
    "columns of rows",
    (long) =>
      rowDecoder(
        never({ schema: { fields: [{ name: long, type: long }] } }),
        never([
          { name: long, type: "STRING" },
          { name: `${long}2`, type: "STRING" },
        ]),
      ),
  ],
  ["rows", (long) => encodeRows(never([{ name: "a", type: "STRING" }]), [never({ [long]: 1, [`${long}2`]: 1 })])],
  ["a method", (long) => defineMethod(never({ name: "a", http: `GET /{${long}}/{${long}}`, items: 5, [long]: 1 }))],
  ["a verb", (long) => defineMethod(never({ name: "a", http: `${long} /` }))],
  ["keys of a body", (long) => client.warehouse.call(strict, { body: never(wide(long, 30)) })],
  ["a message of a schema", (long) => client.warehouse.call(strict, { body: never({ text: long }) })],
  [
    "a seed",
    (long) => createSandbox().warehouse.tables.add(never({ tableReference, type: long, labels: { [long]: 5 } })),
  ],
  [
    "a seed of an environment",
    (long) => createSandbox().environments.add(never({ name: long, labels: { [long]: 5 } })),
  ],
  [
    "a taken table",
    (long) => {
      const { warehouse } = createSandbox();
      const table = { tableReference: { ...tableReference, tableId: long } };
      warehouse.tables.add(table);
      warehouse.tables.add(table);
    },
  ],
  [
    "a seed of an entity",
    (long) => createSandbox().entities.add(never({ "@id": `${long} `, [long]: { [long]: Number.NaN } })),
  ],
  [
    "a response",
    async (long) => {
      const sandbox = createSandbox();
      sandbox.route(echo, () => ({ items: [never(wide(long, 30))] }));
      await createClient(sandbox.clientOptions).warehouse.call(echo, {});
    },
  ],
  [
    "an error of a service",
    (long) => {
      const request = { method: "GET", path: `/${long}` };
      throw new ApiError({ code: "not_found" satisfies ApiErrorCode, status: 404, request, text: long, attempts: 1 });
    },
  ],
];

const strict = defineMethod({
  name: "a.b",
  http: "POST /a",
  body: z.strictObject({
    text: z.string().check(z.refine((text) => text.length < 5, { error: ({ input }) => `not ${input}` })),
  }),
});
const echo = defineMethod({
  name: "a.c",
  http: "GET /echo",
  response: z.object({ items: z.array(z.record(z.string(), z.string())) }),
});

test.each(calls)("a message is short for a long input: %s", async (_, call) => {
  for (const unit of ["k", "a.", '"', "-"]) {
    const long = unit.repeat(200_000 / unit.length);
    const error = (await rejection(Promise.resolve().then(() => call(long)))) as Error & { issues?: readonly Issue[] };
    expect(isFourfoldError(error)).toBe(true);
    expect(error.message.length).toBeLessThan(MAX_MESSAGE);
    for (const { path, message } of error.issues ?? []) {
      expect(path.length).toBeLessThan(MAX_ISSUE);
      expect(message.length).toBeLessThan(MAX_ISSUE);
    }
  }
});

test("all issues are kept, and the message counts them", () => {
  const labels = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, "A".repeat(100)]));
  const error = thrown(() => environmentUpdate.labels(labels)) as Error & { issues: readonly Issue[] };
  expect(error.issues).toHaveLength(10_000);
  expect(error.message).toContain("10000 problems");
  expect(error.message.length).toBeLessThan(MAX_MESSAGE);
});

test("a long message keeps its beginning and its end", () => {
  const request = { method: "GET", path: `/${"k".repeat(50_000)}` };
  const { message } = new ApiError({
    code: "not_found",
    status: 404,
    request,
    text: "Not found: Table t",
    attempts: 1,
  });
  expect(message).toMatch(/^\[not_found\] 404 GET \/kkk.*k…k.*kkk: Not found: Table t$/);
});
