import { jwtSecurity, secureDocument } from "fourfold/gateway";

const document = { swagger: "2.0", paths: { "/echo": { get: {} } } };
const security = jwtSecurity({
  definitions: { users: { projectId: "p", issuerBase: "https://i.test" }, staff: { issuer: "s", audiences: "a" } },
});

secureDocument(document, security, {
  operations: { "GET /echo": ["users", ["users", "staff"]], "POST /open": [] },
}).paths["/echo"].get;
// @ts-expect-error no definition has this name
secureDocument(document, security, { operations: { "GET /echo": ["user"] } });
// @ts-expect-error nor this one
secureDocument(document, security, { operations: { "GET /echo": [["users", "admins"]] } });
// @ts-expect-error a definition has a project or an issuer
jwtSecurity({ definitions: { users: { jwksUri: "https://a.test" } } });
// @ts-expect-error an issuer comes with its audiences
jwtSecurity({ definitions: { users: { issuer: "https://a.test" } } });
security.securityDefinitions.users;
// @ts-expect-error there is no such definition
security.securityDefinitions.admins;
