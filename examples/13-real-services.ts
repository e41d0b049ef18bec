// Read from BigQuery, Knowledge Graph Search and Cloud Composer, with credentials from the environment.
import { readFileSync } from "node:fs";
import { apiKey, createClient, isFourfoldError, localized, scopes, serviceAccount } from "fourfold";

const { GOOGLE_APPLICATION_CREDENTIALS: keyFile, API_KEY, ENVIRONMENT } = process.env;
const known = {
  GOOGLE_APPLICATION_CREDENTIALS: "the path of a service account's key file",
  API_KEY: "an API key for Knowledge Graph Search",
};
const missing = Object.entries(known).filter(([name]) => !process.env[name]);
for (const [name, meaning] of missing) console.error(`${name} is missing from the environment: ${meaning}`);
if (keyFile && API_KEY) await useRealServices(JSON.parse(readFileSync(keyFile, "utf8")), API_KEY);
else process.exitCode = 1;

async function useRealServices(key: Record<string, string>, search: string): Promise<void> {
  const { warehouse, environments } = scopes();
  const account = serviceAccount({
    clientEmail: key.client_email ?? "",
    privateKey: key.private_key ?? "",
    tokenUrl: key.token_uri ?? "",
    // The first scope of a call is the narrowest.
    scopes: [warehouse.projects.list, environments.get].flatMap(([least = ""]) => least),
  });
  const auth = { warehouse: account, environments: account, entities: apiKey(search) };
  const client = createClient({ auth });
  try {
    for await (const { friendlyName } of client.warehouse.projects.list()) console.log(`project ${friendlyName}`);
    const { itemListElement: [first] = [] } = await client.entities.search({ query: "Ada Lovelace", limit: 1 });
    console.log(localized(first?.result?.description, "en"));
    // projects/<project>/locations/<location>/environments/<environment>
    if (ENVIRONMENT) console.log((await client.environments.get(ENVIRONMENT)).config?.softwareConfig?.imageVersion);
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
