// Mistakes with entities, the gateway, errors, user-defined methods and the sandbox.
import {
  ApiError,
  checkSecurity,
  createClient,
  createTokenVerifier,
  decodeUserInfo,
  defineMethod,
  type Entity,
  encodeUserInfo,
  isEntityOf,
  isFourfoldError,
  jwtSecurity,
  localized,
  logEvents,
  readUserInfo,
  secureDocument,
  warehouseMethods,
  withAccessToken,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";

const client = createClient({ baseUrl: "https://services.test" });
const document = { swagger: "2.0", paths: { "/echo": { post: {} } } };
const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });
const definitions = { users: { issuer: "https://issuer.test", audiences: "shop" } };
const request = new Request("https://api.test");
const sandbox = createSandbox();
const get = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
declare const entity: Entity;
declare const caught: unknown;
// @ts-expect-error: a search text in place of a query
client.entities.search("ada");
// @ts-expect-error: a misspelt parameter of a search
client.entities.search({ q: "ada" });
// @ts-expect-error: a type as a number
client.entities.search({ query: "ada", types: [5] });
// @ts-expect-error: a limit as text
client.entities.search({ query: "ada", limit: "5" });
// @ts-expect-error: a name that may have several languages
export const upper = entity.name?.toUpperCase();
// @ts-expect-error: localized without a language
localized(entity.name);
// @ts-expect-error: isEntityOf with two types
isEntityOf(entity, ["Person", "Place"]);
// @ts-expect-error: a search for suggestions without text
client.entities.suggest()();
// @ts-expect-error: a definition with both forms
jwtSecurity({ definitions: { users: { projectId: "shop", issuer: "https://issuer.test" } } });
// @ts-expect-error: a definition with both forms and audiences
jwtSecurity({ definitions: { users: { projectId: "shop", issuer: "https://issuer.test", audiences: "shop" } } });
// @ts-expect-error: a definition with audiences for a project
jwtSecurity({ definitions: { users: { projectId: "shop", audiences: "shop" } } });
// @ts-expect-error: a definition without audiences
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test" } } });
jwtSecurity({
  // @ts-expect-error: a misspelt field of a definition
  definitions: { users: { issuer: "https://issuer.test", audiences: "shop", jwksUrl: "https://a.test" } },
});
// @ts-expect-error: a definition in place of named definitions
jwtSecurity({ definitions: { issuer: "https://issuer.test", audiences: "shop" } });
// @ts-expect-error: a definition as text
secureDocument(document, security, { operations: { "POST /echo": "users" } });
// @ts-expect-error: definitions of OpenAPI 2.0 in an OpenAPI 3 document
secureDocument({ openapi: "3.1.0", paths: {} }, security).securityDefinitions;
// @ts-expect-error: definitions in place of their security
secureDocument(document, definitions);
// @ts-expect-error: a document as text
checkSecurity(JSON.stringify(document));
// @ts-expect-error: a verifier with definitions and a document
createTokenVerifier({ definitions, document });
// @ts-expect-error: a verifier without definitions
createTokenVerifier({});
// @ts-expect-error: an algorithm that is not allowed
createTokenVerifier({ definitions, algorithms: ["HS256"] });
// @ts-expect-error: verify without await
export const subject = createTokenVerifier({ definitions }).verify(request).claims;
// @ts-expect-error: readUserInfo without a header
readUserInfo(request);
// @ts-expect-error: readUserInfo with the name of the header alone
readUserInfo(request, "X-User-Info");
// @ts-expect-error: user information that may be missing
export const email = readUserInfo(request, { header: "X-User-Info" }).email;
// @ts-expect-error: a header that may be missing
decodeUserInfo(request.headers.get("X-User-Info"));
// @ts-expect-error: an unknown generation
encodeUserInfo({ sub: "ada" }, { generation: "latest" });
// @ts-expect-error: a token without its request
withAccessToken("token");
// @ts-expect-error: a field that the error does not have
if (isFourfoldError(caught, "network")) caught.status;
// @ts-expect-error: an error that was not checked
caught.code;
// @ts-expect-error: a switch that is not exhaustive
export const exhaustive = (error: ApiError): string => {
  switch (error.code) {
    case "not_found":
      return "create it";
  }
};
// @ts-expect-error: an error of a message alone
new ApiError("not found");
// @ts-expect-error: an awaited list in place of its items
(await client.warehouse.tables.list({ projectId: "p", datasetId: "d" })).length;
// @ts-expect-error: a signal in place of options
client.warehouse.tables.get({ projectId: "p", datasetId: "d", tableId: "t" }, new AbortController().signal);
// @ts-expect-error: a field of an error that is changed
if (caught instanceof ApiError) caught.status = 404;
// @ts-expect-error: a logger without all levels
logEvents({ info: console.info });
// @ts-expect-error: a path parameter that is misspelt
client.warehouse.call(get, { thingID: "t" });
// @ts-expect-error: a path in place of a method
client.warehouse.call("GET /things", {});
// @ts-expect-error: a path parameter of a built-in method that is missing
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d" });
// @ts-expect-error: a fault with a misspelt field
sandbox.faults.next({ statusCode: 503 });
// @ts-expect-error: an unknown kind of wrong token
sandbox.issuer.token({ sub: "ada" }, { wrong: "too-old" });
// @ts-expect-error: a seed without a reference
sandbox.warehouse.tables.add({ description: "All orders." });
// @ts-expect-error: a client in place of a server's target
listen(client);
