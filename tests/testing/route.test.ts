import fc from "fast-check";
import { createClient, createEnvironments, createWarehouse, defineMethod, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import { pathPattern } from "../../src/testing/router.js";
import { propertyRuns } from "../support/property-runs.js";
import { thrown } from "../support/rejection.js";

const list = defineMethod({
  name: "rows.list",
  http: "GET /rows",
  response: z.looseObject({ rows: z.array(z.string()) }),
  paging: { items: "rows", token: "next", tokenParam: "from", sizeParam: "limit" },
});

test.each<[method: unknown, handler: unknown, messages: string[]]>([
  [
    undefined,
    undefined,
    ["method: must be created by defineMethod, got nothing", "handler: must be a function, got nothing"],
  ],
  [{ name: "a", http: "GET /a" }, () => ({}), ["method: must be created by defineMethod, got an object"]],
  [list, { rows: [] }, ["handler: must be a function, got an object"]],
])("rejects invalid arguments: %j, %j", (method, handler, messages) => {
  const sandbox = createSandbox();
  const error = thrown(() => sandbox.route(method as never, handler as never));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect((error as Error).message).toContain("sandbox.route");
  const { issues } = error as { issues: { path: string; message: string }[] };
  expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual(messages);
});

test("special characters of regular expressions in a path are literal", async () => {
  const sandbox = createSandbox();
  const odd = defineMethod({ name: "odd", http: "GET /v1.0/$all*/(x)+{id}!" });
  sandbox.route(odd, ({ params }) => params);
  const { entities } = createClient(sandbox.clientOptions);
  expect(await entities.call(odd, { id: "a" })).toEqual({ id: "a" });
  expect((await sandbox.fetch("/v1x0/$all/(x)+a!")).status).toBe(404);
});

/** A template with literal text, placeholders and ids. At most one placeholder accepts several segments. */
const templates = fc
  .record({
    before: fc.array(fc.constantFrom("v1", "things", "a.b", "x~y", "(z)"), { maxLength: 2 }),
    // Separators are characters that are always encoded in ids.
    ids: fc.array(fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.constantFrom("/", ":", "@", "/:")), {
      minLength: 1,
      maxLength: 3,
    }),
    several: fc.option(fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 3 })),
    after: fc.constantFrom("", ":cancel", "/end"),
    inWarehouse: fc.boolean(),
  })
  .filter(({ ids, several }) => {
    const segments = [...ids.map(([id]) => id), ...(several ?? [])];
    return segments.every((id) => !id.includes("/") && id !== "." && id !== ".." && !/\p{Surrogate}/u.test(id));
  })
  .map(({ before, ids, several, after, inWarehouse }) => {
    const single = ids.map(([, separator], index) => `${index === 0 ? "" : separator}{p${index}}`).join("");
    const path = ["", ...(inWarehouse ? ["{servicePath}"] : []), ...before, single].join("/");
    return {
      http: `GET ${path}${several === null ? "" : "/{+rest}"}${after}` as `GET /${string}`,
      params: {
        ...Object.fromEntries(ids.map(([id], index) => [`p${index}`, id])),
        ...(several === null ? {} : { rest: several.join("/") }),
      },
      inWarehouse,
    };
  });

test("the sandbox's router decodes the ids that call encodes", async () => {
  await fc.assert(
    fc.asyncProperty(templates, async ({ http, params, inWarehouse }) => {
      const sandbox = createSandbox({ naming: vendorNaming });
      const method = defineMethod({ name: "random", http });
      sandbox.route(method, ({ params: arrived }) => arrived);
      const create = inWarehouse ? createWarehouse : createEnvironments;
      expect(await create(sandbox.clientOptions).call(method, params)).toEqual(params);
    }),
    propertyRuns(75),
  );
});

const idsOf = (template: string, path: string) => {
  const match = pathPattern(template).exec(path);
  return match === null ? undefined : { ...match.groups };
};

test.each<[template: string, path: string, ids: object | undefined]>([
  ["/v1/{a}", "/v1/x", { a: "x" }],
  ["/v1/{a}", "/v1/", undefined],
  ["/v1/{a}", "/v1/x/y", undefined],
  ["/v1/{a}", "/v2/x", undefined],
  ["/v1/{a}:get", "/v1/x:y:get", { a: "x:y" }],
  ["/v1/{a}-{b}", "/v1/x-y-z", { a: "x-y", b: "z" }],
  ["/{+a}", "/x/y/z", { a: "x/y/z" }],
  ["/{+a}", "/x//z", undefined],
  ["/{+a}", "/x/", undefined],
  ["/{+a}:cancel", "/x/y:cancel", { a: "x/y" }],
  ["/{+a}/rows/{+b}", "/x/y/rows/z/rows/w", { a: "x/y", b: "z/rows/w" }],
  ["/{+a}/{b}", "/x/y/z", { a: "x/y", b: "z" }],
  ["/v1/a", "/v1/a", {}],
  ["/v1/a", "/v1/ab", undefined],
])("the template %s divides %s into %j", (template, path, ids) => {
  expect(idsOf(template, path)).toEqual(ids);
});

/** The paths that a template matches, as a regular expression. */
function patternOf(template: string): RegExp {
  const source = template.split(/\{(\+?\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    return part.startsWith("+") ? "[^/]+(?:/[^/]+)*" : "[^/]+";
  });
  return new RegExp(`^${source.join("")}$`);
}

test("a path matches if and only if it has the form of the template, and the parameters rebuild it", () => {
  const part = fc.constantFrom("/", "a", ":", "{x}", "{+x}");
  const anyTemplate = fc.array(part, { maxLength: 7 }).map((parts) => {
    return `/${parts.map((each, index) => each.replace("x}", `p${index}}`)).join("")}`;
  });
  const paths = fc.array(fc.constantFrom("/", "a", ":", "b"), { maxLength: 9 }).map((parts) => `/${parts.join("")}`);
  fc.assert(
    fc.property(anyTemplate, paths, (template, path) => {
      const ids = idsOf(template, path);
      expect(ids !== undefined).toBe(patternOf(template).test(path));
      if (ids !== undefined) expect(template.replace(/\{\+?(\w+)\}/g, (_, name: string) => ids[name] ?? "")).toBe(path);
    }),
    propertyRuns(500),
  );
});
