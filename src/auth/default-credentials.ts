import { kindOf } from "../core/describe.js";
import { isObject } from "../core/objects.js";
import { isHost, must, optionIssues } from "../core/options.js";
import { ApiError, NetworkError, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { assertNoIssues } from "../errors/request-error.js";
import { checkCredentialFile, isProjectId, LOGIN } from "./credential-files.js";
import { type FileTokenOptions, fileToken } from "./file-token.js";
import { fail, fileAt, OPERATION, parseJson, RULE, readSmallFile, runtimeOf } from "./local-file.js";
import { formatScopes, type IssuedToken, readToken, sendForToken, tokenTransport } from "./token-endpoint.js";

const METADATA_PATH = "/computeMetadata/v1/instance/service-accounts/default/token";
const METADATA_TIMEOUT_MS = 3_000;

interface Options extends FileTokenOptions {
  readonly allowedHosts?: readonly string[] | undefined;
}

/** A token of the default credentials. */
interface DefaultToken extends IssuedToken {
  readonly quotaProjectId: string | undefined;
}

/**
 * Gets one access token for the default credentials. This file is imported only when a token is needed, because it imports ky
 * and zod.
 *
 * @throws {RequestError} If there are no credentials or they are invalid, with all issues.
 * @throws {ApiError} If an endpoint responds with an error.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If a response has no token.
 */
export async function issueDefaultToken(options: Options, signal: AbortSignal): Promise<DefaultToken> {
  const runtime = runtimeOf();
  const { GOOGLE_APPLICATION_CREDENTIALS, GOOGLE_CLOUD_QUOTA_PROJECT: given } = runtime.env;
  const path = GOOGLE_APPLICATION_CREDENTIALS || gcloudFile(runtime);
  const content = path === undefined ? undefined : await readCredentials(path, Boolean(GOOGLE_APPLICATION_CREDENTIALS));
  const { file, issues } = content === undefined ? NO_FILE : checkCredentialFile(content, options.allowedHosts);
  const check = { GOOGLE_CLOUD_QUOTA_PROJECT: must(isProjectId, "a project id", kindOf) };
  assertNoIssues(OPERATION, [
    ...optionIssues(check, { GOOGLE_CLOUD_QUOTA_PROJECT: given || undefined }, RULE),
    ...issues.map((each) => ({ ...each, message: `${each.message}, in ${JSON.stringify(path)}`, rule: RULE })),
  ]);
  const issued = await (file === undefined
    ? metadataToken(runtime, path, options, signal)
    : fileToken(file, options, signal));
  return { ...issued, quotaProjectId: given || file?.quota_project_id };
}

const NO_FILE = { file: undefined, issues: [] };

/** The path of the file that gcloud writes; undefined if the folder is unknown. */
function gcloudFile(runtime: NodeJS.Process): string | undefined {
  const { CLOUDSDK_CONFIG, APPDATA, HOME } = runtime.env;
  const { join } = runtime.getBuiltinModule("node:path");
  const isWindows = runtime.platform === "win32";
  const parent = isWindows ? APPDATA : join(HOME || runtime.getBuiltinModule("node:os").homedir(), ".config");
  const folder = CLOUDSDK_CONFIG || (parent && join(parent, "gcloud"));
  return folder ? join(folder, "application_default_credentials.json") : undefined;
}

/** Parses a file of credentials; undefined if gcloud has written none. @throws {RequestError} If it is not a JSON object. */
async function readCredentials(path: string, isNamed: boolean): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readSmallFile(path);
  const file = fileAt(path);
  if (text === undefined && !isNamed) return undefined;
  if (text === undefined) {
    const github =
      "in GitHub Actions, run checkout before google-github-actions/auth, because checkout deletes the file, and note that pull requests from forks get no OIDC token";
    return fail(
      `${file} does not exist; correct the path, or unset the variable and ${LOGIN}; ${github}`,
      "GOOGLE_APPLICATION_CREDENTIALS",
    );
  }
  const content = parseJson(text);
  return isObject(content) ? content : fail(`${file} is not a JSON object; download the key again, or ${LOGIN}`);
}

/**
 * Gets a token for the service account of the machine. `path` is the path of the missing credentials file, for the
 * error message.
 *
 * @throws {RequestError} If there is no metadata server.
 */
async function metadataToken(
  { env }: NodeJS.Process,
  path: string | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { GCE_METADATA_HOST: host = "" } = env;
  // Not shown, because it may contain credentials.
  if (host !== "" && !isHost(host)) {
    return fail('must be a host with an optional port, such as "127.0.0.1:8080"', "GCE_METADATA_HOST");
  }
  const baseUrl = `http://${host || "metadata.google.internal"}`;
  const { scopes, timeoutMs = METADATA_TIMEOUT_MS } = options;
  // Only a server that responds is worth a retry: most machines outside Google Cloud have none.
  const when = (error: unknown) => (error instanceof ApiError ? undefined : false);
  const transport = tokenTransport(baseUrl, { ...options, timeoutMs }, { when });
  const request = {
    name: "token",
    method: "GET",
    path: METADATA_PATH,
    query: { scopes: scopes && formatScopes(scopes).trim().replaceAll(/\s+/g, ",") },
    headers: { "metadata-flavor": "Google" },
    idempotent: true,
  } as const;
  let headers: Readonly<Record<string, string>> = {};
  const onResponse = (response: { readonly headers: typeof headers }) => {
    headers = response.headers;
  };
  const problem = await sendForToken(transport, request, { signal, onResponse })
    .then((response) => (isMetadata(headers) ? readToken(response) : NO_METADATA_SERVER))
    .catch(metadataProblem);
  if (typeof problem !== "string") return problem;
  const missing = path === undefined ? "" : `there is no file ${JSON.stringify(path)}, and `;
  return fail(
    `no credentials were found: set GOOGLE_APPLICATION_CREDENTIALS to a key file, ${LOGIN}, or pass another "auth"; ` +
      `${missing}${baseUrl} ${problem}`,
  );
}

const NO_METADATA_SERVER = 'is not a metadata server: its response has no header "Metadata-Flavor: Google"';

const isMetadata = (headers: Readonly<Record<string, string>>) => headers["metadata-flavor"] === "Google";

/** Returns why there is no token. Errors of a metadata server that may be temporary are thrown. */
function metadataProblem(error: unknown): string {
  if (error instanceof NetworkError || error instanceof TimeoutError) return "does not respond";
  if (error instanceof ApiError && !isMetadata(error.headers)) return NO_METADATA_SERVER;
  if (error instanceof ApiError && error.status === 404) return "has no service account; attach one to the machine";
  if (error instanceof ResponseError) return "does not respond with a token";
  throw error;
}
