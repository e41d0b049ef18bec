// Runs the programs that its arguments name, one after another, and sends the outcome of each to the process that started it.
import { inspect } from "node:util";
import type { Outcome } from "./run-programs.js";

for (const path of process.argv.slice(2)) {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (chunk: Uint8Array | string) => {
      printed[name] += Buffer.from(chunk).toString();
      return true;
    };
  }
  let status = 0;
  try {
    await import(path);
    status = Number(process.exitCode ?? 0);
  } catch (error) {
    status = 1;
    printed.stderr += inspect(error);
  }
  process.exitCode = undefined;
  process.send?.({ ...printed, status, signal: null } satisfies Outcome);
}
// Later output of a program, such as the results of Node's own test runner, goes to the process that started this one.
for (const name of ["stdout", "stderr"] as const) Reflect.deleteProperty(process[name], "write");
