import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { expect, test } from "vitest";
import { createRunner, expectPlanShown, jobsOf, runJob, SHELLS } from "./workflow.js";

const folder = await createRunner();
const jobs = jobsOf("environments-in-code.md");
const guide = readFileSync(new URL("../../docs/guides/environments-in-code.md", import.meta.url), "utf8");
const file = JSON.parse(/<!-- flows.json -->\n```json\n(.*?)```/s.exec(guide)?.[1] ?? "");
const { name } = file;

/** Creates a checkout with a file of an environment, whose client connects to a URL. */
function checkout(folderName: string, url: string, flows: object): string {
  const cwd = join(folder, folderName);
  mkdirSync(cwd);
  writeFileSync(
    join(cwd, "fourfold.config.mjs"),
    `import { createClient } from "fourfold";
export default { client: () => createClient({ baseUrl: ${JSON.stringify(url)} }) };
`,
  );
  writeFileSync(join(cwd, "flows.json"), JSON.stringify(flows));
  return cwd;
}

/** A sandbox with the environment of the guide, before its changes. */
function shop(): Sandbox {
  const sandbox = createSandbox({ operationMs: 1 });
  const softwareConfig = { imageVersion: "composer-2.9.5-airflow-2.9.3", pypiPackages: { numpy: ">=2", pandas: "" } };
  sandbox.environments.add({ name, labels: { team: "data" }, config: { softwareConfig } });
  return sandbox;
}

const CASES = [
  ["no change", { name, labels: { team: "data" } }, "no changes", 0],
  ["the file of the guide", file, "3 updates", 0],
  ["an impossible change", { name, config: { nodeConfig: { machineType: "n1-standard-8" } } }, "1 impossible", 1],
  ["an invalid file", { labels: { team: "data" } }, "The plan failed", 1],
] as const;

test.each(
  Object.entries(SHELLS).flatMap(([suffix, flags]) => CASES.map((each) => [each[0] + suffix, flags, each] as const)),
)("the workflow shows the plan, and fails only afterwards: %s", async (title, flags, [, flows, shown, code]) => {
  await using server = await listen(shop());
  const cwd = checkout(title.replaceAll(/\W/g, "-"), server.url, flows);
  await expectPlanShown(cwd, jobs.plan.steps, flags, { shown, code });
});

test("the workflow applies the plan that it has shown, and no other one", async () => {
  const sandbox = shop();
  await using server = await listen(sandbox);
  const cwd = checkout("apply", server.url, file);
  const { known } = await runJob(cwd, jobs.plan.steps, { "github.event_name": "push" }, SHELLS[""]);
  const digest = known["steps.plan.outputs.digest"] ?? "";
  const other = await runJob(cwd, jobs.apply.steps, { "needs.plan.outputs.digest": "0".repeat(64) }, SHELLS[""]);
  expect(other).toMatchObject({ code: 1, log: expect.stringContaining(`the digest of the plan, ${digest}`) });
  const applied = await runJob(cwd, jobs.apply.steps, { "needs.plan.outputs.digest": digest }, SHELLS[""]);
  expect([applied.code, applied.log]).toEqual([0, ""]);
  const masks = sandbox.requests.filter(({ method }) => method === "PATCH").map(({ query }) => query.updateMask);
  expect(masks).toHaveLength(3);
});
