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
