import { BigQuery } from "@google-cloud/bigquery";
import { kgsearch, type kgsearch_v1 } from "@googleapis/kgsearch";
import { googleNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { OAuth2Client } from "google-auth-library";
// The whole of googleapis has 190 MB of declarations, and loads every API.
import { bigquery, type bigquery_v2, auth as googleAuth } from "googleapis/build/src/apis/bigquery/index.js";
import { composer, type composer_v1beta1 } from "googleapis/build/src/apis/composer/index.js";

/** Google's own clients, and the sandbox that they use instead of the real services. */
export interface Reached {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Required properties of a request. */
  readonly token: string;
  readonly bigquery: BigQuery;
  readonly warehouse: bigquery_v2.Bigquery;
  readonly composer: composer_v1beta1.Composer;
  readonly search: kgsearch_v1.Kgsearch;
  close(): Promise<void>;
}

/** Id of the project in the tests. */
export const projectId = "shop";

/** Starts a sandbox that requires credentials, and points the clients at it. */
export async function reach(): Promise<Reached> {
  const sandbox = createSandbox({ naming: googleNaming, auth: true, operationMs: 50 });
  const server = await listen(sandbox);
  const { url } = server;
  const rootUrl = `${url}/`;
  const token = String(await sandbox.clientOptions.auth?.getAccessToken());
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: token });
  const auth = new googleAuth.OAuth2();
  auth.setCredentials({ access_token: token });
  return {
    sandbox,
    url,
    token,
    bigquery: new BigQuery({ projectId, apiEndpoint: url, authClient }),
    warehouse: bigquery({ version: "v2", rootUrl, auth }),
    composer: composer({ version: "v1beta1", rootUrl, auth }),
    search: kgsearch({ version: "v1", rootUrl, auth: sandbox.entities.apiKey }),
    close: () => server.close(),
  };
}
