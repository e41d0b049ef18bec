import { createClient, type TableFieldSchema } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { createTerminal, type TerminalParts } from "./fake-terminal.js";

const config = `
import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
export default defineConfig({
  client: () => createClient(globalThis.sandboxOptions),
  projectId: "shop",
  tables: "schemas",
});
`;

/** Runs commands against a sandbox, with a configuration whose client connects to it. */
function shop(files: Readonly<Record<string, string>> = {}, parts: TerminalParts = {}) {
  const sandbox: Sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  Object.assign(globalThis, { sandboxOptions: sandbox.clientOptions });
  const all: Record<string, string> = { "fourfold.config.ts": config, ...files };
  return {
    sandbox,
    client: createClient(sandbox.clientOptions),
    files: all,
    /** Runs a command; the files that it writes are kept. */
    run: async (...argv: readonly string[]) => {
      const terminal = createTerminal({ files: all, ...parts });
      const outcome = await terminal.run("table", ...argv);
      Object.assign(all, terminal.files);
      return { ...outcome, asked: terminal.asked };
    },
  };
}

const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const definition = (name: string, text: string) =>
  `import { defineTable } from "fourfold/tables";\nexport const table = defineTable("${name}", ${text});\n`;
const ordersFile = definition(
  "sales.orders",
  '{ description: "One row per order", schema: [{ name: "id", type: "INTEGER", mode: "NULLABLE" }] }',
);

test("plan prints the changes, apply asks for confirmation once and applies them, and no changes remain", async () => {
  const { run, client, sandbox } = shop(
    {
      "schemas/orders.ts": ordersFile,
      "schemas/customers.ts": definition(
        "sales.customers",
        '{ schema: [{ name: "id", type: "INTEGER" }, { name: "created", type: "DATE" }], timePartitioning: { type: "DAY", field: "created" } }',
      ),
    },
    { answer: "y" },
  );
  await client.warehouse.tables.insert({
    tableReference: orders,
    schema: { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] },
  });
  await client.warehouse.tables.insert({ tableReference: { ...orders, tableId: "legacy" } });
  const planned = `sales.customers: create, 2 columns
sales.orders: patch
  description: (none) → "One row per order"
  schema.fields[0].mode (id): "REQUIRED" → "NULLABLE"

1 to create, 1 to patch`;
  const { code, out, err } = await run("plan");
  expect(out.startsWith(planned)).toBe(true);
  expect({ code, out, err }).toEqual({
    code: 3,
    out: expect.stringMatching(/\nno definition, not touched: sales.legacy\ndigest: \w{64}\n$/),
    err: "",
  });
  const applied = await run("apply");
  expect(applied).toMatchObject({
    code: 0,
    err: "",
    asked: ["Tables to write in the project shop: 2. Continue? [y/N] "],
  });
  expect(applied.out).toContain("sales.customers: created\n");
  expect(applied.out).toMatch(/\n2 applied\n$/);
  const again = await run("plan");
  expect(again).toMatchObject({ code: 0, out: "2 unchanged\nno definition, not touched: sales.legacy\n" });
  const before = sandbox.requests.length;
  expect(await run("apply")).toMatchObject({ code: 0, asked: [] });
  expect(sandbox.requests.slice(before).every(({ method }) => method === "GET")).toBe(true);
});

test("prints the statement of an impossible change, and exits with 1", async () => {
  const { run, client } = shop({
    "schemas/invoices.ts": definition(
      "sales.invoices",
      '{ schema: [{ name: "id", type: "INTEGER" }, { name: "total", type: "NUMERIC" }] }',
    ),
  });
  await client.warehouse.tables.insert({
    tableReference: { ...orders, tableId: "invoices" },
    schema: {
      fields: [
        { name: "id", type: "INTEGER" },
        { name: "total", type: "INTEGER" },
      ],
    },
  });
  expect(await run("plan")).toMatchObject({
    code: 1,
    out: `sales.invoices: impossible
  schema.fields[1].type (total): "INTEGER" → "NUMERIC"
  schema.fields[1].type: must be INTEGER, as in the table, for "total", got NUMERIC; run the SQL statement (column-type-fixed)
    ALTER TABLE \`shop.sales.invoices\` ALTER COLUMN \`total\` SET DATA TYPE NUMERIC;

1 impossible
digest: 1858fcf7e7ac6cab04d4d34bc9de2525ed9d5cd1e8945d676a4b3c264d7cc092
`,
  });
  expect(await run("apply", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("nothing was sent") });
});

test("a plan after pull has no changes, and pulling twice writes the same bytes", async () => {
  const { run, client, files, sandbox } = shop();
  await client.warehouse.tables.insert({
    tableReference: orders,
    labels: { team: "data" },
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "day", type: "DATE" },
      ],
    },
    timePartitioning: { type: "DAY", field: "day" },
  });
  await client.warehouse.tables.insert({
    tableReference: { ...orders, tableId: "daily" },
    view: { query: "SELECT day\nFROM `shop.sales.orders`", useLegacySql: false },
  });
  const known = await client.warehouse.tables.get(orders);
  const [id, ...others] = known.schema?.fields ?? [];
  const fields = [{ ...id, flavour: "sweet" }, ...others] as TableFieldSchema[]; // the service may know more properties
  await client.warehouse.tables.delete(orders);
  sandbox.warehouse.tables.add({ ...known, schema: { fields } });
  const first = await run("pull", "shop.sales");
  expect(first).toMatchObject({
    code: 0,
    out: "sales.daily: wrote schemas/sales/daily.ts\nsales.orders: wrote schemas/sales/orders.ts\n",
  });
  expect(await run("plan")).toMatchObject({ code: 0, out: "2 unchanged\n" });
  expect(await run("pull", "shop.sales", "--check")).toMatchObject({ code: 0, out: "" });
  const written = { ...files };
  for (const file of Object.keys(written)) if (file.startsWith("schemas/")) delete files[file];
  await run("pull", "shop.sales");
  expect(files).toEqual(written);
});

test("pulling twice into another folder writes the same files", async () => {
  const { run, client, files } = shop();
  await client.warehouse.tables.insert({
    tableReference: orders,
    schema: { fields: [{ name: "id", type: "INTEGER" }] },
  });
  expect(await run("pull", "shop.sales", "--out", "elsewhere")).toMatchObject({
    code: 0,
    out: "sales.orders: wrote elsewhere/sales/orders.ts\n",
  });
  const written = { ...files };
  expect(await run("pull", "shop.sales", "--out", "elsewhere")).toMatchObject({ code: 0, out: "" });
  expect(await run("pull", "shop.sales", "--out", "elsewhere", "--check")).toMatchObject({ code: 0, out: "" });
  expect(files).toEqual(written);
  // The folder of the configuration takes precedence.
  files["schemas/orders.ts"] = ordersFile;
  const { out } = await run("pull", "shop.sales", "--out", "elsewhere");
  expect(out).toContain("sales.orders: differs from schemas/orders.ts, which was not changed\n");
});

test("the folder of the definitions may be absolute, and the project is that of the configuration", async () => {
  const { run, client, files } = shop();
  files["fourfold.config.ts"] = config.replace('"schemas"', '"/app/schemas"');
  await client.warehouse.tables.insert({ tableReference: orders });
  expect(await run("pull", "sales")).toMatchObject({
    code: 0,
    out: "sales.orders: wrote /app/schemas/sales/orders.ts\n",
  });
  expect(await run("pull", "sales")).toMatchObject({ code: 0, out: "" });
});

test("files contain the names of datasets in the code, not those in the project, even in foreign keys", async () => {
  const { run, files, sandbox } = shop();
  files["fourfold.config.ts"] = config.replace("projectId", 'datasets: { sales: "sales_test" }, projectId');
  const lines = { projectId: "shop", datasetId: "sales_test", tableId: "lines" };
  sandbox.warehouse.tables.add({
    tableReference: lines,
    schema: { fields: [{ name: "order_id", type: "INTEGER" }] },
    tableConstraints: {
      foreignKeys: [
        {
          referencedTable: { ...lines, tableId: "orders" },
          columnReferences: [{ referencingColumn: "order_id", referencedColumn: "id" }],
        },
      ],
    },
  });
  expect(await run("pull", "shop.sales_test")).toMatchObject({ code: 0 });
  const file = files["schemas/sales/lines.ts"];
  expect(file).toContain('defineTable("sales.lines", {');
  expect(file).toContain('referencedTable: "sales.orders"');
  sandbox.warehouse.tables.add({
    tableReference: { ...lines, tableId: "daily" },
    view: { query: "SELECT 1 FROM `shop.sales_test.lines`, `shop.sales.lines`", useLegacySql: false },
  });
  expect(await run("pull", "shop.sales_test")).toMatchObject({ code: 0 });
  expect(files["schemas/sales/daily.ts"]).toContain("`SELECT 1 FROM \\`shop.sales_test.lines\\`");
  expect(await run("plan")).toMatchObject({ code: 0 });
  expect(await run("pull", "shop.sales_test", "--check")).toMatchObject({ code: 0, out: "" });
});

test("pull does not change a file with comments and a spread, prints the new column, and exits with 3 if --check is set", async () => {
  const file = `import { defineTable } from "fourfold/tables";
const audit = [{ name: "at", type: "TIMESTAMP" }] as const; // of every table
export const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }, ...audit] });
`;
  const { run, client, files } = shop({ "schemas/any-name.ts": file });
  const fields = [
    { name: "id", type: "INTEGER" },
    { name: "at", type: "TIMESTAMP" },
    { name: "note", type: "STRING" },
  ];
  await client.warehouse.tables.insert({ tableReference: orders, schema: { fields } });
  const out = `sales.orders: differs from schemas/any-name.ts, which was not changed
  schema.fields[2] (note): (none) → {"name":"note","type":"STRING"}
`;
  expect(await run("pull", "shop.sales", "--check")).toMatchObject({ code: 3, out });
  expect(await run("pull", "shop.sales")).toMatchObject({ code: 0, out });
  expect(files["schemas/any-name.ts"]).toBe(file);
  expect(await run("pull", "shop.sales", "--overwrite")).toMatchObject({ code: 0 });
  expect(files["schemas/any-name.ts"]).toContain('{ name: "note", type: "STRING" }');
  expect(await run("pull", "shop.sales", "--check")).toMatchObject({ code: 0, out: "" });
});

test("pull --overwrite does not replace a file that defines another table, and exits with 1", async () => {
  const file = ["orders", "items"]
    .map((name) =>
      definition(`sales.${name}`, '{ schema: [{ name: "id", type: "INTEGER" }] }').replace("table =", `${name} =`),
    )
    .join("")
    .replace(/\nimport .*/, "");
  const { run, client, files } = shop({ "schemas/all.ts": file });
  const fields = [{ name: "id", type: "STRING" }];
  await client.warehouse.tables.insert({ tableReference: orders, schema: { fields } });
  const { code, out } = await run("pull", "sales", "--overwrite");
  expect([code, files["schemas/all.ts"]]).toEqual([1, file]);
  expect(out).toContain(
    "sales.orders: differs from schemas/all.ts, which was not changed: it defines other tables; move one to a file of its own\n",
  );
});

test("every table gets its own file, and snapshots and shards are skipped", async () => {
  const { run, sandbox, files } = shop();
  const tableReference = { projectId: "example.com:shop", datasetId: "sales", tableId: "orders" };
  for (const tableId of [
    "orders",
    "Orders",
    "2024-orders",
    "class",
    "_x",
    "events_20240101",
    "events_20240102",
    "log_20240101",
  ]) {
    sandbox.warehouse.tables.add({
      tableReference: { ...tableReference, tableId },
      schema: { fields: [{ name: "id", type: "DATE" }] },
    });
  }
  const { code, out } = await run("pull", "example.com:shop.sales");
  expect(code).toBe(0);
  expect(out).toContain("sales.events_*: 2 tables, skipped\nsales.log_*: 1 table, skipped\n");
  const names = Object.keys(files).filter((file) => file.startsWith("schemas/"));
  expect(names).toHaveLength(5);
  expect(await run("pull", "example.com:shop.sales", "--check")).toMatchObject({ code: 0 });
});

test.each(["shop.sales.orders", "shop:sales", "sales/orders"])("pull rejects the dataset %j", async (dataset) => {
  const { run, sandbox } = shop();
  const { code, err } = await run("pull", dataset);
  expect([code, err]).toEqual([2, expect.stringContaining("<dataset> must have the form sales or shop.sales")]);
  expect(sandbox.requests).toEqual([]);
});

test("declining sends nothing, and exits with 2", async () => {
  for (const answer of ["", "n", "no"]) {
    const { run, sandbox } = shop({ "schemas/orders.ts": ordersFile }, { answer });
    expect(await run("apply")).toMatchObject({ code: 2, err: "fourfold table apply: declined; nothing was sent\n" });
    expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
  }
});

test("if Node cannot import TypeScript, the error names both remedies", async () => {
  const unknown = () => {
    throw Object.assign(new TypeError('Unknown file extension ".ts"'), { code: "ERR_UNKNOWN_FILE_EXTENSION" });
  };
  const { run } = shop({}, { modules: { "fourfold.config.ts": unknown } });
  const { code, err } = await run("plan");
  expect(code).toBe(1);
  expect(err).toContain('fourfold.config.ts: Unknown file extension ".ts"; Node 22.18 and later import TypeScript');
  expect(err).toContain('NODE_OPTIONS="--import tsx"');
  expect(err).toContain(".mjs");
});

test("files that define no table are skipped or reported, and nothing is sent", async () => {
  const { run, sandbox } = shop({
    "schemas/a.ts": ordersFile,
    "schemas/empty.ts": "export const x = 1;",
    "schemas/_helper.ts": "export const y = 1;",
    "schemas/types.d.ts": "export {};",
  });
  const { code, err } = await run("plan");
  expect(code).toBe(1);
  expect(err).toContain("schemas/empty.ts: must export a table that defineTable created, got none");
  expect(err).not.toMatch(/_helper|types/);
  expect(sandbox.requests).toEqual([]);
});

test("properties of an exported table are no tables", async () => {
  const labelled = definition("sales.orders", '{ labels: { table: "orders" } }');
  for (const form of ["export default", "export const a =", "exports.default = exports.orders ="]) {
    const { run } = shop({ "schemas/orders.js": labelled.replace("export const table =", form) });
    expect(await run("plan")).toMatchObject({ code: 3, out: expect.stringMatching(/^sales\.orders: create\n/) });
  }
});

test("a table in two files is an error that names both", async () => {
  const { run, sandbox } = shop({ "schemas/a.ts": ordersFile, "schemas/b/orders.mjs": ordersFile });
  const { code, err } = await run("plan");
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('schemas/b/orders.mjs: table: must be defined once, got "sales.orders" as in schemas/a.ts'),
  ]);
  expect(sandbox.requests).toEqual([]);
});

test("a configuration that a loader wrapped twice is found; an invalid one is reported with its file", async () => {
  const wrapped = { default: { default: { client: () => ({}), projectId: "shop" } } };
  const { run } = shop({ "schemas/orders.ts": ordersFile }, { modules: { "fourfold.config.ts": wrapped } });
  expect(await run("plan")).toMatchObject({
    code: 1,
    err: 'fourfold table plan: fourfold.config.ts: tables: is required: a folder such as "schemas" (config)\n',
  });
});

test("Ctrl+C during apply finishes the requests in flight and prints a summary", async () => {
  const { files } = shop({ "schemas/a.ts": ordersFile, "schemas/b.ts": definition("sales.lines", "{}") });
  files["fourfold.config.ts"] = config.replace("projectId", "concurrency: 1, projectId");
  const terminal = createTerminal({ files });
  terminal.stop();
  const { code, out } = await terminal.run("table", "apply", "--yes");
  expect(code).toBe(1);
  expect(out).toMatch(/\n1 applied, 1 not started\n$/);
});

test("prints the lines of a query that change", async () => {
  const { run, client } = shop({
    "schemas/daily.ts": definition("sales.daily", "{ view: { query: `SELECT a,\n  b,\n  c\nFROM x` } }"),
  });
  await client.warehouse.tables.insert({
    tableReference: { ...orders, tableId: "daily" },
    view: { query: "SELECT a,\n  d\nFROM x", useLegacySql: false },
  });
  expect((await run("plan")).out).toContain(
    ["  view.query: the query differs", "    -   d", "    +   b,", "    +   c\n"].join("\n"),
  );
});

test("a configuration without a default export is one problem", async () => {
  const { run } = shop({
    "schemas/orders.ts": ordersFile,
    "fourfold.config.ts": config.replace("export default", "export const config ="),
  });
  expect((await run("plan")).err).toBe(
    "fourfold table plan: fourfold.config.ts: must have a default export, as in export default defineConfig({ … })\n",
  );
});

test("an invalid definition names its file and its table", async () => {
  const { run } = shop({
    "schemas/orders.ts": definition("sales.orders", '{ schema: [{ name: "a", type: "STRNG" }] }'),
  });
  expect((await run("plan")).err).toContain(
    'schemas/orders.ts: schema[0].type: "STRNG" is not known; did you mean "STRING"?, in sales.orders',
  );
});

test("pull writes a file for each table, also on disks that ignore the case of file names", async () => {
  const { run, client, files } = shop({ "schemas/Sales/C.ts": definition("other.c", "{}") });
  for (const tableId of ["Orders", "a b", "a_b", "c", "orders", "orders_2", "\u00e9", "E\u0301"]) {
    await client.warehouse.tables.insert({ tableReference: { ...orders, tableId } });
  }
  expect(await run("pull", "shop.sales")).toMatchObject({
    code: 0,
    out: `sales.Orders: wrote schemas/sales/Orders.ts
sales.a b: wrote schemas/sales/a_b.ts
sales.a_b: wrote schemas/sales/a_b_2.ts
sales.c: wrote schemas/sales/c_2.ts
sales.orders: wrote schemas/sales/orders_2.ts
sales.orders_2: wrote schemas/sales/orders_2_2.ts
sales.\u00e9: wrote schemas/sales/\u00e9.ts
sales.E\u0301: wrote schemas/sales/E\u0301_2.ts
`,
  });
  expect(files["schemas/sales/a_b.ts"]).toContain('"sales.a b"');
  expect(files["schemas/Sales/C.ts"]).toContain('"other.c"');
  expect(await run("pull", "shop.sales", "--check")).toMatchObject({ code: 0, out: "" });
});

test.each([false, true])(
  "pull --check accepts a view without a dialect, whatever it is: legacy %s",
  async (useLegacySql) => {
    const { run, sandbox } = shop({
      "schemas/sales/v.ts": definition("sales.v", '{ view: { query: "SELECT 1" } }'),
    });
    const tableReference = { ...orders, tableId: "v" };
    sandbox.warehouse.tables.add({ tableReference, view: { query: "SELECT 1", useLegacySql } });
    expect(await run("pull", "shop.sales", "--check")).toMatchObject({ code: 0, out: "" });
  },
);

test("pull never replaces a file that does not define the table", async () => {
  const note = {
    "elsewhere/sales/_x/orders.ts": "",
    "elsewhere/sales/orders.ts": ordersFile.replace("sales.", "crm."),
  };
  const { run, client, files } = shop(note);
  await client.warehouse.tables.insert({ tableReference: orders });
  expect(await run("pull", "shop.sales", "--out", "elsewhere")).toMatchObject({
    code: 0,
    out: "sales.orders: wrote elsewhere/sales/orders_2.ts\n",
  });
  expect(files).toMatchObject(note);
});

test("prints the changes that the service ignored, and exits with 1", async () => {
  const { run } = shop({
    "schemas/orders.ts": ordersFile,
    "fourfold.config.ts": config.replace(
      "createClient(globalThis.sandboxOptions)",
      `createClient({
        ...globalThis.sandboxOptions,
        fetch: async (...given) => {
          const request = new Request(...given);
          if (request.method === "GET") return globalThis.sandboxOptions.fetch(request);
          const { description, ...others } = await request.json();
          const { url, method, headers } = request;
          return globalThis.sandboxOptions.fetch(new Request(url, { method, headers, body: JSON.stringify(others) }));
        },
      })`,
    ),
  });
  const { code, err } = await run("apply", "--yes");
  expect([code, err]).toEqual([
    1,
    'sales.orders: description: must be "One row per order", got nothing: the service ignored the change (change-ignored)\n',
  ]);
});

const blockedAndOpen = {
  "schemas/invoices.ts": definition("sales.invoices", '{ schema: [{ name: "total", type: "NUMERIC" }] }'),
  "schemas/orders.ts": ordersFile,
  "schemas/total.ts": definition(
    "sales.total",
    '{ view: { query: "SELECT SUM(total) FROM sales.invoices", useLegacySql: false } }',
  ),
};
const invoices = {
  tableReference: { ...orders, tableId: "invoices" },
  schema: { fields: [{ name: "total", type: "INTEGER" as const }] },
};

test("--only-possible applies the possible changes, names the skipped tables, and exits with 1", async () => {
  const { run, client, sandbox } = shop(blockedAndOpen);
  await client.warehouse.tables.insert(invoices);
  const sent = sandbox.requests.length;
  expect(await run("apply", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("--only-possible") });
  expect(sandbox.requests.slice(sent).every(({ method }) => method === "GET")).toBe(true);
  const { code, out, err } = await run("apply", "--only-possible", "--yes");
  expect([code, err]).toEqual([1, "skipped: sales.invoices\n"]);
  expect(out).toContain("sales.orders: created\n");
});

test("--digest applies only the plan that was reviewed", async () => {
  const { run, sandbox } = shop({ "schemas/orders.ts": ordersFile });
  const { digest } = JSON.parse((await run("plan", "--json")).out);
  const sent = sandbox.requests.length;
  expect(await run("apply", "--digest", "0123", "--yes")).toMatchObject({
    code: 1,
    err: `fourfold table apply: --digest must be the digest of the plan, ${digest}, got 0123; nothing was sent\n`,
  });
  expect(sandbox.requests.slice(sent).every(({ method }) => method === "GET")).toBe(true);
  expect(await run("apply", "--digest", digest, "--yes")).toMatchObject({ code: 0 });
});

test("plan --json prints the readable plan on standard error", async () => {
  const { run } = shop({ "schemas/orders.ts": ordersFile });
  const readable = (await run("plan")).out;
  for (const format of ["--json", "--markdown"]) {
    expect(await run("plan", format)).toMatchObject({ code: 3, err: readable });
  }
  expect(await run("plan", "--json", "--markdown")).toMatchObject({ code: 2, out: "" });
});

test("--create-datasets creates the dataset of a new table, in the location of the configuration", async () => {
  const { run, client } = shop({
    "fourfold.config.ts": config.replace(
      'tables: "schemas"',
      'tables: "schemas", datasets: { events: { name: "events_eu", location: "EU" } }',
    ),
    "schemas/clicks.ts": definition("events.clicks", '{ schema: [{ name: "id", type: "INTEGER" }] }'),
  });
  const planned = await run("plan");
  expect(planned).toMatchObject({ code: 1, out: expect.stringContaining("events_eu.clicks: impossible\n") });
  const remedy = 'events_eu"; check the project, or pass --create-datasets to create the dataset in "EU"';
  expect(planned.out).toContain(remedy);
  for (const format of ["--json", "--markdown"]) {
    expect((await run("plan", format)).out).not.toContain("createDatasets");
  }
  const refused = await run("apply", "--yes");
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("nothing was sent") });
  expect(refused.out).toContain(remedy);
  const warning = "warning: the dataset events_eu does not exist; it is created in EU\n";
  const shown = await run("plan", "--create-datasets");
  expect(shown).toMatchObject({ code: 3, err: warning });
  expect(shown.out).toMatch(/^events_eu\.clicks: create, 1 column\n\n1 to create\ndigest: \w{64}\n$/);
  const digest = shown.out.slice(-65, -1);
  expect((await run("plan", "--create-datasets", "--markdown")).out).toContain(`the dataset events_eu does not exist`);
  const blocked = planned.out.slice(-65, -1);
  for (const [reviewed, ...flags] of [
    [blocked, "--create-datasets"],
    [digest, "--only-possible"],
  ] as const) {
    const other = await run("apply", ...flags, "--digest", reviewed, "--yes");
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("--digest must be the digest of the plan") });
  }
  const { code, out, err } = await run("apply", "--create-datasets", "--digest", digest, "--yes");
  expect([code, out, err]).toEqual([0, expect.stringContaining("events_eu.clicks: create, 1 column\n"), warning]);
  expect(out).toContain("events_eu.clicks: created\n");
  const dataset = await client.warehouse.datasets.get({ projectId: "shop", datasetId: "events_eu" });
  expect(dataset.location).toBe("EU");
  expect(await run("plan", "--create-datasets")).toMatchObject({ code: 0, err: "" });
});

test("--create-datasets announces only datasets that it creates", async () => {
  const { run } = shop({
    "fourfold.config.ts": config.replace(
      'tables: "schemas"',
      'tables: "schemas", datasets: { sales: { name: "sales", location: "EU" } }',
    ),
    "schemas/orders.ts": ordersFile,
    "schemas/lines.ts": definition(
      "crm.lines",
      `{ schema: [{ name: "id", type: "INTEGER" }], tableConstraints: { foreignKeys: [{
        referencedTable: "crm.none", columnReferences: [{ referencingColumn: "id", referencedColumn: "id" }] }] } }`,
    ),
  });
  const { code, out, err } = await run("plan", "--create-datasets");
  expect([code, err]).toEqual([1, ""]);
  expect(out).toContain("a location cannot change");
  expect(out).toContain("crm.lines: impossible\n");
});

test("--create-datasets makes no other impossible change possible", async () => {
  const { run, client } = shop({
    "schemas/invoices.ts": definition("sales.invoices", '{ schema: [{ name: "total", type: "NUMERIC" }] }'),
  });
  await client.warehouse.tables.insert({
    tableReference: { ...orders, tableId: "invoices" },
    schema: { fields: [{ name: "total", type: "INTEGER" }] },
  });
  expect(await run("plan", "--create-datasets")).toMatchObject({ code: 1, err: "" });
});

const ofEnvironment = {
  "fourfold.config.ts": config.replace('  projectId: "shop",\n', ""),
  "schemas/orders.ts": ordersFile,
};

test("GOOGLE_CLOUD_PROJECT sets the project, before CLOUDSDK_CORE_PROJECT", async () => {
  vi.stubEnv("GOOGLE_CLOUD_PROJECT", "shop");
  vi.stubEnv("CLOUDSDK_CORE_PROJECT", "other");
  const { run, sandbox } = shop(ofEnvironment);
  expect((await run("plan")).code).toBe(3);
  for (const { path } of sandbox.requests) expect(path).toContain("/projects/shop/");
});

test("without a project, the error names the variable", async () => {
  for (const name of ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"]) vi.stubEnv(name, "");
  const { code, err } = await shop(ofEnvironment).run("plan");
  expect(code).toBe(1);
  expect(err).toContain("projectId: is required; set it, or the environment variable GOOGLE_CLOUD_PROJECT");
});
