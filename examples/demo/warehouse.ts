import { isFourfoldError, toDate } from "fourfold";
import { type Chapter, type Stage, sales } from "./chapter.js";
import { runStep } from "./reporter.js";
import { showWireRequest } from "./wire.js";

const PROJECTS = 4_000;
const orders = { ...sales, tableId: "orders" };
const count = new Intl.NumberFormat("en");

/** BigQuery projects and tables: a long list, a new table, a short outage; then safe changes and an invalid table. */
export const warehouse: Chapter = {
  title: "BigQuery projects and tables",
  async run(stage) {
    await listProjects(stage);
    await createTable(stage);
    await surviveOutage(stage);
    await createExternalTable(stage);
    await changeSafely(stage);
    await createLakeTable(stage);
    await rejectTable(stage);
  },
};

async function listProjects({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: `List ${count.format(PROJECTS)} projects, 50 per page`,
    why: "The loop fetches pages as it runs; a short or empty page does not end it.",
    lines: `
      for await (const project of client.warehouse.projects.list()) {`,
    code: ["examples/01-list-projects.ts"],
  };
  await runStep(report, step, async (details) => {
    for (let n = 1; n < PROJECTS; n += 1) {
      // The service applies this filter after paging, so pages can be short.
      sandbox.warehouse.projects.add({ projectId: `project-${n}`, serviceEnabled: n % 7 !== 0 });
    }
    sandbox.warehouse.projects.add({ projectId: sales.projectId, friendlyName: "Acme Tea" });
    let [seen, found] = [0, ""];
    for await (const project of client.warehouse.projects.list()) {
      seen += 1;
      if (project.friendlyName === "Acme Tea") found = project.projectReference?.projectId ?? "";
      if (seen % 250 === 0) details.progress(`${count.format(seen)} projects so far`, { seen });
    }
    const pages = sandbox.requests.filter(({ path }) => path.endsWith("/projects")).length;
    const text = `Found the project ${found} among ${count.format(seen)} projects, with one loop over ${pages} pages.`;
    return { text, facts: { seen, pages } };
  });
}

async function createTable({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Create a partitioned table",
    why: "Every field is typed, and the rules of the API are checked before the request is sent.",
    lines: `
      const table = await client.warehouse.tables.insert({
      timePartitioning: { type: "DAY", field: "ordered_at", expirationMs: 90 * 86_400_000 },`,
    code: ["examples/02-create-table.ts"],
  };
  await runStep(report, step, async (details) => {
    const table = await client.warehouse.tables.insert({
      tableReference: orders,
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
    const created = toDate(table.creationTime)?.toISOString();
    details.note(`type ${table.type}, location ${table.location}, created at ${created}`);
    return { text: `Created the table ${table.id} for the orders of the shop.`, facts: { table: table.id } };
  });
}

async function surviveOutage({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Read a table during a short outage",
    why: "Idempotent requests are retried after the delay that the service requests; your code needs no loop.",
    lines: `
      sandbox.faults.next({ status: 429, retryAfter: 1 });
      const table = await client.warehouse.tables.get(orders);`,
    code: ["docs/guides/errors-and-retries.md"],
  };
  await runStep(report, step, async () => {
    sandbox.faults.next({ status: 503 });
    sandbox.faults.next({ status: 429, retryAfter: 1 });
    const table = await client.warehouse.tables.get(orders);
    return {
      text: "Read the table although the service returned 503 and then 429 with Retry-After: 1.",
      facts: { table: table.id },
    };
  });
}

async function createExternalTable({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Create an external table",
    why: "A table can read files where they are; the options of each file format are typed.",
    lines: `
      const { id, type } = await client.warehouse.tables.insert({`,
    code: ["examples/03-external-table.ts"],
    extra: true,
  };
  await runStep(report, step, async () => {
    const { id, type } = await client.warehouse.tables.insert({
      tableReference: { ...sales, tableId: "visits" },
      externalDataConfiguration: {
        sourceFormat: "NEWLINE_DELIMITED_JSON",
        sourceUris: ["gs://acme-lake/visits/day=2026-03-01/*.json"],
        autodetect: true,
        hivePartitioningOptions: { mode: "AUTO", sourceUriPrefix: "gs://acme-lake/visits" },
      },
    });
    return { text: `Created the table ${id} of type ${type}, over JSON files.`, facts: { table: id } };
  });
}

async function changeSafely({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Change a table only if it has not changed since it was read",
    why: "Two writers cannot overwrite each other: modify reads, patches with the etag, and retries on a conflict.",
    lines: `
      const { labels } = await client.warehouse.tables.modify(orders, (table) => ({`,
    code: ["examples/02-create-table.ts", "docs/guides/errors-and-retries.md"],
    extra: true,
  };
  await runStep(report, step, async (details) => {
    const { etag = "" } = await client.warehouse.tables.get(orders);
    const ifMatch = { ifMatch: etag };
    const patched = await client.warehouse.tables.patch(orders, { labels: { team: "data" } }, ifMatch);
    details.note(`patched with the etag ${etag}: the etag is now ${patched.etag}`);
    try {
      await client.warehouse.tables.patch(orders, { description: "too late" }, ifMatch);
    } catch (error) {
      if (!isFourfoldError(error, "precondition_failed")) throw error;
      details.note(`patched with the old etag: ${error.message}`, { code: error.code });
    }
    const { labels } = await client.warehouse.tables.modify(orders, (table) => ({
      labels: { ...table.labels, reviewed: "yes" },
    }));
    return {
      text: `Rejected a write with an old etag; modify set the labels ${JSON.stringify(labels)}.`,
      facts: { labels },
    };
  });
}

async function createLakeTable({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Create a BigLake table",
    why: "Names in your code are Google's; under vendorNaming, the client translates them on the wire.",
    code: ["docs/naming.md"],
    extra: true,
  };
  await runStep(report, step, async (details) => {
    const lake = await client.warehouse.tables.insert({
      tableReference: { ...sales, tableId: "lake" },
      biglakeConfiguration: {
        connectionId: "acme-tea.eu.lake",
        storageUri: "gs://acme-lake/orders/",
        fileFormat: "PARQUET",
        tableFormat: "ICEBERG",
      },
      labels: { owner: "data" },
    });
    showWireRequest(sandbox, details);
    details.note(`in the code: biglakeConfiguration.storageUri is ${lake.biglakeConfiguration?.storageUri}`);
    const sent = Object.keys(Object(sandbox.requests.at(-1)?.body)).find((field) => field.endsWith("Configuration"));
    return { text: `Created a BigLake table; biglakeConfiguration was sent as ${sent}.` };
  });
}

async function rejectTable({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Reject an invalid table before it is sent",
    why: "All problems are reported together, each with its path, a remedy and its rule id.",
    code: ["examples/03-external-table.ts", "docs/rules.md"],
    extra: true,
  };
  await runStep(report, step, async (details) => {
    try {
      await client.warehouse.tables.insert({
        tableReference: { ...sales, tableId: "bad" },
        labels: { Team: "data" },
        schema: {
          fields: [
            { name: "price", type: "NUMERIC", scale: 2 },
            { name: "tags", type: "RECORD" },
          ],
        },
      });
    } catch (error) {
      if (!isFourfoldError(error, "invalid_request")) throw error;
      details.note(error.message, { code: error.code, issues: error.issues });
      return { text: `Rejected a table with ${error.issues.length} problems; no request was sent.` };
    }
    throw new Error("the table was accepted");
  });
}
