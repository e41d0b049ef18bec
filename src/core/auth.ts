import { RequestError } from "./errors.js";
import { kindOf } from "./scalars.js";

/** An access token as providers return it; nothing means that the request goes out without one. */
export type AccessToken = string | null | undefined | { token?: string | null | undefined };

/** Hands out access tokens. The clients of google-auth-library fit as they are. */
export interface AccessTokenProvider {
  /** The token to send now. Asked before every request, and once more after a 401. */
  getAccessToken(): AccessToken | Promise<AccessToken>;
  /**
   * Is told of a token that the service refused with a 401, before the provider is asked once more. A provider that
   * keeps tokens drops this one here; without the method, one that hands out the same token again ends the call.
   */
  forgetAccessToken?: ((token: string) => void) | undefined;
}

/** Sends an API key as the `key` query parameter. Made by `apiKey`. */
export interface ApiKeyProvider {
  /** The key to send. */
  getApiKey(): string;
}

/** How requests are authorised. */
export type Auth = AccessTokenProvider | ApiKeyProvider;

/** Asks a provider for its token; undefined when it has none. `refused` is the one that has just met a 401. */
export async function accessTokenOf(auth: Auth | undefined, refused?: string): Promise<string | undefined> {
  if (auth === undefined || !("getAccessToken" in auth)) return undefined;
  if (refused !== undefined) auth.forgetAccessToken?.(refused);
  const answer = await auth.getAccessToken();
  const token: unknown = typeof answer === "object" ? answer?.token : answer;
  if (token != null && typeof token !== "string") {
    const message = `must hand out a string, or an object with a string as its token, got ${kindOf(token)}`;
    throw new RequestError({ operation: "getAccessToken", issues: [{ path: "auth", message, rule: "auth" }] });
  }
  // A token out of a file often ends in a line break, which no header carries.
  return token?.trim() || undefined;
}

/** The key of a provider; undefined when it hands out tokens. */
export function apiKeyOf(auth: Auth | undefined): string | undefined {
  return auth !== undefined && "getApiKey" in auth ? auth.getApiKey() : undefined;
}
