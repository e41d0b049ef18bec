// Read from BigQuery, Knowledge Graph Search and Cloud Composer, with credentials from the environment.
import { apiKey, createClient, isFourfoldError, localized, scopes } from "fourfold";
import { GoogleAuth } from "google-auth-library";

// Application default credentials: run "gcloud auth application-default login" first.
const { API_KEY, ENVIRONMENT } = process.env;
if (API_KEY) await useRealServices(API_KEY);
else {
  console.error("API_KEY is missing from the environment: an API key for Knowledge Graph Search");
  process.exitCode = 1;
}

async function useRealServices(search: string): Promise<void> {
  const { warehouse, environments } = scopes();
  // The first scope of a call is the narrowest.
  const account = new GoogleAuth({
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
