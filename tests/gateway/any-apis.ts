import fc from "fast-check";
import type { IssuerDefinition, SecurityRequirement } from "fourfold/gateway";

type Section = readonly SecurityRequirement[];

/** An API that every version of OpenAPI can describe. */
export interface AnyApi {
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
export const anyApi: fc.Arbitrary<AnyApi> = fc
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
export function toVersion2(api: AnyApi) {
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
export function toVersion3(api: AnyApi) {
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
