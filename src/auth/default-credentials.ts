import { kindOf, shown } from "../core/describe.js";
import { isLoopback } from "../core/http/auth.js";
import { isObject } from "../core/objects.js";
import { checked, isText, must, type OptionChecks, required, strictOptions } from "../core/options.js";
import { ApiError, NetworkError, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { privateKeyProblem, tokenUrlProblem } from "./service-account-options.js";
import {
  exchangeGrant,
  formatScopes,
  type IssuedToken,
  issuedBy,
  type TokenOptions,
  tokenTransport,
} from "./token-endpoint.js";

const OPERATION = "applicationDefault";
const RULE = "application-default";
const LOGIN = 'run "gcloud auth application-default login"';
const CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";
const TOKEN_URL = "https://oauth2.googleapis.com/token";
const MAX_FILE_BYTES = 1_048_576;
const METADATA_PATH = "/computeMetadata/v1/instance/service-accounts/default/token";
const METADATA_TIMEOUT_MS = 3_000;

type Options = TokenOptions & { readonly scopes?: string | readonly string[] | undefined };

/** A token of the default credentials. */
interface DefaultToken extends IssuedToken {
  readonly quotaProjectId: string | undefined;
}

/**
 * Gets one access token for the default credentials. This file is imported only when a token is needed, because it imports ky.
 *
 * @throws {RequestError} If there are no credentials or they are invalid, with all issues.
 * @throws {ApiError} If the token endpoint responds with an error.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If the response has no token.
 */
export async function issueDefaultToken(options: Options, signal: AbortSignal): Promise<DefaultToken> {
  const runtime = runtimeOf();
  const path = runtime.env.GOOGLE_APPLICATION_CREDENTIALS || gcloudFile(runtime);
  const file = await readCredentials(runtime, path);
  const quotaProject = quotaProjectOf(runtime, file);
  const issued = file === undefined ? metadataToken(runtime, path, options, signal) : fileToken(file, options, signal);
  return { ...(await issued), quotaProjectId: quotaProject };
}

/** Node, Deno or Bun. Bundlers for browsers fail on an import of `node:fs`, even if it never runs. */
function runtimeOf(): NodeJS.Process {
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  if (typeof process?.getBuiltinModule === "function") return process;
  return fail("requires a current version of Node, Deno or Bun; use serviceAccount or bearer instead");
}

/** @throws {RequestError} */
function fail(message: string, path = ""): never {
  throwIssue(OPERATION, { path, message, rule: RULE });
}

/** The path of the file that gcloud writes; undefined if the folder is unknown. */
function gcloudFile(runtime: NodeJS.Process): string | undefined {
  const { CLOUDSDK_CONFIG, APPDATA, HOME } = runtime.env;
  const { join } = runtime.getBuiltinModule("node:path");
  const isWindows = runtime.platform === "win32";
  const parent = isWindows ? APPDATA : join(HOME || runtime.getBuiltinModule("node:os").homedir(), ".config");
  const folder = CLOUDSDK_CONFIG || (parent && join(parent, "gcloud"));
  return folder ? join(folder, "application_default_credentials.json") : undefined;
}

/** The content of a file of credentials. */
interface Credentials {
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Reads a file of credentials; undefined if gcloud has written none.
 *
 * @throws {RequestError} If the file cannot be read or is not a JSON object.
 */
async function readCredentials(runtime: NodeJS.Process, path: string | undefined): Promise<Credentials | undefined> {
  if (path === undefined) return undefined;
  const file = `the file ${JSON.stringify(path)}`;
  const { stat, readFile } = runtime.getBuiltinModule("node:fs/promises");
  let text: string;
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail(`${file} is not a regular file`);
    if (found.size > MAX_FILE_BYTES)
      return fail(`${file} is larger than ${MAX_FILE_BYTES} bytes, which credentials are not`);
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = Object(error) as { readonly code?: string };
    if (code === "invalid_request") throw error;
    if (code !== "ENOENT" && code !== "ENOTDIR") return fail(`${file} cannot be read (${code ?? "unknown reason"})`);
    if (!runtime.env.GOOGLE_APPLICATION_CREDENTIALS) return undefined;
    return fail(
      `${file} does not exist; correct the path, or unset the variable and ${LOGIN}`,
      "GOOGLE_APPLICATION_CREDENTIALS",
    );
  }
  const content = parse(text);
  if (!isObject(content)) return fail(`${file} is not a JSON object; download the key again, or ${LOGIN}`);
  return { path, content };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined; // the runtime's message would quote the file
  }
}

/** @throws {RequestError} If a field is invalid, with all issues. Values are not shown, because most are secrets. */
function assertFields({ path, content }: Credentials, checks: OptionChecks): void {
  const problems = Object.entries(checks).flatMap(([name, check]) => check(content[name], name));
  assertNoIssues(
    OPERATION,
    problems.map((each) => ({ path: each.path, message: `${each.message}, in ${JSON.stringify(path)}`, rule: RULE })),
  );
}

const text = must(isText, "a non-empty string", kindOf);
const projectId = must((value) => isText(value) && /^[\w.:-]+$/.test(value), "a project id", kindOf);
const tokenUrl = checked((value) => tokenUrlProblem(value) ?? plainHttpProblem(String(value)));

/** Returns why a secret must not be sent to a URL: over http, it may only be sent to this machine. */
function plainHttpProblem(url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopback(hostname) ? undefined : "must begin with https://";
}

/** The project for quota and billing. @throws {RequestError} If it is not a project id. */
function quotaProjectOf({ env }: NodeJS.Process, file: Credentials | undefined): string | undefined {
  const { GOOGLE_CLOUD_QUOTA_PROJECT } = env;
  const given = GOOGLE_CLOUD_QUOTA_PROJECT || undefined;
  strictOptions(OPERATION, { GOOGLE_CLOUD_QUOTA_PROJECT: given }, { GOOGLE_CLOUD_QUOTA_PROJECT: projectId }, RULE);
  if (given !== undefined || file === undefined) return given;
  assertFields(file, { quota_project_id: projectId });
  return file.content.quota_project_id as string | undefined; // checked in the line above
}

/** Gets a token for the credentials in a file. */
async function fileToken(file: Credentials, options: Options, signal: AbortSignal): Promise<IssuedToken> {
  const fields = file.content as Readonly<Record<string, string | undefined>>; // checked below
  const { type, token_uri: tokenUri = TOKEN_URL } = fields;
  if (type === "service_account") {
    assertFields(file, {
      client_email: required(text),
      private_key: required(checked(privateKeyProblem)),
      private_key_id: text,
      token_uri: tokenUrl,
    });
    const { client_email: clientEmail = "", private_key: privateKey = "", private_key_id: privateKeyId } = fields;
    const { scopes = CLOUD_PLATFORM } = options;
    const { signIn } = await import("./sign-in.js");
    return signIn({ ...options, clientEmail, privateKey, privateKeyId, scopes, tokenUrl: tokenUri }, signal);
  }
  if (type === "authorized_user") {
    const secret = required(text, `; ${LOGIN} again`);
    assertFields(file, { client_id: secret, client_secret: secret, refresh_token: secret, token_uri: tokenUrl });
    const { client_id = "", client_secret = "", refresh_token = "" } = fields;
    const grant = { grant_type: "refresh_token", client_id, client_secret, refresh_token };
    return exchangeGrant(tokenUri, grant, [client_secret, refresh_token], options, signal);
  }
  const requirement = 'must be "service_account" or "authorized_user"';
  const remedy = 'for other credentials, pass a client of google-auth-library as "auth"';
  return fail(`${requirement}, got ${shown(type)}, in ${JSON.stringify(file.path)}; ${remedy}`, "type");
}

/**
 * Gets a token for the service account of the machine. `path` is the file that does not exist.
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
  const baseUrl = `http://${host || "metadata.google.internal"}`;
  // Not shown, because it may contain credentials.
  if (!/^http:\/\/[^/\\?#@\s]+$/.test(baseUrl) || !URL.canParse(baseUrl)) {
    return fail('must be a host with an optional port, such as "127.0.0.1:8080"', "GCE_METADATA_HOST");
  }
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
  const problem = await issuedBy(transport, request, { signal, onResponse }).then(
    (issued) => (isMetadata(headers) ? issued : NO_METADATA_SERVER),
    metadataProblem,
  );
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
