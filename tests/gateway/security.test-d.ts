import { type JwtDefinition, jwtSecurity, readSecurity, secureDocument } from "fourfold/gateway";
import type { DefinitionNames, OperationSecurity } from "../../src/gateway/secure-document.js";

const document = { swagger: "2.0", paths: { "/echo": { get: {} } } };
const security = jwtSecurity({
  definitions: { users: { projectId: "p", issuerBase: "https://i.test" }, staff: { issuer: "s", audiences: "a" } },
});

secureDocument(document, security, {
  operations: { "GET /echo": ["users", ["users", "staff"]] },
}).paths["/echo"].get;
// @ts-expect-error the document has no such path
secureDocument(document, security, { operations: { "GET /nope": ["users"] } });
// @ts-expect-error nor such a method
secureDocument(document, security, { operations: { "GET /echo": ["users"], "POST /echo": [] } });
const anyOperations: Record<string, OperationSecurity<"users">> = {};
secureDocument(document, security, { operations: anyOperations });
const anyPaths = { swagger: "2.0", paths: {} as Record<string, { get: object }> };
secureDocument(anyPaths, security, { operations: { "GET /any": ["users"] } });
secureDocument({ swagger: "2.0" }, security, { operations: { "GET /any": ["users"] } });
// @ts-expect-error no definition has this name
secureDocument(document, security, { operations: { "GET /echo": ["user"] } });
// @ts-expect-error nor this one
secureDocument(document, security, { operations: { "GET /echo": [["users", "admins"]] } });
const withKey = { ...document, securityDefinitions: { key: { type: "apiKey" } } };
secureDocument(withKey, security, { operations: { "GET /echo": ["users", ["staff", "key"]] } }).security.length;
// @ts-expect-error neither the document nor security has a definition with this name
secureDocument(withKey, security, { operations: { "GET /echo": ["keys"] } });
secureDocument(JSON.parse("{}") as object, security, { operations: { "GET /echo": ["any"] } });

const document3 = {
  openapi: "3.1.0",
  components: { schemas: { Order: {} }, securitySchemes: { key: { type: "apiKey" } } },
  paths: { "/echo": { get: {}, trace: {}, parameters: [] }, "x-note": { get: {} } },
};
const secured3 = secureDocument(document3, security, {
  operations: { "GET /echo": [["staff", "key"]], "TRACE /echo": [] },
});
secured3.components.schemas.Order satisfies object;
secured3.components.securitySchemes.key.type satisfies string;
secured3.components.securitySchemes.users satisfies object | undefined;
secured3.paths["/echo"].parameters satisfies never[];
// @ts-expect-error OpenAPI 3 has its definitions in components
secured3.securityDefinitions;
// @ts-expect-error OpenAPI 2.0 has them in securityDefinitions
secureDocument(document, security).components;
// @ts-expect-error the version of this document is unknown
secureDocument(JSON.parse("{}") as object, security).securityDefinitions.users;
secureDocument(JSON.parse("{}") as object, security).components?.securitySchemes.users;
// @ts-expect-error the document has no such path
secureDocument(document3, security, { operations: { "GET /nope": [] } });
// @ts-expect-error parameters are not a method
secureDocument(document3, security, { operations: { "PARAMETERS /echo": [] } });
// @ts-expect-error an extension is not a path
secureDocument(document3, security, { operations: { "GET x-note": [] } });
// @ts-expect-error neither the document nor security has a definition with this name
secureDocument(document3, security, { operations: { "GET /echo": ["keys"] } });
const traced2 = { swagger: "2.0", paths: { "/echo": { get: {}, trace: {} } } };
// @ts-expect-error trace is not a method of OpenAPI 2.0
secureDocument(traced2, security, { operations: { "TRACE /echo": [] } });
"key" satisfies DefinitionNames<typeof document3>;
// @ts-expect-error there is no such definition
"keys" satisfies DefinitionNames<typeof document3>;
// @ts-expect-error the document has no definition
"any" satisfies DefinitionNames<typeof document>;
"any" satisfies DefinitionNames<object>;
"any" satisfies DefinitionNames<{ openapi: string; components: object }>;
"any" satisfies DefinitionNames<{ openapi: string; components?: { securitySchemes?: Record<string, object> } }>;
// @ts-expect-error the components have no definitions
"any" satisfies DefinitionNames<{ openapi: string; components: { schemas: object } }>;
secureDocument(document, security, { api: true }).security.length;
// @ts-expect-error without a requirement at API level, the document may have no section
secureDocument(document, security, { api: false }).security.length;
// @ts-expect-error a definition has a project or an issuer
jwtSecurity({ definitions: { users: { jwksUri: "https://a.test" } } });
// @ts-expect-error an issuer comes with its audiences
jwtSecurity({ definitions: { users: { issuer: "https://a.test" } } });
// @ts-expect-error Did you mean to write 'jwksUri'?
jwtSecurity({ definitions: { users: { issuer: "x", audiences: "y", jwksUrl: "z" } } });
// @ts-expect-error the definition of a project has no property "jwksUrl" either
jwtSecurity({ definitions: { users: { projectId: "p", issuerBase: "https://i.test", jwksUrl: "z" } } });
// @ts-expect-error an issuer in full has no project
jwtSecurity({ definitions: { users: { issuer: "x", audiences: "y", projectId: "p" } } });
// @ts-expect-error the audience of a project's tokens is its id
jwtSecurity({ definitions: { users: { projectId: "p", issuerBase: "https://i.test", audiences: "y" } } });
// @ts-expect-error a location has valuePrefix
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
