import { readFileSync } from "node:fs";
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
    'NotAllowed<"individual entries cannot be set; use envVariables.replace({ … })">',
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
  // The doc comments of the three types contain the remedy.
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

const head = [
  'import { createClient, defineMethod, defineTable } from "fourfold";',
  'const { tables } = createClient({ baseUrl: "https://a.test" }).warehouse;',
  'const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }, { name: "day", type: "DATE" }] as const;',
  'const orders = defineTable("sales.orders", { schema: columns });',
];

/** Mistakes in definitions, each in one line, a part of the compiler's message, and the maximum length of the message. */
const short: readonly [code: string, message: string, limit: number][] = [
  [
    'defineTable("a.b", { schema: [{ name: "id", type: "DATE" }, { name: "a", type: "STRING", maxLenght: 4 }] });',
    "Did you mean to write 'maxLength'?",
    250,
  ],
  [
    'defineTable("a.b", { schema: { fields: [{ name: "a", type: "STRING", maxLenght: 4 }] } });',
    "Did you mean to write 'maxLength'?",
    250,
  ],
  [
    'defineTable("a.b", { schema: [{ name: "a", type: "RECORD", fields: [{ name: "b", type: "STRING", maxLenght: 4 }] }] });',
    "Did you mean to write 'maxLength'?",
    250,
  ],
  ['defineTable("a.b", { schema: [{ name: "b", type: "DATE" }, { name: "a" }] });', "Property 'type' is missing", 250],
  ['defineTable("a.b", { schema: [{ name: 5, type: "DATE" }] });', "'number' is not assignable to type 'string'", 100],
  ['defineTable("a.b", { schema: { feilds: [] } });', "Did you mean to write 'fields'?", 250],
  ['defineTable("a.b", { schema: columns, descripton: "x" });', "Did you mean to write 'description'?", 300],
  ['defineTable("a.b", { schema: columns, clustering: { feilds: [] } });', "Did you mean to write 'fields'?", 250],
  ['defineMethod({ name: "x", http: "GT /x" });', "Did you mean '\"GET /\"'?", 150],
];

test("the message about a definition is short and contains a remedy", { timeout: 240_000 }, () => {
  const found = diagnose(new Map([["tests/mistakes.ts", [...head, ...short.map(([code]) => code)].join("\n")]]));
  const messages = short.map(([code], at) => [code, found.find(({ line }) => line === at + head.length + 1)?.message]);
  expect(messages).toEqual(
    short.map(([code, part, limit]) => [
      code,
      expect.toSatisfy(
        (text = "") => text.includes(part) && text.length <= limit,
        `${part}, at most ${limit} characters`,
      ),
    ]),
  );
  expect(found).toHaveLength(short.length);
});

test.each([
  ["tests/core/define-method.test-d.ts", 60, 20],
  ["tests/environments/updates.test-d.ts", 40, 40],
])(
  "the compiler's messages contain the texts after each @ts-expect-error of %s, and there are no other errors",
  {
    timeout: 240_000,
  },
  (file, errors, valid) => {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    const lines = text.split("\n");
    const expected = lines.flatMap((line, index) => {
      const sentence = /^ +\/\/ @ts-expect-error (.+)/.exec(line)?.[1];
      return sentence === undefined ? [] : [{ line: index + 2, sentence }];
    });
    const found = diagnose(new Map([[file, text.replaceAll(/\/\/ @ts-expect-error.*/g, "//")]]));
    expect([...new Set(found.map(({ line }) => line))]).toEqual(expected.map(({ line }) => line));
    for (const { line, sentence } of expected) {
      const messages = found.filter((each) => each.line === line).map(({ message }) => message);
      expect(messages.join("\n"), `line ${line}: ${lines[line - 1]}`).toContain(sentence);
    }
    expect(expected.length).toBeGreaterThanOrEqual(errors);
    const isValid = (line: string, index: number) =>
      /^ +(u\.|m\(|void|planEnv|expectTypeOf)/.test(line) && !lines[index - 1]?.includes("@ts-expect-error");
    expect(lines.filter(isValid).length).toBeGreaterThanOrEqual(valid);
  },
);
