import { expect, test } from "vitest";
import { diagnose } from "./support/compile.js";

/** Typical mistakes, each in one line, and a part of the compiler's message. */
const mistakes: readonly [code: string, message: string][] = [
  [
    'createClient({ baseUrl, rules: { "field-mod": "off" } });',
    `'"field-mod"' does not exist in type 'ClientRuleSettings'`,
  ],
  [
    'createWarehouse({ baseUrl, rules: { "field-mod": "off" } });',
    `'"field-mod"' does not exist in type 'WarehouseRuleSettings'`,
  ],
  [
    "const table: TableInput = { tableReference, numRows: '5' };",
    `'numRows' does not exist in type 'Input<TableDraft, "no fields that are output only">'`,
  ],
  [
    "const patch: TablePatch = { numRows: '5' };",
    `'numRows' does not exist in type 'InputPatch<TableDraft, "no fields that are output only">'`,
  ],
  [
    "environmentUpdate.envVariables({ HOME: '/' });",
    'NotAllowed<"a mask cannot name one entry; use envVariables.replace({ … })">',
  ],
  [
    "jwtSecurity({ definitions: { users: { projectId: 'p', issuerBase: baseUrl, issuer: baseUrl } } });",
    "issuer: not allowed together with projectId",
  ],
  [
    "jwtSecurity({ definitions: { users: { projectId: 'p', issuerBase: baseUrl, audiences: 'a' } } });",
    "audiences: not allowed together with projectId",
  ],
  [
    "jwtSecurity({ definitions: { users: { issuer: baseUrl, audiences: 'a', projectId: 'p' } } });",
    "projectId: not allowed together with issuer",
  ],
  [
    "jwtSecurity({ definitions: { users: { issuer: baseUrl, audiences: 'a', issuerBase: baseUrl } } });",
    "issuerBase: not allowed together with issuer",
  ],
  ["jwtSecurity({ definitions: { users: { issuer: baseUrl } } });", "Property 'audiences' is missing"],
  [
    'environmentUpdate.fromMask(["config.softwareConfig.airflowConfigOverrides.parallelism"], {});',
    "the name must be section-property",
  ],
  // The doc comments of the three types tell what to do: see hovers.slow.test.ts.
  ["const client = createClient({ baseUrl }); client.call;", "Property 'call' does not exist on type 'Client'"],
  [
    "const client = createClient({ baseUrl }); for await (const t of client.warehouse.tables.list(tableReference)) t.numRows;",
    "Property 'numRows' does not exist on type 'TableListEntry'",
  ],
  [
    "const client = createClient({ baseUrl }); (await client.warehouse.tables.list(tableReference)).map;",
    "Property 'map' does not exist on type 'Pager<TableListEntry, TableList>'",
  ],
];

test("the compiler's message states the mistake", { timeout: 240_000 }, () => {
  const lines = [
    'import { createClient, createWarehouse, environmentUpdate, jwtSecurity, type TableInput, type TablePatch } from "fourfold";',
    'const baseUrl = "https://a.test";',
    'const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };',
    ...mistakes.map(([code]) => `{ ${code} }`),
  ];
  const found = diagnose(new Map([["tests/mistakes.ts", lines.join("\n")]]));
  const messages = mistakes.map((_, at) => found.find(({ line }) => line === at + 4)?.message);
  expect(messages).toEqual(mistakes.map(([, message]) => expect.stringContaining(message)));
  expect(found).toHaveLength(mistakes.length);
});
