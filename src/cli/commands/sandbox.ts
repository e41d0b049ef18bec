import { basename } from "node:path";
import { prefixPath } from "../../core/issue-path.js";
import { isObject } from "../../core/objects.js";
import { isFourfoldError } from "../../gateway/index.js";
import { createSandbox, type Sandbox, type SandboxSnapshot, type TableSeed } from "../../testing/index.js";
import type { Table } from "../../warehouse/index.js";
import { defineCommand, namingFlag, option, readPort, readText, repeated } from "../command.js";
import { describeIssue, Failure } from "../failure.js";
import { serve } from "../serve.js";
import { type FileSchema, isTable, type JsonFile, readJsonFiles, schemaOf } from "../table-file.js";
import type { Terminal } from "../terminal.js";

/** `fourfold sandbox`: serves in-memory versions of the services. */
export const sandboxCommand = defineCommand({
  name: "sandbox",
  summary: "serve BigQuery, Knowledge Graph Search and Cloud Composer in memory",
  about: `Runs until you stop it (Ctrl+C). Accepts connections from this machine only, requires no credentials, and stores
nothing on disk. Logs each request: method, path, status.

--seed <file> loads a JSON file instead of the demo data; - is standard input. The file contains one of these:
  a snapshot  JSON.stringify(sandbox.snapshot())
  tables      one table or a list, each as tables.insert accepts or tables.get returns it
  a schema    a list of fields, as bq show --schema prints it, or { "fields": [...] }. The table is demo.demo.<name>,
              where <name> is the file name up to its first dot: orders for orders.schema.json, stdin for -
Files have Google's names, as bq show --format=prettyjson prints them.`,
  examples: ["sandbox", "sandbox --seed orders.json --port 9000"],
  flags: {
    port: option("<port>", "port to listen on, 0 for a free one; default: 8787", readPort, 8787),
    seed: repeated("<file>", "load this file instead of the demo data; can be repeated", readText),
    naming: namingFlag,
  },
  async run({ flags: { port, seed, naming } }, terminal) {
    const sandbox = createSandbox({ naming, cors: false });
    const isDemo = seed.length === 0;
    const tables = await addSeeds(sandbox, seed, terminal);
    if (isDemo) addDemoData(sandbox);
    await serve(sandbox.fetch, port, terminal, (url) => {
      const projects = `/${naming.servicePath}/v2/projects`;
      const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
      const table = isDemo ? orders : tables[0]?.tableReference;
      const addresses = [
        projects,
        ...(table === undefined ? [] : [projects + pathOf(table)]),
        "/v1/entities:search?query=Berlin",
        ...(isDemo ? [`/v1beta1/${ENVIRONMENT}`] : []),
      ];
      const names = naming.name === "google" ? "" : `naming: ${naming.name}Naming, `;
      return [
        `The sandbox listens on ${url} (Ctrl+C stops it).`,
        `Connect with createClient({ ${names}baseUrl: "${url}" }), or try:`,
        ...addresses.map((address) => `  ${url}${address}`),
        "",
      ];
    });
    return 0;
  },
});

function pathOf({ projectId, datasetId, tableId }: Table["tableReference"]): string {
  return `/${[projectId, "datasets", datasetId, "tables", tableId].map(encodeURIComponent).join("/")}`;
}

/** A table from a file. */
interface FileTable extends Partial<Pick<FileSchema, "pathInFile">> {
  readonly table: unknown;
}

/**
 * Loads JSON files into a sandbox: a snapshot, a table, a list of tables, or the schema of a table.
 *
 * @returns The tables that were added, without those of a snapshot.
 * @throws {Failure} If a file cannot be read or is invalid, with the problems of all files.
 */
async function addSeeds(sandbox: Sandbox, paths: readonly string[], terminal: Terminal): Promise<readonly Table[]> {
  const { files, problems } = await readJsonFiles(paths, terminal);
  /** Calls a function that validates its input, and adds its issues to the problems. */
  const attempt = (name: string, add: () => void, pathInFile = (path: string) => path) => {
    try {
      add();
    } catch (error) {
      if (!isFourfoldError(error, "invalid_request")) throw error;
      for (const issue of error.issues) {
        problems.push(`${name}: ${describeIssue({ ...issue, path: pathInFile(issue.path) })}`);
      }
    }
  };
  const [snapshot, ...others] = files.filter(isSnapshot);
  if (snapshot !== undefined) {
    if (others.length > 0) {
      const names = [snapshot, ...others].map(({ name }) => name).join(", ");
      problems.push(`only one file can be a snapshot, got ${names}; pass one of them`);
    }
    // `restore` replaces everything, so it runs before the tables are added. It validates the data.
    attempt(snapshot.name, () => sandbox.restore(snapshot.data as SandboxSnapshot));
  }
  const tables: Table[] = [];
  for (const file of files) {
    if (isSnapshot(file)) continue;
    const found = tablesOf(file);
    if (found === undefined) {
      problems.push(
        `${file.name}: must be a snapshot of a sandbox, a table, a list of tables, or the fields of a schema`,
      );
    }
    for (const { table, pathInFile } of found ?? []) {
      const add = () => void tables.push(sandbox.warehouse.tables.add(table as TableSeed)); // `add` validates it
      attempt(file.name, add, pathInFile);
    }
  }
  if (problems.length > 0) throw new Failure(problems);
  return tables;
}

function isSnapshot({ data }: JsonFile): boolean {
  return isObject(data) && Object.hasOwn(data, "services");
}

/** Returns the tables of a file; undefined if it has other content. A schema is a table with the name of its file. */
function tablesOf({ path, data }: JsonFile): readonly FileTable[] | undefined {
  const found = schemaOf(data);
  if (found !== undefined) {
    // The name ends at the first dot: `schemas/orders.schema.json` is the table `orders`.
    const tableId = path === "-" ? "stdin" : basename(path).replace(/\..*/s, "");
    const tableReference = { projectId: "demo", datasetId: "demo", tableId };
    return [{ table: { tableReference, schema: found.schema }, pathInFile: found.pathInFile }];
  }
  if (Array.isArray(data)) {
    return data.map((table, index) => ({ table, pathInFile: (path) => prefixPath(`[${index}]`, path) }));
  }
  return isTable(data) ? [{ table: data }] : undefined;
}

const ENVIRONMENT = "projects/shop/locations/europe-west1/environments/flows";

/** Adds demo data to a sandbox: BigQuery projects and tables, and a Cloud Composer environment. */
function addDemoData({ warehouse, environments }: Sandbox): void {
  warehouse.projects.add({ projectId: "shop", friendlyName: "The shop" });
  warehouse.projects.add({ projectId: "lab", friendlyName: "Experiments" });
  warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "EU" });
  warehouse.datasets.add({ projectId: "lab", datasetId: "scratch" });
  warehouse.tables.add({
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "customers" },
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "name", type: "STRING" },
      ],
    },
    labels: { team: "sales" },
    numRows: 120,
  });
  warehouse.tables.add({
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
    description: "One row for each order",
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "ordered_at", type: "TIMESTAMP", mode: "REQUIRED" },
        { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
        { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING" }] },
      ],
    },
    timePartitioning: { type: "DAY", field: "ordered_at" },
    clustering: { fields: ["id"] },
    numRows: 4_800,
  });
  environments.add({
    name: ENVIRONMENT,
    labels: { team: "data" },
    config: {
      environmentSize: "ENVIRONMENT_SIZE_SMALL",
      softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3", pypiPackages: { numpy: ">=2" } },
    },
  });
}
