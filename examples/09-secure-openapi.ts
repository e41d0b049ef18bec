// Secure an OpenAPI document: definitions, a requirement, exceptions for single operations, and a check of the result.
import { checkSecurity, effectiveSecurity, jwtSecurity, secureDocument } from "fourfold";

const document = {
  openapi: "3.1.0", // or swagger: "2.0"
  servers: [{ url: "https://api.shop.example", "x-google-endpoint": {} }],
  paths: { "/echo": { get: {}, post: {} }, "/health": { get: {} } },
};

// Tokens of an identity platform's project, or of another issuer. Either kind is accepted.
const security = jwtSecurity({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
    staff: { issuer: "https://staff.example", audiences: ["shop"], jwksUri: "https://staff.example/keys" },
  },
});

// The given document is not changed; the result is a new one. Names of definitions are typed.
const secured = secureDocument(document, security, {
  operations: { "POST /echo": ["staff"], "GET /health": [] },
});
console.log(JSON.stringify(secured.security));
console.log(`GET /echo needs ${JSON.stringify(effectiveSecurity(secured, "GET", "/echo"))}`);
console.log(`POST /echo needs ${JSON.stringify(effectiveSecurity(secured, "POST", "/echo"))}`);

for (const { severity, id, pointer, remedy } of checkSecurity(secured)) {
  console.log(`${severity} ${id} at ${pointer}: ${remedy}`);
}
