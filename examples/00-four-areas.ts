// The first program of the README: the four areas, against the sandbox.
import { createClient, environmentUpdate, jwtSecurity, localized, readUserInfo, secureDocument } from "fourfold";
import { createSandbox } from "fourfold/testing";

const name = "projects/shop/locations/europe-west1/environments/reports";
const sandbox = createSandbox(); // in memory
for (const projectId of ["shop", "shop-test"]) sandbox.warehouse.projects.add({ projectId });
sandbox.environments.add({ name, labels: { team: "web", cost: "low" } });
const client = createClient(sandbox.clientOptions); // Google's: createClient({ auth: new GoogleAuth({ scopes }) })

// BigQuery: fetched page by page
for await (const { id } of client.warehouse.projects.list({ maxResults: 1 })) console.log(id);

// Cloud Composer: only legal masks compile, with matching bodies
const update = environmentUpdate.fromMask(["labels.team"], { labels: { team: "data" } });
await (await client.environments.patch(name, update)).wait();
// environmentUpdate.fromMask(["labels.team", "config.nodeCount"], …) does not compile:
//   "a mask can contain only one update type; send several updates"
console.log((await client.environments.get(name)).labels);

// Knowledge Graph Search
const { itemListElement = [] } = await client.entities.search({ query: "ber", prefix: true, types: ["City"] });
console.log(itemListElement.map(({ result }) => localized(result?.name, "en")));

// API Gateway, Cloud Endpoints: require tokens, read the caller
const users = { issuer: "https://issuer.example", jwksUri: "https://issuer.example/keys", audiences: "shop" };
const openapi = { openapi: "3.0.3", info: { title: "shop", version: "1" }, paths: { "/orders": { get: {} } } };
console.log(secureDocument(openapi, jwtSecurity({ definitions: { users } })).security);
console.log(readUserInfo({ "x-apigateway-api-userinfo": "eyJzdWIiOiJhZGEifQ" }, { gateway: "api-gateway" })?.subject);
const earlier = { "x-endpoint-api-userinfo": "eyJpZCI6ImFkYSJ9" };
console.log(readUserInfo(earlier, { gateway: "cloud-endpoints" })?.generation);
