import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundle } from "./bundle.js";

const worker = `
  import { smoke } from "./smoke.js";
  export default {
    async fetch(request) {
      try {
        return new Response(await smoke(await request.text()));
      } catch (error) {
        return new Response(error.message);
      }
    },
  };
`;

const config = `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "main", worker = (
        modules = [(name = "worker.js", esModule = embed "worker.js")],
        compatibilityDate = "2026-11-01",
        globalOutbound = "here"
      )),
      (name = "here", network = (allow = ["local"]))
    ],
    sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
  );
`;

/** Runs the smoke test in a worker, which sends requests to the server at `remote`. */
export async function workerdRuns(binary: string, folder: string, remote: string): Promise<string[]> {
  return withWorker(binary, folder, worker, async (url) => {
    const response = await fetch(url, { method: "POST", body: remote });
    const answer = await response.text();
    return /^\d+$/.test(answer) ? [] : [answer];
  });
}

/** Serves a worker while `use` runs, and returns the problems that it reports, with the output of workerd. */
export async function withWorker(
  binary: string,
  folder: string,
  source: string,
  use: (url: string) => Promise<string[]>,
): Promise<string[]> {
  writeFileSync(join(folder, "worker.js"), await bundle(folder, source));
  writeFileSync(join(folder, "config.capnp"), config);
  const child = spawn(binary, ["serve", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk) => (said += chunk));
  try {
    const port = await Promise.race([
      portOf(child.stdio[3] as NodeJS.ReadableStream),
      once(child, "exit").then(() => 0),
    ]);
    if (port === 0) return [`workerd ended: ${said}`];
    const problems = await use(`http://127.0.0.1:${port}/`);
    return problems.map((problem) => `${problem}\n${said}`);
  } finally {
    child.kill();
  }
}

/** Waits for the line with the port. */
async function portOf(control: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: control })) {
    const event: unknown = JSON.parse(line);
    if (typeof event === "object" && event !== null && "port" in event) return Number(event.port);
  }
  return 0;
}
