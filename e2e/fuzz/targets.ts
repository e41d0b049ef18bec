import fc from "fast-check";
import {
  checkSecurity,
  compactTerm,
  compareImageVersions,
  createClient,
  decimalRange,
  decodeUserInfo,
  defineMethod,
  effectiveSecurity,
  entityId,
  environmentUpdate,
  expandTerm,
  findAccessToken,
  googleNaming,
  int64,
  localized,
  parseEnvironmentName,
  parseImageVersion,
  parseTableReference,
  parseUpdateMask,
  readSecurity,
} from "fourfold";
import { defineSchema } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { anything, jsonWith, texts } from "./inputs.js";

/** A function that receives external input. It may throw only errors of the package. */
export interface Target<T = unknown> {
  readonly name: string;
  readonly inputs: fc.Arbitrary<T>;
  run(input: T): unknown;
  /** Creates an input from a string of 100 kB; undefined if the target accepts no long strings. */
  readonly fromText?: ((text: string) => T) | undefined;
}

const target = <T>(name: string, inputs: fc.Arbitrary<T>, run: (input: T) => unknown, fromText?: (text: string) => T) =>
  ({ name, inputs, run, fromText }) as Target; // `run` receives only values of `inputs`
const ofText = (name: string, run: (text: string) => unknown) => target(name, texts, run, (text) => text);

const table = { projectId: "p", datasetId: "d", tableId: "t" };
const environment = "projects/p/locations/l/environments/e";
const clock = { now: () => 0, sleep: async () => undefined };
const baseUrl = "https://service.test";
const things = defineMethod({ name: "things.put", http: "PUT /things/{+name}", body: anySchema() });

function anySchema() {
  return { "~standard": { version: 1 as const, vendor: "fuzz", validate: (value: unknown) => ({ value }) } };
}

/** A client whose service returns the same response to every request. */
function answered(response: () => Response) {
  return createClient({
    baseUrl,
    clock,
    retry: { limit: 2 },
    fetch: async () => {
      sent += 1;
      return response();
    },
  });
}

let sent = 0;

/** Number of requests that targets have sent so far. */
export const requestsSent = (): number => sent;

const TABLE_WORDS = [
  ..."tableReference projectId datasetId tableId schema fields name type mode RECORD STRING INTEGER REPEATED".split(
    " ",
  ),
  ..."view query clustering timePartitioning field DAY labels etag externalDataConfiguration sourceUris".split(" "),
  ..."sourceFormat CSV csvOptions quote nextPageToken tables projects numRows expirationTime policyTags".split(" "),
];
const ERROR_WORDS = "error errors code message status details reason retryDelay error_description name done".split(" ");
const RESPONSE_WORDS = [...TABLE_WORDS, ...ERROR_WORDS, "itemListElement", "result", "@type", "@context", "response"];
const DOCUMENT_WORDS = [
  ..."swagger 2.0 info host basePath paths /a /{id} get post security securityDefinitions users type oauth2".split(" "),
  ..."authorizationUrl flow implicit x-google-issuer x-google-jwks_uri x-google-audiences x-vendor-issuer".split(" "),
  ..."x-vendor-jwks_uri x-vendor-audiences $ref parameters responses https://a.test".split(" "),
  ..."openapi 3.1.0 components securitySchemes flows x-google-auth issuer audiences jwtLocations header cookie".split(
    " ",
  ),
  ..."servers url x-google-endpoint x-google-api-management mcp trace".split(" "),
];

const headers = fc.dictionary(fc.oneof(texts, fc.constantFrom("x-a", "Cookie", "retry-after", "etag")), texts, {
  maxKeys: 4,
});
const withJson = (body: unknown, status = 200) => new Response(JSON.stringify(body) ?? "", { status });
const documents = fc
  .tuple(jsonWith(...DOCUMENT_WORDS), fc.constantFrom({}, { swagger: "2.0" }, { openapi: "3.1.0" }))
  .map(([json, version]) => (Object.keys(version).length > 0 ? { ...version, paths: {}, ...Object(json) } : json));

/** Calls every method that parses responses. */
async function readEverything(response: () => Response): Promise<void> {
  const { warehouse, entities, environments } = answered(response);
  const outcomes = await Promise.allSettled([
    warehouse.tables.get(table),
    warehouse.tables.list(table).toArray({ limit: 10 }),
    warehouse.tables.testIamPermissions(table, ["a"]),
    warehouse.tables.modify(table, () => ({ description: "x" })),
    entities.search({ query: "a" }),
    environments.get(environment),
    environments.operation("projects/p/locations/l/operations/o").wait({ deadlineMs: 1, retry: false }),
    environments.call(things, { name: "a", body: {} }),
  ]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** All functions that receive external input. */
export const targets: readonly Target[] = [
  target(
    "request headers",
    headers,
    async (given) => {
      const client = answered(() => withJson({}));
      await client.warehouse.tables.get(table, { headers: given });
    },
    (text) => ({ "x-long": text, [text.slice(0, 1_000)]: "a" }),
  ),
  target(
    "names of headers in the journal",
    texts.filter((name) => isHeader(name)),
    async (name) => {
      await createSandbox().fetch("/x", { headers: { [name]: "a" } });
    },
    (text) => (isHeader(text) ? text : "a"),
  ),
  target("response headers", headers, (given) => {
    const valid = Object.entries(given).filter(([name, value]) => isHeader(name, value));
    return readEverything(() => new Response("{}", { status: 403, headers: Object.fromEntries(valid) }));
  }),
  target(
    "Retry-After",
    texts,
    (text) =>
      readEverything(
        () => new Response("", { status: 429, headers: isHeader("a", text) ? { "retry-after": text } : {} }),
      ),
    (text) => text,
  ),
  ofText("error bodies", (text) => readEverything(() => new Response(text, { status: 400 }))),
  ofText("response bodies", (text) => readEverything(() => new Response(text))),
  target(
    "JSON errors",
    jsonWith(...ERROR_WORDS),
    (json) => readEverything(() => withJson(json, 400)),
    (text) => ({ error: { message: text } }),
  ),
  target(
    "JSON responses",
    jsonWith(...RESPONSE_WORDS),
    (json) => readEverything(() => withJson(json)),
    (text) => ({ name: text, etag: text }),
  ),
  target(
    "page tokens",
    fc.oneof(texts, anything),
    async (token) => {
      const { warehouse } = answered(() => withJson({ tables: [{}], nextPageToken: jsonable(token) }));
      await warehouse.tables.list(table).toArray({ limit: 5 });
    },
    (text) => text,
  ),
  target(
    "tables",
    jsonWith(...TABLE_WORDS),
    (json) => {
      const given = { ...Object(json), tableReference: table };
      return answered(() => withJson({})).warehouse.tables.insert(given as never);
    },
    (text) => ({ description: text, schema: { fields: [{ name: text, type: text, policyTags: { names: [text] } }] } }),
  ),
  target(
    "URIs",
    fc.array(texts, { maxLength: 3 }),
    (sourceUris) => {
      const hivePartitioningOptions = { mode: "CUSTOM", sourceUriPrefix: sourceUris[0] ?? "" };
      const externalDataConfiguration = { sourceFormat: "PARQUET", sourceUris, hivePartitioningOptions };
      return answered(() => withJson({})).warehouse.tables.insert({ tableReference: table, externalDataConfiguration });
    },
    (text) => [text],
  ),
  target("patches of anything", anything, (patch) =>
    answered(() => withJson({})).warehouse.tables.patch(table, patch as never),
  ),
  target("bodies of call", anything, (body) =>
    answered(() => withJson({})).warehouse.call(things, { name: "a", body }),
  ),
  target("options of anything", anything, (options) =>
    answered(() => withJson({})).warehouse.tables.get(table, options as never),
  ),
  ofText("base addresses", (address) => createClient({ baseUrl: address })),
  ofText("path parameters", (name) => answered(() => withJson({})).warehouse.call(things, { name, body: 1 })),
  ofText("path templates", (path) => defineMethod({ name: "a", http: `GET /${path}` as "GET /a" })),
  ofText("fields of a list", (fields) =>
    answered(() => withJson({}))
      .warehouse.tables.list(table, { query: { fields } })
      .firstPage(),
  ),
  ofText("searches", (text) =>
    answered(() => withJson({})).entities.search({ query: text, ids: [text], languages: text, types: [text] }),
  ),
  ofText("masks", (text) => parseUpdateMask(text)),
  target(
    "masks with bodies",
    fc.tuple(
      fc.array(fc.oneof(texts, fc.constantFrom("labels", "labels.a", "config.nodeCount")), { maxLength: 3 }),
      jsonWith("labels", "config", "nodeCount"),
    ),
    ([paths, body]) => environmentUpdate.fromMask(paths as never, body as never),
    (text): [string[], unknown] => [[text, `labels.${text}`], {}],
  ),
  ofText("image versions", (text) => parseImageVersion(text)),
  ofText("two image versions", (text) => compareImageVersions(text, `composer-${text}-airflow-${text}`)),
  ofText("names of environments", (text) => parseEnvironmentName(text)),
  ofText("references of tables", (text) => parseTableReference(text)),
  ofText("integers", (text) => int64(text)),
  ofText("decimal types", (text) => decimalRange({ type: "NUMERIC", precision: text as never, scale: text as never })),
  target(
    "schemas",
    jsonWith("name", "type", "mode", "fields", "STRING"),
    (json) => defineSchema(json as never),
    (text) => [{ name: text, type: text }],
  ),
  ofText("entity ids", (text) => entityId(text)),
  target(
    "terms",
    fc.tuple(texts, jsonWith("@vocab", "kg", "http://schema.org/")),
    ([term, context]) => [
      expandTerm(term, context as never),
      compactTerm(term, context as never),
      localized(context as never, "de"),
    ],
    (text): [string, unknown] => [text, { "@vocab": text, kg: text }],
  ),
  ofText("user info", (text) => decodeUserInfo(text)),
  ofText("access tokens", (text) => {
    if (isHeader("a", text)) findAccessToken(new Request(baseUrl, { headers: { authorization: text } }));
  }),
  target(
    "documents",
    documents,
    (document) => {
      for (const naming of [undefined, googleNaming]) {
        checkSecurity(document as never, { naming });
        readSecurity(document as never, { naming });
      }
      effectiveSecurity(document as never, "GET", "/a");
    },
    (text) => ({
      openapi: "3.1.0",
      servers: [{ url: text, "x-google-endpoint": {} }],
      paths: { [`/${text}`]: { get: {} } },
    }),
  ),
  target(
    "requests to the sandbox",
    fc.tuple(
      texts,
      fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE"),
      fc.oneof(
        texts,
        jsonWith(...TABLE_WORDS).map((json) => JSON.stringify(json)),
      ),
    ),
    async ([path, method, body]) => {
      const sandbox = createSandbox();
      sandbox.warehouse.tables.add({ tableReference: table });
      sandbox.environments.add({ name: environment });
      const paths = [
        `/${path}`,
        "/bigquery/v2/projects/p/datasets",
        `/bigquery/v2/projects/p/datasets?filter=${encoded(path)}`,
        "/bigquery/v2/projects/p/datasets/d/tables/t",
        "/bigquery/v2/projects/p/datasets/d/tables",
        "/bigquery/v2/projects/p/datasets/d/tables/t:setIamPolicy",
        `/v1beta1/${environment}?updateMask=${encoded(path)}`,
        `/v1/entities:search?query=${encoded(path)}`,
      ];
      for (const each of paths) {
        const init = method === "GET" ? { method } : { method, body };
        if (!URL.canParse(each, sandbox.baseUrl)) continue;
        sent += 1;
        const response = await sandbox.fetch(each, init);
        if (response.status >= 500) throw new Error(`${response.status} ${await response.text()}`);
      }
    },
    (text): [string, "PATCH", string] => [text, "PATCH", JSON.stringify({ description: text })],
  ),
];

/** Returns a text as a query value, even if it contains an unpaired surrogate. */
const encoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);

function isHeader(name: string, value = ""): boolean {
  try {
    new Headers({ [name]: value });
    return true;
  } catch {
    return false;
  }
}

function jsonable(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return null;
  }
}
