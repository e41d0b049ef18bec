// npm run test:live [-- --out report.md]: compares the sandbox with Google's services. Without credentials, it prints
// the variables that it requires.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runLive } from "./live.js";

const reports = fileURLToPath(new URL("reports", import.meta.url));
const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
const { values } = parseArgs({ options: { out: { type: "string", default: join(reports, `${time}.md`) } } });

const aborted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // Once: a second signal ends the process immediately.
  process.once(name, () => {
    console.log(`${name}: stopping and cleaning up`);
    aborted.abort(new Error(`the run was interrupted by ${name}`));
  });
}

process.exitCode = await runLive({ env: process.env, out: values.out, signal: aborted.signal, print: console.log });
