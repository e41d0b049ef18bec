import { parseArgs } from "node:util";
import { type ClientEvent, createClient, googleNaming, type Naming, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { type Chapter, sales } from "./chapter.js";
import { entities } from "./entities.js";
import { environments } from "./environments.js";
import { gateway } from "./gateway.js";
import { humanReporter, jsonReporter, type Reporter, seconds } from "./reporter.js";
import { schemaSync } from "./schema-sync.js";
import { warehouse } from "./warehouse.js";

const profiles: ReadonlyMap<string, Naming> = new Map(
  [googleNaming, vendorNaming].map((naming) => [naming.name, naming]),
);

const chapters: ReadonlyMap<string, Chapter> = new Map(
  Object.entries({ warehouse, "schema-sync": schemaSync, entities, environments, gateway }),
);

const USAGE = `Usage: npm run demo [-- <options>]

Runs the main tasks of fourfold over real HTTP, against a sandbox of Google's services on this machine.

  --all              show every step, with details
  --only <chapter>   run one chapter: ${[...chapters.keys()].join(", ")}
  --naming <profile> names in requests: ${[...profiles.keys()].join(", ")} (the specification's). Default: google
  --json             print every step as JSON, one object per line
  --help             print this help

Examples:
  npm run demo -- --only schema-sync --all
  npm run --silent demo -- --json
`;

/** The streams of a program. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/**
 * Runs the demo.
 *
 * @param argv - The arguments, without the names of the runtime and the program.
 * @returns The exit code: 0 success, 2 invalid arguments.
 */
export async function run(argv: readonly string[], { stdout, stderr }: Streams): Promise<number> {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        all: { type: "boolean", default: false },
        only: { type: "string" },
        naming: { type: "string", default: "google" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) {
      stdout.write(USAGE);
      return 0;
    }
    const naming = pick("naming", values.naming, profiles);
    const shown = values.only === undefined ? [...chapters.values()] : [pick("only", values.only, chapters)];
    await runDemo(naming, shown, values.json ? jsonReporter(stdout) : humanReporter(stdout, values));
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")))
      throw error;
    stderr.write(`${error.message}\n\n${USAGE}`);
    return 2;
  }
}

/** Returns the value with a name. */
function pick<T>(option: string, name: string, values: ReadonlyMap<string, T>): T {
  const value = values.get(name);
  if (value !== undefined) return value;
  const message = `--${option} must be one of ${[...values.keys()].join(", ")}, got "${name}"`;
  throw Object.assign(new TypeError(message), { code: "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" });
}

async function runDemo(naming: Naming, shown: readonly Chapter[], report: Reporter): Promise<void> {
  const start = performance.now();
  const sandbox = createSandbox({ naming, auth: true, operationMs: 200 });
  sandbox.warehouse.datasets.add({ ...sales, location: "EU" });
  await using server = await listen(sandbox);
  report.say("fourfold demo: one day at Acme, a small tea shop");
  report.say(`Real HTTP to a sandbox of Google's services at ${server.url}: no account, no network.`, {
    url: server.url,
  });
  const { auth } = sandbox.clientOptions;
  const client = createClient({ naming, baseUrl: server.url, auth, onEvent: (event) => reportRetry(event, report) });
  for (const [index, { title, more, run }] of shown.entries()) {
    const began = performance.now();
    report.beginChapter(title, shown.length > 1 ? index + 1 : undefined);
    await run({ client, sandbox, report });
    report.endChapter(performance.now() - began, more);
  }
  const { length } = sandbox.requests;
  report.say(`\nDone in ${seconds(performance.now() - start)}. ${length} requests were sent.`, { requests: length });
  const all = report.all ? "" : "; npm run demo -- --all shows every step";
  report.say(`Read next: "Install" in README.md, then docs/guides/README.md${all}.`);
}

function reportRetry(event: ClientEvent, report: Reporter): void {
  if (event.type !== "retry") return;
  const { code, status, delayMs } = event;
  const text = `${status} (${code}); next attempt in ${Math.round(delayMs)} ms`;
  report.progress(text);
  report.note(text, { code, status, delayMs });
}
