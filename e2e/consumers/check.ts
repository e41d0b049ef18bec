// npm run test:package -- consumers [--all --only Jest]: installs the packed package beside compilers, test runners and
// bundlers, and uses it with them. Without --all, two consumers: a program for Node under the oldest compiler, and a page under the
// latest one, with Vite and Vitest.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runChecks } from "../package/checks.js";
import { type Packed, packAndInstall } from "../package/packed.js";
import { agents } from "./agents.js";
import { compilations, writeSources } from "./compilers.js";
import { definitions } from "./definitions.js";
import { jests } from "./jest.js";
import { libraries } from "./libraries.js";
import { tools, writePrograms } from "./tools.js";

const { all, only } = parseArgs({
  options: { all: { type: "boolean", default: false }, only: { type: "string", default: "" } },
}).values;

const installed: Packed[] = [];
/** Installs the package together with the packages of a folder. */
async function install(beside: string): Promise<string> {
  const packed = await packAndInstall(fileURLToPath(new URL(beside, import.meta.url)));
  installed.push(packed);
  return packed.folder;
}

try {
  const folder = await install(all ? "matrix" : ".");
  writeSources(folder);
  await writePrograms(folder);
  const checks = [
    ...compilations(folder, all),
    ...libraries(folder, all),
    ...definitions(folder, all),
    ...tools(folder, all),
    ...agents(await install("agents")),
    ...(all ? [...jests(await install("jest-29"), 29), ...jests(await install("jest-30"), 30)] : []),
  ];
  const selected = checks.filter(({ name }) => name.includes(only));
  await runChecks(selected, availableParallelism());
} finally {
  for (const { remove } of installed) remove();
}
