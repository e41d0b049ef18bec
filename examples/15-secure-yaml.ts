// Secure an OpenAPI document in YAML: its comments and the order of its keys are kept.
import { effectiveSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
import { parseDocument } from "yaml";

const file = `openapi: 3.1.0
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
  /health:
    get: { operationId: health }
`;

const yaml = parseDocument(file);
const security = jwtSecurity({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
  },
});
const secured = secureDocument(yaml.toJS() as object, security, { operations: { "GET /health": [] } });

// Only changes are written, each at its position.
for (const name of Object.keys(security.securityDefinitions)) {
  const path = ["components", "securitySchemes", name];
  yaml.setIn(path, yaml.createNode(secured.components?.securitySchemes[name]));
}
yaml.set("security", yaml.createNode(secured.security));
yaml.setIn(["paths", "/health", "get", "security"], yaml.createNode([]));

console.log(yaml.toString());
console.log(`GET /health needs ${JSON.stringify(effectiveSecurity(yaml.toJS() as object, "GET", "/health"))}`);
