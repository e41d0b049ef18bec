// Describe the desired environment, plan the fewest updates, and apply them one by one.
import { createClient, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox({ operationMs: 50 });
const name = "projects/shop/locations/europe/environments/flows";
sandbox.environments.add({
  name,
  labels: { team: "data", stage: "test" },
  config: { nodeCount: 3, softwareConfig: { imageVersion: "composer-1.20.12-airflow-2.4.3", schedulerCount: 2 } },
});
const client = createClient(sandbox.clientOptions);

// Omitted properties are not changed; a given map replaces the whole map.
const desired = {
  labels: { team: "data", stage: "live" },
  config: { nodeCount: 6, softwareConfig: { imageVersion: "composer-1.20.14-airflow-2.4.3", schedulerCount: 5 } },
};
const updates = planEnvironmentUpdates(await client.environments.get(name), desired);
console.log(`${updates.length} updates: ${updates.map(({ updateMask }) => updateMask).join(" → ")}`);

const environment = await client.environments.apply(name, updates, {
  pollIntervalMs: 20,
  onStep: ({ index, total, state, update }) => {
    if (state === "done") console.log(`${index + 1}/${total} ${update.updateMask}`);
  },
});
console.log(`now on ${environment.config?.nodeCount} nodes`);

// Changes that no mask allows are reported together.
try {
  planEnvironmentUpdates(environment, {
    mode: "DEVELOPMENT",
    config: { nodeConfig: { machineType: "n1-standard-8" } },
  });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  for (const issue of error.issues) console.log(`${issue.path}: ${issue.message}`);
}
