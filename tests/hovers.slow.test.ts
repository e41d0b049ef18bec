import { expect, test } from "vitest";
import { shownAt } from "./support/compile.js";

const head = [
  'import { type AnyFourfoldError, type Client, type Clustering, createClient, defineSchema, environmentUpdate, type FieldMode, isFourfoldError, type Pager, permissions, type RangePartitioning, scopes, type Table, type TableListEntry } from "fourfold";',
  'const client = createClient({ baseUrl: "http://localhost" });',
  "declare const table: Table;",
  "declare const range: RangePartitioning;",
  "declare const failed: AnyFourfoldError;",
];

/** Code with a mark behind a name or a parenthesis, and what an editor shows there. */
const cases: readonly [code: string, texts: readonly string[]][] = [
  [
    'createClient({ baseUrl: "", rules: { "field-mode|": "off" } });',
    ['"fields[].mode" must be NULLABLE, REQUIRED or'],
  ],
  ["client.warehouse|;", ["BigQuery: projects, datasets, tables and their IAM policies"]],
  ["client.warehouse.tables|;", ["BigQuery tables and their IAM policies"]],
  ["let each: Table|;", ["A BigQuery table", "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table"]],
  ["let each: Clustering|;", ["rest/v2/tables#Clustering Clustering} in the BigQuery reference"]],
  ["let each: Client|;", ["are on each\narea: `client.warehouse.call(…)`"]],
  ["let each: TableListEntry|;", ["such as `numRows` and\n`schema`, get the table with `tables.get`"]],
  ["let each: Pager|<unknown, unknown>;", ["A pager is not a promise: use `for await`"]],
  ["client.entities|;", ["Knowledge Graph Search"]],
  ["client.environments|;", ["Cloud Composer environments: updates and operations"]],
  ["createClient({ auth|: undefined });", ["`bearer(() => token)`, `serviceAccount(…)`, `apiKey(key)` (entities)"]],
  ["client.environments.patch|;", ["Permissions: `composer.environments.update`"]],
  ["table.biglakeConfiguration|;", ["BigLake configuration. Makes the table"]],
  ["table.externalDataConfiguration!.bigtableOptions|;", ["Options of a Bigtable table"]],
  ["table.externalDataConfiguration!.googleSheetsOptions|;", ["Options of a Google Sheets"]],
  ["table.externalDataConfiguration!.sourceFormat|;", ["`GOOGLE_SHEETS`, `NEWLINE_DELIMITED_JSON`"]],
  ["environmentUpdate.airflowConfigOverrides|;", ["Airflow configuration"]],
  [
    "environmentUpdate.airflowConfigOverrides|({});",
    ["individual settings of the Airflow configuration", "The keys have the form `section-property`"],
  ],
  ["scopes().warehouse|;", ["`https://www.googleapis.com/auth/bigquery.readonly`"]],
  ["permissions().environments|;", ["`composer.environments.update`"]],
  ['const mode: FieldMode| = "NULLABLE";', ["`NULLABLE`: the value can be null", "`REPEATED`"]],
  ["failed.code|;", ["Error code, from a closed list"]],
  ['if (isFourfoldError(failed, "not_found")) failed.code|;', ["Error code, from a closed list"]],
  ["range.range|;", ["Required for a new table"]],
  ['defineSchema([{ name: "a", type: "STRING", maxLength|: 5 }]);', ["Maximum length of a value"]],
  [
    'environmentUpdate.fromMask(["config.nodeCount"], { config: { nodeCount|: 4 } });',
    ["Number of nodes of the cluster"],
  ],
  ['environmentUpdate.fromMask(["config.nodeCount"], { config|: { nodeCount: 4 } });', ["Configuration of the env"]],
  ['environmentUpdate.fromMask(["labels.a"], { labels|: { a: "1" } });', ["Labels to organize environments"]],
  [
    "client.warehouse.tables.insert|;",
    [
      "Scopes (any one): `https://www.googleapis.com/auth/bigquery`, ",
      "@param table",
      "@returns The table",
      "@throws {ApiError} If",
    ],
  ],
  ["environmentUpdate.nodeCount(|);", ["Sets the number of nodes", "@param count - An integer of at least 3"]],
  ["environmentUpdate.pypiPackages(|);", ["Installs, changes or uninstalls", "@param packages - "]],
  ["environmentUpdate.fromMask(|);", ["Creates an update from a mask", "@param paths - The paths of the mask"]],
  [
    "client.environments.get(|);",
    ["@param name - Full name of the environment: `projects/p/locations/l/environments/e`"],
  ],
];

test("hovers and signature help show the doc comments", { timeout: 120_000 }, () => {
  const codes = cases.map(([code]) => code);
  const shown = shownAt(head, codes);
  const found = cases.map(([code], index) => [code, shown[index]]);
  expect(found).toEqual(
    cases.map(([code, texts]) => [
      code,
      expect.toSatisfy((text: string) => texts.every((each) => text.includes(each)), texts.join("; ")),
    ]),
  );
});
