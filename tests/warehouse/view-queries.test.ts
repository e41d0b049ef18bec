// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources of queries

import {
  createClient,
  defineTable,
  inProject,
  planTables,
  type QueryContext,
  type Table,
  type TableDefinition,
  tableSource,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isLinear } from "../support/is-linear.js";
import { loadModule } from "../support/load-module.js";
import { rejection, thrown } from "../support/rejection.js";

const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
const revenue = defineTable("sales.revenue", {
  view: { query: ({ table }) => `SELECT id FROM ${table("sales.orders")}`, useLegacySql: false },
});
const inShop = { projectId: "shop" } as const;

/** A view with a query that TypeScript would not accept. */
const viewOf = (query: unknown, more: object = {}) =>
  ({ view: { query, ...more } }) as unknown as Parameters<typeof defineTable>[1];
/** The issues of an error. */
const issuesOf = (work: () => unknown) => (thrown(work) as { issues: { path: string; message: string }[] }).issues;

test("the query of a view follows the project and the datasets, and the tables that it names are its dependencies", () => {
  const definitions = [revenue, orders];
  const [planned] = planTables([], definitions, { projectId: "shop-prod", datasets: { sales: "sales_eu" } }).tables;
  const view = { query: "SELECT id FROM `shop-prod.sales_eu.orders`", useLegacySql: false };
  expect(planned).toMatchObject({ desired: { view }, dependsOn: ["sales_eu.orders"], requests: [{ view }] });
  expect(inProject(revenue, "shop").view?.query).toBe("SELECT id FROM `shop.sales.orders`");
  const total = defineTable("sales.total", {
    materializedView: { query: ({ table }) => `SELECT 1 FROM ${table("sales.orders")}` },
  });
  expect(planTables([], [total, orders], inShop).tables[0]).toMatchObject({
    desired: { materializedView: { query: "SELECT 1 FROM `shop.sales.orders`" } },
    dependsOn: ["sales.orders"],
  });
});

test("the dependencies of a function are the tables that it names, and nothing else", () => {
  const view = defineTable("sales.v", {
    view: { query: ({ table }) => `SELECT sales.orders FROM ${table("sales.lines")} AS sales` },
  });
  const lines = defineTable("sales.lines", {});
  expect(planTables([], [orders, lines, view], inShop).tables[2]?.dependsOn).toEqual(["sales.lines"]);
});

test("a view in legacy SQL names its tables in brackets", () => {
  const view = defineTable("sales.v", {
    view: { query: ({ table }) => `SELECT id FROM ${table("sales.orders")}`, useLegacySql: true },
  });
  expect(inProject(view, "example.com:shop").view?.query).toBe("SELECT id FROM [example.com:shop:sales.orders]");
});

test("a plan with a function is JSON with a string, and can be applied in another process", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const plan = await tables.plan([revenue, orders], inShop);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  await tables.apply(JSON.parse(JSON.stringify(plan)));
  expect((await tables.plan([revenue, orders], inShop)).summary).toMatchObject({ unchanged: 2 });
  expect(await tables.ensure(inProject(revenue, "shop"))).toMatchObject({ change: "unchanged" });
});

test("definitions with functions stay frozen, comparable and spreadable", () => {
  expect(Object.isFrozen(revenue.view)).toBe(true);
  const copy: TableDefinition = { ...revenue, description: "x" };
  expect(copy.view).toBe(revenue.view);
  expect(defineTable("sales.revenue", revenue)).toEqual(revenue);
  expect(inProject(copy, "shop")).toMatchObject({ view: { query: "SELECT id FROM `shop.sales.orders`" } });
});

test("a function is called once by defineTable and once by each plan", async () => {
  let calls = 0;
  const view = defineTable("sales.v", {
    view: {
      query: ({ table }) => {
        calls += 1;
        return `SELECT 1 FROM ${table("sales.orders")}`;
      },
    },
  });
  expect(calls).toBe(1);
  planTables([], [view], inShop);
  expect(calls).toBe(2);
  await createClient(createSandbox().clientOptions).warehouse.tables.plan([view], inShop);
  expect(calls).toBe(3);
  inProject(view, "shop");
  expect(calls).toBe(4);
});

test("accepts wildcards and views of information schemas", () => {
  const names = [
    "sales.events_*",
    "sales.*",
    "sales.INFORMATION_SCHEMA.COLUMNS",
    "region-eu.INFORMATION_SCHEMA.TABLES",
    "INFORMATION_SCHEMA.SCHEMATA",
    "sales.Größe mit Raum",
  ];
  const view = defineTable("sales.v", { view: { query: ({ table }) => names.map(table).join() } });
  const datasets = { sales: "sales_eu" };
  expect(inProject(view, "shop", { datasets }).view?.query).toBe(
    "`shop.sales_eu.events_*`,`shop.sales_eu.*`,`shop.sales_eu.INFORMATION_SCHEMA.COLUMNS`,`shop.region-eu.INFORMATION_SCHEMA.TABLES`,`shop.INFORMATION_SCHEMA.SCHEMATA`,`shop.sales_eu.Größe mit Raum`",
  );
});

test("reports all invalid names of a query together, with its path", () => {
  const names = ["orders", "a.b.c", "", "sales.", "a-b.c", "sales.x`y", "sales.x$1", "sales.e*s", 5, undefined, orders];
  const query = ({ table }: QueryContext) => names.map((name) => table(name as string)).join() + table("orders");
  const issues = issuesOf(() => defineTable("sales.v", viewOf(query)));
  expect(issues.map(({ path }) => path)).toEqual(names.map(() => "view.query"));
  expect(issues.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'the argument of table must have the form dataset.table, such as "sales.orders", got "orders", in sales.v',
      'the argument of table must be dataset.table without the project, got "a.b.c", in sales.v',
      'the argument of table must be a name, such as "sales.orders", got an object, in sales.v',
    ]),
  );
  const broken = [
    { table: "sales.v", ...viewOf(query) },
    { table: "sales.w", description: 5 },
  ] as TableDefinition[];
  const paths = issuesOf(() => planTables([], broken, inShop)).map(({ path }) => path);
  expect(new Set(paths)).toEqual(new Set(["definitions[0].view.query", "definitions[1].description"]));
});

test.each<[string, unknown, string]>([
  [
    "throws",
    () => {
      throw new TypeError("x\nis not defined");
    },
    'must be a function that does not throw, got "x is not defined"',
  ],
  ["returns nothing", () => {}, "must be a function that returns a string, got nothing"],
  ["returns a number", () => 5, "must be a function that returns a string, got a number"],
  ["returns a String object", () => Object("SELECT 1"), "must be a function that returns a string, got a String"],
  ["is a class", class {}, "must be a function that does not throw, got"],
  ["is async", async () => "SELECT 1", "must be a function that returns a string, got a Promise: it must not be async"],
])("rejects a function that %s", (_, query, message) => {
  const issues = issuesOf(() => defineTable("sales.v", viewOf(query)));
  expect(issues).toMatchObject([{ path: "view.query", message: expect.stringContaining(message) }]);
  expect(issuesOf(() => inProject({ table: "sales.v", ...viewOf(query) }, "shop"))[0]?.path).toBe("view.query");
});

test("a call of table after the function returned is an error, and causes no unhandled rejection in an async function", async () => {
  let late: QueryContext["table"] | undefined;
  defineTable("sales.v", {
    view: {
      query: ({ table }) => {
        late = table;
        return "SELECT 1";
      },
    },
  });
  expect(() => late?.("sales.orders")).toThrow(
    "[invalid_request] table: must be called before the function of the query returns; the function must not be async",
  );
  const work: Promise<unknown>[] = [];
  const query = ({ table }: QueryContext) => {
    const result = Promise.resolve().then(() => table("sales.orders"));
    work.push(result);
    return result;
  };
  expect(() => defineTable("sales.v", viewOf(query))).toThrow("it must not be async");
  expect(await rejection(work[0] as Promise<unknown>)).toMatchObject({ code: "invalid_request" });
});

test("tables.insert and tables.ensure accept only strings", async () => {
  const { tables } = createClient(createSandbox().clientOptions).warehouse;
  const table = { tableReference: { projectId: "p", datasetId: "d", tableId: "t" }, ...viewOf(() => "SELECT 1") };
  for (const work of [tables.insert(table as never), tables.ensure(table as never)]) {
    expect(await rejection(work)).toMatchObject({ issues: [{ path: "view.query", rule: "json-value" }] });
  }
});

const warningsOf = (query: string, more: object = {}, options: object = {}) =>
  planTables([], [defineTable("sales.v", viewOf(query, more))], { ...inShop, ...options }).warnings;

test("a query that is a string and names another project causes a warning with the function to write", () => {
  expect(warningsOf("SELECT id FROM `shop-test.sales.orders`")).toEqual([
    'sales.v: view.query: always reads shop-test.sales.orders, even in another project or dataset; to use the project and datasets of the plan, pass a function, ({ table }) => `… ${table("sales.orders")} …`; to keep the query as it is, pass () => `…` (view-query-fixed)',
  ]);
  const many = [1, 2, 3, 4, 5].map((number) => `\`other.d.t${number}\``).join();
  expect(warningsOf(`SELECT 1 FROM ${many}`).join()).toContain(
    "always reads other.d.t1, other.d.t2, other.d.t3 and 2 more,",
  );
});

test.each<[string, object?]>([
  ["SELECT 1 FROM other.sales.orders"],
  ["SELECT 1 FROM `other`.`sales`.orders"],
  ["SELECT 1 FROM `other-1`.sales.orders AS o JOIN sales.x USING (id)"],
  ["SELECT `other.sales.rate`(1)"],
  ["SELECT EXTRACT(DAY FROM '2024-01-31') FROM other.sales.orders"],
  ["SELECT 1 FROM `example.com:other.sales.orders`"],
  ["SELECT 1 FROM `other.sales.events_*`"],
  ["SELECT 1 FROM `other.sales.INFORMATION_SCHEMA.TABLES`"],
  ["SELECT 1 FROM `other.region-eu.INFORMATION_SCHEMA.TABLES`"],
  ["SELECT 1 FROM sales.orders, other.sales.orders"],
  ["SELECT SUM(total) AS other FROM other.sales.orders"],
  ["SELECT 1 FROM (SELECT other FROM other.sales.orders)"],
  ["SELECT 1 FROM sales.a AS x, UNNEST(x.items) i, other.sales.orders"],
  ["SELECT 1 FROM (SELECT 1) x JOIN sales.b ON f(x.a, x.b) = b.c /* ( */, other.sales.orders"],
  ["SELECT 1 FROM [other:sales.orders]", { useLegacySql: true }],
  ["SELECT 1 FROM TABLE_DATE_RANGE([other:sales.e_], 1, 2)", { useLegacySql: true }],
])("finds another project in %s", (query, more) => {
  expect(warningsOf(query, more)).toMatchObject([expect.stringContaining("view-query-fixed")]);
});

test.each<[string, object?]>([
  ["SELECT 1 FROM `shop.sales.orders`, sales.orders, `sales.orders`"],
  ["SELECT o.address.city FROM shop.sales.orders o, o.lines.items CROSS JOIN o.a.b"],
  ["SELECT x.a.b, y.a.b FROM UNNEST([1]) AS x, (SELECT 1) y JOIN x.a.b JOIN y.a.b"],
  ["WITH other AS (SELECT 1), `other.sales.orders` AS (SELECT 2) SELECT 1 FROM other.a.b, `other.sales.orders`"],
  [
    "SELECT EXTRACT(DAY FROM a.b.c), EXTRACT(WEEK(MONDAY) FROM meta.created.at), a IS DISTINCT FROM meta.b.c AS `x.y.z`",
  ],
  ["SELECT 1 -- FROM `other.sales.orders`\n# FROM other.sales.orders\n /* `other.sales.orders` */"],
  ["SELECT '`other.sales.orders`', r\"FROM other.sales.orders\", '''a'FROM other.sales.orders''', 1.5.2"],
  ["SELECT [a.b.c], a.b[OFFSET(0)].c FROM `sales.INFORMATION_SCHEMA.TABLES`"],
  ["SELECT total-o.discount.amount FROM sales.orders AS o"],
  ["SELECT 1 FROM sales.orders /* o */ o, o.a.b, UNNEST(o.c) /* c */ c, c.d.e"],
  ["SELECT a, b.c.d FROM sales.x UNION ALL SELECT e.f.g, h.i.j FROM sales.y GROUP BY k.l.m, n.o.p"],
  ["SELECT a FROM sales.x WHERE f(b.c.d, e.f.g) ORDER BY h.i.j, k.l.m"],
  ["SELECT 1 FROM (sales.x AS o JOIN sales.y AS p USING (id)), o.a.b, p.a.b"],
  ["FROM sales.x |> SELECT a.b.c, d.e.f"],
  ["SELECT o.a.b FROM [shop:sales.orders] o", { useLegacySql: true }],
])("finds no other project in %s", (query, more) => {
  expect(warningsOf(query, more)).toEqual([]);
});

test("a query that is a string and names a mapped dataset causes a warning; a function does not", () => {
  const options = { datasets: { sales: "sales_eu" } };
  expect(warningsOf("SELECT 1 FROM `shop.sales.orders`", {}, options)).toMatchObject([
    expect.stringContaining("always reads shop.sales.orders,"),
  ]);
  expect(warningsOf("SELECT 1 FROM `shop.sales_eu.orders`", {}, options)).toEqual([]);
  const kept = defineTable("sales.v", { view: { query: () => "SELECT 1 FROM `central.sales.orders`" } });
  expect(planTables([], [kept], { ...inShop, ...options }).warnings).toEqual([]);
});

test.each(["a.b.c ", "FROM a.b ", ", a.b", "FROM (", "`a.b`.", "`\\`", "` ", "[", ") ", "AS (", "FROM "])(
  "finds the tables of a query of many %j in linear time",
  async (text) => {
    const isFast = await isLinear(5_000, (size) => {
      const definitions = [{ table: "sales.v", ...viewOf(text.repeat(size)) }] as TableDefinition[];
      return () => planTables([], definitions, inShop);
    });
    expect(isFast).toBe(true);
  },
);

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "v" };
const live = (query: string, more: object = { useLegacySql: false }): Table => ({
  tableReference,
  type: "VIEW",
  view: { query, ...more },
});
const planOf = (current: Table, definition: TableDefinition) => planTables([current], [definition], inShop).tables[0];

test("queries that differ in the quotes of names, or in the project of their own tables, are equal", () => {
  for (const from of ["shop.sales.orders", "`shop`.`sales`. orders", "`shop.sales`.orders", "sales.orders"]) {
    expect(
      planOf(live(`SELECT 1 FROM ${from}`), defineTable("sales.v", viewOf("SELECT 1 FROM `shop.sales.orders`"))),
    ).toMatchObject({ action: "unchanged" });
  }
  const total = defineTable("sales.v", {
    materializedView: { query: ({ table }) => `SELECT 1 FROM ${table("sales.orders")}` },
  });
  const materialized = { tableReference, materializedView: { query: "SELECT 1 FROM shop.sales.orders" } };
  expect(planOf(materialized, total)).toMatchObject({ action: "unchanged" });
  for (const query of [
    "SELECT 1 FROM `shop.sales.other`",
    "SELECT 1 FROM `p.sales.orders`",
    "SELECT 2 FROM sales.orders",
    "SELECT '`sales.orders`'",
  ]) {
    expect(planOf(live(query), defineTable("sales.v", viewOf("SELECT 1 FROM `shop.sales.orders`")))).toMatchObject({
      action: "patch",
    });
  }
  expect(planOf(live("SELECT '`a`.b'"), defineTable("sales.v", viewOf("SELECT 'a.b'")))).toMatchObject({
    action: "patch",
  });
});

/** The query in the definition file of a live view. */
const sourceOf = (query: string, more?: object, options?: object) => {
  const text = tableSource(live(query, more), options);
  return /query: (.*),?\n?/.exec(text.replace(/, useLegacySql.*/s, ""))?.[1]?.replace(/,$/, "");
};

test.each<[string, string]>([
  ["SELECT 1", "`SELECT 1`"],
  [
    "SELECT 1 FROM `shop.sales.a` JOIN shop.sales.b",
    '({ table }) => `SELECT 1 FROM ${table("sales.a")} JOIN ${table("sales.b")}`',
  ],
  [
    "SELECT `shop.sales.f`(1) FROM `shop`.sales.`a b`",
    '({ table }) => `SELECT ${table("sales.f")}(1) FROM ${table("sales.a b")}`',
  ],
  [
    "SELECT 1 FROM sales.a, `central.sales.b`",
    '({ table }) => `SELECT 1 FROM ${table("sales.a")}, \\`central.sales.b\\``',
  ],
  [
    "SELECT 1 FROM sales.a, sales.b AS x, shop.sales.c, x.items",
    '({ table }) => `SELECT 1 FROM ${table("sales.a")}, ${table("sales.b")} AS x, ${table("sales.c")}, x.items`',
  ],
  ["SELECT 1 FROM `shop.sales.e_*`", '({ table }) => `SELECT 1 FROM ${table("sales.e_*")}`'],
  [
    "SELECT 1 FROM shop.sales.INFORMATION_SCHEMA.TABLES",
    '({ table }) => `SELECT 1 FROM ${table("sales.INFORMATION_SCHEMA.TABLES")}`',
  ],
  ["SELECT '$', 1 FROM `shop.sales.a`$", "({ table }) => `SELECT '$', 1 FROM ${table(\"sales.a\")}$`"],
  [
    "SELECT shop.sales.a FROM UNNEST([1]) AS shop JOIN shop.sales.b",
    "`SELECT shop.sales.a FROM UNNEST([1]) AS shop JOIN shop.sales.b`",
  ],
  ["SELECT 'x FROM shop.sales.a' /* `shop.sales.a` */", "`SELECT 'x FROM shop.sales.a' /* \\`shop.sales.a\\` */`"],
  [
    "WITH `shop.sales.a` AS (SELECT 1) SELECT * FROM `shop.sales.a`",
    "`WITH \\`shop.sales.a\\` AS (SELECT 1) SELECT * FROM \\`shop.sales.a\\``",
  ],
])("writes the query %s as a function of the tables of its project", (query, source) => {
  expect(sourceOf(query)).toBe(source);
});

test("writes a legacy query as a function, and keeps decorators and datasets that the code cannot name", () => {
  const legacy = { useLegacySql: true };
  expect(sourceOf("SELECT 1 FROM [shop:sales.a], [shop:sales.b$20240101]", legacy)).toBe(
    '({ table }) => `SELECT 1 FROM ${table("sales.a")}, [shop:sales.b$20240101]`',
  );
  const datasets = { code: "sales", sales: "other" };
  expect(sourceOf("SELECT 1 FROM [shop:sales.a], [shop:other.b], [shop:code.c]", legacy, { datasets })).toBe(
    '({ table }) => `SELECT 1 FROM ${table("code.a")}, ${table("sales.b")}, [shop:code.c]`',
  );
});

test("a project with a dash is found without quotes everywhere, and a domain in quotes", () => {
  const source = (projectId: string, query: string) =>
    tableSource({ ...live(query), tableReference: { ...tableReference, projectId } });
  expect(source("my-shop", "SELECT my-shop.sales.f(1) FROM my-shop.sales.a, my-shop.sales.b")).toContain(
    '`SELECT ${table("sales.f")}(1) FROM ${table("sales.a")}, ${table("sales.b")}`',
  );
  expect(source("example.com:shop", "SELECT 1 FROM `example.com:shop.sales.a`")).toContain('FROM ${table("sales.a")}`');
});

test("a definition file with a function is loaded, compared, and moved to another project", () => {
  const current = live("SELECT 1 FROM shop.sales.a JOIN `shop`.sales.b -- of `shop.sales.a`");
  for (const language of ["typescript", "javascript"] as const) {
    const [definition] = Object.values(loadModule({ "v.ts": tableSource(current, { language }) }, "v.ts"));
    expect(planOf(current, definition as TableDefinition)).toMatchObject({ action: "unchanged" });
    expect(inProject(definition as TableDefinition, "prod").view?.query).toBe(
      "SELECT 1 FROM `prod.sales.a` JOIN `prod.sales.b` -- of `shop.sales.a`",
    );
  }
});

const keyTo = (referencedTable: unknown) => ({
  schema: [{ name: "id", type: "INTEGER" }],
  tableConstraints: {
    primaryKey: { columns: ["id"] },
    foreignKeys: [{ referencedTable, columnReferences: [{ referencingColumn: "id", referencedColumn: "id" }] }],
  },
});

test("a foreign key that is a string follows the project and the datasets, and is a dependency", () => {
  const lines = defineTable("sales.lines", keyTo("sales.orders") as object);
  const datasets = { sales: "sales_eu" };
  const plan = planTables([], [lines, orders], { ...inShop, datasets });
  const referencedTable = { projectId: "shop", datasetId: "sales_eu", tableId: "orders" };
  expect(plan.tables[0]).toMatchObject({
    dependsOn: ["sales_eu.orders"],
    desired: { tableConstraints: { foreignKeys: [{ referencedTable }] } },
  });
  const inObject = defineTable("sales.lines", keyTo({ datasetId: "sales", tableId: "orders" }) as object);
  expect(inProject(lines, "shop", { datasets })).toEqual(inProject(inObject, "shop", { datasets }));
});

test.each(["orders", "a.b.c", "", "sales.x*"])("rejects a foreign key to %j with its path", (name) => {
  expect(issuesOf(() => defineTable("sales.lines", keyTo(name) as object))).toMatchObject([
    { path: "tableConstraints.foreignKeys[0].referencedTable", rule: "table-name" },
  ]);
});

test("new tables whose foreign keys form a cycle are impossible, with the remedy", () => {
  const keys = (name: string, to: string) => defineTable(name, keyTo(to) as object);
  const plan = planTables([], [keys("sales.a", "sales.b"), keys("sales.b", "sales.a")], inShop);
  expect(plan.tables).toMatchObject([
    {
      action: "impossible",
      issues: [
        {
          path: "tableConstraints.foreignKeys[0].referencedTable",
          rule: "foreign-key-cycle",
          message:
            'must not reference a new table that references this one, got "sales.b"; create one of them without its foreign key, then add the key',
        },
      ],
    },
    { action: "create", dependsOn: ["sales.a"] },
  ]);
  const self = planTables([], [keys("sales.a", "sales.a")], inShop).tables[0];
  expect(self).toMatchObject({ action: "create", dependsOn: [], issues: [] });
});

test("in a cycle of foreign keys, a new table is applied before a live one", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const { tableConstraints: _, ...withoutKeys } = keyTo("sales.b");
  await tables.insert(inProject(defineTable("sales.a", withoutKeys), "shop"));
  const definitions = [
    defineTable("sales.a", keyTo("sales.b") as object),
    defineTable("sales.b", keyTo("sales.a") as object),
  ];
  const plan = await tables.plan(definitions, inShop);
  expect(plan.tables).toMatchObject([
    { action: "patch", dependsOn: ["sales.b"] },
    { action: "create", dependsOn: [] },
  ]);
  expect((await tables.apply(plan)).applied).toEqual(["sales.b", "sales.a"]);
  expect((await tables.plan(definitions, inShop)).summary).toMatchObject({ unchanged: 2 });
});
