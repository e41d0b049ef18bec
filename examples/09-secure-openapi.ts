// Secure an OpenAPI document: definitions, a requirement, what single operations ask for, and a second look.
import { checkSecurity, effectiveSecurity, jwtSecurity, secureDocument } from "fourfold";

const document = {
  swagger: "2.0",
  host: "api.shop.example",
  paths: { "/echo": { get: {}, post: {} }, "/health": { get: {} } },
};

// An identity platform's tokens for a project, and another issuer's in full. Either kind will do.
const security = jwtSecurity({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
    staff: { issuer: "https://staff.example", audiences: ["shop"], jwksUri: "https://staff.example/keys" },
  },
});

// The document is not changed: this is a new one. Names of definitions are typed.
const secured = secureDocument(document, security, {
  operations: { "POST /echo": [["users", "staff"]], "GET /health": [] },
});
console.log(JSON.stringify(secured.security));
console.log(`GET /echo needs ${JSON.stringify(effectiveSecurity(secured, "GET", "/echo"))}`);
console.log(`POST /echo needs ${JSON.stringify(effectiveSecurity(secured, "POST", "/echo"))}`);

for (const { severity, id, pointer, remedy } of checkSecurity(secured)) {
  console.log(`${severity} ${id} at ${pointer}: ${remedy}`);
}
