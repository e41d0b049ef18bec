import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { apiKey, googleNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { checksFor } from "./checks/index.js";
import { cleanUp } from "./clean-up.js";
import { insertDataset } from "./methods.js";
import { maskedText } from "./observe.js";
import { prepareSandbox } from "./prepare-sandbox.js";
import { reportOf, summaryOf } from "./report.js";
import { messageOf, type Result, runChecks } from "./run-checks.js";
import { createSecrets, missingText, readCaller, readSettings, type Secrets, type Settings } from "./settings.js";
import { createNames, createSide, type Side, type Sides } from "./side.js";

/** Options of a run. */
export interface LiveOptions {
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the report file. */
  readonly out: string;
  /** Ends the run: checks stop, and the datasets are deleted. */
  readonly signal: AbortSignal;
  /** Receives the lines of the output. */
  readonly print: (line: string) => void;
  /** Address of the services. Default: the addresses of Google's services. */
  readonly baseUrl?: string | undefined;
  /** Runs only the checks whose names match. */
  readonly only?: RegExp | undefined;
}

/**
 * Runs all checks against the sandbox and the live services, and writes the report.
 *
 * @returns The exit code: 0 if there are no credentials, or if all checks were run, whether or not the services differ; 1
 * if a check failed or was not run, or if cleaning up failed.
 */
export async function runLive(options: LiveOptions): Promise<number> {
  const settings = readSettings(options.env);
  if (!("projectId" in settings)) {
    options.print(missingText(settings));
    return 0;
  }
  const secrets = createSecrets();
  secrets.add(settings.apiKey);
  try {
    return await compare(settings, secrets, options);
  } catch (error) {
    options.print(secrets.redact(`The live test could not be started: ${messageOf(error)}`));
    return 1;
  }
}

async function compare(settings: Settings, secrets: Secrets, options: LiveOptions): Promise<number> {
  const { out, signal, baseUrl, only } = options;
  const print = (line: string) => options.print(secrets.redact(line));
  const started = new Date();
  const { auth, member } = await readCaller(settings, secrets);
  const names = createNames({ ...settings, member }, started);
  const sandbox = createSandbox({ naming: googleNaming, auth: true });
  prepareSandbox(sandbox, names.projectId);
  const own = sandbox.clientOptions;
  const liveOptions = {
    baseUrl,
    auth: { warehouse: auth, environments: auth, entities: apiKey(settings.apiKey) },
  };
  const sides: Sides = {
    sandbox: createSide("sandbox", names, {
      baseUrl: own.baseUrl,
      fetch: own.fetch,
      auth: { warehouse: own.auth, environments: own.auth, entities: apiKey(sandbox.entities.apiKey) },
    }),
    live: createSide("live", names, {
      ...liveOptions,
      retry: { limit: 6, when: () => (signal.aborted ? false : undefined) },
      fetch: (input, init) => {
        const request = new Request(input, init);
        return fetch(request, { signal: AbortSignal.any([request.signal, signal]) });
      },
    }),
  };
  // Cleaning up continues after an abort.
  const cleaner = createSide("live", names, liveOptions);

  print(`project ${names.projectId}, dataset ${names.dataset}`);
  const results: Result[] = [];
  const onResult = (result: Result) => {
    results.push(result);
    print(`${result.status}: ${result.name}`);
  };
  const orFail = async (name: string, step: Promise<void>) =>
    step.catch((error) => onResult({ name, status: "failed", message: maskedText(messageOf(error), names) }));
  await orFail("create a dataset for the checks", createDatasets(sides));
  await orFail("copy the environment to the sandbox", copyEnvironment(sides.live, sandbox, secrets));
  // Without a dataset, most checks would fail for the same reason.
  const checks = checksFor(names).filter(({ name }) => only?.test(name) ?? true);
  if (results.length === 0) await runChecks(checks, sides, { signal, onResult });
  const cleaned = await cleanUp(cleaner.client, names, started);
  const durationMs = Date.now() - started.getTime();
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, secrets.redact(reportOf({ started, durationMs, results, cleanUp: cleaned })));
  for (const problem of cleaned.problems) print(`cleanup failed: ${problem}`);
  for (const id of cleaned.leftovers) print(`${id} was created by a run more than a day ago and was not deleted`);
  print(summaryOf(results));
  print(`report: ${out}`);
  const isComplete = results.every(({ status }) => status === "ok" || status === "differs");
  return isComplete && cleaned.problems.length === 0 ? 0 : 1;
}

async function createDatasets({ sandbox, live }: Sides): Promise<void> {
  const { projectId, dataset: datasetId } = live.names;
  const datasetReference = { projectId, datasetId };
  const body = { datasetReference, location: "US", description: "Created by fourfold's live test. Safe to delete." };
  for (const { client } of [sandbox, live]) await client.warehouse.call(insertDataset, { projectId, body });
}

/** Adds a copy of the environment to the sandbox, so that both sides have it. Its values may be private. */
async function copyEnvironment({ client, names }: Side, sandbox: Sandbox, secrets: Secrets): Promise<void> {
  const { environment: name } = names;
  if (name === undefined) return;
  const environment = await client.environments.get(name);
  secrets.addAll(environment.config);
  sandbox.environments.add({ ...environment, name });
}
