import { createSandbox, type Sandbox, type TableSeed } from "../../testing/index.js";
import { defineCommand, namingFlag, option, readPort, readText, repeated, toggle } from "../command.js";
import { parseJson, readSource } from "../document-file.js";
import { Failure, sentencesOf, UsageError } from "../failure.js";
import { serve } from "../serve.js";
import type { Terminal } from "../terminal.js";

/** `fourfold sandbox`: serves in-memory versions of the services. */
export const sandboxCommand = defineCommand({
  name: "sandbox",
  summary: "serve BigQuery, Knowledge Graph Search and Cloud Composer in memory",
  about: `Runs until you stop it (Ctrl+C). Accepts connections from this machine only, requires no credentials, and stores
nothing on disk. Logs each request: method, path, status.

BigQuery and Cloud Composer start empty; --demo loads two projects with two tables, and an environment. --seed <file>
loads a JSON file; - is standard input. The file contains a table or a list of tables, each as
bq show --format=prettyjson prints it, tables.get returns it, or tables.insert accepts it.`,
  examples: ["sandbox --demo", "sandbox --seed orders.json --port 9000"],
  flags: {
    port: option("<port>", "port to listen on, 0 for a free one; default: 8787", readPort, 8787),
    seed: repeated("<file>", "load tables from this file; can be repeated", readText),
    demo: toggle("load demo data"),
    naming: namingFlag,
  },
  async run({ flags: { port, seed, demo, naming } }, terminal) {
    if (demo && seed.length > 0) throw new UsageError("--demo cannot be combined with --seed");
    const sandbox = createSandbox({ naming, cors: false });
    if (demo) addDemoData(sandbox);
    await addTables(sandbox, seed, terminal);
    await serve(sandbox, sandbox.fetch, port, terminal, (url) => {
      const projects = `/${naming.servicePath}/v2/projects`;
      const ofDemo = [`${projects}/shop/datasets/sales/tables/orders`, `/v1beta1/${ENVIRONMENT}`];
      const addresses = [projects, "/v1/entities:search?query=Berlin", ...(demo ? ofDemo : [])];
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

/**
 * Loads JSON files into a sandbox, each with a table or a list of tables.
 *
 * @throws {Failure} If a file cannot be read or is invalid, with all problems of its tables.
 */
async function addTables(sandbox: Sandbox, paths: readonly string[], terminal: Terminal): Promise<void> {
  for (const path of paths) {
    const { name, text } = await readSource(path, terminal, "a JSON file");
    const data = parseJson(text, name);
    const problems: string[] = [];
    for (const [index, table] of [data].flat().entries()) {
      try {
        sandbox.warehouse.tables.add(table as TableSeed); // `add` validates it
      } catch (error) {
        const where = Array.isArray(data) ? `${name}[${index}]` : name;
        problems.push(...sentencesOf(error).map((sentence) => `${where}: ${sentence}`));
      }
    }
    if (problems.length > 0) throw new Failure(problems);
  }
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
