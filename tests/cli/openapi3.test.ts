import { expect, test } from "vitest";
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
const added = ["--issuer", "https://issuer.test", "--audience", "shop", "--jwks-uri", "https://issuer.test/keys"];

async function secure(name: string, text: string, ...flags: string[]) {
  const { code, out, err } = await fourfold(["secure", name, ...flags], { files: { [name]: text } });
  expect(code).toBe(0);
  return { out, err };
}

test("secure keeps comments and order in YAML of OpenAPI 3", async () => {
  const { out } = await secure("api.yaml", yaml, ...added);
  expect(lineDiff(yaml, out)).toMatchInlineSnapshot(`
    "-openapi: 3.0.4   # since November
    -info: {title: Shop, version: "1"}
    +openapi: 3.0.4 # since November
    +info: { title: Shop, version: "1" }
    -    x-google-endpoint: {}   # the gateway
    +    x-google-endpoint: {} # the gateway
    -  schemas:   # what is sold
    -    Order: {type: object}
    +  schemas:
    +    # what is sold
    +    Order: { type: object }
    -    key: {type: apiKey, in: query, name: key}
    +    key: { type: apiKey, in: query, name: key }
    +    users:
    +      type: oauth2
    +      flows:
    +        implicit:
    +          authorizationUrl: ""
    +          scopes: {}
    +      x-google-auth:
    +        issuer: https://issuer.test
    +        jwksUri: https://issuer.test/keys
    +        audiences:
    +          - shop
    -  /orders:   # what was bought
    +  /orders:
    +    # what was bought
    +    users: []"
  `);
  expect((await secure("api.yaml", out, ...added)).out).toBe(out);
});

test("secure prints JSON of OpenAPI 3 with two spaces", async () => {
  const { out } = await secure("api.json", json, ...added);
  expect(lineDiff(json, out)).toMatchInlineSnapshot(`
    "-  "info": { "title": "Shop",   "version": "1" },
    +  "info": {
    +    "title": "Shop",
    +    "version": "1"
    +  },
    -    "/orders": { "get": { "operationId": "listOrders" } },
    +    "/orders": {
    +      "get": {
    +        "operationId": "listOrders"
    +      }
    +    },
    -    "schemas": { "Order": { "maximum": 1.50 } }
    -  }
    +    "schemas": {
    +      "Order": {
    +        "maximum": 1.5
    +      }
    +    },
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
    +          "issuer": "https://issuer.test",
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
  expect((await secure("api.json", out, ...added)).out).toBe(out);
});

const paths = { "/orders": { get: {} }, "/health": { get: { security: [] } }, "/old": { get: {} } };
const scheme2 = {
  type: "oauth2",
  flow: "implicit",
  authorizationUrl: "",
  "x-google-issuer": "https://issuer.test",
  "x-google-jwks_uri": "https://issuer.test/keys",
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
test("check rejects OpenAPI 3 under a profile that does not support it, and names the option to pass", async () => {
  const files = { "a.json": JSON.stringify(migrated) };
  const { code, err } = await fourfold(["check", "a.json", "--naming", "vendor"], { files });
  expect(code).toBe(1);
  expect(err).toContain(
    "openapi: is not supported by the naming profile; pass naming: googleNaming (openapi-document)",
  );
});

test("check reports extensions that a converter left in the form of OpenAPI 2.0", async () => {
  const { type, flow, authorizationUrl, ...legacy } = scheme2;
  const converted = { ...migrated, components: { securitySchemes: { users: { type, flows: {}, ...legacy } } } };
  const { code, out } = await fourfold(["check", "a.json"], { files: { "a.json": JSON.stringify(converted) } });
  expect(code).toBe(1);
  expect(out).toContain("error issuer-empty at /components/securitySchemes/users\n");
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
