import { type JwtDefinition, jwtSecurity, readSecurity, secureDocument } from "fourfold/gateway";

const document = { swagger: "2.0", paths: { "/echo": { get: {} } } };
const security = jwtSecurity({
  definitions: { users: { projectId: "p", issuerBase: "https://i.test" }, staff: { issuer: "s", audiences: "a" } },
});

const secured2 = secureDocument(document, security, { operations: { "GET /echo": ["users", ["users", "key"]] } });
secured2.paths["/echo"].get satisfies object;
secured2.securityDefinitions.users satisfies object | undefined;
const secured3 = secureDocument(
  { openapi: "3.1.0", components: { schemas: { Order: {} } }, paths: { "/echo": { get: {} } } },
  security,
);
secured3.components.schemas.Order satisfies object;
secured3.components.securitySchemes.users satisfies object | undefined;
// @ts-expect-error OpenAPI 3 has its definitions in components
secured3.securityDefinitions;
// @ts-expect-error OpenAPI 2.0 has them in securityDefinitions
secured2.components;
// @ts-expect-error the version of this document is unknown
secureDocument(JSON.parse("{}") as object, security).securityDefinitions.users;
secureDocument(JSON.parse("{}") as object, security).components?.securitySchemes.users;
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
