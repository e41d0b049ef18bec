import { expect, test } from "vitest";
import { completionsAt } from "./support/compile.js";

const document3 =
  '{ openapi: "3.1.0", components: { securitySchemes: { key: {} } }, paths: { "/echo": { post: {}, trace: {} } } }';
const columns = '[{ name: "day", type: "DATE" }, { name: "n", type: "INTEGER" }]';
const document = '{ swagger: "2.0", paths: { "/echo": { post: {}, parameters: [] }, "/health": { get: {} } } }';

const head = [
  'import { createClient, decodeUserInfo, defineMethod, type EntitySearchQuery, type JwtSecurity, readUserInfo, secureDocument } from "fourfold"; import { defineSchema, defineTable } from "fourfold/tables";',
  'const { tables } = createClient({ baseUrl: "" }).warehouse;',
  'declare const security: JwtSecurity<"users">;',
];
const cases: readonly [what: string, code: string, names: readonly string[]][] = [
  ["types of a search", 'const query: EntitySearchQuery = { types: ["|"] };', ["Person", "Organization", "Movie"]],
  ["one type of a search", 'const query: EntitySearchQuery = { types: "|" };', ["Person", "Place"]],
  ["products of a gateway", 'readUserInfo({}, { gateway: "|" });', ["api-gateway", "cloud-endpoints"]],
  ["rules of a client", 'createClient({ baseUrl: "", rules: { "|": "off" } });', ["field-mode", "image-version"]],
  ["types of a column", 'defineSchema([{ name: "id", type: "|" }]);', ["INTEGER", "STRING", "RECORD", "RANGE"]],
  [
    "types of a later column",
    'defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "|" }]);',
    ["NUMERIC", "BIGNUMERIC"],
  ],
  [
    "modes of a column",
    'defineSchema([{ name: "id", type: "INTEGER", mode: "|" }]);',
    ["NULLABLE", "REQUIRED", "REPEATED"],
  ],
  [
    "properties of a column",
    'defineSchema([{ name: "id", type: "INTEGER", | }]);',
    ["mode", "description", "maxLength", "policyTags", "defaultValueExpression"],
  ],
  [
    "types of a nested column",
    'defineSchema([{ name: "r", type: "RECORD", fields: [{ name: "n", type: "|" }] }]);',
    ["DATE", "TIMESTAMP"],
  ],
  [
    "properties of a nested column",
    'defineSchema([{ name: "r", type: "RECORD", fields: [{ name: "n", type: "DATE", | }] }]);',
    ["mode", "description"],
  ],
  ["types of a column of a table", 'defineTable("a.b", { schema: [{ name: "id", type: "|" }] });', ["INTEGER", "DATE"]],
  [
    "properties of a column of a table",
    'defineTable("a.b", { schema: { fields: [{ name: "id", type: "DATE", | }] } });',
    ["mode", "description"],
  ],
  [
    "columns to partition by",
    `defineTable("a.b", { schema: ${columns}, timePartitioning: { type: "DAY", field: "|" } });`,
    ["day", "n"],
  ],
  [
    "columns to partition by, before the schema",
    `defineTable("a.b", { rangePartitioning: { field: "|" }, schema: { fields: ${columns} } });`,
    ["day", "n"],
  ],
  ["columns to cluster by", `defineTable("a.b", { schema: ${columns}, clustering: { fields: ["n", "|"] } });`, ["day"]],
  [
    "columns of a primary key",
    `defineTable("a.b", { schema: ${columns}, tableConstraints: { primaryKey: { columns: ["|"] } } });`,
    ["day", "n"],
  ],
  ["HTTP methods", 'defineMethod({ name: "x", http: "|" });', ["GET /", "DELETE /"]],
  [
    "permissions on a table",
    'tables.testIamPermissions({ projectId: "p", datasetId: "d", tableId: "t" }, ["|"]);',
    ["bigquery.tables.get", "bigquery.tables.updateData"],
  ],
  ["generations of a gateway", 'decodeUserInfo("", { generation: "|" });', ["auto", "current", "earlier"]],
];
const offered = completionsAt(
  head,
  cases.map(([, code]) => `{ ${code} }`),
);

test.each(cases.map(([what, , names], index) => ({ what, names, offered: offered[index] })))(
  "an editor offers $what",
  ({ names, offered }) => {
    expect(offered).toEqual(expect.arrayContaining([...names]));
  },
);
