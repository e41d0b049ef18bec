import { readFileSync } from "node:fs";
import { type AccessTokenProvider, googleNaming, scopes } from "fourfold";
import { BaseExternalAccountClient, GoogleAuth } from "google-auth-library";
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

/** The secrets of a run, which no output may contain. */
export interface Secrets {
  /** Adds a secret. Values that are too short to be secret are ignored. */
  add(value: unknown): void;
  /** Adds every string in JSON data, such as a credentials file, except URLs, the type of the file, and names in URLs. */
  addAll(data: unknown): void;
  /** Returns a text with `[redacted]` in place of each secret. */
  redact(text: string): string;
}

/** Shorter texts, such as the name of a type, occur in other words. */
const MIN_LENGTH = 8;

const PUBLIC: readonly string[] = ["type", "project_id", "quota_project_id", "universe_domain"];

/** Creates an empty list of secrets. */
export function createSecrets(): Secrets {
  const secrets = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value !== "string") return;
    // A private key has several lines, and JSON writes line breaks as \n.
    for (const line of value.split("\n")) {
      if (line.length >= MIN_LENGTH && !line.startsWith("-----")) secrets.add(line);
    }
  };
  const addAll = (value: unknown) => {
    if (typeof value === "string" && !/^https?:/.test(value)) add(value);
    if (typeof value !== "object" || value === null) return;
    for (const [name, entry] of Object.entries(value)) if (!PUBLIC.includes(name)) addAll(entry);
  };
  return {
    add,
    addAll,
    redact: (text) => {
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, "[redacted]"), text);
    },
  };
}
