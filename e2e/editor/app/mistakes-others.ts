// Mistakes with entities, the gateway, errors, user-defined methods and the sandbox.
import {
  type AnyFourfoldError,
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
import * as z from "zod";

const client = createClient({ baseUrl: "https://services.test" });
const document = { swagger: "2.0", paths: { "/echo": { post: {} } } };
const security = jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop" } } });
const definitions = { users: { issuer: "https://issuer.test", audiences: "shop" } };
const request = new Request("https://api.test");
const sandbox = createSandbox();
const page = z.object({ things: z.array(z.string()), total: z.number() });
const get = defineMethod({ name: "things.get", http: "GET /things/{thingId}" });
const put = defineMethod({ name: "things.put", http: "PUT /things/{thingId}", body: z.object({ size: z.number() }) });
declare const entity: Entity;
declare const caught: unknown;

// mistake: a search text in place of a query
client.entities.search("ada");

// rejected: a misspelt parameter of a search
client.entities.search({ q: "ada" });

// rejected: a type as a number
client.entities.search({ query: "ada", types: [5] });

// rejected: a limit as text
client.entities.search({ query: "ada", limit: "5" });

// mistake: a name that may have several languages
export const upper = entity.name?.toUpperCase();

// rejected: localized without a language
localized(entity.name);

// mistake: isEntityOf with two types
isEntityOf(entity, ["Person", "Place"]);

// rejected: a search for suggestions without text
client.entities.suggest()();

// rejected: a definition with both forms
jwtSecurity({ definitions: { users: { projectId: "shop", issuer: "https://issuer.test" } } });

// rejected: a definition with both forms and audiences
jwtSecurity({ definitions: { users: { projectId: "shop", issuer: "https://issuer.test", audiences: "shop" } } });

// mistake: a definition with audiences for a project
jwtSecurity({ definitions: { users: { projectId: "shop", audiences: "shop" } } });

// rejected: a definition without audiences
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test" } } });

// rejected: a misspelt field of a definition
jwtSecurity({ definitions: { users: { issuer: "https://issuer.test", audiences: "shop", jwksUrl: "https://a.test" } } });

// rejected: a definition in place of named definitions
jwtSecurity({ definitions: { issuer: "https://issuer.test", audiences: "shop" } });

// mistake: a definition as text
secureDocument(document, security, { operations: { "POST /echo": "users" } });

// rejected: definitions of OpenAPI 2.0 in an OpenAPI 3 document
secureDocument({ openapi: "3.1.0", paths: {} }, security).securityDefinitions;

// mistake: definitions in place of their security
secureDocument(document, definitions);

// rejected: a document as text
checkSecurity(JSON.stringify(document));

// rejected: a verifier with definitions and a document
createTokenVerifier({ definitions, document });

// mistake: a verifier without definitions
createTokenVerifier({});

// mistake: an algorithm that is not allowed
createTokenVerifier({ definitions, algorithms: ["HS256"] });

// rejected: verify without await
export const subject = createTokenVerifier({ definitions }).verify(request).claims;

// rejected: readUserInfo without a header
readUserInfo(request);

// rejected: readUserInfo with the name of the header alone
readUserInfo(request, "X-User-Info");

// rejected: user information that may be missing
export const email = readUserInfo(request, { header: "X-User-Info" }).email;

// mistake: a header that may be missing
decodeUserInfo(request.headers.get("X-User-Info"));

// rejected: an unknown generation
encodeUserInfo({ sub: "ada" }, { generation: "latest" });

// rejected: a token without its request
withAccessToken("token");

// rejected: an error with an unknown code
isFourfoldError(caught, "not-found");

// mistake: an error with a status in place of a code
isFourfoldError(caught, 404);

// rejected: a field that the error does not have
if (isFourfoldError(caught, "network")) caught.status;

// rejected: an error that was not checked
caught.code;

// mistake: a switch with an unknown code
export const advice = (error: AnyFourfoldError) => {
  switch (error.code) {
    case "notfound":
      return "create it";
    default:
      return "retry";
  }
};

// rejected: a switch that is not exhaustive
export const exhaustive = (error: ApiError): string => {
  switch (error.code) {
    case "not_found":
      return "create it";
  }
};

// rejected: a field of an error that is changed
if (caught instanceof ApiError) caught.status = 404;

// mistake: a logger without all levels
logEvents({ info: console.info });

// mistake: a method without a verb
defineMethod({ name: "things.get", http: "/things" });

// rejected: a method without a slash
defineMethod({ name: "things.get", http: "GET things" });

// rejected: a path in the style of Express
defineMethod({ name: "things.get", http: "GET /things/{thing-id}" });

// rejected: a path parameter named body
defineMethod({ name: "things.put", http: "PUT /things/{body}" });

// rejected: a query in the path
defineMethod({ name: "things.get", http: "GET /things?all=true" });

// mistake: a body of a GET request
defineMethod({ name: "things.get", http: "GET /things", body: page });

// rejected: a schema that is not a Standard Schema
defineMethod({ name: "things.get", http: "GET /things", response: { type: "object" } });

// rejected: items that are not a list
defineMethod({ name: "things.list", http: "GET /things", response: page, items: "total" });

// rejected: items without a response
defineMethod({ name: "things.list", http: "GET /things", items: "things" });

// rejected: a list with POST
defineMethod({ name: "things.list", http: "POST /things", response: page, items: "things" });

// mistake: a method without a name
defineMethod({ http: "GET /things" });

// mistake: a path parameter that is missing
client.warehouse.call(get, {});

// rejected: a path parameter that is misspelt
client.warehouse.call(get, { thingID: "t" });

// rejected: a body that is missing
client.warehouse.call(put, { thingId: "t" });

// rejected: a body with a wrong type
client.warehouse.call(put, { thingId: "t", body: { size: "large" } });

// rejected: a list of a method without items
client.warehouse.list(get, { thingId: "t" });

// mistake: a path in place of a method
client.warehouse.call("GET /things", {});

// rejected: a path parameter of a built-in method that is missing
client.warehouse.call(warehouseMethods.tables.get, { projectId: "p", datasetId: "d" });

// rejected: a fault with a misspelt field
sandbox.faults.next({ statusCode: 503 });

// rejected: an unknown kind of wrong token
sandbox.issuer.token({ sub: "ada" }, { wrong: "too-old" });

// mistake: a seed without a reference
sandbox.warehouse.tables.add({ description: "All orders." });

// rejected: a client in place of a server's target
listen(client);
