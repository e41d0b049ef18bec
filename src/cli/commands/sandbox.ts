import { vendorNaming } from "../../naming/index.js";
import { createSandbox } from "../../testing/index.js";
import { defineCommand } from "../command.js";
import { addDemoData } from "../demo-data.js";
import { option, readPort, toggle } from "../flags.js";
import { namingFlag } from "../naming-flag.js";
import { serve } from "../serve.js";

/** `fourfold sandbox`: serves the services in memory. */
export const sandboxCommand = defineCommand({
  name: "sandbox",
  summary: "serve the warehouse, the entities and the environments in memory",
  about: `Runs until it is stopped (Ctrl+C), reachable from this machine alone, and forgets everything then. It asks for no
credentials. Each request is a line: method, path, status.`,
  argument: undefined,
  flags: {
    port: option("<port>", "where to listen, 0 for a free one; 8787 unless said", readPort, 8787),
    empty: toggle("start without the projects, tables and environments of the demo"),
    naming: namingFlag,
  },
  async run({ flags: { port, empty, naming } }, terminal) {
    const sandbox = createSandbox({ naming, maxRequests: 0 });
    if (!empty) addDemoData(sandbox);
    await serve(sandbox.fetch, port, terminal, (url) => {
      const asked = placesOf(naming.servicePath, empty).map((place) => `  ${url}${place}\n`);
      const names = naming === vendorNaming ? "" : `naming: ${naming.name}Naming, `;
      const client = `createClient({ ${names}baseUrl: "${url}" })`;
      return `The sandbox listens on ${url} (Ctrl+C stops it).\nIt answers ${client}, and for a start:\n${asked.join("")}\n`;
    });
    return 0;
  },
});

/** Where there is something to see. */
function placesOf(servicePath: string, empty: boolean): readonly string[] {
  const search = "/v1/entities:search?query=Berlin";
  if (empty) return [search];
  return [
    `/${servicePath}/v2/projects`,
    `/${servicePath}/v2/projects/shop/datasets/sales/tables/orders`,
    search,
    "/v1beta1/projects/shop/locations/europe/environments/flows",
  ];
}
