import { parseArgs } from "node:util";
import { type ClientEvent, createClient, googleNaming, type Naming, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { demoEntities } from "./entities.js";
import { demoEnvironments } from "./environments.js";
import { demoGateway } from "./gateway.js";
import { demoNames } from "./names.js";
import { humanReporter, jsonReporter, type Reporter } from "./reporter.js";
import { demoSchemaSync } from "./schema-sync.js";
import { demoWarehouse } from "./warehouse.js";

const USAGE = `npm run demo [-- --naming google] [--json]

Runs the main jobs of fourfold on real HTTP, against the sandbox on a local server.

  --naming <vendor|google>   whose names go over the wire; the code is the same. Default: vendor
  --json                     one JSON object a line, for machines
  --help                     this text
`;

const profiles: ReadonlyMap<string, Naming> = new Map(
  [vendorNaming, googleNaming].map((naming) => [naming.name, naming]),
);

// A reader such as `head` may close the pipe early.
process.stdout.on("error", () => process.exit());

try {
  const { values } = parseArgs({
    options: {
      naming: { type: "string", default: "vendor" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const naming = profiles.get(values.naming);
  if (values.help) process.stdout.write(USAGE);
  else if (naming === undefined) refuse(`No such naming: ${values.naming}`);
  else await demo(naming, values.json ? jsonReporter(process.stdout) : humanReporter(process.stdout));
} catch (error) {
  if (!(error instanceof TypeError && "code" in error)) throw error;
  refuse(error.message);
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function demo(naming: Naming, report: Reporter): Promise<void> {
  const sandbox = createSandbox({ naming, auth: true, operationMs: 400 });
  const server = await listen(sandbox);
  try {
    report.note(`The sandbox listens on ${server.url}`, { url: server.url });
    const { auth } = sandbox.clientOptions;
    const client = createClient({ naming, baseUrl: server.url, auth, onEvent: (event) => narrate(event, report) });
    await demoWarehouse(client, sandbox, report);
    await demoSchemaSync(client, report);
    await demoEntities(client, sandbox, report);
    await demoNames(client, sandbox, report);
    await demoEnvironments(client, sandbox, report);
    await demoGateway(sandbox, report);
    report.step("Done");
    report.note(`${sandbox.requests.length} requests were sent`, { requests: sandbox.requests.length });
  } finally {
    await server.close();
  }
}

function narrate(event: ClientEvent, report: Reporter): void {
  if (event.type !== "retry") return;
  const { code, status, delayMs } = event;
  report.note(`${event.method} answered ${status} (${code}); again in ${Math.round(delayMs)} ms`, {
    code,
    status,
    delayMs,
  });
}
