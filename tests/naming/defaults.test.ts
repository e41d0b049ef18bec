import { createClient, googleNaming, vendorNaming } from "fourfold";
import { jwtSecurity, secureDocument } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const auth = { getAccessToken: () => "t" };
const PROJECTS = "https://bigquery.googleapis.com/bigquery/v2/projects";
const SEARCH = "https://kgsearch.googleapis.com/v1/entities:search?query=ada";
const NAME = "projects/p/locations/l/environments/e";
const ENVIRONMENT = `https://composer.googleapis.com/v1beta1/${NAME}`;

test("createClient({ auth }) sends requests to BigQuery, Knowledge Graph Search and Cloud Composer", async () => {
  const fetch = scriptedFetch(json({}), json({}), json({ name: NAME }));
  const { warehouse, entities, environments } = createClient({ auth, fetch });
  await warehouse.projects.list().firstPage();
  await entities.search({ query: "ada" });
  await environments.get(NAME);
  expect(fetch.requests.map(({ url }) => url)).toEqual([PROJECTS, SEARCH, ENVIRONMENT]);
  for (const { headers } of fetch.requests) expect(headers.get("authorization")).toBe("Bearer t");
});

test("clients send Google's names to an own address", async () => {
  const fetch = scriptedFetch(json({ tableReference: { projectId: "p", datasetId: "d", tableId: "t" } }));
  await createClient({ baseUrl: "http://127.0.0.1:8787", fetch }).warehouse.tables.insert({
    tableReference: { projectId: "p", datasetId: "d", tableId: "t" },
    externalDataConfiguration: {
      sourceFormat: "GOOGLE_SHEETS",
      sourceUris: ["https://a.test"],
      googleSheetsOptions: {},
    },
  });
  expect(fetch.requests[0]?.url).toBe("http://127.0.0.1:8787/bigquery/v2/projects/p/datasets/d/tables");
  expect(await fetch.requests[0]?.json()).toMatchObject({
    externalDataConfiguration: { sourceFormat: "GOOGLE_SHEETS", googleSheetsOptions: {} },
  });
});

const plain = { swagger: "2.0", paths: { "/a": { get: {} } } };

test("the sandbox and its gateway use Google's names", async () => {
  const sandbox = createSandbox();
  expect(sandbox.clientOptions.naming).toBe(googleNaming);
  sandbox.warehouse.tables.add({ tableReference: { projectId: "p", datasetId: "d", tableId: "t" } });
  const response = await sandbox.fetch("/bigquery/v2/projects/p/datasets/d/tables/t");
  expect(await response.json()).toMatchObject({ kind: "bigquery#table" });
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const document = secureDocument(
    plain,
    jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } }),
  );
  const backend = ({ headers }: Request) => new Response(headers.get("x-apigateway-api-userinfo"));
  const gateway = sandbox.gateway({ document, backend });
  const request = { headers: { authorization: `Bearer ${await sandbox.issuer.token()}` } };
  const forwarded = await gateway(new Request("https://api.test/a", request));
  expect([forwarded.status, await forwarded.text()]).toEqual([200, expect.stringMatching(/^ey/)]);
  expect((await gateway(new Request("https://api.test/a"))).status).toBe(401);
});

test.each(["createClient", "createSandbox"])("%s rejects a changed copy of a profile", (create) => {
  const copy = { ...googleNaming, rules: {} };
  const make = () => (create === "createClient" ? createClient({ naming: copy }) : createSandbox({ naming: copy }));
  expect(thrown(make)).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "naming", message: expect.stringContaining("not a changed copy, got ") }],
  });
});

test("neither an object with a profile as its prototype nor one with its properties is a profile", () => {
  const { prototype } = Object;
  const properties = Object.getOwnPropertyDescriptors(googleNaming);
  for (const naming of [Object.create(googleNaming), Object.create(prototype, properties)]) {
    expect(() => createClient({ naming })).toThrow(/naming: must be googleNaming or vendorNaming/);
  }
});

test("a profile of another copy of the package is recognized", async () => {
  vi.resetModules();
  const other = await import("fourfold");
  expect(other.googleNaming).not.toBe(googleNaming);
  const fetch = scriptedFetch(json({}));
  await createClient({ naming: other.googleNaming, fetch }).warehouse.projects.list().firstPage();
  expect(fetch.requests[0]?.url).toBe(PROJECTS);
});

test("profiles cannot be changed", () => {
  for (const profile of [googleNaming, vendorNaming]) expect(Object.isFrozen(profile)).toBe(true);
});
