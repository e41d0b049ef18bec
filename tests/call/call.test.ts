import { type } from "arktype";
import {
  type BigLakeConfiguration,
  bearer,
  type Client,
  type ClientEvent,
  type CreateClientOptions,
  createClient,
  createEntities,
  createEnvironments,
  createWarehouse,
  defineMethod,
  entityMethods,
  environmentUpdate,
  googleNaming,
  type Pager,
  type ResponseInfo,
  type StandardSchema,
  vendorNaming,
  warehouseMethods,
} from "fourfold";
import { ensureTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";
import { rejection, shown } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

function reach(steps: readonly Step[], options: Partial<CreateClientOptions> = {}) {
  const fetch = scriptedFetch(...steps);
  const events: ClientEvent[] = [];
  const clock = createTestClock();
  const onEvent = (event: ClientEvent) => void events.push(event);
  const own: CreateClientOptions = { baseUrl: "https://service.test", fetch, clock, onEvent };
  return { client: createClient({ ...own, ...options } as CreateClientOptions), fetch, events, clock };
}

const issuesOf = (error: unknown) =>
  (error as { issues?: { path: string; message: string }[] }).issues?.map(({ path, message }) => `${path}: ${message}`);
const sent = (request: Request | undefined) => {
  const { pathname, search } = new URL(request?.url ?? "");
  return `${request?.method} ${pathname}${search}`;
};

describe.each<{ library: string; body: StandardSchema; query: StandardSchema; response: StandardSchema }>([
  {
    library: "zod",
    body: z.object({ name: z.string(), at: z.date().transform((date) => date.getTime()) }),
    query: z.object({ tags: z.array(z.string()).optional(), dry: z.boolean().default(false) }),
    response: z.object({ id: z.string(), size: z.coerce.number() }),
  },
  {
    library: "zod/mini",
    body: zm.object({
      name: zm.string(),
      at: zm.pipe(
        zm.date(),
        zm.transform((date) => date.getTime()),
      ),
    }),
    query: zm.object({ tags: zm.optional(zm.array(zm.string())), dry: zm._default(zm.boolean(), false) }),
    response: zm.object({ id: zm.string(), size: zm.coerce.number() }),
  },
  {
    library: "valibot",
    body: v.object({
      name: v.string(),
      at: v.pipe(
        v.date(),
        v.transform((date) => date.getTime()),
      ),
    }),
    query: v.object({ tags: v.optional(v.array(v.string())), dry: v.optional(v.boolean(), false) }),
    response: v.object({ id: v.string(), size: v.pipe(v.string(), v.transform(Number)) }),
  },
  {
    library: "arktype",
    body: type({ name: "string", at: type("Date").pipe((date) => date.getTime()) }),
    query: type({ "tags?": "string[]", dry: "boolean = false" }),
    response: type({ id: "string", size: type("string").pipe(Number) }),
  },
])("with schemas of $library", ({ library, body, query, response }) => {
  const put = defineMethod({ name: "things.put", http: "PUT /things/{thingId}", body, query, response });
  const input = { thingId: "a", body: { name: "n", at: new Date(7) }, query: { tags: ["x", "y z"] } };

  test("sends the output of body and query, and returns the output of the response", async () => {
    const { client, fetch } = reach([json({ id: "a", size: "12" })]);
    expect(await client.environments.call(put, input)).toEqual({ id: "a", size: 12 });
    expect(sent(fetch.requests[0])).toMatch(/^PUT \/things\/a\?/);
    expect([...new URL(fetch.requests[0]?.url ?? "").searchParams].sort()).toEqual([
      ["dry", "false"],
      ["tags", "x"],
      ["tags", "y z"],
    ]);
    expect(await fetch.requests[0]?.json()).toEqual({ name: "n", at: 7 });
    expect(fetch.requests[0]?.headers.get("content-type")).toBe("application/json");
  });

  test("reports all issues together, each with its path, and sends nothing", async () => {
    const { client, fetch } = reach([json({})]);
    const wrong = { thingId: "..", body: { name: 1, at: new Date(7) }, query: { tags: "x" } };
    const error = await rejection(client.environments.call(put, wrong));
    expect(error).toMatchObject({ code: "invalid_request" });
    expect(
      (error as { issues: { path: string; rule: string }[] }).issues.map(({ path, rule }) => [path, rule]),
    ).toEqual([
      ["body.name", "body-schema"],
      ["query.tags", "query-schema"],
      ["thingId", "path-id"],
    ]);
    expect(fetch.requests).toHaveLength(0);
  });

  test("rejects undeclared query parameters, unless the schema keeps them", async () => {
    const { client, fetch } = reach([json({})]);
    const sent = client.environments.call(put, { ...input, query: { tag: "x", dry: true } });
    if (library === "arktype") {
      await sent;
      expect(fetch.requests[0]?.url).toContain("tag=x");
    } else {
      expect(issuesOf(await rejection(sent))).toEqual([expect.stringMatching(/^query\.tag: /)]);
      expect(fetch.requests).toHaveLength(0);
    }
  });

  test("rejects parameters of the method in options.query, whether they are given or not", async () => {
    const { client } = reach([json({})]);
    const error = await rejection(client.environments.call(put, input, { query: { dry: true, tags: "x", more: 1 } }));
    const message = "is a parameter of things.put; pass it as an argument of the call";
    expect(issuesOf(error)?.sort()).toEqual([`query.dry: ${message}`, `query.tags: ${message}`]);
  });

  test("returns the parsed JSON if it does not match, with a drift event that quotes no value", async () => {
    const { client, events } = reach([json({ id: ["secret"], size: "12", more: 1 })]);
    expect(await client.environments.call(put, input)).toEqual({ id: ["secret"], size: "12", more: 1 });
    const drift = events.filter(({ type }) => type === "drift");
    expect(drift).toMatchObject([
      {
        methodName: "things.put",
        resource: "things.put",
        issues: [{ path: "id", message: "does not match the response schema", rule: "response-schema" }],
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  test("throws a ResponseError on a mismatch if responses are strict", async () => {
    const { client } = reach([json({ id: 5, size: "12" })], { validation: { responses: "strict" } });
    expect(await rejection(client.environments.call(put, input))).toMatchObject({
      code: "invalid_response",
      status: 200,
      issues: [{ path: "id", rule: "response-schema" }],
      body: { id: 5, size: "12" },
    });
  });
});

test.each([undefined, null, "text", { ok: true, status: 200 }, new Map()])(
  "a custom fetch that returns %o rejects the call with one clear error, without a retry",
  async (returned) => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return returned as unknown as Response;
    };
    const client = createClient({ baseUrl: "https://service.test", fetch });
    const error = await rejection(client.warehouse.projects.list().firstPage());
    expect(error).toMatchObject({ code: "invalid_request" });
    expect(issuesOf(error)).toEqual([expect.stringMatching(/^fetch: must return a Response, got /)]);
    expect(calls).toBe(1);
  },
);

test("a body or query schema that is asynchronous is rejected before anything is sent", async () => {
  const later = <S extends z.ZodType>(schema: S) => schema.refine(async () => true);
  const method = defineMethod({
    name: "things.search",
    http: "POST /things:search",
    body: later(z.object({ a: z.string() })),
    query: later(z.object({ b: z.string() })),
  });
  const { client, fetch } = reach([json({})]);
  const error = await rejection(client.entities.call(method, { body: { a: "x" }, query: { b: "y" } }));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(issuesOf(error)).toEqual([
    "body: cannot be validated: its schema must be synchronous",
    "query: cannot be validated: its schema must be synchronous",
  ]);
  expect(fetch.requests).toEqual([]);
});

test.each<[what: string, query: StandardSchema, given: object, sent: string]>([
  ["zod, loose", z.looseObject({ a: z.string() }), { a: "1", b: "2" }, "a=1&b=2"],
  ["zod/mini, catchall", zm.catchall(zm.object({ a: zm.string() }), zm.string()), { a: "1", b: "2" }, "a=1&b=2"],
  ["zod, record", z.record(z.string(), z.string()), { a: "1", b: "2" }, "a=1&b=2"],
  ["valibot, loose", v.looseObject({ a: v.string() }), { a: "1", b: "2" }, "a=1&b=2"],
  ["arktype, index", type({ a: "string", "[string]": "string" }), { a: "1", b: "2" }, "a=1&b=2"],
])("a query schema that allows other names passes them: %s", async (_, query, given, expected) => {
  const { client, fetch } = reach([json({})]);
  await client.entities.call(defineMethod({ name: "a", http: "GET /a", query }), { query: given });
  expect(new URL(fetch.requests[0]?.url ?? "").search).toBe(`?${expected}`);
});

test.each<[what: string, query: StandardSchema]>([
  [
    "zod",
    z
      .object({ since: z.date(), old: z.boolean().optional() })
      .transform(({ since }) => ({ since_ms: since.getTime() })),
  ],
  [
    "valibot",
    v.pipe(
      v.object({ since: v.date(), old: v.optional(v.boolean()) }),
      v.transform(({ since }) => ({ since_ms: since.getTime() })),
    ),
  ],
  ["arktype", type({ since: "Date", "old?": "boolean" }).pipe(({ since }) => ({ since_ms: since.getTime() }))],
])("a query schema may rename its parameters: %s", async (_, query) => {
  const { client, fetch } = reach([json({})]);
  const method = defineMethod({ name: "a", http: "GET /a", query });
  await client.entities.call(method, { query: { since: new Date(5), old: true } });
  expect(new URL(fetch.requests[0]?.url ?? "").search).toBe("?since_ms=5");
});

test.each<[what: string, query: StandardSchema]>([
  ["zod", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ["valibot", v.union([v.object({ a: v.string() }), v.object({ b: v.string() })])],
  ["arktype", type({ a: "string" }).or({ b: "string" })],
])("a query may be one of several objects: %s", async (_, query) => {
  const { client, fetch } = reach([json({})]);
  const method = defineMethod({ name: "a", http: "GET /a", query });
  await client.entities.call(method, { query: { b: "1" } });
  expect(new URL(fetch.requests[0]?.url ?? "").search).toBe("?b=1");
});

test("an optional query may be omitted, a required one is reported", async () => {
  const { client, fetch } = reach([json({})]);
  const optional = defineMethod({ name: "a", http: "GET /a", query: z.object({ a: z.string().optional() }) });
  await client.entities.call(optional, {});
  await client.entities.call(optional, { query: { a: undefined } });
  expect(fetch.requests.map(sent)).toEqual(["GET /a", "GET /a"]);
  const needed = defineMethod({ name: "a", http: "GET /a", query: z.object({ a: z.string() }) });
  expect(issuesOf(await rejection(client.entities.call(needed, {} as never)))).toEqual([
    "query.a: Invalid input: expected string, received undefined",
  ]);
});

test.each([
  ["zod", z as unknown as typeof zm], // the functions that the test uses are the same
  ["zod/mini", zm],
] as const)("an invalid value is reported with its path and the message of %s", async (_, lib) => {
  const { client, fetch } = reach([]);
  const body = lib.strictObject({
    contacts: lib.array(lib.object({ person: lib.string() })),
    size: lib.union([lib.number(), lib.literal("NaN")]),
    flag: lib.boolean("must be on or off"),
  });
  const method = defineMethod({ name: "a", http: "POST /a", body });
  const given = { contacts: [{ person: 7 }, {}], size: "big", flag: 1 };
  expect(issuesOf(await rejection(client.entities.call(method, { body: given as never })))).toEqual([
    "body.contacts[0].person: Invalid input: expected string, received number",
    "body.contacts[1].person: Invalid input: expected string, received undefined",
    "body.size: Invalid input",
    "body.flag: must be on or off",
  ]);
  expect(fetch.requests).toHaveLength(0);
});

const open = defineMethod({ name: "a.get", http: "GET /a", query: z.looseObject({}) });
test.each<[value: unknown, message: string]>([
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "Infinity"],
  [null, "null"],
  [{}, "an object"],
  [[1, null], "a list"],
  [Array.from({ length: 2 }), "a list"],
  [new Array(1), "a list"],
  [[["a"]], "a list"],
  [1n, "1"],
  [new Date(0), "a Date"],
])("the query parameter %o is rejected", async (value, got) => {
  const { client, fetch } = reach([json({})]);
  expect(issuesOf(await rejection(client.entities.call(open, { query: { a: value } })))).toEqual([
    `query.a: must be a string, a finite number, a boolean or a list of them, got ${got}`,
  ]);
  expect(fetch.requests).toHaveLength(0);
});

test.each(["key", "access_token", "oauth_token"])("a query cannot carry the credential %s", async (name) => {
  const { client, fetch } = reach([json({})]);
  const message = 'must not contain a credential; use the client option "auth"';
  expect(issuesOf(await rejection(client.entities.call(open, { query: { [name]: "k" } })))).toEqual([
    `query.${name}: ${message}`,
  ]);
  expect(issuesOf(await rejection(client.entities.call(open, {}, { query: { [name]: "k" } })))).toEqual([
    `query.${name}: ${message}`,
  ]);
  expect(fetch.requests).toHaveLength(0);
});

const plain = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
test("without a response schema the result is the parsed JSON, and undefined for an empty body", async () => {
  const { client } = reach([json({ a: [1, null] }), json(null), text(""), () => new Response(null, { status: 204 })]);
  const get = () => client.entities.call(plain, { thingId: "t" });
  expect([await get(), await get(), await get(), await get()]).toEqual([{ a: [1, null] }, null, undefined, undefined]);
});

test.each<[input: unknown, issues: string[]]>([
  [undefined, ['input: must be an object of path parameters, "body" and "query", got nothing']],
  [[], ['input: must be an object of path parameters, "body" and "query", got a list']],
  [{}, ["thingId: must be a string, got nothing"]],
  [{ thingId: "" }, ["thingId: must not be empty"]],
  [{ thingId: "a/b" }, ['thingId: must not contain a slash, got "a/b"']],
  [
    { thingid: "a", body: {}, query: {}, ifMatch: "" },
    [
      "thingId: must be a string, got nothing",
      "thingid: is unknown; known names are thingId, ifMatch; did you mean thingId?",
      "body: is unknown; known names are thingId, ifMatch",
      "query: is unknown; known names are thingId, ifMatch",
      'ifMatch: must be the etag of the resource, got ""; omit it to change any version',
    ],
  ],
])("the input %j is rejected", async (input, issues) => {
  const { client, fetch } = reach([json({})]);
  expect(issuesOf(await rejection(client.entities.call(plain, input as never)))).toEqual(issues);
  expect(fetch.requests).toHaveLength(0);
});

test.each([undefined, null, {}, { name: "a", http: "GET /a" }, { verb: "GET", path: "x.test/" }, "things.get"])(
  "%j is not a method",
  async (method) => {
    const { client } = reach([json({})]);
    const message = expect.stringMatching(/^method: must be created by defineMethod, got /);
    const called = await rejection(client.entities.call(method as never, {}));
    const listed = await rejection(client.entities.list(method as never, {}).firstPage());
    expect([issuesOf(called), issuesOf(listed)]).toEqual([[message], [message]]);
    expect(String(called)).toContain("[invalid_request] call: ");
    expect(String(listed)).toContain("[invalid_request] list: ");
  },
);

test("a copy of a method may change it within the rules", async () => {
  const { client, fetch } = reach([json({ tables: [] })]);
  await client.warehouse.call({ ...plain, name: "other", path: "/others/{thingId}" }, { thingId: "a" });
  await client.warehouse.call({ ...warehouseMethods.tables.list, name: "mine" }, { projectId: "p", datasetId: "d" });
  expect(fetch.requests.map(sent)).toEqual(["GET /others/a", "GET /bigquery/v2/projects/p/datasets/d/tables"]);
});

test("ids are encoded, {+name} accepts several segments, and text after a brace is literal", async () => {
  const cancel = defineMethod({ name: "cancel", http: "POST /v1beta1/{+name}:cancel" });
  const deep = defineMethod({ name: "deep", http: "GET /a/{x}:{y}/{+z}/end" });
  const { client, fetch } = reach([json({})]);
  await client.environments.call(cancel, { name: "projects/p q/locations/l:x" });
  await client.environments.call(deep, { x: "é?#", y: "%2F", z: "1/2/3" });
  expect(fetch.requests.map(sent)).toEqual([
    "POST /v1beta1/projects/p%20q/locations/l%3Ax:cancel",
    "GET /a/%C3%A9%3F%23:%252F/1/2/3/end",
  ]);
  for (const name of ["", "/a", "a//b", "a/../b", "."]) {
    expect(issuesOf(await rejection(client.environments.call(cancel, { name })))).toEqual([
      expect.stringMatching(/^name: /),
    ]);
  }
});

test("{servicePath} comes from the naming profile, in the warehouse only", async () => {
  const method = defineMethod({ name: "datasets.get", http: "GET /{servicePath}/v2/datasets/{id}" });
  const fetch = scriptedFetch(json({}));
  await createWarehouse({ baseUrl: "https://a.test", naming: vendorNaming, fetch }).call(method, { id: "x" });
  await createWarehouse({ fetch }).call(method, { id: "x" });
  expect(fetch.requests.map(sent)).toEqual(["GET /warehouse/v2/datasets/x", "GET /bigquery/v2/datasets/x"]);
  for (const create of [createEntities, createEnvironments]) {
    const area = create({ baseUrl: "https://a.test", fetch });
    expect(issuesOf(await rejection(area.call(method, { id: "x" })))).toEqual([
      ": the template contains {servicePath}, but this client's service has no service path",
    ]);
  }
});

const patch = defineMethod({
  name: "things.patch",
  http: "PATCH /things/{thingId}",
  body: z.object({ a: z.string() }),
});
const remove = defineMethod({ name: "things.delete", http: "DELETE /things/{thingId}", response: z.object({}) });

test("idempotent may depend on the input", async () => {
  const byId = defineMethod({
    name: "jobs.insert",
    http: "POST /jobs",
    body: z.object({ id: z.string().optional() }),
    idempotent: ({ body }) => body.id !== undefined,
  });
  const { client, fetch } = reach([errorResponse(503), json({ done: 1 }), lost()]);
  expect(await client.warehouse.call(byId, { body: { id: "j" } })).toEqual({ done: 1 });
  expect(await rejection(client.warehouse.call(byId, { body: {} }))).toMatchObject({ code: "network", attempts: 1 });
  expect(fetch.requests).toHaveLength(3);
});

test("a PATCH is idempotent with ifMatch", async () => {
  const { client, fetch } = reach([errorResponse(503), json({ ok: 1 })]);
  expect(await client.warehouse.call(patch, { thingId: "t", body: { a: "b" }, ifMatch: '"e1"' })).toEqual({ ok: 1 });
  expect(fetch.requests.map((request) => request.headers.get("if-match"))).toEqual(['"e1"', '"e1"']);
  const other = reach([errorResponse(503), json({})]);
  const without = other.client.warehouse.call(patch, { thingId: "t", body: { a: "b" } });
  expect(await rejection(without)).toMatchObject({ code: "unavailable", attempts: 1 });
});

test("a 404 on a retried DELETE is success, also with a response schema and strict responses", async () => {
  const { client } = reach([errorResponse(503), errorResponse(404)], { validation: { responses: "strict" } });
  expect(await client.warehouse.call(remove, { thingId: "t" })).toBeUndefined();
  const first = reach([errorResponse(404)]);
  expect(await rejection(first.client.warehouse.call(remove, { thingId: "t" }))).toMatchObject({ code: "not_found" });
});

test("issues of a ResponseError do not show a credential that the service echoes", async () => {
  const method = defineMethod({ name: "a", http: "GET /a", response: v.object({ n: v.number() }) });
  const { client, events } = reach([json({ n: "t0ken-of-ada" })], {
    auth: { getAccessToken: () => "t0ken-of-ada" },
    validation: { responses: "strict" },
  });
  const error = await rejection(client.entities.call(method, {}));
  expect(error).toMatchObject({ code: "invalid_response", body: { n: "[redacted]" } });
  expect(JSON.stringify([error, (error as Error).message, events])).not.toContain("t0ken-of-ada");
});

test("a drift event does not show keys of maps in the response", async () => {
  const method = defineMethod({
    name: "a",
    http: "GET /a",
    response: z.object({ by: z.record(z.string(), z.number()) }),
  });
  const { client, events } = reach([json({ by: { "ada@example.com": "x" } })]);
  await client.entities.call(method, {});
  expect(events.find(({ type }) => type === "drift")).toMatchObject({ issues: [{ path: 'by["*"]' }] });
  expect(JSON.stringify(events)).not.toContain("ada");
});

test("validation: { requests: 'off' } sends mismatches, but no values that JSON cannot represent", async () => {
  const { client, fetch } = reach([json({})], { validation: { requests: "off" } });
  const body = { a: 5 } as never;
  await client.warehouse.call(patch, { thingId: "t", body });
  expect(await fetch.requests[0]?.json()).toEqual({ a: 5 });
  const bad = { a: Number.NaN } as never;
  expect(issuesOf(await rejection(client.warehouse.call(patch, { thingId: "t", body: bad })))).toEqual([
    "body.a: must be a finite number, got NaN",
  ]);
});

test("rejects output of a body schema that JSON cannot represent", async () => {
  const body = z.object({ a: z.string().transform(() => new Map()) });
  const method = defineMethod({ name: "a", http: "POST /a", body });
  const { client } = reach([json({})]);
  expect(issuesOf(await rejection(client.warehouse.call(method, { body: { a: "x" } })))).toEqual([
    "body.a: must be a plain object or a list, got a Map; use Object.fromEntries",
  ]);
});

describe("list", () => {
  const item = z.object({ id: z.string() });
  const things = defineMethod({
    name: "things.list",
    http: "GET /things",
    query: z.object({ filter: z.string().optional() }),
    response: z.object({ things: z.array(item).optional() }), // strips the token
    items: "things",
  });
  const rows = defineMethod({
    name: "rows.list",
    http: "GET /rows",
    response: z.looseObject({ rows: z.optional(z.array(z.string())) }),
    paging: { items: "rows", token: "next", tokenParam: "from", sizeParam: "limit" },
  });
  const page = (ids: string[], nextPageToken?: string) => json({ things: ids.map((id) => ({ id })), nextPageToken });

  test("a schema that strips fields cannot end the list", async () => {
    const { client, fetch } = reach([page(["a"], "t 1"), page([], "t2"), page(["b"])]);
    const pager = client.warehouse.list(things, { query: { filter: "x" } }, { maxResults: 5 });
    expect(fetch.requests).toHaveLength(0);
    expect(await pager.toArray({ limit: 10 })).toEqual([{ id: "a" }, { id: "b" }]);
    expect(fetch.requests.map(sent)).toEqual([
      "GET /things?filter=x&maxResults=5",
      "GET /things?filter=x&maxResults=5&pageToken=t+1",
      "GET /things?filter=x&maxResults=5&pageToken=t2",
    ]);
  });

  test("paging can use other names, and a list resumes from a token", async () => {
    const { client, fetch } = reach([json({ rows: ["a"], next: "2" }), json({ rows: ["b"] })]);
    const pager = client.entities.list(rows, {}, { maxResults: 1, pageToken: "1" });
    expect(await pager.toArray({ limit: Number.POSITIVE_INFINITY })).toEqual(["a", "b"]);
    expect(fetch.requests.map(sent)).toEqual(["GET /rows?limit=1&from=1", "GET /rows?limit=1&from=2"]);
  });

  test("a list without a page size rejects maxResults, and sends only its page token", async () => {
    const method = defineMethod({
      name: "rows.list",
      http: "GET /rows",
      response: z.object({ rows: z.array(z.string()) }),
      paging: { items: "rows", sizeParam: false },
    });
    const { client, fetch } = reach([json({ rows: ["a"], nextPageToken: "2" }), json({ rows: ["b"] })]);
    expect(await client.entities.list(method, {}).toArray({ limit: 9 })).toEqual(["a", "b"]);
    expect(fetch.requests.map(sent)).toEqual(["GET /rows", "GET /rows?pageToken=2"]);
    await expect(client.entities.list(method, {}, { maxResults: 5 } as object).firstPage()).rejects.toThrow(
      "maxResults: is not allowed: rows.list has no page size",
    );
  });

  test("items are parsed JSON, pages the output of the schema", async () => {
    const method = defineMethod({
      name: "days.list",
      http: "GET /days",
      response: z.object({ days: z.array(z.string().transform((day) => new Date(day))) }),
      items: "days",
    });
    const { client } = reach([json({ days: ["2026-01-01"] })]);
    const list = client.entities.list(method, {});
    const items: readonly string[] = await list.toArray({ limit: 1 });
    expect(items).toEqual(["2026-01-01"]);
    const { days }: { days: Date[] } = await list.firstPage();
    expect(days).toEqual([new Date("2026-01-01")]);
  });

  test("a page that does not match is reported as drift, and the list continues", async () => {
    const { client, events } = reach([json({ things: "none", nextPageToken: "t" }), page(["b"])]);
    expect(await client.warehouse.list(things, {}).toArray({ limit: 5 })).toEqual([{ id: "b" }]);
    expect(events.filter(({ type }) => type === "drift")).toHaveLength(1);
    const strict = reach([json({ things: "none", nextPageToken: "t" })], { validation: { responses: "strict" } });
    expect(await rejection(strict.client.warehouse.list(things, {}).toArray({ limit: 5 }))).toMatchObject({
      code: "invalid_response",
    });
  });

  test("invalid input rejects at the first request", async () => {
    const { client, fetch } = reach([page(["a"])]);
    const options = { maxResults: 0, prefetch: 1, pageToken: "" };
    expect(issuesOf(await rejection(client.warehouse.list(things, {}, options).firstPage()))).toHaveLength(3);
    expect(
      issuesOf(await rejection(client.warehouse.list(things, { query: { filter: 1 } } as never).firstPage())),
    ).toHaveLength(1);
    expect(fetch.requests).toHaveLength(0);
  });

  test.each([
    ["datasets", false],
    ["things(*)", false],
    ["things(id,nextPageToken)", false],
    ["things/nextPageToken", false],
    ["things(*),*", true],
    ["things(id),nextPageToken", true],
    ["nextPageToken, things", true],
    ["*", true],
  ])("fields: %s", async (fields, isComplete) => {
    const { client, fetch } = reach([page(["a"])]);
    const list = () => client.warehouse.list(things, {}, { query: { fields } });
    if (isComplete) await list().firstPage();
    else {
      expect(issuesOf(await rejection(list().firstPage()))).toEqual([
        'query.fields: must include "nextPageToken", or the list would end after its first page',
      ]);
    }
    expect(fetch.requests).toHaveLength(isComplete ? 1 : 0);
  });

  test("fields in the method's own query must also include the token, except for a single page", async () => {
    const query = z.object({ fields: z.string() });
    const method = defineMethod({
      name: "a",
      http: "GET /a",
      query,
      response: z.looseObject({ as: z.array(z.string()) }),
      paging: { items: "as", token: "next" },
    });
    const { client } = reach([json({ as: ["x"] })]);
    expect(issuesOf(await rejection(client.warehouse.list(method, { query: { fields: "as" } }).firstPage()))).toEqual([
      'query.fields: must include "next", or the list would end after its first page',
    ]);
    expect(await client.warehouse.call(method, { query: { fields: "as" } })).toEqual({ as: ["x"] });
    expect(await client.warehouse.list(method, { query: { fields: "as,next" } }).toArray({ limit: 1 })).toEqual(["x"]);
  });

  test("a page can be fetched with call, and its paging parameters are rejected in options.query", async () => {
    const { client, fetch } = reach([page(["a"])]);
    await client.warehouse.call(things, { query: { filter: "x" } });
    expect(sent(fetch.requests[0])).toBe("GET /things?filter=x");
    const error = await rejection(
      client.warehouse.list(things, {}, { query: { pageToken: "a", maxResults: 1 } }).firstPage(),
    );
    expect(issuesOf(error)).toHaveLength(2);
  });

  test.each(["all", [1]])("a page token cannot be in the body %j", async (body) => {
    const method = defineMethod({
      name: "a",
      http: "POST /a",
      body: z.any(),
      response: z.looseObject({ as: z.array(z.string()) }),
      paging: { items: "as", in: "body" },
    });
    const { client, fetch } = reach([json({ as: ["x"] })]);
    expect(issuesOf(await rejection(client.warehouse.list(method, { body }).firstPage()))).toEqual([
      expect.stringMatching(/^body: must be an object, because it contains the page token, got a (string|list)$/),
    ]);
    expect(fetch.requests).toEqual([]);
  });

  test("a method without items cannot be listed, even without type checks", async () => {
    const { client } = reach([json({})]);
    expect(
      issuesOf(await rejection(client.warehouse.list(plain as never, { thingId: "a" } as never).firstPage())),
    ).toEqual(['method: cannot be listed: its definition has neither "items" nor "paging"']);
  });
});

describe("built-in methods", () => {
  const ids = { projectId: "p", datasetId: "d" };
  const google = { naming: googleNaming, baseUrl: "https://service.test" } as Partial<CreateClientOptions>;

  test("tables.insert applies rules and names", async () => {
    const { client, fetch } = reach([json({ tableReference: { ...ids, tableId: "t" } })], google);
    const body = {
      tableReference: { ...ids, tableId: "t" },
      expirationTime: 9_999_999_999_999,
      biglakeConfiguration: { storageUri: "gs://b/" } as BigLakeConfiguration,
    };
    await client.warehouse.call(warehouseMethods.tables.insert, { ...ids, body });
    expect(sent(fetch.requests[0])).toBe("POST /bigquery/v2/projects/p/datasets/d/tables");
    expect(await fetch.requests[0]?.json()).toMatchObject({
      expirationTime: "9999999999999",
      biglakeConfiguration: { storageUri: "gs://b/" },
    });
    const wrong = { ...body, rangePartitioning: { field: "n" } };
    expect(
      await rejection(client.warehouse.call(warehouseMethods.tables.insert, { ...ids, body: wrong })),
    ).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "rangePartitioning.range", rule: "range-partitioning-range-required" }],
    });
    expect(fetch.requests).toHaveLength(1);
  });

  test("tables.list can be passed to list, and tables.setIamPolicy is retried if the policy has an etag", async () => {
    const { client, fetch } = reach([
      errorResponse(503),
      json({ tables: [{ id: "a" }], nextPageToken: "n" }),
      json({}),
    ]);
    expect(await client.warehouse.list(warehouseMethods.tables.list, ids).toArray({ limit: 5 })).toEqual([{ id: "a" }]);
    expect(fetch.requests).toHaveLength(3);
    const policy = reach([errorResponse(503), json({})]);
    const input = { ...ids, tableId: "t", body: { policy: { etag: "e" } } };
    await policy.client.warehouse.call(warehouseMethods.tables.setIamPolicy, input);
    expect(policy.fetch.requests).toHaveLength(2);
  });

  test("bodies and query parameters that a method does not have are rejected", async () => {
    const { client, fetch } = reach([json({})]);
    const { get, list, insert: create, delete: drop } = warehouseMethods.tables;
    const table = { ...ids, tableId: "t" };
    const body = { tableReference: table };
    const call = client.warehouse.call as (method: unknown, input: unknown) => Promise<unknown>;
    const issues = [
      await rejection(call(get, { ...table, body: {}, query: { viw: "FULL" } })),
      await rejection(call(drop, { ...table, body: {} })),
      await rejection(call(list, { ...ids, query: { maxResults: {}, all: true } })),
      await rejection(call(create, { ...ids, body, query: { autodetect_schema: true } })),
      await rejection(client.entities.call(entityMethods.search, { query: { lang: "de" } } as never)),
    ].map(issuesOf);
    expect(issues).toEqual([
      [
        "query.viw: is unknown; known names are selectedFields, view; did you mean view?",
        "body: is unknown; known names are projectId, datasetId, tableId, query, ifMatch",
      ],
      ["body: is unknown; known names are projectId, datasetId, tableId, ifMatch"],
      [
        "query: is unknown; known names are projectId, datasetId, ifMatch",
        "query.maxResults: must be a string, a finite number, a boolean or a list of them, got an object",
      ],
      ["query: is unknown; known names are projectId, datasetId, body, ifMatch"],
      [expect.stringMatching(/^lang: is unknown/)],
    ]);
    expect(fetch.requests).toHaveLength(0);
  });
});

describe("options.query", () => {
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  const table = { tableReference: ref, etag: "e" };

  test("adds parameters to those of the method", async () => {
    const { client, fetch } = reach([json(table)]);
    await client.warehouse.tables.get(ref, {
      view: "BASIC",
      query: { fields: "etag", quotaUser: "me", n: 1, b: true },
    });
    expect(new URL(fetch.requests[0]?.url ?? "").search).toBe("?view=BASIC&fields=etag&quotaUser=me&n=1&b=true");
  });
});

describe("onResponse", () => {
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  const table = { tableReference: ref, etag: "e" };
  const seen: ResponseInfo[] = [];
  const onResponse = (info: ResponseInfo) => {
    seen.push(info);
    throw new Error("of the listener");
  };
  const paths = () => seen.splice(0).map(({ request, attempts }) => `${request.method} ${request.path} ${attempts}`);

  test("is called once per successful response, with lower-case redacted headers; its exceptions are ignored", async () => {
    const headers = { "X-Request-Id": "r1", "Set-Cookie": "a=b", "X-Echo": "Bearer t0ken-of-ada", ETag: "e" };
    const { client } = reach([errorResponse(503), json(table, { headers })], {
      auth: { getAccessToken: () => "t0ken-of-ada" },
    });
    await client.warehouse.tables.get(ref, { onResponse });
    expect(seen).toMatchObject([{ status: 200, requestId: "r1", attempts: 2 }]);
    expect(seen[0]?.headers).toEqual({
      "content-type": "application/json",
      "x-request-id": "r1",
      "x-echo": "Bearer [redacted]",
      etag: "e",
    });
    expect(paths()).toEqual(["GET /bigquery/v2/projects/p/datasets/d/tables/t 2"]);
  });
});

describe("a response of JSON null", () => {
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  const operation = "projects/p/locations/l/operations/o";
  const get = { name: "things.get", http: "GET /things" } as const;
  const page = z.looseObject({ things: z.array(z.string()).optional() });
  const listThings = defineMethod({ ...get, response: page, items: "things" });
  const nullable = defineMethod({ ...get, response: page.nullable() });

  test.each<[call: string, send: (client: Client) => Promise<unknown>]>([
    ["tables.get", ({ warehouse }) => warehouse.tables.get(ref)],
    ["tables.ensure", ({ warehouse }) => ensureTable(warehouse, { tableReference: ref })],
    ["tables.modify", ({ warehouse }) => warehouse.tables.modify(ref, () => ({ description: "d" }))],
    ["tables.list", ({ warehouse }) => warehouse.tables.list(ref).toArray({ limit: 5 })],
    ["entities.search", ({ entities }) => entities.search({ query: "ada" })],
    ["operation.wait", ({ environments }) => environments.operation(operation).wait()],
    ["operation.poll", ({ environments }) => environments.operation(operation).poll()],
    ["a method of the user", ({ warehouse }) => warehouse.call(defineMethod({ ...get, response: page }), {})],
    ["a list of the user", ({ warehouse }) => warehouse.list(listThings, {}).toArray({ limit: 5 })],
    ["a page of the user", ({ warehouse }) => warehouse.list(listThings, {}).firstPage()],
  ])("is a ResponseError of %s", async (_, send) => {
    const error = await rejection(send(reach([json(null)]).client));
    expect(error).toMatchObject({ name: "ResponseError", code: "invalid_response", status: 200, body: null });
    expect(String(error)).toContain("the response is null, ");
  });

  test("is the result of a method whose schema accepts it, or that has no schema", async () => {
    const { client, events } = reach([json(null)]);
    expect(await client.warehouse.call(nullable, {})).toBeNull();
    expect(await client.warehouse.call(defineMethod(get), {})).toBeNull();
    expect(events.filter(({ type }) => type === "drift")).toEqual([]);
  });
});

describe("a response that is not an object", () => {
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  const environment = "projects/p/locations/l/environments/e";
  const { location } = { location: { projectId: "p", locationId: "l" } };
  const update = environmentUpdate.nodeCount(4);

  describe.each<[call: string, send: (client: Client) => Promise<unknown>]>([
    ["projects.list", ({ warehouse }) => warehouse.projects.list().firstPage()],
    ["datasets.list", ({ warehouse }) => warehouse.datasets.list(ref).firstPage()],
    ["datasets.get", ({ warehouse }) => warehouse.datasets.get({ projectId: "p", datasetId: "d" })],
    [
      "datasets.insert",
      ({ warehouse }) => warehouse.datasets.insert({ datasetReference: { projectId: "p", datasetId: "d" } }),
    ],
    [
      "datasets.ensure",
      ({ warehouse }) => warehouse.datasets.ensure({ datasetReference: { projectId: "p", datasetId: "d" } }),
    ],
    ["tables.list", ({ warehouse }) => warehouse.tables.list(ref).toArray({ limit: 5 })],
    ["tables.get", ({ warehouse }) => warehouse.tables.get(ref)],
    ["tables.insert", ({ warehouse }) => warehouse.tables.insert({ tableReference: ref })],
    ["tables.patch", ({ warehouse }) => warehouse.tables.patch(ref, { description: "d" })],
    ["tables.update", ({ warehouse }) => warehouse.tables.update({ tableReference: ref })],
    ["tables.modify", ({ warehouse }) => warehouse.tables.modify(ref, () => ({ description: "d" }))],
    ["tables.getIamPolicy", ({ warehouse }) => warehouse.tables.getIamPolicy(ref)],
    ["tables.setIamPolicy", ({ warehouse }) => warehouse.tables.setIamPolicy(ref, { etag: "e", bindings: [] })],
    ["tables.testIamPermissions", ({ warehouse }) => warehouse.tables.testIamPermissions(ref, ["bigquery.tables.get"])],
    ["warehouse.call", ({ warehouse }) => warehouse.call(warehouseMethods.tables.get, ref)],
    ["entities.search", ({ entities }) => entities.search({ query: "ada" })],
    ["environments.get", ({ environments }) => environments.get(environment)],
    ["environments.list", ({ environments }) => environments.list(location).firstPage()],
    ["environments.patch", ({ environments }) => environments.patch(environment, update)],
    ["operation.poll", ({ environments }) => environments.operation("projects/p/locations/l/operations/o").poll()],
  ])("of %s", (_, send) => {
    test.each<[shown: string, body: unknown]>(
      [5, true, "x", [], [{}], null].map((body) => [JSON.stringify(body), body]),
    )("is a ResponseError: %s", async (_shown, body) => {
      for (const responses of ["tolerant", "strict"] as const) {
        for (const naming of [googleNaming, vendorNaming]) {
          const { client, events } = reach([json(body)], { validation: { responses }, naming });
          const error = await rejection(send(client));
          expect(error).toMatchObject({ name: "ResponseError", code: "invalid_response", status: 200, body });
          expect(String(error)).toMatch(
            /the response is (a number|a boolean|a string|a list|null), expected an? [A-Z]/,
          );
          expect(events.filter(({ type }) => type === "drift")).toEqual([]);
        }
      }
    });
  });

  test.each<[items: string, list: (client: Client) => Pager<unknown, unknown>]>([
    ["projects", ({ warehouse }) => warehouse.projects.list()],
    ["datasets", ({ warehouse }) => warehouse.datasets.list(ref)],
    ["tables", ({ warehouse }) => warehouse.tables.list(ref)],
    ["environments", ({ environments }) => environments.list(location)],
  ])("a page whose %s are not a list is a ResponseError", async (items, list) => {
    for (const value of [5, "x", true, {}, { a: {} }]) {
      const { client } = reach([json({ [items]: value, nextPageToken: "more" })]);
      const message = expect.stringMatching(/^must be a list, got /);
      const expected = { name: "ResponseError", issues: [{ path: items, message }], body: { [items]: value } };
      expect(await rejection(list(client).firstPage())).toMatchObject(expected);
      expect(await rejection(list(client).toArray({ limit: 1 }))).toMatchObject(expected);
    }
    for (const value of [null, undefined, []]) {
      expect(await list(reach([json({ [items]: value })]).client).toArray({ limit: 1 })).toEqual([]);
    }
  });

  test("follows the schema of a user's method", async () => {
    const http = "GET /things" as const;
    const { client } = reach([json(5), json([]), json("x")]);
    const number = defineMethod({ name: "a", http, response: z.number() });
    const object = defineMethod({ name: "a", http, response: z.looseObject({}) });
    expect(await client.warehouse.call(number, {})).toBe(5);
    expect(await client.warehouse.call(object, {})).toEqual([]);
    expect(await client.warehouse.call(object, {})).toBe("x");
  });

  test("contains no credentials that the service repeats", async () => {
    const auth = bearer("a-secret-token");
    for (const body of ["a-secret-token", ["a-secret-token"], { tables: "a-secret-token" }]) {
      const { client } = reach([json(body)], { auth });
      expect(shown(await rejection(client.warehouse.tables.list(ref).firstPage()))).not.toContain("a-secret-token");
    }
  });
});

test.each([204, 200])(
  "an empty body with the status %d is undefined, without drift, whatever the schema",
  async (status) => {
    const method = defineMethod({ name: "a", http: "POST /a:stop", response: z.looseObject({ id: z.string() }) });
    const empty = () => new Response(null, { status });
    for (const responses of ["tolerant", "strict"] as const) {
      const { client, events } = reach([empty, empty], { validation: { responses } });
      expect(await client.warehouse.call(method, {})).toBeUndefined();
      expect(events.filter(({ type }) => type === "drift")).toEqual([]);
    }
  },
);

test("an empty body is drift of a list, which would end there silently", async () => {
  const response = z.looseObject({ things: z.array(z.string()) });
  const things = defineMethod({ name: "a", http: "GET /a", response, items: "things" });
  const { client, events } = reach([text("")]);
  expect(await client.warehouse.list(things, {}).toArray({ limit: 1 })).toEqual([]);
  expect(events.filter(({ type }) => type === "drift")).toHaveLength(1);
});

test.each<[what: string, client: object, call: object]>([
  ["the client", { headers: { "If-Match": "older" } }, {}],
  ["the call", {}, { headers: { "IF-match": "older" } }],
  ["the call, empty", {}, { headers: { "if-match": "" } }],
])("a header If-Match of %s is rejected together with ifMatch", async (_, options, callOptions) => {
  const { client, fetch } = reach([json({})], options);
  const ref = { projectId: "p", datasetId: "d", tableId: "t" };
  const put = defineMethod({ name: "things.put", http: "PUT /things/{thingId}" });
  const errors = [
    await rejection(client.warehouse.tables.patch(ref, { description: "d" }, { ...callOptions, ifMatch: "read" })),
    await rejection(client.warehouse.tables.update({ tableReference: ref }, { ...callOptions, ifMatch: "read" })),
    await rejection(client.entities.call(put, { thingId: "a", ifMatch: "read" }, callOptions)),
  ];
  for (const error of errors) {
    expect(error).toMatchObject({ name: "RequestError", issues: [{ path: "headers.if-match", rule: "if-match" }] });
  }
  expect(fetch.requests).toEqual([]);
  await client.entities.call(put, { thingId: "a" }, callOptions);
  expect(fetch.requests).toHaveLength(1);
});

describe("a list with an unread page token", () => {
  const Rows = z.looseObject({ rows: z.optional(z.array(z.string())) });
  const http = "GET /{servicePath}/v2/projects/{projectId}/queries/{jobId}";
  const getQueryResults = defineMethod({ name: "jobs.getQueryResults", http, response: Rows, items: "rows" });
  const input = { projectId: "p", jobId: "j" };
  const page = { rows: ["a"], pageToken: "two" };
  const message =
    'looks like a page token, but the list uses "nextPageToken"; set the name in "paging", such as { items: "rows", token: "pageToken" }';

  test("emits drift", async () => {
    const { client, events } = reach([json(page)]);
    expect(await client.warehouse.list(getQueryResults, input).toArray({ limit: 9 })).toEqual(["a"]);
    expect(events.filter(({ type }) => type === "drift")).toMatchObject([
      {
        methodName: "jobs.getQueryResults",
        resource: "jobs.getQueryResults",
        issues: [{ path: "pageToken", message, rule: "page-token" }],
      },
    ]);
    expect(JSON.stringify(events)).not.toContain("two");
  });

  test("fails in a strict client", async () => {
    const { client } = reach([json(page)], { validation: { responses: "strict" } });
    const pager = client.warehouse.list(getQueryResults, input);
    for (const call of [pager.toArray({ limit: 9 }), pager.firstPage()]) {
      expect(await rejection(call)).toMatchObject({
        name: "ResponseError",
        code: "invalid_response",
        issues: [{ path: "pageToken", message, rule: "page-token" }],
      });
    }
  });

  test("fails in a client of the sandbox", async () => {
    const sandbox = createSandbox();
    sandbox.route(getQueryResults, () => page);
    const { warehouse } = createClient(sandbox.clientOptions);
    const error = await rejection(warehouse.list(getQueryResults, input).toArray({ limit: 9 }));
    expect(error).toMatchObject({ name: "ResponseError", issues: [{ path: "pageToken", message }] });
  });

  test.each([
    "pageToken",
    "next_page_token",
    "nextToken",
    "continuationToken",
    "nextContinuationToken",
    "token",
    "nextCursor",
    "cursor",
    "paginationToken",
    "pagingToken",
    "continueToken",
  ])("%s is an unread page token, even beside the configured token", async (name) => {
    const { client } = reach([json({ rows: [], nextPageToken: "a", [name]: "b" })], {
      validation: { responses: "strict" },
    });
    expect(await rejection(client.warehouse.list(getQueryResults, input).firstPage())).toMatchObject({
      issues: [{ path: name }],
    });
  });

  test.each([
    { rows: ["a"] },
    { rows: ["a"], pageToken: "" },
    { rows: ["a"], pageToken: null },
    { rows: ["a"], pageToken: { more: true } },
    { rows: ["a"], etag: "e", kind: "k", nextSyncToken: "s", prevPageToken: "p", tokenCount: "5", totalRows: "1" },
    { rows: ["a"], inner: { pageToken: "two" } },
  ])("%j contains no unread page token", async (body) => {
    const { client, events } = reach([json(body)], { validation: { responses: "strict" } });
    expect(await client.warehouse.list(getQueryResults, input).toArray({ limit: 9 })).toEqual(["a"]);
    expect(events.filter(({ type }) => type === "drift")).toEqual([]);
  });

  test("the configured token is read", async () => {
    const paging = { items: "rows", token: "pageToken" } as const;
    const method = defineMethod({ name: "jobs.getQueryResults", http, response: Rows, paging });
    const { client, events } = reach([json(page), json({ rows: ["b"] })], { validation: { responses: "strict" } });
    expect(await client.warehouse.list(method, input).toArray({ limit: 9 })).toEqual(["a", "b"]);
    expect(events.filter(({ type }) => type === "drift")).toEqual([]);
  });
});
