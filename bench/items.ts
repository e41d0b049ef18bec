// npx tsx bench/items.ts, after npm run build: the time of ItemIterator relative to an async generator.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Pager } from "fourfold";
import type { Project, ProjectList } from "fourfold/warehouse";
import { createPager } from "../src/core/pagination.js";
import { pageResponse } from "../tests/support/scripted-fetch.js";
import { compare } from "./measure.js";

const built = new URL("../dist/warehouse/index.js", import.meta.url).href;
const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built);

type Projects = Pager<Project, ProjectList>;

async function* generate(pager: Projects): AsyncGenerator<Project> {
  for await (const page of pager.pages()) for (const project of page.projects ?? []) yield project;
}

async function count(items: AsyncIterable<Project>): Promise<void> {
  let total = 0;
  for await (const _ of items) total += 1;
  if (total !== TOTAL) throw new Error(`expected ${TOTAL} items, got ${total}`);
}

const TOTAL = 100_000;

/** Serves pages of the same projects from memory. */
function inMemory(size: number): Projects {
  const projects = Array.from({ length: size }, (_, n): Project => ({ id: `project-${n}` }));
  let served = 0;
  return createPager<Project, ProjectList, ProjectList>({
    pageOf: (page) => page,
    newCallId: () => "items",
    options: {},
    deadlineMs: undefined,
    clock: { now: () => 0, sleep: async () => {} },
    fetchPage: async () => {
      served += size;
      return served % TOTAL === 0 ? { projects } : { projects, nextPageToken: String(served) };
    },
    itemsOf: (page) => page.projects ?? [],
    responseOf: pageResponse,
    tokenField: "nextPageToken",
  });
}

const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
const port = await new Promise<number>((resolve) => {
  server.once("message", (message) => resolve((message as { port: number }).port));
});
const warehouse = createWarehouse({ baseUrl: `http://127.0.0.1:${port}/${TOTAL}` });

const sources: [what: string, list: () => Projects][] = [
  ["50 a page, local server", () => warehouse.projects.list({ maxResults: 50 })],
  ["1 000 a page, local server", () => warehouse.projects.list({ maxResults: 1_000 })],
  ["50 a page, in memory", () => inMemory(50)],
  ["1 000 a page, in memory", () => inMemory(1_000)],
];
for (const [what, list] of sources) {
  const { ratio, measured, baseline } = await compare(
    () => count(list()),
    () => count(generate(list())),
    7,
  );
  const times = `${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms`;
  console.log(`${what}: ${ratio.toFixed(2)} × the time of an async generator (${times})`);
}
server.disconnect();
