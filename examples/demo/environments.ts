import { type Client, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import type { Sandbox } from "fourfold/testing";
import { compilerSays } from "./compiler-says.js";
import type { Reporter } from "./reporter.js";

const name = "projects/shop-0001/locations/europe/environments/flows";

/** What the demo shows the compiler. */
export const MIXED_MASK =
  'environmentUpdate.fromMask(["labels.team", "config.nodeCount"], { config: { nodeCount: 4 } });';

/** The environments: a plan, its steps, a failure, and a mask that does not compile. */
export async function demoEnvironments(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  const { product = "product", engine = "engine" } = sandbox.clientOptions.naming;
  const image = (version: string) => `${product}-${version}-${engine}-2.4.3`;
  sandbox.environments.add({
    name,
    labels: { team: "sales", stage: "test", old: "yes" },
    config: {
      nodeCount: 3,
      softwareConfig: {
        imageVersion: image("1.20.12"),
        schedulerCount: 2,
        pypiPackages: { numpy: ">=1", "ruamel.yaml": "" },
      },
    },
  });
  await planAndApply(client, image("1.20.14"), report);
  await failAndResume(client, sandbox, report);
  report.step("See a mask that does not compile", {
    shows: "an update changes one thing: a mask that mixes two is refused by the compiler, in a sentence",
    code: ["docs/guides/updating-environments.md"],
  });
  const sentence = compilerSays(MIXED_MASK);
  report.note(`${MIXED_MASK}\n${sentence}`, { sentence });
}

async function planAndApply(client: Client, imageVersion: string, report: Reporter): Promise<void> {
  report.step("Plan the fewest updates that lead to another environment, and apply them one by one", {
    shows: "you say what the environment should be; the plan finds updates in a safe order, here mask ← body",
    code: ["examples/07-plan-and-apply.ts"],
  });
  const updates = planEnvironmentUpdates(await client.environments.get(name), {
    labels: { team: "data", stage: "test" },
    config: {
      nodeCount: 6,
      softwareConfig: {
        imageVersion,
        schedulerCount: 5,
        pypiPackages: { numpy: ">=2", "ruamel.yaml": "" },
      },
    },
  });
  for (const { updateMask, environment } of updates) report.note(`${updateMask} ← ${JSON.stringify(environment)}`);
  const environment = await client.environments.apply(name, updates, {
    pollIntervalMs: 100,
    onStep: ({ index, total, state, update }) =>
      report.progress(`${index + 1}/${total} ${state}: ${update.updateMask}`, { index, state }),
  });
  const { nodeCount, softwareConfig } = environment.config ?? {};
  report.note(
    `the environment has ${nodeCount} nodes and ${softwareConfig?.schedulerCount} schedulers now, on ${softwareConfig?.imageVersion}`,
    { nodeCount },
  );
}

async function failAndResume(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  report.step("Stop at a failure, and resume by planning again", {
    shows: "the first update that fails stops the rest; reading, planning and applying again does what is left",
    code: ["docs/guides/updating-environments.md"],
  });
  const desired = { labels: {}, config: { softwareConfig: { envVariables: { STAGE: "test" } } } };
  const plan = async () => planEnvironmentUpdates(await client.environments.get(name), desired);
  sandbox.environments.failNext({ code: 8, message: "no nodes left" });
  try {
    await client.environments.apply(name, await plan(), { pollIntervalMs: 100 });
  } catch (error) {
    if (!isFourfoldError(error, "apply_failed")) throw error;
    report.note(`stopped: ${error.message}`, { code: error.code, remaining: error.remaining.length });
  }
  const rest = await plan();
  const { labels, config } = await client.environments.apply(name, rest, { pollIntervalMs: 100 });
  const envVariables = config?.softwareConfig?.envVariables;
  report.note(
    `planned again, and applied ${rest.length} updates: all labels are cleared (${JSON.stringify(labels)}), ` +
      `and the environment variables are ${JSON.stringify(envVariables)}`,
    { labels, envVariables },
  );
}
