import airflow from "@google-cloud/orchestration-airflow";
import { createClient, type Environment, planEnvironmentUpdates } from "fourfold";
import { OAuth2Client } from "google-auth-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reached, reach } from "./reach.js";

let reached: Reached;

beforeEach(async () => {
  reached = await reach();
});

afterEach(() => reached.close());

const name = "projects/shop/locations/europe-west1/environments/flows";
const image = { imageVersion: "composer-2.9.6-airflow-2.9.3" };

/** Google's client over REST, which sends and receives enumerations as numbers. */
function googles() {
  const { hostname, port } = new URL(reached.url);
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: reached.token });
  return new airflow.v1beta1.EnvironmentsClient({
    fallback: true,
    protocol: "http",
    apiEndpoint: hostname,
    port: Number(port),
    authClient,
  } as never); // its types are those of an older google-auth-library
}

const ours = () => {
  const { baseUrl: _, fetch: __, ...options } = reached.sandbox.clientOptions;
  return createClient({ ...options, baseUrl: reached.url }).environments;
};

const enums: [path: string, config: object][] = [
  ["config.environment_size", { environmentSize: "ENVIRONMENT_SIZE_LARGE" }],
  ["config.resilience_mode", { resilienceMode: "HIGH_RESILIENCE" }],
  ["config.software_config.web_server_plugins_mode", { softwareConfig: { webServerPluginsMode: "PLUGINS_DISABLED" } }],
  [
    "config.data_retention_config",
    {
      dataRetentionConfig: {
        airflowMetadataRetentionConfig: { retentionMode: "RETENTION_MODE_DISABLED" },
        taskLogsRetentionConfig: { storageMode: "CLOUD_LOGGING_ONLY" },
      },
    },
  ],
];

test.each(enums)("Google's client changes %s, which our client reads", async (path, config) => {
  reached.sandbox.environments.add({ name, config: { softwareConfig: image } });
  const client = googles();
  await client.updateEnvironment({ name, environment: { name, config }, updateMask: { paths: [path] } } as never);
  expect(reached.sandbox.requests.at(-1)?.query).toMatchObject({ $alt: "json;enum-encoding=int" });
  expect(JSON.stringify(reached.sandbox.requests.at(-1)?.body)).toMatch(/:[1-4]\b/);
  await expect.poll(async () => (await ours().get(name)).state).toBe("RUNNING");
  expect((await ours().get(name)).config).toMatchObject(config);
});

test.each(enums)("our client changes %s, which Google's client reads", async (_, config) => {
  reached.sandbox.environments.add({ name, config: { softwareConfig: image } });
  const client = ours();
  const current = await client.get(name);
  await client.apply(name, planEnvironmentUpdates(current, { config } as Environment));
  const [read] = await googles().getEnvironment({ name });
  expect(read).toMatchObject({ name, state: "RUNNING", config });
  const [[listed]] = await googles().listEnvironments({ parent: name.slice(0, name.indexOf("/environments")) });
  expect(listed).toMatchObject({ name, config });
});
