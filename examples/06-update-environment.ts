// Update an environment: each update changes one property, and an invalid one does not compile.
import { createClient, environmentUpdate, formatEnvironmentName, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
const name = formatEnvironmentName({ projectId: "shop", locationId: "europe", environmentId: "flows" });
sandbox.environments.add({
  name,
  labels: { team: "sales", old: "yes" },
  config: { nodeCount: 3, softwareConfig: { imageVersion: "composer-1.20.12-airflow-2.4.3", schedulerCount: 2 } },
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
  await client.environments.patch(name, environmentUpdate.schedulerCount(4), { current: environment });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  console.log(error.message);
}
