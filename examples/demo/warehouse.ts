import { type Client, isFourfoldError, type Table, toDate } from "fourfold";
import type { Sandbox } from "fourfold/testing";
import type { Reporter } from "./reporter.js";

const PROJECTS = 4_000;
const sales = { projectId: "shop-0001", datasetId: "sales" };

/** The warehouse: a long listing, tables, a safe change, faults on the way, and a request that is refused. */
export async function demoWarehouse(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  await listProjects(client, sandbox, report);
  const orders = await insertTables(client, sandbox, report);
  await changeSafely(client, orders, report);
  await surviveFaults(client, sandbox, orders, report);
  await showRefusal(client, report);
}

async function listProjects(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  report.step(`List ${PROJECTS} projects, 50 a page, one page ahead`, {
    shows: "a listing is one loop; pages are fetched while it runs, and short ones do not end it",
    code: ["examples/01-list-projects.ts"],
  });
  for (let n = 1; n <= PROJECTS; n += 1) {
    sandbox.warehouse.projects.add({
      projectId: `shop-${String(n).padStart(4, "0")}`,
      friendlyName: `Shop ${n}`,
      // Filtered after paging, so that pages come short.
      serviceEnabled: n % 7 !== 0,
    });
  }
  let seen = 0;
  for await (const project of client.warehouse.projects.list({ prefetch: 1 })) {
    seen += 1;
    if (seen % 500 === 0) report.progress(`${seen} projects so far, now at ${project.friendlyName}`, { seen });
  }
  report.note(`${seen} projects have the service enabled; the others were filtered out of pages that came short`, {
    seen,
  });
}

async function insertTables(client: Client, sandbox: Sandbox, report: Reporter): Promise<Table> {
  report.step("Insert a partitioned table and an external one", {
    shows: "a table is inserted as the API describes it; 64-bit integers may be plain numbers",
    code: ["examples/02-create-table.ts", "examples/03-external-table.ts"],
  });
  sandbox.warehouse.datasets.add({ ...sales, location: "europe" });
  const orders = await client.warehouse.tables.insert({
    tableReference: { ...sales, tableId: "orders" },
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "ordered_at", type: "TIMESTAMP", mode: "REQUIRED" },
        { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
      ],
    },
    timePartitioning: { type: "DAY", field: "ordered_at", expirationMs: 90 * 86_400_000 },
    clustering: { fields: ["id"] },
  });
  report.note(
    `inserted ${orders.id}, of type ${orders.type} in ${orders.location}, at ${toDate(orders.creationTime)?.toISOString()}`,
    { table: orders.id },
  );
  const events = await client.warehouse.tables.insert({
    tableReference: { ...sales, tableId: "events" },
    externalDataConfiguration: {
      sourceFormat: "NEWLINE_DELIMITED_JSON",
      sourceUris: ["gs://shop-lake/events/day=2026-03-01/*.json"],
      autodetect: true,
      hivePartitioningOptions: { mode: "AUTO", sourceUriPrefix: "gs://shop-lake/events" },
    },
  });
  report.note(`inserted ${events.id}, of type ${events.type}`, { table: events.id });
  return orders;
}

async function changeSafely(client: Client, orders: Table, report: Reporter): Promise<void> {
  report.step("Change a table only if nobody else has changed it", {
    shows: "a write with the etag that was read is refused when somebody was quicker, and modify reads and tries again",
    code: ["docs/guides/errors-and-retries.md", "examples/02-create-table.ts"],
  });
  const options = orders.etag === undefined ? {} : { ifMatch: orders.etag };
  const patched = await client.warehouse.tables.patch(orders.tableReference, { labels: { team: "data" } }, options);
  report.note(
    `patched with the etag ${orders.etag}: labels are ${JSON.stringify(patched.labels)}, the etag is now ${patched.etag}`,
  );
  try {
    await client.warehouse.tables.patch(orders.tableReference, { description: "too late" }, options);
  } catch (error) {
    if (!isFourfoldError(error, "precondition_failed")) throw error;
    report.note(`patched again with the old etag, which is refused: ${error.message}`, { code: error.code });
  }
  const modified = await client.warehouse.tables.modify(orders.tableReference, (table) => ({
    labels: { ...table.labels, reviewed: "yes" },
  }));
  report.note(`modified, which needs no etag: labels are ${JSON.stringify(modified.labels)}`);
}

async function surviveFaults(client: Client, sandbox: Sandbox, orders: Table, report: Reporter): Promise<void> {
  report.step("Survive a 503 and a 429 with Retry-After", {
    shows: "a read is sent again by itself, and waits as long as the service asks",
    code: ["docs/guides/errors-and-retries.md"],
  });
  sandbox.faults.next({ status: 503 });
  sandbox.faults.next({ status: 429, retryAfter: 1 });
  const table = await client.warehouse.tables.get(orders.tableReference);
  report.note(`read ${table.id} all the same`, { table: table.id });
}

async function showRefusal(client: Client, report: Reporter): Promise<void> {
  report.step("See a bad request refused, with everything that is wrong with it, before it is sent", {
    shows:
      "a table is checked against the rules of the spec; each problem has its place, its remedy and the id of the rule",
    code: ["examples/03-external-table.ts"],
  });
  try {
    await client.warehouse.tables.insert({
      tableReference: { ...sales, tableId: "bad" },
      labels: { Team: "data" },
      schema: {
        fields: [
          { name: "1st", type: "STRING" },
          { name: "price", type: "NUMERIC", scale: 2 },
          { name: "tags", type: "RECORD" },
        ],
      },
      clustering: { fields: ["missing"] },
    });
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    report.note(error.message, { code: error.code, issues: error.issues });
  }
}
