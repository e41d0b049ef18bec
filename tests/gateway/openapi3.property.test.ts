import fc from "fast-check";
import {
  type IssuerDefinition,
  isFourfoldError,
  jwtSecurity,
  readSecurity,
  type SecurityRequirement,
  secureDocument,
  withAccessToken,
} from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";

const sandbox = createSandbox();
const jwksUri = "https://users.test/keys";
const own = { users: { issuer: "https://users.test", audiences: ["shop"], jwksUri } };

/** Calls a function; returns its result, or the rules of the issues that it reports. */
function attempt<T>(work: () => T): { readonly result?: T; readonly rules?: readonly string[] } {
  try {
    return { result: work() };
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return { rules: error.issues.map(({ rule }) => rule) };
  }
}

interface Wanted {
  readonly kind: "none" | "valid" | "expired" | "other-audience" | "malformed";
  readonly isRequired: boolean;
  readonly isInPlace: boolean;
  readonly operation: number;
  readonly below: string;
}
const anyRequest: fc.Arbitrary<Wanted> = fc.record({
  kind: fc.constantFrom("none", "valid", "valid", "expired", "other-audience", "malformed"),
  isRequired: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  isInPlace: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  operation: fc.nat(),
  below: fc.constantFrom("", "", "", "", "", "/nope"),
});

/** A request to an operation of an API. The token may be another than the required one, or be sent at another location. */
async function requestTo(api: AnyApi, { kind, isRequired, isInPlace, operation, below }: Wanted): Promise<Request> {
  const chosen = api.operations[operation % api.operations.length];
  const url = new URL(`https://${api.host}${api.basePath}${chosen?.path.replace("{id}", "7")}${below}`);
  const method = chosen?.method ?? "get";
  const request = new Request(url, { method });
  if (kind === "none") return request;
  const [required = "users"] = Object.keys((chosen?.security ?? api.security ?? [])[0] ?? {});
  const definition = api.definitions[isRequired ? required : "lab"];
  const aud = kind === "other-audience" ? "elsewhere" : (definition?.audiences[0] ?? api.host);
  const claims = { iss: definition?.issuer ?? "https://ghost.test", aud, sub: "ada" };
  const wrong = kind === "expired" ? kind : undefined;
  const token = kind === "malformed" ? "a.b" : await sandbox.issuer.token(claims, { wrong });
  const [place] = (isInPlace && definition?.locations) || [];
  if (place === undefined) return withAccessToken(request, token, { in: operation % 3 === 0 ? "query" : "header" });
  if ("header" in place)
    return new Request(url, { method, headers: { [place.header]: (place.valuePrefix ?? "") + token } });
  url.searchParams.set(place.query, token);
  return new Request(url, { method });
}

test("a gateway treats an API in OpenAPI 2.0 and in OpenAPI 3 alike, in both generations", async () => {
  const statuses = new Map<number, number>();
  const backend = ({ headers }: Request) =>
    new Response(JSON.stringify([...headers].filter(([name]) => name !== "date")));
  await fc.assert(
    fc.asyncProperty(anyApi, anyRequest, fc.constantFrom("current", "earlier"), async (api, wanted, generation) => {
      const request = await requestTo(api, wanted);
      const responses = await Promise.all(
        [toVersion2(api), toVersion3(api)].map(async (document) => {
          const options = { document, backend, generation, standInForIssuers: true };
          const { result: gateway, rules } = attempt(() => sandbox.gateway(options));
          if (gateway === undefined) return { rules };
          const response = await gateway(request.clone());
          return { status: response.status, headers: [...response.headers], body: await response.text() };
        }),
      );
      expect(responses[1]).toEqual(responses[0]);
      const status = responses[0]?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200 || generation === "earlier") return;
      const isCaller = responses[0]?.body?.includes("x-apigateway-api-userinfo");
      if (isCaller) statuses.set(1, (statuses.get(1) ?? 0) + 1);
    }),
    propertyRuns(75),
  );
  // Asserts that the random cases are not trivial: they include callers (1), rejected documents (0), and each status.
  for (const status of [0, 1, 200, 401, 403, 404]) expect(statuses.get(status)).toBeGreaterThan(0);
});

test("readSecurity returns the same for all versions of a document", () => {
  fc.assert(
    fc.property(anyApi, (api) => {
      const [two, three] = [toVersion2(api), toVersion3(api)];
      expect(readSecurity(three)).toEqual(readSecurity(two));
    }),
    propertyRuns(100),
  );
});

test("secureDocument changes both versions alike, is idempotent, and does not change its input", () => {
  let secured = 0;
  fc.assert(
    fc.property(anyApi, fc.boolean(), fc.boolean(), (api, atApi, isOpen) => {
      const security = jwtSecurity({ definitions: own });
      const { method = "", path = "" } = api.operations[0] ?? {};
      const operations = isOpen ? { [`${method.toUpperCase()} ${path}`]: [] } : {};
      const versions = [toVersion2(api), toVersion3(api)].map((document) => {
        const before = structuredClone(document);
        const once = attempt(() => secureDocument(document, security, { operations, api: atApi }));
        expect(document).toEqual(before);
        if (once.result !== undefined) {
          const twice = secureDocument(once.result, security, { operations, api: atApi });
          expect(JSON.stringify(twice)).toBe(JSON.stringify(once.result));
          const {
            paths,
            security: section,
            components,
            securityDefinitions,
            ...rest
          } = before as typeof before & {
            components?: object;
            securityDefinitions?: object;
          };
          expect(once.result).toMatchObject(rest);
          if (components) expect(once.result).toMatchObject({ components: { schemas: { Order: { type: "object" } } } });
        }
        return once;
      });
      const [two, three] = versions;
      expect(three?.rules).toEqual(two?.rules);
      if (two?.result === undefined || three?.result === undefined) return;
      secured += 1;
      expect(readSecurity(three.result)).toEqual(readSecurity(two.result));
    }),
    propertyRuns(100),
  );
  expect(secured).toBeGreaterThan(50);
});

type Section = readonly SecurityRequirement[];

/** An API that every version of OpenAPI can describe. */
interface AnyApi {
  readonly definitions: Readonly<Record<string, IssuerDefinition>>;
  readonly hasKey: boolean;
  readonly host: string;
  readonly basePath: string;
  readonly security: Section | undefined;
  readonly operations: readonly {
    readonly path: string;
    readonly method: string;
    readonly security: Section | undefined;
  }[];
}

const issuers = { users: "https://users.test", staff: "staff@project.test", lab: "https://securetoken.google.com/lab" };
const names = Object.keys(issuers) as (keyof typeof issuers)[];
const locations = fc.uniqueArray(
  fc.constantFrom(
    { header: "x-token" },
    { header: "Authorization", valuePrefix: "Bearer " },
    { header: "x-other", valuePrefix: "" },
    { query: "t" },
  ),
  { minLength: 1, maxLength: 3 },
);
const definition = (name: keyof typeof issuers) =>
  fc
    .record({
      audiences: fc.uniqueArray(fc.constantFrom("shop", "lab", "https://h.test/"), { maxLength: 2 }),
      locations: fc.option(locations, { nil: undefined, freq: 2 }),
      hasKeys: fc.boolean(),
    })
    .map(({ hasKeys, ...rest }): [string, IssuerDefinition] => [
      name,
      { issuer: issuers[name], ...(hasKeys ? { jwksUri: `https://${name}.test/keys` } : {}), ...rest },
    ]);

/** A security section. It may have combinations that the gateways do not support. */
const sectionOf = (known: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 1 }) },
        { weight: 2, arbitrary: fc.constantFrom(...known).map((name) => [...new Set([name, known.at(-1) ?? name])]) },
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...known), { maxLength: 2 }) },
      ),
      { maxLength: 3 },
    )
    .map((alternatives): Section => alternatives.map((each) => Object.fromEntries(each.map((name) => [name, []]))));

/** APIs with definitions, an API key, a base path, and sections of the API and of operations. */
const anyApi: fc.Arbitrary<AnyApi> = fc
  .record({ used: fc.subarray(names, { minLength: 1 }), hasKey: fc.boolean() })
  .chain(({ used, hasKey }) => {
    const section = fc.option(sectionOf([...used, ...(hasKey ? ["key"] : [])]), { nil: undefined, freq: 3 });
    return fc.record({
      definitions: fc.tuple(...used.map(definition)).map((entries) => Object.fromEntries(entries)),
      hasKey: fc.constant(hasKey),
      host: fc.constantFrom("h.test", "api.shop.test"),
      basePath: fc.constantFrom("", "/v1", "/v1/shop"),
      security: section,
      operations: fc.uniqueArray(
        fc.record({
          path: fc.constantFrom("/orders", "/orders/{id}", "/health"),
          method: fc.constantFrom("get", "post", "delete"),
          security: section,
        }),
        { minLength: 1, maxLength: 5, selector: ({ path, method }) => `${method} ${path}` },
      ),
    });
  });

const key = { type: "apiKey", in: "query", name: "key" };
const extras = { info: { title: "Shop", version: "1" }, "x-note": [1, { a: null }] };

function pathsOf({ operations }: AnyApi) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, security } of operations) {
    paths[path] = { ...paths[path], [method]: { operationId: `${method}${path}`, ...(security && { security }) } };
  }
  return paths;
}

/** Writes an API in OpenAPI 2.0, with Google's extensions. */
function toVersion2(api: AnyApi) {
  const { definitions, hasKey, host, basePath, security } = api;
  const securityDefinitions = Object.entries(definitions).map(([name, { issuer, jwksUri, audiences, locations }]) => [
    name,
    {
      type: "oauth2",
      flow: "implicit",
      authorizationUrl: "",
      "x-google-issuer": issuer,
      ...(jwksUri && { "x-google-jwks_uri": jwksUri }),
      ...(audiences.length > 0 && { "x-google-audiences": audiences.join(", ") }),
      ...(locations && {
        "x-google-jwt-locations": locations.map((each) =>
          JSON.parse(JSON.stringify(each).replace("valuePrefix", "value_prefix")),
        ),
      }),
    },
  ]);
  return {
    swagger: "2.0",
    ...extras,
    host,
    ...(basePath && { basePath }),
    ...(security && { security }),
    paths: pathsOf(api),
    securityDefinitions: { ...Object.fromEntries(securityDefinitions), ...(hasKey && { key }) },
  };
}

/** Writes an API in OpenAPI 3, with Google's extensions. */
function toVersion3(api: AnyApi) {
  const { definitions, hasKey, host, basePath, security } = api;
  const securitySchemes = Object.entries(definitions).map(([name, { issuer, jwksUri, audiences, locations }]) => [
    name,
    {
      type: "oauth2",
      flows: { implicit: { authorizationUrl: "", scopes: {} } },
      "x-google-auth": {
        issuer,
        ...(jwksUri && { jwksUri }),
        ...(audiences.length > 0 && { audiences }),
        ...(locations && { jwtLocations: locations }),
      },
    },
  ]);
  return {
    openapi: "3.0.4",
    ...extras,
    servers: [{ url: "https://other.test/v2" }, { url: `https://${host}${basePath}/`, "x-google-endpoint": {} }],
    ...(security && { security }),
    components: {
      schemas: { Order: { type: "object" } },
      securitySchemes: { ...Object.fromEntries(securitySchemes), ...(hasKey && { key }) },
    },
    paths: pathsOf(api),
  };
}
