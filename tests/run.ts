// npm test [-- options of Vitest]: checks formatting and types while the tests run, because these leave processors idle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (inModules: string) => `${root}node_modules/${inModules}`;

/** Runs a check in the background. Resolves with its output if it fails. */
async function failureOf(name: string, script: string, ...args: string[]): Promise<string | undefined> {
  const child = spawn(process.execPath, [path(script), ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return code === 0 ? undefined : `${name} failed:\n${out}${error}`;
}

const cache = path(".cache/types.tsbuildinfo");
const checks = [
  failureOf("biome", "@biomejs/biome/bin/biome", "check", "."),
  failureOf("tsc", "typescript/bin/tsc", "-p", ".", "--skipLibCheck", "--incremental", "--tsBuildInfoFile", cache),
];
const vitest = spawn(
  process.execPath,
  [path("vitest/vitest.mjs"), "run", "--project", "unit", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
// Ctrl+C reaches the whole group; other signals only this process.
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, () => vitest.kill(signal));
const [code] = await once(vitest, "close");
const failures = (await Promise.all(checks)).filter((failure) => failure !== undefined);
for (const failure of failures) console.error(failure);
const passed = (isPassed: boolean) => (isPassed ? "passed" : "failed");
console.log(`tests ${passed(code === 0)}; formatting and types ${passed(failures.length === 0)}`);
process.exitCode = code === 0 && failures.length === 0 ? 0 : 1;
