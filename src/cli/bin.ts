#!/usr/bin/env node
import { VERSION } from "../version.js";
import { nodeTerminal } from "./node-terminal.js";
import { run } from "./run.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A program such as `head` may close the pipe.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`fourfold: standard output: ${error.message}; the output is incomplete\n`);
  process.exit(1);
});

process.exitCode = await run(process.argv.slice(2), nodeTerminal, VERSION);
