import { run } from "./run.js";

// A program such as `head` may close the pipe.
process.stdout.on("error", (error) => process.exit("code" in error && error.code === "EPIPE" ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), process);
