import { createClient, createService, defineMethod, type Pager } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import { rejection } from "../support/rejection.js";

const sandbox = createSandbox();
const client = createClient(sandbox.clientOptions);
const { projects, datasets, tables } = client.warehouse;
const service = createService({ baseUrl: "https://tasks.test", fetch: sandbox.fetch });
const things = defineMethod({
  name: "things.list",
  http: "GET /things/{group}",
  query: z.object({ filter: z.string().optional() }),
  response: z.looseObject({ things: z.array(z.string()) }),
  items: "things",
});
const plain = defineMethod({ name: "things.get", http: "GET /things/{group}" });
const location = { projectId: "shop", locationId: "europe-west1" };

type List = (...args: readonly never[]) => Pager<unknown, unknown>;

const inputs: readonly (readonly [list: string, call: List, ...args: readonly unknown[]])[] = [
  ["projects.list", projects.list, { maxResult: 1 }],
  ["projects.list", projects.list, null],
  ["datasets.list", datasets.list],
  ["datasets.list", datasets.list, { projectId: "a/b" }],
  ["datasets.list", datasets.list, { projectId: "shop" }, { all: "yes" }],
  ["tables.list", tables.list, "sales"],
  ["tables.list", tables.list, { projectId: "shop", datasetId: "sales", maxResults: 5 }],
  ["tables.list", tables.list, { projectId: "shop", datasetId: "sales" }, { headers: { "x\n": "1" } }],
  ["environments.list", client.environments.list, {}],
  ["environments.list", client.environments.list, location, { maxResults: 0 }],
  ["a list of a method", client.environments.list, things],
  ["a list of a method", client.entities.list, things, { group: "a", query: { filter: 1 } }],
  ["a list of a method", client.warehouse.list, things, { group: "a" }, { deadlineMs: -1 }],
  ["a list of what is not a method", client.warehouse.list, undefined, {}],
  ["a list of a method without items", service.list, plain, { group: "a" }],
  ["a list of a service", service.list, things, { group: ".." }],
  ["a list of a service", service.list, things, { group: "a" }, { query: { key: "k" } }],
];

test.each(inputs.map(([list, call, ...args]) => ({ list, call, args })))(
  "$list with the invalid input $args rejects at its first request, and throws nothing before",
  async ({ call, args }) => {
    const pager = call(...(args as never[]));
    const iterate = async (items: AsyncIterable<unknown>) => {
      for await (const _ of items) throw new Error("an item");
    };
    const [first, ...others] = [
      await rejection(pager.firstPage()),
      await rejection(pager.toArray({ limit: 5 })),
      await rejection(pager.toArray({ limit: 0 })),
      await rejection(iterate(pager)),
      await rejection(iterate(pager.pages())),
      await rejection(pager[Symbol.asyncIterator]().next()),
    ];
    expect(first).toMatchObject({ name: "RequestError", code: "invalid_request" });
    for (const error of others) expect(error).toBe(first);
    expect(sandbox.requests).toEqual([]);
  },
);

test("a list uses its input and options as they were when it was called", async () => {
  const reference = { projectId: "shop" };
  const options = { maxResults: 5 };
  const pager = datasets.list(reference, options);
  Object.assign(reference, { projectId: "../other" });
  Object.assign(options, { maxResults: 7, unknown: 1 });
  await rejection(pager.firstPage());
  expect(sandbox.requests.at(-1)).toMatchObject({
    path: "/bigquery/v2/projects/shop/datasets",
    query: { maxResults: "5" },
  });
});

test.each([
  ["projects", (options: never) => projects.list(options)],
  ["datasets", (options: never) => datasets.list({ projectId: "shop" }, options)],
  ["tables", (options: never) => tables.list({ projectId: "shop", datasetId: "sales" }, options)],
  ["environments", (options: never) => client.environments.list(location, options)],
])("a list of %s with options that cannot be read rejects at its first request", async (_, list) => {
  const failure = new Error("not readable");
  const unreadable = new Proxy(
    {},
    {
      get: () => {
        throw failure;
      },
      ownKeys: () => {
        throw failure;
      },
    },
  );
  const pager = list(unreadable as never);
  expect(await rejection(pager.firstPage())).toBe(failure);
});
