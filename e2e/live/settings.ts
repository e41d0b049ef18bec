import { readFileSync } from "node:fs";
import { type AccessTokenProvider, googleNaming, scopes } from "fourfold";
import { BaseExternalAccountClient, GoogleAuth } from "google-auth-library";

/** The environment variables that the live test reads, and what each is for. */
export const VARIABLES = {
  FOURFOLD_LIVE_PROJECT: "the id of a Google Cloud project in which datasets may be created and deleted",
  GOOGLE_APPLICATION_CREDENTIALS:
    "the path of a credentials file, such as a service account's key. The account needs the role BigQuery User (and Composer User, if FOURFOLD_LIVE_ENVIRONMENT is set)",
  FOURFOLD_LIVE_API_KEY: "an API key for the Knowledge Graph Search API",
} as const;

/** Variables that may be omitted. */
const OPTIONAL_VARIABLES = {
  FOURFOLD_LIVE_ENVIRONMENT:
    "the full name of a Cloud Composer environment, projects/<project>/locations/<location>/environments/<environment>; it is read and never changed",
} as const;

/** The settings of a run. */
export interface Settings {
  readonly projectId: string;
  /** Path of the credentials file. */
  readonly credentials: string;
  readonly apiKey: string;
  /** Full name of the environment to read. */
  readonly environment: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings, or the names of the missing variables. */
export function readSettings(env: Environment): Settings | readonly (keyof typeof VARIABLES)[] {
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]; // the keys of a literal
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) return missing;
  return {
    projectId: env.FOURFOLD_LIVE_PROJECT ?? "",
    credentials: env.GOOGLE_APPLICATION_CREDENTIALS ?? "",
    apiKey: env.FOURFOLD_LIVE_API_KEY ?? "",
    environment: env.FOURFOLD_LIVE_ENVIRONMENT || undefined,
  };
}

/** The text for a run without credentials. */
export function missingText(missing: readonly string[]): string {
  const described = Object.entries(VARIABLES).map(
    ([name, purpose]) => `  ${name}${missing.includes(name) ? " (missing)" : ""}: ${purpose}`,
  );
  const optional = Object.entries(OPTIONAL_VARIABLES).map(([name, purpose]) => `  ${name} (optional): ${purpose}`);
  return [
    "The live test was not run. It compares the sandbox with Google's services and requires these environment variables:",
    ...described,
    ...optional,
  ].join("\n");
}

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
