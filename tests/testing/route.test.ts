import fc from "fast-check";
import { createClient, createEnvironments, createWarehouse, defineMethod, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
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
