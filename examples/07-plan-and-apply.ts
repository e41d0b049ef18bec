// Describe the desired Cloud Composer environment, plan the fewest updates, and apply them one by one.
import { createClient, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox({ operationMs: 50 });
const name = "projects/shop/locations/europe-west1/environments/flows";
sandbox.environments.add({
  name,
  labels: { team: "data", stage: "test" },
  config: {
    environmentSize: "ENVIRONMENT_SIZE_SMALL",
    softwareConfig: { imageVersion: "composer-2.9.5-airflow-2.9.3", pypiPackages: { pandas: "==2.2" } },
  },
});
const client = createClient(sandbox.clientOptions);

// Omitted properties and entries of maps are not changed; null deletes an entry.
const desired = {
  labels: { stage: "live" },
  config: {
    environmentSize: "ENVIRONMENT_SIZE_MEDIUM",
    softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3", pypiPackages: { numpy: "" } },
  },
};
const updates = planEnvironmentUpdates(await client.environments.get(name), desired);
console.log(`${updates.length} updates: ${updates.map(({ updateMask }) => updateMask).join(" → ")}`);

const environment = await client.environments.apply(name, updates, {
  pollIntervalMs: 20,
  onStep: ({ index, total, state, update }) => {
    if (state === "done") console.log(`${index + 1}/${total} ${update.updateMask}`);
  },
});
console.log(`now on ${environment.config?.softwareConfig?.imageVersion}`);

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
