import { type } from "arktype";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import type { FastifyReply, FastifyRequest } from "fastify";
import { googleNaming, type Naming, vendorNaming } from "fourfold";
import {
  createTokenVerifier,
  findAccessToken,
  type JwtDefinition,
  jwtSecurity,
  readSecurity,
  secureDocument,
  withAccessToken,
} from "fourfold/gateway";
import {
  type CurrentUserInfo,
  decodeUserInfo,
  type EarlierUserInfo,
  type GatewayProduct,
  readUserInfo,
  type TokenClaims,
  type UserInfo,
} from "fourfold/gateway/user-info";
import type { Context, HonoRequest } from "hono";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import * as zod from "zod";
import * as z from "zod/mini";

declare const nodeHeaders: import("node:http").IncomingHttpHeaders;
declare const incoming: import("node:http").IncomingMessage;

expectTypeOf(decodeUserInfo("")).toEqualTypeOf<UserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "current" })).toEqualTypeOf<CurrentUserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "earlier" })).toEqualTypeOf<EarlierUserInfo>();
expectTypeOf(decodeUserInfo("").claims).toEqualTypeOf<TokenClaims>();
expectTypeOf(readUserInfo(nodeHeaders, { naming: vendorNaming })).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(incoming, { header: "X-Mine" })).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(incoming, { gateway: "cloud-endpoints" })).toEqualTypeOf<UserInfo | null>();
expectTypeOf<GatewayProduct>().toEqualTypeOf<"api-gateway" | "cloud-endpoints">();
expectTypeOf(
  readUserInfo(new Headers(), { gateway: "api-gateway", generation: "current" }),
).toEqualTypeOf<CurrentUserInfo | null>();

const options = { gateway: "api-gateway" } as const;
const verifier = createTokenVerifier({ definitions: { users: { issuer: "i", audiences: "a" } } });
declare const context: Context;
declare const typedContext: Context<{ Bindings: { DB: object }; Variables: { user: string } }>;
declare const ofExpress: { request: ExpressRequest; response: ExpressResponse };
declare const ofFastify: { request: FastifyRequest; reply: FastifyReply };
/** A request of Next's pages has `env`, and an app can add `ctx`. */
declare const extended: import("node:http").IncomingMessage & { env: Partial<Record<string, string>>; ctx: object };
declare const ofKoa: { req: import("node:http").IncomingMessage; headers: import("node:http").IncomingHttpHeaders };
/** The index signature of Koa's own type fits any record. */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of Koa
declare const ofKoaTypes: { [name: string]: any; req: import("node:http").IncomingMessage };
declare const pending: Promise<Headers>;

for (const source of [
  context.req.raw,
  ofExpress.request,
  ofExpress.request.headers,
  ofFastify.request,
  ofFastify.request.raw,
  ofFastify.request.headers,
  incoming,
  extended,
  ofKoa.req,
  ofKoa.headers,
  nodeHeaders,
  { "x-user": ["a"], "x-none": undefined },
  {} as Record<string, string>,
  {} as Readonly<Record<string, string | readonly string[] | undefined>>,
  await pending,
]) {
  readUserInfo(source, options);
  findAccessToken(source);
  verifier.verify(source);
}
withAccessToken(context.req.raw, "t");

// @ts-expect-error a context of Hono has a method get() for variables
readUserInfo(context, options);
// @ts-expect-error the same, with typed variables
readUserInfo(typedContext, options);
// @ts-expect-error a request of Hono has the Request in raw
readUserInfo(context.req as HonoRequest, options);
// @ts-expect-error a context of Koa has the request in req
readUserInfo(ofKoa, options);
// @ts-expect-error a context of Koa has the request in req
readUserInfo(ofKoaTypes, options);
// @ts-expect-error a response
readUserInfo(ofExpress.response, options);
// @ts-expect-error a response
readUserInfo(ofFastify.reply, options);
// @ts-expect-error headers() of Next 15 returns a promise
readUserInfo(pending, options);
// @ts-expect-error Next 15 adds the methods of the headers to the promise
readUserInfo({} as Promise<Headers> & Headers, options);
// @ts-expect-error an argument of a handler that contains the request
readUserInfo({ request: new Request("https://a.test") }, options);
// @ts-expect-error no headers
readUserInfo({ body: {} }, options);
// @ts-expect-error headers that might be absent
readUserInfo({} as { headers: Record<string, string> | undefined }, options);
// @ts-expect-error headers that might be absent
readUserInfo({} as { headers?: Record<string, string> }, options);
// @ts-expect-error no headers
readUserInfo({ headers: null }, options);
// @ts-expect-error a list
readUserInfo({ headers: [["x-user", "a"]] }, options);
// @ts-expect-error a list
readUserInfo(["x-user"], options);
// @ts-expect-error a string
readUserInfo("eyJ", options);
// @ts-expect-error a value of a header is a string
readUserInfo({ "x-user": 5 }, options);
// @ts-expect-error a query
readUserInfo(new URLSearchParams(), options);
// @ts-expect-error a form
readUserInfo(new FormData(), options);
// @ts-expect-error get() alone does not make headers
readUserInfo({ get: (name: string) => name }, options);
// @ts-expect-error a context with methods that are named as those of headers
readUserInfo({} as { env: object; get(name: string): string; has(name: string): boolean }, options);
// @ts-expect-error the same for every function that reads a request
findAccessToken(context);
// @ts-expect-error the same
findAccessToken(pending);
// @ts-expect-error the same
verifier.verify(context);
// @ts-expect-error the same
verifier.verify(pending);
// @ts-expect-error a context
withAccessToken(context, "t");
// @ts-expect-error a request of node:http
withAccessToken(incoming, "t");

const User = z.object({ sub: z.string(), role: z.literal("admin") });
expectTypeOf(decodeUserInfo("", { claims: User }).claims).toEqualTypeOf<{ sub: string; role: "admin" }>();
expectTypeOf(
  readUserInfo(new Request("http://a.test"), { header: "X-Mine", claims: User, generation: "earlier" }),
).toEqualTypeOf<EarlierUserInfo<{ sub: string; role: "admin" }> | null>();

// @ts-expect-error the trusted header is required
readUserInfo(incoming);
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, {});
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, { generation: "current" });
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, { gateway: undefined });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", header: "X-Mine" });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", naming: vendorNaming });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { naming: vendorNaming, header: "X-Mine" });
// @ts-expect-error a product, a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", naming: vendorNaming, header: "X-Mine" });
// @ts-expect-error another product
readUserInfo(incoming, { gateway: "google" });
// @ts-expect-error Google's products send different headers
readUserInfo(incoming, { naming: googleNaming });
// @ts-expect-error not a profile
readUserInfo(incoming, { naming: { userInfoHeader: "X-Caller" } });
declare const anyNaming: Naming;
// @ts-expect-error it may be googleNaming
readUserInfo(incoming, { naming: anyNaming });
readUserInfo(incoming, { gateway: "api-gateway", header: undefined, naming: undefined });

const info = decodeUserInfo("");
if (info.generation === "earlier") expectTypeOf(info.envelope.audiences).toEqualTypeOf<readonly string[] | undefined>();
// @ts-expect-error the current generation has no envelope
else info.envelope;
// @ts-expect-error there are two generations
decodeUserInfo("", { generation: "old" });

const ByValibot = v.object({ sub: v.string(), role: v.picklist(["admin", "guest"]) });
expectTypeOf(decodeUserInfo("", { claims: ByValibot }).claims).toEqualTypeOf<{
  sub: string;
  role: "admin" | "guest";
}>();
const ByArktype = type({ sub: "string", role: "'admin' | 'guest'" });
expectTypeOf(decodeUserInfo("", { claims: ByArktype }).claims).toEqualTypeOf<{
  sub: string;
  role: "admin" | "guest";
}>();
const ByZod = zod.object({ sub: zod.string().transform((sub) => sub.length) });
expectTypeOf(decodeUserInfo("", { claims: ByZod }).claims).toEqualTypeOf<{ sub: number }>();

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
