import { systemClock } from "../core/clock.js";
import { kindOf } from "../core/describe.js";
import { isHost, must, strictOptions } from "../core/options.js";
import { scopesOption, type TokenRequestOptions, tokenRequestChecks } from "./service-account-options.js";
import { type CachedTokens, cachedTokens } from "./token-cache.js";

/** Options of {@link applicationDefault}. */
export interface ApplicationDefaultOptions extends TokenRequestOptions {
  /**
   * Scopes of the tokens: https URLs, `openid`, `email` or `profile`; a string may contain several, separated by
   * spaces. Tokens for user credentials always have the scopes that `gcloud auth application-default login` requested.
   * Default: `https://www.googleapis.com/auth/cloud-platform` for a service account in a file, and the scopes of the
   * machine on Google Cloud.
   */
  scopes?: string | readonly string[] | undefined;
  /**
   * Hosts other than Google's to which tokens are sent if a file of workload identity federation or impersonation names them,
   * such as `sts.example.test` or `127.0.0.1:8080`. A host without a port allows all its ports. Default: none.
   */
  allowedHosts?: readonly string[] | undefined;
}

/** Provides access tokens for Google's application default credentials. */
export interface ApplicationDefault extends CachedTokens {
  /**
   * The header `x-goog-user-project` with the project for quota and billing: `GOOGLE_CLOUD_QUOTA_PROJECT`, or else the
   * project in the file. Clients send this header with the token. Empty if there is no such project, and before the first
   * token.
   */
  readonly tokenHeaders: Readonly<Record<string, string>>;
}

/**
 * Creates a token provider for the application default credentials of Google Cloud, the first of these that exists:
 *
 * 1. the file that the environment variable `GOOGLE_APPLICATION_CREDENTIALS` names
 * 2. the file of `gcloud auth application-default login`
 * 3. the service account of the machine, from the metadata server of Compute Engine, Cloud Run, GKE and the like, at
 *    `GCE_METADATA_HOST` if that is set
 *
 * A file contains the key of a service account, the credentials of a user, or the configuration of an impersonated service
 * account or of workload or workforce identity federation with a token from a file or a URL, such as the one that
 * `google-github-actions/auth` writes. For AWS, executables and certificates, pass a client of google-auth-library as `auth`.
 * Tokens are cached until shortly before they expire; the credentials are read again for each new token. Requires Node, Deno
 * or Bun. Nothing is read before the first token is requested.
 *
 * @param options - `scopes`, `allowedHosts`, and settings of the requests for tokens. `timeoutMs` is 3 000 by default for the
 * metadata server.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If an option is invalid or unknown, with all issues. `getAccessToken` rejects with a `RequestError`
 * if there are no credentials, or if a file is invalid.
 * @see {@link https://cloud.google.com/docs/authentication/application-default-credentials | Application Default Credentials} of Google Cloud
 *
 * @example
 * const client = createClient({ auth: applicationDefault() });
 */
export function applicationDefault(options: ApplicationDefaultOptions = {}): ApplicationDefault {
  strictOptions("applicationDefault", options, {
    scopes: scopesOption,
    allowedHosts: must(
      (hosts) => Array.isArray(hosts) && hosts.every(isHost),
      'a list of hosts such as ["sts.example.test"]',
      kindOf,
    ),
    ...tokenRequestChecks(),
  });
  const { clock = systemClock } = options;
  const refreshTokens = new Map<string, string>();
  let tokenHeaders: Readonly<Record<string, string>> = {};
  const tokens = cachedTokens(clock, async (signal) => {
    const { issueDefaultToken } = await import("./default-credentials.js");
    const issued = await issueDefaultToken({ ...options, clock, refreshTokens }, signal);
    const { quotaProjectId } = issued;
    tokenHeaders = quotaProjectId === undefined ? {} : { "x-goog-user-project": quotaProjectId };
    return issued;
  });
  return {
    ...tokens,
    get tokenHeaders() {
      return tokenHeaders;
    },
  };
}
