// Secure an OpenAPI document: definitions, a requirement, exceptions for single operations, and a check of the result.
import { checkSecurity, effectiveSecurity, jwtSecurity, secureDocument } from "fourfold";

const operation = (operationId: string) => ({ operationId, responses: { "200": { description: "ok" } } });
const rest = {
  info: { title: "shop", version: "1" },
  paths: {
    "/echo": { get: operation("read"), post: operation("write") },
    "/health": { get: operation("health") },
  },
};
// Cloud Endpoints requires the server, or the host in OpenAPI 2.0; API Gateway does not.
const servers = [{ url: "https://api.shop.example", "x-google-endpoint": {} }];
const document = { openapi: "3.1.0", servers, ...rest };

// Tokens of an identity platform's project, or of another issuer. Either kind is accepted.
const security = jwtSecurity({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
    staff: { issuer: "https://staff.example", audiences: ["shop"], jwksUri: "https://staff.example/keys" },
  },
});

// The given document is not changed; the result is a new one. Names of definitions are typed.
const options = {
  backends: { run: "https://echo.example" },
  operations: { "POST /echo": ["staff"], "GET /health": [] },
} as const;
const secured = secureDocument(document, security, options);
const older = secureDocument({ swagger: "2.0", host: "api.shop.example", ...rest }, security, options);
console.log(JSON.stringify(secured.security));
console.log(`GET /echo needs ${JSON.stringify(effectiveSecurity(secured, "GET", "/echo"))}`);
console.log(`POST /echo needs ${JSON.stringify(effectiveSecurity(secured, "POST", "/echo"))}`);

for (const gateway of ["api-gateway", "cloud-endpoints"] as const) {
  for (const each of [secured, older]) {
    for (const { severity, id, pointer } of checkSecurity(each, { gateway })) {
      console.log(`${gateway}: ${severity} ${id} at ${pointer}`);
    }
  }
}
