import { securityChanges } from "fourfold/gateway";
import { expect, test } from "vitest";
import { isLinear } from "../support/is-linear.js";
import { createTerminal, fourfold } from "./fake-terminal.js";

/** Returns the lines that two texts do not share, in order: `-` before a removed one, `+` before an added one. */
function lineDiff(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  /** Length of the longest common subsequence of the lines from two positions on. */
  const common = old.map(() => now.map(() => 0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i] ?? [];
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) lines.push(`-${old[i++]}`);
    else lines.push(`+${now[j++]}`);
  }
  return lines.join("\n");
}

const yaml = `# The API of the shop.
openapi: 3.0.4   # since November
info: {title: Shop, version: "1"}

servers:
  - url: https://api.shop.test/v1
    x-google-endpoint: {}   # the gateway
components:
  schemas:   # what is sold
    Order: {type: object}
  securitySchemes:
    # for quotas
    key: {type: apiKey, in: query, name: key}
paths:
  /orders:   # what was bought
    get:
      operationId: 'listOrders'
  /health:
    get:
      operationId: health
      security: []
security:
  - key: [] # every caller
`;
const json = `{
  "openapi": "3.1.0",
  "info": { "title": "Shop",   "version": "1" },
  "paths": {
    "/orders": { "get": { "operationId": "listOrders" } },
    "/health": {
      "get": {}
    }
  },
  "components": {
    "schemas": { "Order": { "maximum": 1.50 } }
  }
}
`;
const added = ["--project", "shop", "--issuer", "https://issuer.test", "--jwks-uri", "https://issuer.test/keys"];

async function secure(name: string, text: string, ...flags: string[]) {
  const { code, out, err } = await fourfold(["secure", name, ...flags], { files: { [name]: text } });
  expect(code).toBe(0);
  return { out, err };
}

test("secure keeps comments and order in YAML of OpenAPI 3", async () => {
  const { out, err } = await secure("api.yaml", yaml, ...added, "--operation", "GET /health=key");
  expect(lineDiff(yaml, out)).toMatchInlineSnapshot(`
    "-openapi: 3.0.4   # since November
    +openapi: 3.0.4 # since November
    -    x-google-endpoint: {}   # the gateway
    +    x-google-endpoint: {} # the gateway
    -  schemas:   # what is sold
    +  schemas:
    +    # what is sold
    +    users:
    +      type: oauth2
    +      flows:
    +        implicit:
    +          authorizationUrl: ""
    +          scopes: {}
    +      x-google-auth:
    +        issuer: https://issuer.test/shop
    +        jwksUri: https://issuer.test/keys
    +        audiences:
    +          - shop
    -  /orders:   # what was bought
    +  /orders:
    +    # what was bought
    -      security: []
    +      security: [{key: []}]
    +    users: []"
  `);
  expect(err).toMatchInlineSnapshot(`
    "Who may call, before -> after:
      GET /orders: key -> key and users
      GET /health: anyone -> key
    "
  `);
  expect((await secure("api.yaml", out, ...added, "--operation", "GET /health=key")).out).toBe(out);
});

test("secure keeps the formatting of JSON of OpenAPI 3", async () => {
  const { out, err } = await secure("api.json", json, ...added, "--operation", "GET /health=");
  expect(lineDiff(json, out)).toMatchInlineSnapshot(`
    "-      "get": {}
    +      "get": {
    +        "security": []
    +      }
    -    "schemas": { "Order": { "maximum": 1.50 } }
    -  }
    +    "schemas": { "Order": { "maximum": 1.50 } },
    +    "securitySchemes": {
    +      "users": {
    +        "type": "oauth2",
    +        "flows": {
    +          "implicit": {
    +            "authorizationUrl": "",
    +            "scopes": {}
    +          }
    +        },
    +        "x-google-auth": {
    +          "issuer": "https://issuer.test/shop",
    +          "jwksUri": "https://issuer.test/keys",
    +          "audiences": [
    +            "shop"
    +          ]
    +        }
    +      }
    +    }
    +  },
    +  "security": [
    +    {
    +      "users": []
    +    }
    +  ]"
  `);
  expect(err).toBe("Who may call, before -> after:\n  GET /orders: anyone -> users\n");
  expect((await secure("api.json", out, ...added, "--operation", "GET /health=")).out).toBe(out);
});

const paths = { "/orders": { get: {} }, "/health": { get: { security: [] } }, "/old": { get: {} } };
const scheme2 = {
  type: "oauth2",
  flow: "implicit",
  authorizationUrl: "",
  "x-google-issuer": "https://issuer.test",
  "x-google-jwks_uri": "https://issuer.test/keys",
};
const old = {
  swagger: "2.0",
  host: "api.shop.test",
  basePath: "/v1",
  paths,
  securityDefinitions: { users: scheme2, staff: { ...scheme2, "x-google-issuer": "https://staff.test" } },
  security: [{ users: [] }, { staff: [] }],
};
const scheme3 = (issuer: string) => ({
  type: "oauth2",
  flows: { implicit: { authorizationUrl: "", scopes: {} } },
  "x-google-auth": { issuer, jwksUri: "https://issuer.test/keys", audiences: ["api.shop.test"] },
});
const migrated = {
  openapi: "3.1.0",
  servers: [{ url: "https://api.shop.test/v1", "x-google-endpoint": {} }],
  paths,
  components: { securitySchemes: { users: scheme3("https://issuer.test"), staff: scheme3("https://staff.test") } },
  security: [{ staff: [] }, { users: [] }],
};
const compare = (next: object, ...flags: string[]) =>
  fourfold(["check", "old.json", "--against", "new.json", ...flags], {
    files: { "old.json": JSON.stringify(old), "new.json": JSON.stringify(next) },
  });

test("check --against proves that a migration changes no access", async () => {
  expect(await compare(migrated)).toEqual({ code: 0, out: "No difference in who may call 3 operations.\n", err: "" });
  expect(await compare(old)).toMatchObject({ code: 0, err: "" });
  const { code, out } = await compare(migrated, "--json");
  expect([code, JSON.parse(out)]).toEqual([0, []]);
});

test("check --against prints who may call which operation before and after, and returns 3", async () => {
  const { users } = migrated.components.securitySchemes;
  const next = {
    ...migrated,
    components: { securitySchemes: { users: { ...users, "x-google-auth": { issuer: "https://other.test" } } } },
    paths: { "/orders": { get: { security: [] } }, "/health": paths["/health"], "/new": { get: {} } },
    security: [{ users: [] }],
  };
  const { code, out, err } = await compare(next);
  expect([code, err]).toEqual([3, ""]);
  expect(out).toMatchInlineSnapshot(`
    "Definitions that changed, before -> after:
      users: issuer "https://issuer.test", audience "api.shop.test", keys "https://issuer.test/keys" -> issuer "https://other.test", audience "api.shop.test"
      staff: issuer "https://staff.test", audience "api.shop.test", keys "https://issuer.test/keys" -> (none)
    Who may call, before -> after:
      GET /orders: users or staff -> anyone
      GET /old: users or staff -> (none)
      GET /new: (none) -> users
    "
  `);
  const json = await compare(next, "--json");
  expect([json.code, JSON.parse(json.out)]).toEqual([3, JSON.parse(JSON.stringify(securityChanges(old, next)))]);
});

test("check --against prints paths with the base path if that differs", async () => {
  const servers = [{ url: "https://api.shop.test/v1" }]; // as a converter writes it
  const { out } = await compare({ ...migrated, servers });
  expect(out).toMatchInlineSnapshot(`
    "Who may call, before -> after:
      GET /v1/orders: users or staff -> (none)
      GET /v1/health: anyone -> (none)
      GET /v1/old: users or staff -> (none)
      GET /orders: (none) -> staff or users
      GET /health: (none) -> anyone
      GET /old: (none) -> staff or users
    "
  `);
});

test("check --against returns 3 if only the tokens of a definition differ", async () => {
  for (const auth of [{ jwksUri: "https://x.test" }, { jwtLocations: [{ query: "t" }] }, { audiences: ["x"] }]) {
    const { users } = migrated.components.securitySchemes;
    const changed = { ...users, "x-google-auth": { ...users["x-google-auth"], ...auth } };
    const securitySchemes = { ...migrated.components.securitySchemes, users: changed };
    const { code, out } = await compare({ ...migrated, components: { securitySchemes } });
    expect([code, out]).toEqual([
      3,
      expect.stringContaining('Definitions that changed, before -> after:\n  users: issuer "'),
    ]);
    expect(out).not.toContain("Who may call");
  }
});

test("check --against names the file of a problem", async () => {
  const { code, err } = await compare({ ...migrated, openapi: "3.2.0" });
  expect(code).toBe(1);
  expect(err).toBe('fourfold check: new.json: openapi: must be 3.0.x or 3.1.x, got "3.2.0" (openapi-document)\n');
  const missing = await fourfold(["check", "a.json", "--against", "b.json"], { files: { "a.json": "{}" } });
  expect(missing.err).toContain('a.json: swagger: must be the string "2.0"');
  expect(missing.err).toContain("b.json: no such file");
  expect(await compare(migrated, "--strict")).toMatchObject({ code: 2 });
});

test("check --against compares many operations in linear time", { timeout: 60_000 }, async () => {
  const withPaths = (document: object, size: number) => ({
    ...document,
    paths: Object.fromEntries(Array.from({ length: size }, (_, index) => [`/p${index}`, { get: {} }])),
  });
  const run = (size: number) => {
    const files = {
      "old.json": JSON.stringify(withPaths(old, size)),
      "new.json": JSON.stringify(withPaths(migrated, size)),
    };
    return () => fourfold(["check", "old.json", "--against", "new.json"], { files });
  };
  expect(await isLinear(2_000, run)).toBe(true);
});

test("check rejects OpenAPI 3 under a profile that does not support it, and names the option to pass", async () => {
  const files = { "a.json": JSON.stringify(migrated) };
  const { code, err } = await fourfold(["check", "a.json", "--naming", "vendor"], { files });
  expect(code).toBe(1);
  expect(err).toContain("openapi: is not supported under vendorNaming; pass --naming google (openapi-document)");
});

test("check reports extensions that a converter left in the form of OpenAPI 2.0", async () => {
  const { type, flow, authorizationUrl, ...legacy } = scheme2;
  const converted = { ...migrated, components: { securitySchemes: { users: { type, flows: {}, ...legacy } } } };
  const { code, out } = await fourfold(["check", "a.json"], { files: { "a.json": JSON.stringify(converted) } });
  expect(code).toBe(1);
  expect(out).toContain("error legacy-extension at /components/securitySchemes/users/x-google-issuer\n");
});

test("gateway signs tokens for the host of an OpenAPI 3 document", async () => {
  const { audiences, ...auth } = migrated.components.securitySchemes.users["x-google-auth"];
  const securitySchemes = { users: { ...migrated.components.securitySchemes.users, "x-google-auth": auth } };
  const document = { ...migrated, components: { securitySchemes }, security: [{ users: [] }] };
  const terminal = createTerminal({ files: { "api.json": JSON.stringify(document) } });
  terminal.stop();
  const argv = ["gateway", "api.json", "--backend", "http://127.0.0.1:1", "--port", "0", "--issuer", "sandbox"];
  const { code, out } = await terminal.run(...argv);
  expect(code).toBe(0);
  const [, payload = ""] = /Bearer [^.]+\.([^.]+)/.exec(out) ?? [];
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    iss: "https://issuer.test",
    aud: audiences[0],
  });
});
