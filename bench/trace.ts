// npx tsx bench/trace.ts: how many files and functions of src a warm call enters, and how many calls of functions it makes.
import { Session } from "node:inspector/promises";
import { bearer, createWarehouse } from "fourfold";
import { encodeUserInfo, readUserInfo } from "fourfold/gateway/user-info";
import { applyTables, defineTable, planTables } from "fourfold/tables";

const src = new URL("../src/", import.meta.url).href;
const projectId = "shop";
const datasetId = "sales";
const tableReference = { projectId, datasetId, tableId: "orders" };
const columns = [{ name: "id", type: "INTEGER" }] as const;
const table = {
  kind: "bigquery#table",
  etag: "e1",
  id: "shop:sales.orders",
  tableReference,
  schema: { fields: columns },
};
const list = { tables: [{ tableReference, type: "TABLE" }], totalItems: 1 };
const datasetReference = { projectId, datasetId };
const dataset = { kind: "bigquery#dataset", etag: "e2", id: "shop:sales", datasetReference, location: "EU" };
const notFound = { error: { code: 404, message: "Not found", errors: [{ reason: "notFound" }] } };

/** Responds without the sandbox, whose calls would be counted, too. `isEmpty`: there is a dataset without tables. */
function respond(isEmpty: boolean): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const [, name] = /\/tables(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (request.method !== "GET") return Response.json({ ...table, ...JSON.parse(await request.text()) });
    if (!pathname.includes("/tables")) return Response.json(dataset);
    if (name === undefined) return Response.json(isEmpty ? { totalItems: 0 } : list);
    return isEmpty ? Response.json(notFound, { status: 404 }) : Response.json(table);
  };
}

const options = { baseUrl: "https://bigquery.example", auth: bearer("token") };
const full = createWarehouse({ ...options, fetch: respond(false) });
const empty = createWarehouse({ ...options, fetch: respond(true) });
const definition = defineTable("sales.orders", { schema: columns });
const header = encodeUserInfo({ iss: "https://issuer.example", sub: "ada" });
const headers = { "x-apigateway-api-userinfo": header };

const calls: Readonly<Record<string, () => unknown>> = {
  "tables.insert, one column": () => full.tables.insert({ tableReference, schema: { fields: columns } }),
  "tables.get": () => full.tables.get(tableReference),
  "tables.list, one page": async () => {
    for await (const { id } of full.tables.list({ projectId, datasetId })) id?.length;
  },
  "plan and apply, one new table": async () => {
    await applyTables(empty, await planTables(empty, [definition], { projectId }));
  },
  readUserInfo: () => readUserInfo(headers, { gateway: "api-gateway" }),
};

const session = new Session();
session.connect();
await session.post("Profiler.enable");
const rows: Record<string, object> = {};
for (const [name, call] of Object.entries(calls)) {
  // The first calls load modules and compile schemas.
  await call();
  await call();
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await call();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  const files = result
    .filter(({ url }) => url.startsWith(src))
    .map(({ functions }) => {
      // `__name` is added by tsx. A function without a name and with an offset of 0 is the module itself.
      const own = functions.filter(
        ({ functionName, ranges: [range] }) => functionName !== "__name" && range?.startOffset !== 0,
      );
      return own.map(({ ranges }) => ranges[0]?.count ?? 0).filter((count) => count > 0);
    });
  const counts = files.flat();
  rows[name] = {
    files: files.filter((each) => each.length > 0).length,
    functions: counts.length,
    calls: counts.reduce((sum, count) => sum + count, 0),
  };
}
console.table(rows);
