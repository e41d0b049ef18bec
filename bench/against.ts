// npx tsx bench/against.ts <folder of another checkout>, after npm run build in both. Prints the ratios of this build to the
// other one. Both run in one process and in turns.
import { fork } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compare } from "./measure.js";

type Package = typeof import("fourfold/warehouse");
const load = async (root: string): Promise<Package> =>
  import(pathToFileURL(resolve(root, "dist/warehouse/index.js")).href) as Promise<Package>;

const [other = "", rounds = "15"] = process.argv.slice(2);
const sides = await Promise.all([fileURLToPath(new URL("..", import.meta.url)), other].map(load));
const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
const port = await new Promise<number>((done) => {
  server.once("message", (message) => done((message as { port: number }).port));
});
const TOTAL = 100_000;
const [ours, theirs] = sides.map(({ createWarehouse }) =>
  createWarehouse({ baseUrl: `http://127.0.0.1:${port}/${TOTAL}` }),
);
if (ours === undefined || theirs === undefined) throw new Error("two builds");

type Client = ReturnType<Package["createWarehouse"]>;
const dataset = { projectId: "bench", datasetId: "sales" };
const tasks: readonly [what: string, run: (client: Client) => Promise<number>][] = [
  ...[50, 1_000].flatMap((maxResults): [string, (client: Client) => Promise<number>][] => [
    [`projects, ${maxResults} a page`, (client) => count(client.projects.list({ maxResults }))],
    [`tables, ${maxResults} a page`, (client) => count(client.tables.list(dataset, { maxResults }))],
  ]),
  ["1 000 tables.get", (client) => getMany(client, 1_000)],
];

async function count(items: AsyncIterable<unknown>): Promise<number> {
  let total = 0;
  for await (const _ of items) total += 1;
  if (total !== TOTAL) throw new Error(`expected ${TOTAL} items, got ${total}`);
  return total;
}

async function getMany({ tables }: Client, times: number): Promise<number> {
  for (let n = 0; n < times; n += 1) await tables.get({ ...dataset, tableId: "a" });
  return times;
}

for (const [what, run] of tasks) {
  const side = (client: Client) => async () => void (await run(client));
  const { ratio, lowest, highest, measured, baseline } = await compare(side(ours), side(theirs), Number(rounds));
  const spread = `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
  console.log(`${what}: ${ratio.toFixed(2)} × (${spread}; ${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms)`);
}
server.disconnect();
