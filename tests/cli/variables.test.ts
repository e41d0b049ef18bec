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
import { bearer, createClient, defineConfig } from "fourfold";
export default defineConfig({ client: () => ${options}, tables: "schemas" });
`,
    "schemas/orders.ts": `import { defineTable } from "fourfold";
export const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
`,
  };
  return createTerminal({ files, env: variables }).run("table", ...argv);
}

const project = { GOOGLE_CLOUD_PROJECT: "shop", CLOUDSDK_CORE_PROJECT: "other" };
const withToken = 'createClient({ auth: bearer("hunter22"), rules: { "field-type": "warn" } })';

test("with BIGQUERY_EMULATOR_HOST and GOOGLE_CLOUD_PROJECT, plan and apply use the emulator, without credentials", async () => {
  const variables = { ...project, BIGQUERY_EMULATOR_HOST: server.url.replace("http://", "") };
  expect(await run(variables, withToken, "plan")).toMatchObject({ code: 3, err: "" });
  expect(await run(variables, withToken, "apply", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await run(variables, withToken, "pull", "shop.sales", "--check")).toMatchObject({ code: 0, err: "" });
  expect(sandbox.requests.map(({ method }) => method)).toContain("POST");
  expect(JSON.stringify(sandbox.requests)).not.toContain("hunter22");
});

test("a client with an address, and an object that createClient did not create, are rejected if BIGQUERY_EMULATOR_HOST is set", async () => {
  const variables = { ...project, BIGQUERY_EMULATOR_HOST: server.url };
  expect(await run(variables, `createClient({ baseUrl: "${server.url}" })`, "plan")).toMatchObject({
    code: 1,
    err: expect.stringContaining("baseUrl: must be omitted, because BIGQUERY_EMULATOR_HOST already sets the address"),
  });
  expect(await run(variables, "({ warehouse: { tables: {} } })", "plan")).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      "client must return a client that createClient created, because BIGQUERY_EMULATOR_HOST is set",
    ),
  });
  expect(sandbox.requests).toEqual([]);
});

test("an emulator that is not on this machine causes a warning on standard error", async () => {
  const variables = { ...project, BIGQUERY_EMULATOR_HOST: "emulator.test:9050" };
  const fetch = 'createClient({ fetch: async () => Response.json({ error: { message: "no" } }, { status: 400 }) })';
  const { code, err } = await run(variables, fetch, "plan");
  expect(code).toBe(1);
  expect(err).toContain("requests are sent to emulator.test:9050, which is not on this machine");
});

test.each(["*", "bigquery,fourfold"])(
  "GOOGLE_SDK_NODE_LOGGING=%s logs requests on standard error, without credentials",
  async (list) => {
    const variables = { ...project, GOOGLE_SDK_NODE_LOGGING: list };
    const { code, out, err } = await run(
      variables,
      `createClient({ baseUrl: "${server.url}", auth: bearer("hunter22"), onEvent: () => { throw new Error("ignored"); } })`,
      "plan",
    );
    expect(code).toBe(3);
    expect(out).not.toContain("request 1");
    expect(err).toMatch(/tables\.list request 1: GET \/bigquery\/v2\/projects\/shop\/datasets\/sales\/tables\n/);
    expect(err).toMatch(/tables\.list response 1: 200 in \d+ ms, \d+ bytes/);
    expect(err).not.toContain("hunter22");
  },
);

test("without a project, the error names the variable", async () => {
  const { code, err } = await run(
    { GOOGLE_CLOUD_PROJECT: "", GCLOUD_PROJECT: "", CLOUDSDK_CORE_PROJECT: "" },
    withToken,
    "plan",
  );
  expect(code).toBe(1);
  expect(err).toContain(
    "projectId: is required: the id of the project; set it, or the environment variable GOOGLE_CLOUD_PROJECT",
  );
});
