// Secure an OpenAPI document in YAML: its comments and the order of its keys are kept.
import { checkSecurity, effectiveSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
import { parseDocument } from "yaml";

const file = `openapi: 3.1.0
info: { title: shop, version: "1" }
servers:
  - url: https://api.shop.example
    x-google-endpoint: {} # the address of the gateway
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: key } # for quotas
security:
  - key: []
paths:
  /echo:
    get:
      operationId: echo # who is calling
      responses: { "200": { description: ok } }
  /health:
    get: { operationId: health, responses: { "200": { description: ok } } }
`;

const yaml = parseDocument(file);
const security = jwtSecurity({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
  },
});
const backends = { run: "https://echo.example" }; // in OpenAPI 2.0, only x-google-backend is written
const secured: Readonly<Record<string, unknown>> & ReturnType<typeof secureDocument> = secureDocument(
  yaml.toJS() as object,
  security,
  { backends, operations: { "GET /health": [] } },
);

// Only changes are written, each at its position.
for (const name of Object.keys(security.securityDefinitions)) {
  const path = ["components", "securitySchemes", name];
  yaml.setIn(path, yaml.createNode(secured.components?.securitySchemes[name]));
}
for (const key of ["security", "x-google-api-management", "x-google-backend"]) {
  yaml.set(key, yaml.createNode(secured[key]));
}
yaml.setIn(["paths", "/health", "get", "security"], yaml.createNode([]));

console.log(yaml.toString());
console.log(checkSecurity(yaml.toJS() as object, { gateway: "api-gateway" }).map(({ id }) => id));
console.log(`GET /health needs ${JSON.stringify(effectiveSecurity(yaml.toJS() as object, "GET", "/health"))}`);
