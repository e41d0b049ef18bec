import { Table } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { compareRequest, compareSchemas } from "./compare.js";
import type { DiscoveryDocument } from "./documents.js";
import { everyRequest, forgottenMethods } from "./requests.js";

const document: DiscoveryDocument = {
  name: "small",
  version: "v1",
  rootUrl: "https://small.example/",
  servicePath: "small/v1/",
  parameters: { key: {} },
  resources: {
    things: {
      methods: {
        patch: {
          id: "small.things.patch",
          httpMethod: "PATCH",
          path: "things/{+thingId}",
          flatPath: "things/{thingsId}",
          parameters: { updateMask: {} },
          request: { $ref: "Thing" },
        },
      },
    },
  },
  schemas: {
    Thing: {
      type: "object",
      properties: { name: { type: "string" }, labels: { additionalProperties: { type: "string" } } },
    },
    Table: {
      type: "object",
      properties: {
        numRows: { type: "string", format: "uint64" },
        isNew: { type: "boolean" },
        friendlyName: { type: "string", readOnly: true },
        description: { type: "string", description: "Output only. A description." },
        etag: { type: "string", description: "Output only. A hash." },
      },
    },
  },
};

const patch = (path: string, body: object) =>
  compareRequest([document], {
    from: "things.patch",
    verb: "PATCH",
    url: new URL(path, "https://small.example"),
    body,
  });

test("a request that the service accepts causes no difference", () => {
  const body = { name: "x", labels: { any: "y" }, memberOfTheFuture: "x" };
  expect(patch("/small/v1/things/t?updateMask=labels.any&key=k", body)).toEqual([]);
});

test("unknown paths, parameters, mask paths and fields are reported", () => {
  expect(patch("/small/v2/things/t", {})).toMatchObject([{ what: expect.stringContaining("is not a method") }]);
  const whole = { memberOfTheFuture: "x" };
  expect(patch("/small/v1/things/t?updatemask=name", whole)).toMatchObject([{ what: "has no parameter updatemask" }]);
  expect(patch("/small/v1/things/t?updateMask=nom", whole)).toMatchObject([{ what: "has no place nom in its body" }]);
  expect(patch("/small/v1/things/t", { nom: "x", ...whole })).toMatchObject([{ place: "Thing.nom" }]);
});

test("a body that lost untyped fields is reported", () => {
  expect(patch("/small/v1/things/t", { name: "x" })).toEqual([
    { place: "Thing", what: "loses members that we do not type" },
  ]);
});

test("fields are compared in both directions, and so are 64-bit integers", () => {
  const differences = compareSchemas(document, "Table", Table);
  expect(differences).toContainEqual({ place: "Table.isNew", what: "is not typed" });
  expect(differences).toContainEqual({ place: "Table.biglakeConfiguration", what: "is not in the description" });
  expect(differences.filter(({ place }) => place === "Table.numRows")).toEqual([]);
});

test("fields that are output only there, and not here, are reported", () => {
  const what = "is output only there, not here";
  expect(compareSchemas(document, "Table", Table).filter((each) => each.what === what)).toEqual([
    { place: "Table.friendlyName", what },
    { place: "Table.description", what },
  ]);
});

test("every method of the client is compared, in the names of the real services", async () => {
  expect(forgottenMethods()).toEqual([]);
  const bodies = (await everyRequest()).map(({ body }) => JSON.stringify(body) ?? "");
  expect(bodies.join("")).toContain('"biglakeConfiguration"');
  expect(bodies.join("")).not.toContain("vendor");
});
