import { kindOf, shown } from "../core/describe.js";
import { valueAt } from "../core/objects.js";
import { isString, isText } from "../core/options.js";
import { type CredentialFile, type FileOf, LOGIN } from "./credential-files.js";
import { fail, fileAt, parseJson, readSmallFile, runtimeOf } from "./local-file.js";
import {
  exchangeGrant,
  formatScopes,
  type IssuedToken,
  readToken,
  sendTo,
  type TokenOptions,
} from "./token-endpoint.js";

const CLOUD_PLATFORM = "https://www.googleapis.com/auth/cloud-platform";

/** Options for getting a token with a file of credentials. */
export interface FileTokenOptions extends TokenOptions {
  readonly scopes?: string | readonly string[] | undefined;
  /** Refresh tokens that a token endpoint has replaced: the token in the file, and its current replacement. */
  readonly refreshTokens: Map<string, string>;
}

/** Parameters of a request for a token of an impersonated service account. */
interface Impersonation {
  readonly scope: string | readonly string[];
  /** Lifetime of the token, in seconds. Default: 3 600. */
  readonly seconds?: number | undefined;
  /** Delegation chain: the service accounts between the caller and the impersonated account. */
  readonly delegates?: readonly string[] | undefined;
}

const LOGIN_HINTS = { invalid_grant: `${LOGIN} again` };
const STS_HINTS = {
  invalid_target: 'check that the pool and the provider in "audience" exist and are enabled',
  unauthorized_client: "the attribute condition of the provider must accept the claims of the token",
  invalid_grant: "check that the token has not expired, and that the provider accepts its issuer and its audience",
};
const IAM_HINTS = {
  403: 'grant the caller the role "Service Account Token Creator" on the service account (roles/iam.serviceAccountTokenCreator); for workload identity federation, roles/iam.workloadIdentityUser',
  404: 'check the e-mail address in "service_account_impersonation_url"',
  SERVICE_DISABLED: "enable iamcredentials.googleapis.com in the project",
};

/**
 * Gets a token for the credentials in a file.
 *
 * @throws {RequestError} If the token of an external provider cannot be read.
 * @throws {ApiError} If an endpoint responds with an error.
 * @throws {NetworkError} or {TimeoutError} If no complete response is received.
 * @throws {ResponseError} If a response has no token.
 */
export async function fileToken(
  file: CredentialFile,
  options: FileTokenOptions,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { scopes = CLOUD_PLATFORM, refreshTokens } = options;
  switch (file.type) {
    case "service_account": {
      const { client_email: clientEmail, private_key: privateKey, private_key_id: privateKeyId, token_uri } = file;
      const { signIn } = await import("./sign-in.js");
      return signIn({ ...options, clientEmail, privateKey, privateKeyId, scopes, tokenUrl: token_uri }, signal);
    }
    case "authorized_user": {
      const { client_id, client_secret, refresh_token, token_uri } = file;
      const grant = { grant_type: "refresh_token", client_id, client_secret, refresh_token };
      const secrets = [client_secret, refresh_token];
      return exchangeGrant(token_uri, grant, secrets, options, signal, { hints: LOGIN_HINTS });
    }
    case "external_account_authorized_user": {
      const refresh_token = refreshTokens.get(file.refresh_token) ?? file.refresh_token;
      const grant = { grant_type: "refresh_token", refresh_token };
      const more = { headers: basicAuth(file), hints: LOGIN_HINTS };
      const issued = await exchangeGrant(file.token_url, grant, [refresh_token], options, signal, more);
      if (issued.refreshToken !== undefined) refreshTokens.set(file.refresh_token, issued.refreshToken);
      return issued;
    }
    case "external_account":
      return federatedToken(file, options, signal);
    case "impersonated_service_account": {
      const { source_credentials: source, scopes: own = CLOUD_PLATFORM, delegates = [] } = file;
      const { token } = await fileToken(source, { ...options, scopes: CLOUD_PLATFORM }, signal);
      const { service_account_impersonation_url: url } = file;
      return impersonate(url, token, { scope: options.scopes ?? own, delegates }, options, signal);
    }
  }
}

/** HTTP Basic credentials of an OAuth client; no header without an id. */
function basicAuth({
  client_id: id,
  client_secret: secret = "",
}: Pick<FileOf<"external_account">, "client_id" | "client_secret">) {
  if (id === undefined) return undefined;
  const { Buffer } = runtimeOf().getBuiltinModule("node:buffer");
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

/**
 * Exchanges the token of an external provider for a Google token, and then the Google token for a token of the service
 * account, if any.
 */
async function federatedToken(
  file: FileOf<"external_account">,
  options: FileTokenOptions,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { audience, subject_token_type, service_account_impersonation_url: url } = file;
  const { scopes = CLOUD_PLATFORM } = options;
  const { workforce_pool_user_project: userProject } = file;
  const subject_token = await subjectToken(file.credential_source, options, signal);
  const headers = basicAuth(file);
  const grant = {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience,
    scope: url === undefined ? formatScopes(scopes) : CLOUD_PLATFORM,
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    subject_token,
    subject_token_type,
    // The project of the OAuth client takes precedence.
    ...(userProject === undefined || headers ? {} : { options: JSON.stringify({ userProject }) }),
  };
  const issued = await exchangeGrant(file.token_url, grant, [subject_token], options, signal, {
    headers,
    hints: STS_HINTS,
  });
  const seconds = file.service_account_impersonation?.token_lifetime_seconds;
  return url === undefined ? issued : impersonate(url, issued.token, { scope: scopes, seconds }, options, signal);
}

/**
 * Gets the token that an external provider issued. The token is read again each time, because the provider replaces it before
 * it expires.
 */
async function subjectToken(
  { file, url = "", headers = {}, format }: FileOf<"external_account">["credential_source"],
  options: FileTokenOptions,
  signal: AbortSignal,
): Promise<string> {
  const at = `credential_source.${file === undefined ? "url" : "file"}`;
  const request = { method: "GET", headers, secrets: Object.values(headers), isText: true } as const;
  const body =
    file === undefined
      ? (await sendTo(url, request, options, signal)).body
      : ((await readSmallFile(file, at)) ?? fail(`${fileAt(file)} does not exist`, at));
  const { type, subject_token_field_name: name = "" } = format ?? {};
  const isJson = type === "json";
  const token = isJson ? valueAt(parseJson(String(body)), [name]) : body;
  const isPage = isText(token) && /^\s*<(!doctype|html)/i.test(token);
  if (isText(token) && !isPage) return token.trim();
  const form = isJson ? `JSON with a token in the field ${shown(name)}` : "a token";
  return fail(`must contain ${form}, got ${isPage ? "an HTML page" : kindOf(isString(token) ? undefined : token)}`, at);
}

/** Gets a token for a service account that `token` may impersonate. */
async function impersonate(
  url: string,
  token: string,
  { scope, seconds = 3_600, delegates }: Impersonation,
  options: FileTokenOptions,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const headers = { authorization: `Bearer ${token}` };
  const body = { delegates, scope: formatScopes(scope).trim().split(/\s+/), lifetime: `${seconds}s` };
  const response = await sendTo(url, { method: "POST", headers, body, hints: IAM_HINTS }, options, signal);
  const lifetimeMs = Date.parse(String(valueAt(response.body, ["expireTime"]))) - options.clock.now();
  return {
    ...readToken(response, "accessToken"),
    lifetimeMs: Number.isFinite(lifetimeMs) ? lifetimeMs : seconds * 1_000,
  };
}
