import { createClient, googleNaming, type Table, type TableInput } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const live: Table = createSandbox().warehouse.tables.add({
  tableReference,
  labels: { team: "sales", stage: "test" },
  description: "Orders",
  schema: {
    fields: [
      { name: "id", type: "INTEGER", mode: "REQUIRED", description: "the key" },
      { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", mode: "REQUIRED" }] },
    ],
  },
  timePartitioning: { type: "DAY" },
  clustering: { fields: ["id"] },
});
const [id, lines] = [
  { name: "id", type: "INT64" },
  { name: "Lines", type: "STRUCT", fields: [{ name: "sku", type: "STRING" }] },
];

function plan(desired: object, ...flags: readonly string[]) {
  return planWith(live, desired, ...flags);
}

function planWith(current: unknown, desired: unknown, ...flags: readonly string[]) {
  const files = { "live.json": JSON.stringify(current), "table.json": JSON.stringify(desired) };
  return fourfold(["table", "plan", "table.json", "--against", "live.json", ...flags], { files });
}

const changed = {
  tableReference,
  labels: { team: "data", stage: null, "cost-center": "7" },
  description: null,
  friendlyName: "Orders",
  schema: {
    fields: [
      { name: "total", type: "NUMERIC" },
      { ...id, mode: "NULLABLE", description: "its key" },
      {
        ...lines,
        fields: [
          { name: "sku", type: "STRING", mode: "NULLABLE" },
          { name: "count", type: "INTEGER" },
        ],
      },
    ],
  },
  clustering: { fields: ["id", "total"] },
};

test("exits with 0 if there is nothing to change", async () => {
  expect(await plan(live)).toEqual({ code: 0, out: "Nothing to change.\n", err: "" });
  expect(await plan({ tableReference, schema: { fields: [lines, id] } })).toMatchObject({ code: 0 });
  expect(await plan({ tableReference }, "--json")).toEqual({ code: 0, out: "{}\n", err: "" });
});

test("ignores the $schema of a table file and of a schema file", async () => {
  const $schema = "./node_modules/fourfold/json-schema/desired-table.json";
  expect((await plan({ $schema, tableReference })).code).toBe(0);
  expect((await plan({ $schema, fields: live.schema?.fields })).code).toBe(0);
});

test("prints one line per change, with path, live value and desired value, and exits with 3", async () => {
  const { code, out, err } = await plan(changed);
  expect([code, err]).toEqual([3, ""]);
  expect(out.trimEnd().split("\n").sort()).toEqual(
    [
      'labels.team: "sales" → "data"',
      'labels.stage: "test" → (none)',
      'labels["cost-center"]: (none) → "7"',
      'description: "Orders" → (none)',
      'friendlyName: (none) → "Orders"',
      'schema.fields[1].mode (id): "REQUIRED" → "NULLABLE"',
      'schema.fields[1].description (id): "the key" → "its key"',
      'schema.fields[2].fields[0].mode (lines.sku): "REQUIRED" → "NULLABLE"',
      'schema.fields[2].fields[1] (lines.count): (none) → {"name":"count","type":"INTEGER"}',
      'schema.fields[0] (total): (none) → {"name":"total","type":"NUMERIC"}',
      'clustering.fields: ["id"] → ["id","total"]',
    ].sort(),
  );
});

test("--json prints a patch that results in the desired table", async () => {
  const { code, out, err } = await plan(changed, "--json");
  expect([code, err]).toEqual([3, ""]);
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add(live);
  const client = createClient(sandbox.clientOptions);
  const patched = await client.warehouse.tables.patch(tableReference, JSON.parse(out));
  expect(await planWith(patched, changed)).toMatchObject({ code: 0 });
});

const impossible = {
  tableReference,
  schema: {
    fields: [
      { ...id, type: "STRING" },
      { name: "total", type: "NUMERIC", mode: "REQUIRED" },
    ],
  },
};

test("prints all impossible changes and exits with 1", async () => {
  const { code, out, err } = await plan(impossible);
  expect([code, out]).toEqual([1, ""]);
  const [head, ...rest] = err.trimEnd().split("\n");
  expect(head).toBe("fourfold table plan: 3 problems");
  expect(rest.map((line) => line.split(": ")[0]).sort()).toEqual([
    "  schema.fields",
    "  schema.fields[0].type",
    "  schema.fields[1].mode",
  ]);
});

test("--json prints the issues of impossible changes", async () => {
  const { code, out, err } = await plan(impossible, "--json");
  expect([code, err]).toEqual([1, ""]);
  expect(JSON.parse(out).issues).toHaveLength(3);
  for (const issue of JSON.parse(out).issues) {
    expect(issue).toMatchObject({ path: expect.any(String), message: expect.any(String), rule: expect.any(String) });
  }
});

test("--extra-columns keep keeps live columns that the file omits; the error message without it suggests the option", async () => {
  const desired = { tableReference, schema: { fields: [id] } };
  expect((await plan(desired)).err).toMatch(/^fourfold table plan: schema\.fields: .*pass --extra-columns keep \(/);
  expect(await plan(desired, "--extra-columns", "keep")).toMatchObject({ code: 0 });
});

test.each([
  ["a list of fields", [id, lines, { name: "total", type: "NUMERIC" }], "[1]"],
  ["an object with fields", { fields: [id, lines, { name: "total", type: "NUMERIC" }] }, "fields[1]"],
])("accepts a schema as the desired table: %s", async (_, schema, path) => {
  const { code, out } = await planWith(live, schema, "--json");
  expect(code).toBe(3);
  expect(JSON.parse(out).schema.fields).toHaveLength(3);
  const text = JSON.stringify(schema).replace("STRUCT", "STRING");
  expect((await planWith(live, JSON.parse(text))).err).toMatch(`fourfold table plan: ${path}.type: `);
});

test("reads either file from standard input", async () => {
  const desired: TableInput = { tableReference, friendlyName: "New" };
  const texts = { desired: JSON.stringify(desired), live: JSON.stringify(live) };
  const out = 'friendlyName: (none) → "New"\n';
  expect(
    await fourfold(["table", "plan", "-", "--against", "b"], { stdin: texts.desired, files: { b: texts.live } }),
  ).toEqual({ code: 3, out, err: "" });
  expect(
    await fourfold(["table", "plan", "a", "--against", "-"], { stdin: texts.live, files: { a: texts.desired } }),
  ).toEqual({ code: 3, out, err: "" });
});

test("reads and prints the names of the profile", async () => {
  const external = (skipLeadingRows: string) => ({
    tableReference,
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://a.test/b"],
      autodetect: true,
      googleSheetsOptions: { skipLeadingRows },
    },
  });
  const flags = ["--naming", googleNaming.name];
  const { code, out } = await planWith(external("1"), external("2"), ...flags);
  expect([code, out]).toEqual([3, 'externalDataConfiguration.googleSheetsOptions.skipLeadingRows: "1" → "2"\n']);
  const patch = JSON.parse((await planWith(external("1"), external("2"), "--json", ...flags)).out);
  expect(patch.externalDataConfiguration.googleSheetsOptions).toEqual({ skipLeadingRows: "2" });
  const invalid = await planWith(external("1"), external("x"), ...flags);
  expect(invalid.err).toMatch(
    /^fourfold table plan: externalDataConfiguration\.googleSheetsOptions\.skipLeadingRows: /,
  );
});

test("reports typos once: as issues if the plan sends them, as warnings otherwise", async () => {
  const typos = { tableReference, clustring: null, schema: { fields: [{ ...id, type: "INTGER" }, lines] } };
  const result = await planWith(live, typos, "--naming", "google");
  expect(result.err.split("\n").slice(0, 2)).toEqual([
    'warning: table.json: clustring: is not known; did you mean "clustering"? (property-name)',
    expect.stringMatching(/^fourfold table plan: schema\.fields\[0\]\.type: must be /),
  ]);
  const schema = [{ ...id, descripton: null }, lines];
  expect(await planWith(live, schema, "--naming", "google", "--json")).toEqual({
    code: 0,
    out: "{}\n",
    err: 'warning: table.json: [0].descripton: is not known; did you mean "description"? (property-name)\n',
  });
});

test("reports typos inside of fields with the profile's names", async () => {
  const external = { sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://a.test/b"], autodetect: true };
  const table = (options: object) => ({
    tableReference,
    externalDataConfiguration: { ...external, googleSheetsOptions: options },
  });
  const { err } = await planWith(table({}), table({ rnage: "a!A1:B2" }), "--naming", "google");
  expect(err).toBe(
    'fourfold table plan: externalDataConfiguration.googleSheetsOptions.rnage: is not known; did you mean "range"? (property-name)\n',
  );
});

test("names the file that is not a table", async () => {
  expect((await planWith(7, { tableReference })).err).toMatch(/^fourfold table plan: live\.json: must be a table/);
  expect((await planWith(live, 7)).err).toMatch(/^fourfold table plan: table\.json: must be a table/);
  expect((await planWith([id], [id])).err).toBe(
    "fourfold table plan: live.json: must be a table that tables.get returned, got a list (member-type)\n",
  );
  const { code, err } = await planWith([], [id], "--json");
  expect([code, err]).toEqual([1, ""]);
});

test("fails if a file cannot be read", async () => {
  const { code, out, err } = await fourfold(["table", "plan", "a.json", "--against", "b.json", "--json"], {
    files: { "a.json": "{" },
  });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(
    /^fourfold table plan: 2 problems\n {2}a\.json is not valid JSON: .*\n {2}b\.json: no such file; check the path.*\n$/,
  );
});

test("escapes control characters of a file", async () => {
  const { out } = await plan({ tableReference, friendlyName: "\u009b2J", labels: { "a\u001b": "b" } });
  expect(out).not.toContain("\u009b");
  expect(out).not.toContain("\u001b");
});

/** Columns that Node cannot pass to one call, as in `issues.push(...more)`. */
const columns = (column: (index: number) => object) => Array.from({ length: 130_000 }, (_, at) => column(at));

test.each<[what: string, desired: unknown, fields: readonly object[]]>([
  ["a live table with", [{ name: "c0", type: "STRING" }], columns((at) => ({ name: `c${at}`, type: "STRING" }))],
  ["a schema file with unnamed", columns(() => ({ type: "STRING" })), [{ name: "c0", type: "STRING" }]],
  ["a schema file with equal", columns(() => ({ name: "a", type: "STRING" })), [{ name: "a", type: "STRING" }]],
])(
  "%s 130 000 columns results in all issues, not in a stack overflow",
  { timeout: 60_000 },
  async (_, desired, fields) => {
    const { code, err } = await planWith({ tableReference, schema: { fields } }, desired);
    expect(code).toBe(1);
    expect(err).toMatch(/^fourfold table plan: (129999|13000\d) problems\n/);
  },
);

test("a file that is nested too deeply is rejected", async () => {
  const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const files = { "live.json": `{"tableReference":{},"a":${deep}}`, "table.json": `{"tableReference":{},"a":${deep}}` };
  const { code, err } = await fourfold(["table", "plan", "table.json", "--against", "live.json"], { files });
  expect(code).toBe(1);
  expect(err).toContain("table.json is nested more than 200 levels deep");
  expect(err).toContain("live.json is nested more than 200 levels deep");
});

test("names of the specification are reported with the file that has them", async () => {
  const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
  const live = JSON.stringify({ tableReference, vendorLakeConfiguration: {} });
  const table = JSON.stringify({ tableReference, externalDataConfiguration: { sourceFormat: "VENDOR_TABLE" } });
  const files = { "table.json": table, "live.json": live };
  const { code, err } = await fourfold(["table", "plan", "table.json", "--against", "live.json"], { files });
  expect(code).toBe(1);
  expect(err).toContain('live.json: vendorLakeConfiguration: must be named "biglakeConfiguration" (naming)');
  expect(err).toContain('externalDataConfiguration.sourceFormat: must be "BIGTABLE", got "VENDOR_TABLE" (naming)');
});
