// Wait for a Cloud Composer operation: with progress, from another process, and when it fails.
import { createClient, environmentUpdate, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox({ operationMs: 200 });
const name = "projects/shop/locations/europe-west1/environments/flows";
sandbox.environments.add({ name, config: { environmentSize: "ENVIRONMENT_SIZE_SMALL" } });
const { environments } = createClient(sandbox.clientOptions);

const started = await environments.patch(name, environmentUpdate.environmentSize("ENVIRONMENT_SIZE_MEDIUM"));
const operationName = started.name; // store it: another process needs only this name

const operation = environments.operation(operationName);
let polls = 0;
const environment = await operation.wait({
  pollIntervalMs: 50,
  deadlineMs: 30_000,
  onProgress: () => {
    polls += 1;
  },
});
console.log(`${environment.config?.environmentSize} after ${polls > 1 ? "several polls" : "one poll"}`);

// Aborting ends the wait; the operation itself continues.
const second = await environments.patch(name, environmentUpdate.environmentSize("ENVIRONMENT_SIZE_LARGE"));
await second
  .wait({ signal: AbortSignal.timeout(20) })
  .catch((reason) => console.log(`stopped waiting: ${reason.name}`));
await second.wait({ pollIntervalMs: 50 });

sandbox.environments.failNext({ code: 8, message: "no capacity left" });
try {
  const third = await environments.patch(name, environmentUpdate.environmentSize("ENVIRONMENT_SIZE_SMALL"));
  await third.wait({ pollIntervalMs: 50 });
} catch (error) {
  if (!isFourfoldError(error, "operation_failed")) throw error;
  console.log(`${error.code}: ${error.operation.error.message}`);
}
