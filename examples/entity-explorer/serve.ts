// npm run demo:web [-- --port 8080]: the entity explorer on loopback, until it is stopped.
import { parseArgs } from "node:util";
import { startExplorer } from "./explorer.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const explorer = await startExplorer({ port: Number(values.port) });
process.stdout.write(`The entity explorer is at ${explorer.url} (Ctrl+C stops it)\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void explorer.close());
