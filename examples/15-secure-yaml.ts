// Secure an API definition document in YAML: existing comments, order and quotes are kept.
import { effectiveSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
import { parseDocument } from "yaml";

const file = `swagger: "2.0" # quoted, or it would be a number
host: api.shop.example
securityDefinitions:
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
  yaml.setIn(["securityDefinitions", name], yaml.createNode(secured.securityDefinitions?.[name]));
}
yaml.set("security", yaml.createNode(secured.security));
yaml.setIn(["paths", "/health", "get", "security"], yaml.createNode([]));

console.log(yaml.toString());
console.log(`GET /health needs ${JSON.stringify(effectiveSecurity(yaml.toJS() as object, "GET", "/health"))}`);
