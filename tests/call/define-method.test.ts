import { type } from "arktype";
import { createClient, defineMethod, isFourfoldError } from "fourfold";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";
import { thrown } from "../support/rejection.js";

const page = z.looseObject({ things: z.optional(z.array(z.string())) });

/** Defines a method without type checks, as in JavaScript. */
function forced(definition: unknown): string[] {
  const error = thrown(() => Reflect.apply(defineMethod, undefined, [definition]));
  if (!isFourfoldError(error, "invalid_request")) throw error;
  const { message, issues } = error;
  expect(message).toMatch(/^\[invalid_request\] defineMethod: /);
  for (const { rule } of issues) expect(rule).toBe("method-definition");
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

test("a method is plain data with every default filled in", () => {
  expect(defineMethod({ name: "things.get", http: "GET /v2/things/{thingId}" })).toEqual({
    name: "things.get",
    verb: "GET",
    path: "/v2/things/{thingId}",
    idempotent: true,
    body: undefined,
    query: undefined,
    response: undefined,
    paging: undefined,
    scopes: [],
  });
});

test.each([
  ["GET /a", true],
  ["PUT /a", true],
  ["DELETE /a", true],
  ["POST /a", false],
] as const)("%s is idempotent by default: %s", (http, idempotent) => {
  expect(defineMethod({ name: "a", http }).idempotent).toBe(idempotent);
  expect(defineMethod({ name: "a", http, idempotent: !idempotent }).idempotent).toBe(!idempotent);
});

test("a PATCH is idempotent with ifMatch by default", () => {
  const { idempotent } = defineMethod({ name: "a", http: "PATCH /a" });
  const decide = idempotent as (input: object) => boolean; // a function of the input for this verb
  expect([decide({}), decide({ ifMatch: "e" })]).toEqual([false, true]);
  expect(defineMethod({ name: "a", http: "PATCH /a", idempotent: true }).idempotent).toBe(true);
});

test("items is short for paging with default names, and an undefined name gets its default", () => {
  const usual = { items: "things", token: "nextPageToken", tokenParam: "pageToken", sizeParam: "maxResults" };
  const base = { name: "things.list", http: "GET /things", response: page } as const;
  expect(defineMethod({ ...base, items: "things" }).paging).toEqual(usual);
  expect(defineMethod({ ...base, paging: { items: "things" } }).paging).toEqual(usual);
  expect(defineMethod({ ...base, paging: { items: "things", token: undefined, sizeParam: "size" } }).paging).toEqual({
    ...usual,
    sizeParam: "size",
  });
});

const valid = { name: "things.get", http: "GET /things" };
const listed = { ...valid, response: page };
const form = 'must be a verb and a path with a leading slash, such as "GET /v2/things/{thingId}"';
const unknown = (name: string) => `unknown placeholder {${name}}; write {name} for one segment, {+name} for several`;
const notPath = "must be a valid URL path without a query string, spaces, dot segments or unbalanced braces";

test.each<[what: string, definition: unknown, issues: string[]]>([
  ["nothing", undefined, [': must be an object such as { name: "jobs.list", http: "GET /…" }, got null']],
  ["text", "GET /x", [': must be an object such as { name: "jobs.list", http: "GET /…" }, got a string']],
  ["an empty object", {}, ["name: is required", "http: is required"]],
  ["an empty name", { ...valid, name: " " }, ['name: must be a non-empty string, got " "']],
  ["no leading slash", { ...valid, http: "GET things" }, [`http: ${form}, got "GET things"`]],
  ["a verb in lower case", { ...valid, http: "get /things" }, [`http: ${form}, got "get /things"`]],
  ["another verb", { ...valid, http: "HEAD /things" }, [`http: ${form}, got "HEAD /things"`]],
  ["no verb", { ...valid, http: "/things" }, [`http: ${form}, got "/things"`]],
  ["a number", { ...valid, http: 7 }, [`http: ${form}, got 7`]],
  ["a space in the path", { ...valid, http: "GET /a b" }, [`http: ${form}, got "GET /a b"`]],
  ["an empty placeholder", { ...valid, http: "GET /a/{}" }, [`http: ${unknown("")}`]],
  ["a placeholder of Express", { ...valid, http: "GET /a/{id?}" }, [`http: ${unknown("id?")}`]],
  ["a placeholder with a star", { ...valid, http: "GET /a/{id*}" }, [`http: ${unknown("id*")}`]],
  ["a placeholder with a pattern", { ...valid, http: "GET /a/{id=x/*}" }, [`http: ${unknown("id=x/*")}`]],
  ["a placeholder with a digit first", { ...valid, http: "GET /a/{1d}" }, [`http: ${unknown("1d")}`]],
  [
    "the service path as several segments",
    { ...valid, http: "GET /{+servicePath}/a" },
    [`http: ${unknown("+servicePath")}`],
  ],
  ["two pluses", { ...valid, http: "GET /a/{++id}" }, [`http: ${unknown("++id")}`]],
  ["the parameter body", { ...valid, http: "GET /{body}" }, ['http: a path parameter must not be named "body"']],
  ["the parameter query", { ...valid, http: "GET /{+query}" }, ['http: a path parameter must not be named "query"']],
  [
    "the parameter ifMatch",
    { ...valid, http: "GET /{ifMatch}" },
    ['http: a path parameter must not be named "ifMatch"'],
  ],
  ["a parameter twice", { ...valid, http: "GET /{a}/{a}" }, ["http: names {a} twice"]],
  ["a query", { ...valid, http: "GET /a?b=c" }, [`http: ${notPath}`]],
  ["a fragment", { ...valid, http: "GET /a#b" }, [`http: ${notPath}`]],
  ["an open brace", { ...valid, http: "GET /a/{b" }, [`http: ${notPath}`]],
  ["a closing brace", { ...valid, http: "GET /a/b}" }, [`http: ${notPath}`]],
  ["a dot segment", { ...valid, http: "GET /a/../{b}" }, [`http: ${notPath}`]],
  ["letters that URLs encode", { ...valid, http: "GET /größe/{b}" }, [`http: ${notPath}`]],
  ["a dot segment in escapes", { ...valid, http: "GET /a/%2E./{b}" }, [`http: ${notPath}`]],
  ["an incomplete escape", { ...valid, http: "GET /a/%2{b}" }, [`http: ${notPath}`]],
  ["a percent sign", { ...valid, http: "GET /100%/{b}" }, [`http: ${notPath}`]],
  ["a backslash", { ...valid, http: "GET /a\\b" }, [`http: ${notPath}`]],
  ["a body on GET", { ...valid, body: page }, ["body: is not allowed: a GET request has no body"]],
  [
    "a body that is not a schema",
    { ...valid, http: "POST /a", body: {} },
    ["body: must be a Standard Schema, such as z.object({ … }), got an object"],
  ],
  [
    "a query that is not a schema",
    { ...valid, query: "a" },
    ['query: must be a Standard Schema, such as z.object({ … }), got "a"'],
  ],
  [
    "a response that is not a schema",
    { ...valid, response: String },
    ["response: must be a Standard Schema, such as z.object({ … }), got a function"],
  ],
  ["items without a response", { ...valid, items: "a" }, ['items: needs "response", the schema of a page']],
  [
    "paging without a response",
    { ...valid, paging: { items: "a" } },
    ['paging: needs "response", the schema of a page'],
  ],
  [
    "items on POST",
    { ...valid, http: "POST /a", response: page, items: "things" },
    ['items: is only allowed for GET, and for POST with "paging.in"'],
  ],
  [
    "paging on POST without a place",
    { ...valid, http: "POST /a", response: page, paging: { items: "things" } },
    ['paging: is only allowed for GET, and for POST with "paging.in"'],
  ],
  [
    "paging on PUT",
    { ...valid, http: "PUT /a", body: page, response: page, paging: { items: "things", in: "body" } },
    ['paging: is only allowed for GET, and for POST with "paging.in"'],
  ],
  [
    "paging in the body of a method without a body",
    { ...listed, paging: { items: "things", in: "body" } },
    ['paging.in: needs "body"'],
  ],
  [
    "paging in a header",
    { ...listed, paging: { items: "things", in: "header" } },
    ['paging.in: must be "query" or "body", got "header"'],
  ],
  [
    "items and paging",
    { ...valid, response: page, items: "things", paging: { items: "things" } },
    ['items: is not allowed together with "paging"'],
  ],
  ["paging without items", { ...listed, paging: {} }, ["paging.items: is required"]],
  [
    "paging that is text",
    { ...listed, paging: "things" },
    ['paging: must be an object such as { items: "rows" }, got a string'],
  ],
  [
    "an unknown name in paging",
    { ...listed, paging: { items: "things", size: "s" } },
    ["paging.size: is unknown; known names are items, token, tokenParam, sizeParam, in"],
  ],
  [
    "a page size of true",
    { ...listed, paging: { items: "things", sizeParam: true } },
    ["paging.sizeParam: must be a non-empty string or false, got true"],
  ],
  [
    "one parameter for token and size",
    { ...listed, paging: { items: "things", tokenParam: "p", sizeParam: "p" } },
    ['paging.sizeParam: must not equal "tokenParam"'],
  ],
  [
    "an unknown name",
    { ...valid, idempotnt: true },
    [
      "idempotnt: is unknown; known names are name, http, slashes, idempotent, body, query, response, items, paging, scopes; did you mean idempotent?",
    ],
  ],
  [
    "idempotent as text",
    { ...valid, idempotent: "yes" },
    ['idempotent: must be true, false or a function of the input, got "yes"'],
  ],
  ["slashes that are kept", { ...valid, slashes: "keep" }, ['slashes: must be "encode", got "keep"']],
  ["scopes as text", { ...valid, scopes: "a" }, ['scopes: must be a list of strings, got "a"']],
])("rejects %s", (_, definition, issues) => {
  expect(forced(definition)).toEqual(issues);
});

test("reports all issues of a definition together", () => {
  const definition = { name: "", http: "POST things", query: 1, items: 2, more: 3 };
  expect(forced(definition).map((issue) => issue.split(":")[0])).toEqual([
    "name",
    "http",
    "query",
    "items",
    "more",
    "items",
    "items",
  ]);
});

test("schemas of any library are accepted, functions included", () => {
  const body = [v.object({ a: v.string() }), zm.object({ a: zm.string() }), z.object({ a: z.string() })];
  for (const schema of [...body, type({ a: "string" })])
    expect(forced({ ...valid, body: schema, query: 1 })).toHaveLength(2);
});

test.each<[what: string, mistake: () => unknown, message: string]>([
  [
    "a timeout of another library",
    () => createClient({ timeout: 5 } as never),
    "timeout: is unknown; known names are timeoutMs",
  ],
  ["a timeout of another library", () => createClient({ timeout: 5 } as never), "did you mean timeoutMs?"],
  [
    "a function in place of credentials",
    () => createClient({ auth: (async () => "t") as never }),
    "got a function; pass it to bearer",
  ],
  [
    "a key file in place of credentials",
    () => createClient({ auth: { client_email: "a" } as never }),
    "auth: must be created by bearer, apiKey or serviceAccount",
  ],
  [
    "a path in the style of Express",
    () => defineMethod({ name: "a", http: "GET /a/:id" }),
    "write {name} for a parameter",
  ],
])("%s is rejected with a remedy", (_, mistake, message) => {
  const error = thrown(mistake);
  expect(error).toMatchObject({ name: "RequestError" });
  expect(String(error)).toContain(message);
});
