import { createSandbox, type Sandbox } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTerminal } from "./fake-terminal.js";

let sandbox: Sandbox;
let server: LocalServer;
beforeEach(async () => {
  sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  server = await listen(sandbox);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

/** Runs a command with environment variables and a configuration whose client has the given options. */
function run(variables: Readonly<Record<string, string>>, options: string, ...argv: readonly string[]) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const files = {
    "fourfold.config.ts": `
import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
export default defineConfig({ client: () => ${options}, tables: "schemas" });
`,
    "schemas/orders.ts": `import { defineTable } from "fourfold/tables";
export const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
`,
  };
  return createTerminal({ files }).run("table", ...argv);
}

test("GOOGLE_CLOUD_PROJECT sets the project, before CLOUDSDK_CORE_PROJECT", async () => {
  const variables = { GOOGLE_CLOUD_PROJECT: "shop", CLOUDSDK_CORE_PROJECT: "other" };
  const { code } = await run(variables, `createClient({ baseUrl: "${server.url}" })`, "plan");
  expect(code).toBe(3);
  for (const { path } of sandbox.requests) expect(path).toContain("/projects/shop/");
});

test("without a project, the error names the variable", async () => {
  const { code, err } = await run(
    { GOOGLE_CLOUD_PROJECT: "", GCLOUD_PROJECT: "", CLOUDSDK_CORE_PROJECT: "" },
    "createClient({})",
    "plan",
  );
  expect(code).toBe(1);
  expect(err).toContain(
    "projectId: is required: the id of the project; set it, or the environment variable GOOGLE_CLOUD_PROJECT",
  );
});
