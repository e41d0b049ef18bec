import { googleNaming, type Naming } from "../../naming/index.js";
import { createSandbox } from "../../testing/index.js";
import type { Table } from "../../warehouse/index.js";
import { defineCommand } from "../command.js";
import { addDemoData } from "../demo-data.js";
import { option, readPort, readText, repeated, toggle } from "../flags.js";
import { namingFlag } from "../naming-flag.js";
import { seedSandbox } from "../seed-sandbox.js";
import { serve } from "../serve.js";

/** `fourfold sandbox`: serves the services in memory. */
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
  examples: ["sandbox", "sandbox --seed orders.json --port 9000", "sandbox --empty"],
  argument: undefined,
  flags: {
    port: option("<port>", "port to listen on, 0 for a free one; default: 8787", readPort, 8787),
    seed: repeated("<file>", "load this file instead of the demo data; can be repeated", readText),
    empty: toggle("start without the demo data; add your own with --seed <file>"),
    cors: toggle("allow pages of every origin; by default, browsers do not let pages read the responses"),
    naming: namingFlag,
  },
  async run({ flags: { port, seed, empty, cors, naming } }, terminal) {
    const sandbox = createSandbox({ naming, maxRequests: 0, cors });
    const seeded = seed.length > 0;
    const tables = await seedSandbox(sandbox, seed, naming, terminal);
    if (!empty && !seeded) addDemoData(sandbox);
    await serve(sandbox.fetch, port, terminal, (url) => {
      const places = empty || seeded ? seededPlaces(tables, naming) : demoPlaces(naming);
      const names = naming === googleNaming ? "" : `naming: ${naming.name}Naming, `;
      const note =
        empty && !seeded ? "It has no projects, datasets or environments; add some with --seed <file>.\n" : "";
      const client = `createClient({ ${names}baseUrl: "${url}" })`;
      const addresses = places.map((place) => `  ${url}${place}\n`).join("");
      return `The sandbox listens on ${url} (Ctrl+C stops it).\n${note}Connect with ${client}, or try:\n${addresses}\n`;
    });
    return 0;
  },
});

const SEARCH = "/v1/entities:search?query=Berlin";

function demoPlaces({ servicePath }: Naming): readonly string[] {
  return [
    `/${servicePath}/v2/projects`,
    `/${servicePath}/v2/projects/shop/datasets/sales/tables/orders`,
    SEARCH,
    "/v1beta1/projects/shop/locations/europe-west1/environments/flows",
  ];
}

function seededPlaces([table]: readonly Table[], { servicePath }: Naming): readonly string[] {
  const projects = `/${servicePath}/v2/projects`;
  if (table === undefined) return [projects, SEARCH];
  const { projectId, datasetId, tableId } = table.tableReference;
  return [
    projects,
    `${projects}/${[projectId, "datasets", datasetId, "tables", tableId].map(encodeURIComponent).join("/")}`,
    SEARCH,
  ];
}
