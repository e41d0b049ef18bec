import { type ClientEvent, createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { demoEntities } from "./entities.js";
import { demoEnvironments } from "./environments.js";
import { humanReporter, jsonReporter, type Reporter } from "./reporter.js";
import { demoWarehouse } from "./warehouse.js";

const USAGE = `npm run demo [-- --json]

Runs the main jobs of fourfold on real HTTP, against the sandbox on a local server.

  --json   one JSON object a line, for machines
  --help   this text
`;

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--json" && flag !== "--help");
if (unknown.length > 0) {
  process.stderr.write(`Unknown option: ${unknown.join(" ")}\n\n${USAGE}`);
  process.exitCode = 2;
} else if (flags.includes("--help")) {
  process.stdout.write(USAGE);
} else {
  await demo(flags.includes("--json") ? jsonReporter(process.stdout) : humanReporter(process.stdout));
}

async function demo(report: Reporter): Promise<void> {
  const sandbox = createSandbox({ auth: true, operationMs: 400 });
  const server = await listen(sandbox);
  try {
    report.note(`The sandbox listens on ${server.url}`, { url: server.url });
    const { auth } = sandbox.clientOptions;
    const client = createClient({ baseUrl: server.url, auth, onEvent: (event) => narrate(event, report) });
    await demoWarehouse(client, sandbox, report);
    await demoEntities(client, sandbox, report);
    await demoEnvironments(client, sandbox, report);
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
