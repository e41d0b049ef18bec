// Four areas: one program that calls each of them, against the sandbox.
import { createClient, environmentUpdate } from "fourfold";
import { jwtSecurity, readUserInfo, secureDocument } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";

const name = "projects/shop/locations/europe-west1/environments/reports";
const sandbox = createSandbox();
for (const projectId of ["shop", "shop-test"]) sandbox.warehouse.projects.add({ projectId });
sandbox.environments.add({ name, labels: { team: "web", cost: "low" } });
// Google: createClient({ auth: new GoogleAuth({ scopes }) })
const client = createClient(sandbox.clientOptions);

// BigQuery: page by page
for await (const { id } of client.warehouse.projects.list({ maxResults: 1 })) console.log(id);
// => shop
// => shop-test

// Cloud Composer: only legal masks compile, with matching bodies
const label = environmentUpdate.fromMask(["labels.team"], { labels: { team: "data" } });
const path = "config.softwareConfig.airflowConfigOverrides.core-parallelism";
const setting = environmentUpdate.fromMask([path], {
  config: { softwareConfig: { airflowConfigOverrides: { "core-parallelism": "64" } } },
});
// environmentUpdate.fromMask(["labels.team", "config.nodeCount"], …) does not compile:
//   "a mask can contain only one update type; send several updates"
const { labels, config } = await client.environments.apply(name, [label, setting]);
console.log(labels, config?.softwareConfig?.airflowConfigOverrides);
// => { team: 'data', cost: 'low' } { 'core-parallelism': '64' }

// Knowledge Graph Search
const response = await client.entities.search({ query: "ber", prefix: true, types: ["City"] });
console.log(response.itemListElement?.map(({ result }) => result?.name));
// => [ 'Berlin', 'Bern' ]

// API Gateway, Cloud Endpoints: require tokens, read the caller
const get = { operationId: "list", responses: { 200: { description: "ok" } } };
const openapi = { openapi: "3.0.3", info: { title: "shop", version: "1" }, paths: { "/a": { get } } };
const users = jwtSecurity({ definitions: { users: { projectId: "shop" } } });
console.log(secureDocument(openapi, users, { backends: { run: "https://run.example" } }).security);
// => [ { users: [] } ]
console.log(readUserInfo({ "x-apigateway-api-userinfo": "eyJzdWIiOiJhZGEifQ" }, { gateway: "api-gateway" })?.subject);
console.log(readUserInfo({ "x-endpoint-api-userinfo": "eyJpZCI6ImFkYSJ9" }, { gateway: "cloud-endpoints" })?.subject);
// => ada
// => ada
