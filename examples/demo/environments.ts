import { type ApplyOptions, environmentUpdate, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import type { Chapter, Stage } from "./chapter.js";
import { compilerErrorOf } from "./compiler-error.js";
import { excerptOf } from "./excerpt.js";
import { bar, runStep, type StepReporter } from "./reporter.js";
import { showWireRequest } from "./wire.js";

const name = "projects/acme-tea/locations/europe-west1/environments/reports";

/** The statement that the demo compiles. */
export const MIXED_MASK =
  'environmentUpdate.fromMask(["labels.team", "config.nodeCount"], { config: { nodeCount: 4 } });';

/** Cloud Composer updates: a plan and its updates, a failure, a request in full, and a mask that does not compile. */
export const environments: Chapter = {
  title: "Cloud Composer updates",
  more: ["examples/06-update-environment.ts", "examples/07-plan-and-apply.ts", "docs/guides/environments.md"],
  async run(stage) {
    const image = imageOf(stage);
    stage.sandbox.environments.add({
      name,
      labels: { team: "sales", stage: "test" },
      config: {
        environmentSize: "ENVIRONMENT_SIZE_SMALL",
        softwareConfig: { imageVersion: image("2.9.5") },
      },
    });
    await planAndApply(stage, image("2.9.7"));
    await failAndResume(stage);
    await changeAirflowSetting(stage);
    await showCompilerError(stage);
  },
};

function imageOf({ sandbox }: Stage): (version: string) => string {
  const { product = "product", engine = "engine" } = sandbox.clientOptions.naming;
  return (version) => `${product}-${version}-${engine}-2.9.3`;
}

function applyOptions(details: StepReporter): ApplyOptions {
  return {
    pollIntervalMs: 100,
    onStep({ index, total, state, update: { updateMask } }) {
      const done = state === "done" ? index + 1 : index;
      details.progress(`${bar(done, total)} ${updateMask}`, { index, state });
    },
  };
}

async function planAndApply({ client, report }: Stage, imageVersion: string): Promise<void> {
  const step = {
    title: "Plan the updates that lead to another environment, and apply them",
    why: "The API accepts one change per request: you describe the goal, and the plan finds the requests.",
    lines: excerptOf(import.meta.url, "apply"),
  };
  await runStep(report, step, async (details) => {
    const options = applyOptions(details);
    // show apply
    const config = { environmentSize: "ENVIRONMENT_SIZE_MEDIUM", softwareConfig: { imageVersion } };
    const updates = planEnvironmentUpdates(await client.environments.get(name), { labels: { team: "data" }, config });
    const environment = await client.environments.apply(name, updates, options);
    // end
    for (const { updateMask, environment } of updates) details.note(`${updateMask} ← ${JSON.stringify(environment)}`);
    const { environmentSize, softwareConfig } = environment.config ?? {};
    return {
      text: `Applied ${updates.length} updates in a safe order; the image is now ${softwareConfig?.imageVersion}.`,
      facts: { updates: updates.length, environmentSize },
    };
  });
}

async function failAndResume({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Stop at a failed update, and continue",
    why: "The error lists the updates that remain; the same call again applies only those.",
    lines: excerptOf(import.meta.url, "continue"),
  };
  await runStep(report, step, async (details) => {
    const desired = { labels: null, config: { softwareConfig: { envVariables: { STAGE: "live" } } } };
    const options = applyOptions(details);
    sandbox.environments.failNext({ code: 8, message: "no capacity left" });
    try {
      await client.environments.ensure(name, desired, options);
    } catch (error) {
      if (!isFourfoldError(error, "apply_environment_failed")) throw error;
      details.note(error.message, { code: error.code, failed: error.failed.length });
    }
    // show continue
    const { environment, updates } = await client.environments.ensure(name, desired, options);
    // end
    const envVariables = environment.config?.softwareConfig?.envVariables;
    details.note(`labels ${JSON.stringify(environment.labels)}, environment variables ${JSON.stringify(envVariables)}`);
    return {
      text: `Recovered from a failed update ("no capacity left"): applied the ${updates.length} updates that remained.`,
      facts: { envVariables },
    };
  });
}

async function changeAirflowSetting({ client, sandbox, report }: Stage): Promise<void> {
  const step = {
    title: "Change an Airflow setting",
    why: "Update mask and body are written together, so they cannot contradict each other.",
    lines: excerptOf(import.meta.url, "airflow"),
    extra: true,
  };
  await runStep(report, step, async (details) => {
    // show airflow
    const update = environmentUpdate.airflowConfigOverrides({ "core-parallelism": "64" });
    const operation = await client.environments.patch(name, update);
    // end
    showWireRequest(sandbox, details);
    const { config } = await operation.wait({ pollIntervalMs: 100 });
    const overrides = JSON.stringify(config?.softwareConfig?.airflowConfigOverrides);
    return { text: `Changed a setting of Airflow: airflowConfigOverrides is ${overrides}.` };
  });
}

async function showCompilerError({ report }: Stage): Promise<void> {
  const step = {
    title: "Compile a mask that mixes two updates",
    why: "An update changes one value: the compiler explains a mask that mixes two in a sentence.",
    extra: true,
  };
  await runStep(report, step, async (details) => {
    details.progress("Compiling with TypeScript …");
    const sentence = compilerErrorOf(MIXED_MASK);
    details.note(`${MIXED_MASK}\n${sentence}`, { sentence });
    return { text: "Compiled an update mask that mixes labels and nodes: TypeScript rejects it." };
  });
}
