/** The claims of a token: the registered ones by their types, all others unchanged. */
export interface TokenClaims {
  /** Issuer: a URL, a bare host or an e-mail address. */
  readonly iss?: string | undefined;
  /** Subject: id of the user or account that the token identifies. */
  readonly sub?: string | undefined;
  /** Audience: the services that the token is for. In the earlier generation's header a list is replaced by the empty string. */
  readonly aud?: string | readonly string[] | undefined;
  /** Time at which the token was issued, in Unix seconds. */
  readonly iat?: number | undefined;
  /** Time at which the token expires, in Unix seconds. */
  readonly exp?: number | undefined;
  /** Time from which the token is valid, in Unix seconds. */
  readonly nbf?: number | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Any other claim. */
  readonly [claim: string]: unknown;
}

/** Returns a string that is not empty; null for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the audiences of a claim or a list, without empty ones. */
export function audiencesOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => textOf(each) !== null);
}

/** Returns an audience without its scheme and a trailing slash, which the gateway ignores in comparisons. */
export function bareAudience(audience: string): string {
  return audience.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}
