// Secure an API definition document in YAML: comments, order and quotes of what was there stay.
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

// Only what has changed is written, each thing in its own place.
for (const name of Object.keys(security.securityDefinitions)) {
  yaml.setIn(["securityDefinitions", name], yaml.createNode(secured.securityDefinitions[name]));
}
yaml.set("security", yaml.createNode(secured.security));
yaml.setIn(["paths", "/health", "get", "security"], yaml.createNode([]));

console.log(yaml.toString());
console.log(`GET /health needs ${JSON.stringify(effectiveSecurity(yaml.toJS() as object, "GET", "/health"))}`);
