// Wait for a long-running operation: with progress, from another process, and when it fails.
import { createClient, environmentUpdate, isFourfoldError } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox({ operationMs: 200 });
const name = "projects/shop/locations/europe/environments/flows";
sandbox.environments.add({ name, config: { nodeCount: 3 } });
const { environments } = createClient(sandbox.clientOptions);

const started = await environments.patch(name, environmentUpdate.nodeCount(4));
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
console.log(`${environment.config?.nodeCount} nodes after ${polls > 1 ? "several polls" : "one poll"}`);

// Aborting ends the wait; the operation itself continues.
const second = await environments.patch(name, environmentUpdate.nodeCount(5));
await second
  .wait({ signal: AbortSignal.timeout(20) })
  .catch((reason) => console.log(`stopped waiting: ${reason.name}`));
await second.wait({ pollIntervalMs: 50 });

sandbox.environments.failNext({ code: 8, message: "no nodes left" });
try {
  await (await environments.patch(name, environmentUpdate.nodeCount(6))).wait({ pollIntervalMs: 50 });
} catch (error) {
  if (!isFourfoldError(error, "operation_failed")) throw error;
  console.log(`${error.code}: ${error.operation.error.message}`);
}
