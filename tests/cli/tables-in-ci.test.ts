import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { expect, test } from "vitest";
import { createRunner, expectPlanShown, jobsOf, runJob, SHELLS } from "./workflow.js";

const folder = await createRunner();
const jobs = jobsOf("tables-in-ci.md");

/** Creates a checkout with definitions, whose client connects to a URL. */
function checkout(name: string, url: string, definitions: string): string {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, "schemas"), { recursive: true });
  writeFileSync(
    join(cwd, "fourfold.config.mjs"),
    `import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
const client = () => createClient({ baseUrl: ${JSON.stringify(url)} });
export default defineConfig({ client, projectId: "shop", tables: "schemas" });
`,
  );
  writeFileSync(
    join(cwd, "schemas/all.mjs"),
    `import { defineTable } from "fourfold/tables";\nexport const table = ${definitions};\n`,
  );
  return cwd;
}

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const schemaOf = (type: string) => `{ schema: [{ name: "total", type: "${type}" }] }`;

/** A sandbox with the table `sales.orders`. */
function shop(): Sandbox {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, schema: { fields: [{ name: "total", type: "INTEGER" }] } });
  return sandbox;
}

const CASES = [
  ["no change", `defineTable("sales.orders", ${schemaOf("INTEGER")})`, "1 unchanged", 0],
  ["a change", `defineTable("sales.orders", { description: "Orders" })`, "1 to patch", 0],
  ["an impossible change", `defineTable("sales.orders", ${schemaOf("STRING")})`, "1 impossible", 1],
  ["a new dataset", `defineTable("lab.orders", ${schemaOf("INTEGER")})`, "1 to create", 0],
  ["a file that fails", `defineTable("sales.orders", 5)`, "The plan failed", 1],
] as const;

test.each(
  Object.entries(SHELLS).flatMap(([suffix, flags]) =>
    CASES.map((each) => [`${each[0]}${suffix}`, flags, each] as const),
  ),
)("the workflow shows the plan, and fails only afterwards: %s", async (name, flags, [, definitions, shown, code]) => {
  await using server = await listen(shop());
  const cwd = checkout(name.replaceAll(/\W/g, "-"), server.url, definitions);
  await expectPlanShown(cwd, jobs.plan.steps, flags, { shown, code });
});

test("the workflow applies the plan that it has shown, in a new dataset", async () => {
  const sandbox = shop();
  await using server = await listen(sandbox);
  const cwd = checkout("apply", server.url, `defineTable("lab.orders", ${schemaOf("INTEGER")})`);
  const { known } = await runJob(cwd, jobs.plan.steps, { "github.event_name": "push" }, SHELLS[""]);
  const digest = known["steps.plan.outputs.digest"] ?? "";
  const applied = await runJob(cwd, jobs.apply.steps, { "needs.plan.outputs.digest": digest }, SHELLS[""]);
  expect([applied.code, applied.log]).toEqual([0, ""]);
  const writes = sandbox.requests.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(writes).toEqual(["/bigquery/v2/projects/shop/datasets", "/bigquery/v2/projects/shop/datasets/lab/tables"]);
});
