// The first program of the README: the four areas, against the sandbox.
import { createClient, environmentUpdate, jwtSecurity, localized, readUserInfo, secureDocument } from "fourfold";
import { createSandbox } from "fourfold/testing";

const name = "projects/shop/locations/europe-west1/environments/reports";
const sandbox = createSandbox();
for (const projectId of ["shop", "shop-test"]) sandbox.warehouse.projects.add({ projectId });
sandbox.environments.add({ name, labels: { team: "web", cost: "low" } });
const client = createClient(sandbox.clientOptions); // on Google Cloud: { auth: new GoogleAuth({ scopes }) }

// BigQuery: page by page
for await (const { id } of client.warehouse.projects.list({ maxResults: 1 })) console.log(id);
// => shop
// => shop-test

// Cloud Composer: only legal masks compile, with matching bodies
const label = environmentUpdate.fromMask(["labels.team"], { labels: { team: "data" } });
const setting = environmentUpdate.fromMask(["config.softwareConfig.airflowConfigOverrides.core-parallelism"], {
  config: { softwareConfig: { airflowConfigOverrides: { "core-parallelism": "64" } } },
});
// environmentUpdate.fromMask(["labels.team", "config.nodeCount"], …) does not compile:
//   "a mask can contain only one update type; send several updates"
const { labels, config } = await client.environments.apply(name, [label, setting]);
console.log(labels, config?.softwareConfig?.airflowConfigOverrides);
// => { team: 'data', cost: 'low' } { 'core-parallelism': '64' }

// Knowledge Graph Search: the sandbox has ten entities
const { itemListElement = [] } = await client.entities.search({ query: "ber", prefix: true, types: ["City"] });
console.log(itemListElement.map(({ result }) => localized(result?.name, "en")));
// => [ 'Berlin', 'Bern' ]

// API Gateway, Cloud Endpoints: require tokens, read the caller from the forwarded header
const users = { issuer: "https://issuer.example", jwksUri: "https://issuer.example/keys", audiences: "shop" };
const openapi = { openapi: "3.0.3", info: { title: "shop", version: "1" }, paths: { "/orders": { get: {} } } };
console.log(secureDocument(openapi, jwtSecurity({ definitions: { users } })).security);
// => [ { users: [] } ]
const [current, earlier] = ["eyJzdWIiOiJhZGEifQ", "eyJpZCI6ImFkYSJ9"]; // {"sub":"ada"}, {"id":"ada"}
console.log(readUserInfo({ "x-apigateway-api-userinfo": current }, { gateway: "api-gateway" })?.subject);
console.log(readUserInfo({ "x-endpoint-api-userinfo": earlier }, { gateway: "cloud-endpoints" })?.subject);
// => ada
// => ada
