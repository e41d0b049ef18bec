import { type JwtDefinition, jwtSecurity, readSecurity, secureDocument } from "fourfold/gateway";

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
const withKey = { ...document, securityDefinitions: { key: { type: "apiKey" } } };
secureDocument(withKey, security, { operations: { "GET /echo": ["users", ["staff", "key"]] } }).security.length;
// @ts-expect-error neither the document nor security has a definition with this name
secureDocument(withKey, security, { operations: { "GET /echo": ["keys"] } });
secureDocument(JSON.parse("{}") as object, security, { operations: { "GET /echo": ["any"] } });
secureDocument(document, security, { api: true }).security.length;
// @ts-expect-error without a requirement at API level, the document may have no section
secureDocument(document, security, { api: false }).security.length;
// @ts-expect-error a definition has a project or an issuer
jwtSecurity({ definitions: { users: { jwksUri: "https://a.test" } } });
// @ts-expect-error an issuer comes with its audiences
jwtSecurity({ definitions: { users: { issuer: "https://a.test" } } });
// @ts-expect-error Did you mean to write 'jwksUri'?
jwtSecurity({ definitions: { users: { issuer: "x", audiences: "y", jwksUrl: "z" } } });
// @ts-expect-error nor has the definition of a project a member of that name
jwtSecurity({ definitions: { users: { projectId: "p", issuerBase: "https://i.test", jwksUrl: "z" } } });
// @ts-expect-error an issuer in full has no project
jwtSecurity({ definitions: { users: { issuer: "x", audiences: "y", projectId: "p" } } });
// @ts-expect-error the audience of a project's tokens is its id
jwtSecurity({ definitions: { users: { projectId: "p", issuerBase: "https://i.test", audiences: "y" } } });
// @ts-expect-error a place has a valuePrefix
jwtSecurity({ definitions: { users: { issuer: "x", audiences: "y", locations: [{ header: "h", prefix: "z" }] } } });
const isReal: boolean = Math.random() < 2;
jwtSecurity({
  definitions: {
    users: { issuer: "x", audiences: "y" },
    ...(isReal ? { staff: { issuer: "s", audiences: "a" } } : {}),
  },
});
jwtSecurity({ definitions: {} as Readonly<Record<string, JwtDefinition>> }).securityDefinitions.any;
jwtSecurity({ definitions: readSecurity(document).definitions }).securityDefinitions.any;
security.securityDefinitions.users;
// @ts-expect-error there is no such definition
security.securityDefinitions.admins;
