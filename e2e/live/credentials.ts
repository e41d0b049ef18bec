import { readFileSync } from "node:fs";
import { type AccessTokenProvider, googleNaming, scopes } from "fourfold";
import { BaseExternalAccountClient, GoogleAuth } from "google-auth-library";
import type { Secrets } from "./secrets.js";
import type { Settings } from "./settings.js";

/** The caller of the services. */
export interface Caller {
  readonly auth: AccessTokenProvider;
  /** The caller as a member of a policy; undefined if the credentials do not contain an email address. */
  readonly member: string | undefined;
}

/** Reads the credentials file, and registers its contents and every token as secrets. */
export async function readCaller({ credentials, environment }: Settings, secrets: Secrets): Promise<Caller> {
  secrets.addAll(JSON.parse(readFileSync(credentials, "utf8")));
  const { warehouse, environments } = scopes(googleNaming);
  const needed = [warehouse.tables.insert, ...(environment === undefined ? [] : [environments.get])];
  const google = new GoogleAuth({
    keyFilename: credentials,
    // The first scope of a method is the narrowest.
    scopes: needed.flatMap(([narrowest]) => narrowest ?? []),
  });
  const client = await google.getClient();
  if (client instanceof BaseExternalAccountClient) secrets.add(await client.retrieveSubjectToken());
  // Federated credentials send an intermediate token to request the access token of a service account.
  client.transporter.interceptors.request.add({
    resolved: async (request) => {
      secrets.add(request.headers.get("authorization")?.replace(/^Bearer /, ""));
      return request;
    },
  });
  const { client_email: email } = await google.getCredentials();
  secrets.add(email);
  const getAccessToken = async () => {
    const token = await google.getAccessToken();
    secrets.add(token);
    return token;
  };
  return { auth: { getAccessToken }, member: email && `serviceAccount:${email}` };
}
