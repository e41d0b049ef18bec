import { type } from "arktype";
import {
  type Client,
  defineMethod,
  type Environment,
  environmentMethods,
  type Method,
  Table,
  TableList,
  type TableListEntry,
  warehouseMethods,
} from "fourfold";
import type { RouteHandler, Sandbox } from "fourfold/testing";
import * as v from "valibot";
import { describe, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";

declare const client: Client;
declare const sandbox: Sandbox;
declare const http: string;

const Page = z.looseObject({ things: z.optional(z.array(z.object({ id: z.string() }))), total: z.number() });
const body = z.object({ name: z.string(), size: z.number().optional() });
const name = "things.get";

const get = defineMethod({ name, http: "GET /{servicePath}/v2/{+parent}/things/{thingId}:show" });
const put = defineMethod({
  name,
  http: "PUT /v2/things/{thingId}",
  body,
  query: z.object({ dry: z.boolean().optional(), tags: z.array(z.string()).optional() }),
  response: z.object({ at: z.string().transform((text) => new Date(text)) }),
});
const list = defineMethod({ name, http: "GET /things", response: Page, items: "things" });
const rows = defineMethod({
  name,
  http: "GET /rows/{a}",
  query: z.object({ filter: z.string() }),
  response: v.looseObject({ rows: v.array(v.number()) }),
  paging: { items: "rows", token: "next", tokenParam: undefined },
});
const unsized = defineMethod({
  name,
  http: "GET /things",
  response: Page,
  paging: { items: "things", sizeParam: false },
});

describe("invalid definitions do not compile", () => {
  test("http", () => {
    // @ts-expect-error Type '"GET things"' is not assignable to type '"GET /"
    defineMethod({ name, http: "GET things" });
    // @ts-expect-error Type '"FETCH /things"' is not assignable to type '"GET /"
    defineMethod({ name, http: "FETCH /things" });
    // @ts-expect-error Type 'string' is not assignable to type '"GET /"
    defineMethod({ name, http });
    // @ts-expect-error "a path has no query string, fragment, space or single brace"
    defineMethod({ name, http: "GET /things?all=true" });
    // @ts-expect-error "a path has no query string, fragment, space or single brace"
    defineMethod({ name, http: "GET /things#all" });
    // @ts-expect-error "a path has no query string, fragment, space or single brace"
    defineMethod({ name, http: "GET /all things" });
    // @ts-expect-error "a path has no query string, fragment, space or single brace"
    defineMethod({ name, http: "GET /{thingId" });
    // @ts-expect-error "a path has no query string, fragment, space or single brace"
    defineMethod({ name, http: "GET /{thingId}}" });
    // @ts-expect-error "a placeholder is {name} or {+name}, each name once, and not body, query or ifMatch"
    defineMethod({ name, http: "GET /{thingId}/{thingId}" });
    // @ts-expect-error "a placeholder is {name} or {+name}, each name once, and not body, query or ifMatch"
    defineMethod({ name, http: "GET /{}" });
    // @ts-expect-error "a placeholder is {name} or {+name}, each name once, and not body, query or ifMatch"
    defineMethod({ name, http: "GET /{name=things/*}" });
    // @ts-expect-error "a placeholder is {name} or {+name}, each name once, and not body, query or ifMatch"
    defineMethod({ name, http: "PUT /{ifMatch}" });
    // @ts-expect-error Property 'name' is missing in type '{ http: "GET /things"; }'
    defineMethod({ http: "GET /things" });
    // @ts-expect-error 'idempotnt' does not exist in type 'MethodDefinition<
    defineMethod({ name, http: "GET /things", idempotnt: true });
  });

  test("schemas and lists", () => {
    // @ts-expect-error is not assignable to type '"a GET request has no body"'
    defineMethod({ name, http: "GET /things", body });
    // @ts-expect-error 'name' does not exist in type 'StandardSchema<unknown, unknown>'
    defineMethod({ name, http: "POST /things", body: { name: "string" } });
    // @ts-expect-error Type '"things"' is not assignable to type '"a list needs \"response\", the schema of a page"'
    defineMethod({ name, http: "GET /things", items: "things" });
    // @ts-expect-error is not assignable to type '"a list needs \"response\", the schema of a page"'
    defineMethod({ name, http: "GET /things", paging: { items: "things" } });
    // @ts-expect-error Type '"total"' is not assignable to type '"things"'
    defineMethod({ name, http: "GET /things", response: Page, items: "total" });
    // @ts-expect-error Type '"thing"' is not assignable to type '"things"'
    defineMethod({ name, http: "GET /things", response: Page, items: "thing" });
    // @ts-expect-error Type '"total"' is not assignable to type '"things"'
    defineMethod({ name, http: "GET /things", response: Page, paging: { items: "total" } });
    // @ts-expect-error 'size' does not exist in type 'PagingNames<"things", string>
    defineMethod({ name, http: "GET /things", response: Page, paging: { items: "things", size: "limit" } });
    // @ts-expect-error Type '"things"' is not assignable to type '"only a GET, or a POST with \"paging.in\", can be listed"'
    defineMethod({ name, http: "POST /things", response: Page, items: "things" });
    // @ts-expect-error Property 'thing' does not exist on type
    defineMethod({ name, http: "POST /{thingId}", idempotent: (input) => input.thing === "a" });
  });
});

describe("invalid input does not compile", () => {
  test("path parameters", () => {
    client.warehouse.call(get, { parent: "projects/p", thingId: "t" });
    // @ts-expect-error Property 'thingId' is missing in type '{ parent: string; }' but required
    client.warehouse.call(get, { parent: "projects/p" });
    // @ts-expect-error 'thingid' does not exist in type 'MethodInput<
    client.warehouse.call(get, { parent: "projects/p", thingid: "t" });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    client.warehouse.call(get, { parent: "projects/p", thingId: 1 });
    // @ts-expect-error 'servicePath' does not exist in type 'MethodInput<
    client.warehouse.call(get, { parent: "projects/p", thingId: "t", servicePath: "x" });
  });

  test("body, query, ifMatch", () => {
    client.warehouse.call(put, { thingId: "t", body: { name: "n" }, query: { dry: true }, ifMatch: "e" });
    // @ts-expect-error Property 'body' is missing in type '{ thingId: string; }' but required
    client.warehouse.call(put, { thingId: "t" });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    client.warehouse.call(put, { thingId: "t", body: { name: 1 } });
    // @ts-expect-error 'nam' does not exist in type
    client.warehouse.call(put, { thingId: "t", body: { nam: "n" } });
    // @ts-expect-error 'dri' does not exist in type '{ dry?: boolean
    client.warehouse.call(put, { thingId: "t", body: { name: "n" }, query: { dri: true } });
    // @ts-expect-error Type 'string' is not assignable to type 'boolean | undefined'
    client.warehouse.call(put, { thingId: "t", body: { name: "n" }, query: { dry: "yes" } });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    client.warehouse.call(put, { thingId: "t", body: { name: "n" }, ifMatch: 1 });
    // @ts-expect-error Type '{ name: string; }' is not assignable to type 'undefined'
    client.warehouse.call(get, { parent: "p", thingId: "t", body: { name: "n" } });
    // @ts-expect-error Type '{ a: number; }' is not assignable to type 'undefined'
    client.warehouse.call(get, { parent: "p", thingId: "t", query: { a: 1 } });
    // @ts-expect-error Property 'query' is missing in type '{ a: string; }' but required
    client.warehouse.list(rows, { a: "x" });
  });

  test("lists", () => {
    // @ts-expect-error is not assignable to type '"the method has neither \"items\" nor \"paging\""'
    client.warehouse.list(put, { thingId: "t", body: { name: "n" } });
    // @ts-expect-error 'limit' does not exist in type 'ListOptions'
    client.warehouse.list(list, {}, { limit: 5 });
    // @ts-expect-error 'maxResults' does not exist in type 'CallOptions'
    client.warehouse.call(list, {}, { maxResults: 5 });
    client.warehouse.list(unsized, {}, { pageToken: "a" });
    client.warehouse.list(rows, { a: "x", query: { filter: "f" } }, { maxResults: 5 });
  });

  test("handlers of the sandbox", () => {
    // @ts-expect-error Property 'thing' does not exist on type
    sandbox.route(put, ({ params }) => ({ at: params.thing }));
    // @ts-expect-error Property 'nam' does not exist on type
    sandbox.route(put, ({ body: sent }) => ({ at: sent.nam }));
    // @ts-expect-error Type 'number' is not assignable to type 'Date'
    sandbox.route(put, () => ({ at: 5 }));
    // @ts-expect-error Type 'Promise<{ at: number; }>' is not assignable to
    sandbox.route(put, async () => ({ at: 5 }));
    // @ts-expect-error Property 'total' is missing in type '{ things: never[]; }' but required
    sandbox.route(list, () => ({ things: [] }));
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    sandbox.route(list, () => ({ things: [{ id: 5 }], total: 1, nextPageToken: "a" }));
    // @ts-expect-error Property 'tableReference' is missing in type '{ description: string; }' but required
    sandbox.route(warehouseMethods.tables.get, () => ({ description: "x" }));
    // @ts-expect-error Type 'void' is not assignable to type
    sandbox.route(put, () => {});
  });
});

describe("types of results", () => {
  test("a result is unknown without a response schema, else the schema's output", () => {
    expectTypeOf(client.entities.call(get, { parent: "p", thingId: "t" })).resolves.toBeUnknown();
    expectTypeOf(client.entities.call(put, { thingId: "t", body: { name: "n" } })).resolves.toEqualTypeOf<{
      at: Date;
    }>();
    expectTypeOf(
      client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d", tableId: "t" }),
    ).resolves.toEqualTypeOf<Table>();
    expectTypeOf(
      client.environments.call(environmentMethods.get, { projectId: "p", locationId: "l", environmentId: "e" }),
    ).resolves.toEqualTypeOf<Environment>();
  });

  test("items have the schema's input type, pages its output type", () => {
    const days = z.object({ days: z.array(z.string().transform((day) => new Date(day))) });
    const listDays = defineMethod({ name, http: "GET /days", response: days, items: "days" });
    expectTypeOf(client.entities.list(listDays, {}).toArray({ limit: 1 })).resolves.toEqualTypeOf<string[]>();
    expectTypeOf(client.entities.list(listDays, {}).firstPage()).resolves.toEqualTypeOf<{ days: Date[] }>();
    expectTypeOf(client.entities.list(list, {}).toArray({ limit: 1 })).resolves.toEqualTypeOf<{ id: string }[]>();
    const numbers = client.entities.list(rows, { a: "x", query: { filter: "f" } }).toArray({ limit: 1 });
    expectTypeOf(numbers).resolves.toEqualTypeOf<number[]>();
  });

  test("a POST lists with paging.in, and the items of a map are its entries", () => {
    const search = defineMethod({
      name,
      http: "POST /things:search",
      body: z.object({ filter: z.string() }),
      response: z.looseObject({
        zones: z.record(z.string(), z.object({ size: z.number() })).optional(),
        loose: z.looseObject({ a: z.string() }),
      }),
      paging: { items: "zones", sizeParam: "pageSize", in: "body" },
    });
    const zones = client.entities.list(search, { body: { filter: "a" } }, { maxResults: 5 }).toArray({ limit: 1 });
    expectTypeOf(zones).resolves.toEqualTypeOf<[key: string, value: { size: number }][]>();
    // @ts-expect-error Property 'body' is missing
    client.entities.list(search, {});
    const response = z.object({ loose: z.looseObject({ a: z.string() }) });
    // @ts-expect-error Type 'string' is not assignable to type 'never'
    defineMethod({ name, http: "POST /a", response, paging: { items: "loose", in: "query" } });
  });

  test("a schema of the package types bodies and items", () => {
    const tables = defineMethod({ name, http: "GET /tables", response: TableList, items: "tables" });
    expectTypeOf(client.warehouse.list(tables, {}).firstPage()).resolves.toEqualTypeOf<TableList>();
    expectTypeOf(client.warehouse.list(tables, {}).toArray({ limit: 1 })).resolves.toEqualTypeOf<TableListEntry[]>();
    const add = defineMethod({ name, http: "POST /tables", body: Table });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    client.warehouse.call(add, { body: { tableReference: { projectId: "p", datasetId: "d", tableId: 1 } } });
  });

  test("every library", () => {
    const ofValibot = defineMethod({ name, http: "POST /a", body: v.object({ n: v.number() }), response: v.string() });
    expectTypeOf(client.entities.call(ofValibot, { body: { n: 1 } })).resolves.toBeString();
    const ofArktype = defineMethod({
      name,
      http: "POST /a",
      body: type({ "n?": "number" }),
      response: type("string[]"),
    });
    expectTypeOf(client.entities.call(ofArktype, { body: {} })).resolves.toEqualTypeOf<string[]>();
    const ofMini = defineMethod({ name, http: "POST /a", body: zm.optional(zm.string()), response: zm.unknown() });
    expectTypeOf(client.entities.call(ofMini, {})).resolves.toBeUnknown();
    const page = type({ items: "number[]", "+": "ignore" });
    const listed = client.entities.list(defineMethod({ name, http: "GET /a", response: page, items: "items" }), {});
    expectTypeOf(listed.toArray({ limit: 1 })).resolves.toEqualTypeOf<number[]>();
  });

  test("a query without required parameters may be omitted, any names may be allowed", () => {
    const open = defineMethod({ name, http: "GET /a", query: z.looseObject({}) });
    client.entities.call(open, {});
    client.entities.call(open, { query: { any: "thing" } });
  });

  test("handlers return the result as JSON, a Response, or a promise of one", () => {
    sandbox.route(put, () => ({ at: "2027-01-01" }));
    sandbox.route(put, async ({ body: sent }) => (sent.size ? { at: sent.name } : new Response(null, { status: 404 })));
    sandbox.route(list, () => ({ things: [{ id: "a" }], total: 1, nextPageToken: "b" }));
    sandbox.route(get, () => undefined);
    sandbox.route(warehouseMethods.tables.get, () => ({
      tableReference: { projectId: "p", datasetId: "d", tableId: "t" },
    }));
    const annotated: Method<{ params: object; body: undefined; query: undefined; result: Table; item: never }> =
      defineMethod({ name, http: "GET /table", response: Table });
    // @ts-expect-error Type '{}' is not assignable to type 'RouteResponse<
    sandbox.route(annotated, () => ({}));
    const handler: RouteHandler<NonNullable<(typeof list)["~types"]>> = () => ({ things: [], total: 0 });
    sandbox.route(list, handler);
  });

  test("a path parameter has the type of the annotation, and handlers receive strings", () => {
    const byNumber: Method<{
      params: { readonly name: string; readonly id: number };
      body: undefined;
      query: undefined;
      result: unknown;
      item: never;
    }> = defineMethod({ name, http: "GET /{name}/formats/{id}", slashes: "encode" });
    client.entities.call(byNumber, { name: "a/b", id: 7 });
    // @ts-expect-error Type 'string' is not assignable to type 'number'
    client.entities.call(byNumber, { name: "a/b", id: "7" });
    sandbox.route(byNumber, ({ params }) =>
      expectTypeOf(params).toEqualTypeOf<{ readonly name: string; readonly id: string }>(),
    );
    type Of<Params extends object> = Method<{
      params: Params;
      body: undefined;
      query: undefined;
      result: unknown;
      item: never;
    }>;
    // @ts-expect-error Type 'string' is not assignable to type 'boolean'
    const byFlag: Of<{ readonly id: boolean }> = defineMethod({ name, http: "GET /{id}" });
    // @ts-expect-error Property 'other' is missing in type
    const another: Of<{ readonly other: string }> = defineMethod({ name, http: "GET /{id}" });
    void [byFlag, another];
    // @ts-expect-error Type '"keep"' is not assignable to type '"encode"'
    defineMethod({ name, http: "GET /{id}", slashes: "keep" });
  });

  test("idempotent and handlers receive typed input", () => {
    defineMethod({
      name,
      http: "POST /jobs/{jobId}",
      body,
      idempotent: (input) => {
        expectTypeOf(input.jobId).toBeString();
        expectTypeOf(input.body.size).toEqualTypeOf<number | undefined>();
        return input.ifMatch !== undefined;
      },
    });
    sandbox.route(put, (request) => {
      expectTypeOf(request.params).toEqualTypeOf<{ readonly thingId: string }>();
      expectTypeOf(request.body).toEqualTypeOf<{ name: string; size?: number | undefined }>();
      expectTypeOf(request.query).toEqualTypeOf<Readonly<Record<string, string | readonly string[]>>>();
      return Promise.resolve(new Response("{}"));
    });
  });
});
