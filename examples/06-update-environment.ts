// Update a Cloud Composer environment: each update changes one property, and an invalid one does not compile.
import { createClient, environmentUpdate, formatEnvironmentName, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
const name = formatEnvironmentName({ projectId: "shop", locationId: "europe-west1", environmentId: "flows" });
sandbox.environments.add({
  name,
  labels: { team: "sales", old: "yes" },
  config: { softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3" } },
});
const client = createClient(sandbox.clientOptions);

// Sets one label, deletes another, keeps the others. The update is plain data: { updateMask, environment }.
const update = environmentUpdate.labels({ team: "data", old: null });
console.log(`the mask is ${update.updateMask}`);
const operation = await client.environments.patch(name, update);
const environment = await operation.wait({ pollIntervalMs: 50 });
console.log(`labels are now ${JSON.stringify(environment.labels)}`);

// The same with a mask: only valid masks compile, and the type of the body follows from the mask.
const same = environmentUpdate.fromMask(["labels.team", "labels.old"], { labels: { team: "data" } });
console.log(`by mask it is ${JSON.stringify(same) === JSON.stringify(update) ? "the same" : "another"}`);

// With the current environment, conditions are checked before anything is sent.
try {
  const downgrade = environmentUpdate.imageVersion("composer-2.9.5-airflow-2.9.3");
  await client.environments.patch(name, downgrade, { current: environment });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  console.log(error.message);
}
