import { isFourfoldError, toDate } from "fourfold";
import { type Chapter, orders, type Stage, sales, schema } from "./chapter.js";
import { excerptOf } from "./excerpt.js";
import { runStep } from "./reporter.js";
import { showWireRequest } from "./wire.js";

const PROJECTS = 4_000;
const count = new Intl.NumberFormat("en");

/** BigQuery projects and tables: a long list, a new table, a short outage; then safe changes and an invalid table. */
export const warehouse: Chapter = {
  title: "BigQuery projects and tables",
  more: ["docs/guides/listing.md", "docs/guides/tables.md", "docs/guides/errors-and-retries.md"],
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
    lines: excerptOf(import.meta.url, "list"),
  };
  await runStep(report, step, async () => {
    for (let n = 1; n < PROJECTS; n += 1) {
      // The service applies this filter after paging, so pages can be short.
      sandbox.warehouse.projects.add({ projectId: `project-${n}`, serviceEnabled: n % 7 !== 0 });
    }
    sandbox.warehouse.projects.add({ projectId: sales.projectId, friendlyName: "Acme Tea" });
    let seen = 0;
    let found: string | undefined;
    // show list
    for await (const { id, friendlyName } of client.warehouse.projects.list()) {
      seen += 1;
      if (friendlyName === "Acme Tea") found = id;
    }
    // end
    const pages = sandbox.requests.filter(({ path }) => path.endsWith("/projects")).length;
    const text = `Found the project ${found} among ${count.format(seen)} projects, with one loop over ${pages} pages.`;
    return { text, facts: { seen, pages } };
  });
}

async function createTable({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Create a partitioned table",
    why: "Every field is typed, and the rules of the API are checked before the request is sent.",
    lines: excerptOf(import.meta.url, "create"),
  };
  await runStep(report, step, async (details) => {
    // show create
    const timePartitioning = { type: "DAY", field: "ordered_at" } as const;
    const table = await client.warehouse.tables.insert({ tableReference: orders, schema, timePartitioning });
    // end
    const created = toDate(table.creationTime)?.toISOString();
    details.note(`type ${table.type}, location ${table.location}, created at ${created}`);
    return { text: `Created the table ${table.id} for the orders of the shop.`, facts: { table: table.id } };
  });
}

async function surviveOutage({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Read a table during a short outage",
    why: "Idempotent requests are retried after the delay that the service requests; your code needs no loop.",
    lines: excerptOf(import.meta.url, "outage"),
  };
  await runStep(report, step, async () => {
    // show outage
    sandbox.faults.next({ status: 503 });
    sandbox.faults.next({ status: 429, retryAfter: 1 });
    const table = await client.warehouse.tables.get(orders);
    // end
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
    lines: excerptOf(import.meta.url, "external"),
    extra: true,
  };
  await runStep(report, step, async () => {
    // show external
    const { id, type } = await client.warehouse.tables.insert({
      tableReference: { ...sales, tableId: "visits" },
      externalDataConfiguration: {
        sourceFormat: "NEWLINE_DELIMITED_JSON",
        sourceUris: ["gs://acme-lake/visits/day=2026-03-01/*.json"],
        autodetect: true,
        hivePartitioningOptions: { mode: "AUTO", sourceUriPrefix: "gs://acme-lake/visits" },
      },
    });
    // end
    return { text: `Created the table ${id} of type ${type}, over JSON files.`, facts: { table: id } };
  });
}

async function changeSafely({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Change a table only if it has not changed since it was read",
    why: "Two writers cannot overwrite each other: modify reads, patches with the etag, and retries on a conflict.",
    lines: excerptOf(import.meta.url, "modify"),
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
    // show modify
    const { labels } = await client.warehouse.tables.modify(orders, (table) => ({
      labels: { ...table.labels, reviewed: "yes" },
    }));
    // end
    return {
      text: `Rejected a write with an old etag; modify set the labels ${JSON.stringify(labels)}.`,
      facts: { labels },
    };
  });
}

async function createLakeTable({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Create a BigLake table",
    why: "Names in your code are Google's; with --naming vendor, the client translates them in requests and responses.",
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
    return { text: `Created the BigLake table ${lake.id} over ${lake.biglakeConfiguration?.storageUri}.` };
  });
}

async function rejectTable({ client, report }: Stage): Promise<void> {
  const step = {
    title: "Reject an invalid table before it is sent",
    why: "All problems are reported together, each with its path, a remedy and its rule id.",
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
