/** The claims of a token: the registered ones by their types, all others as they come. */
export interface TokenClaims {
  /** Issuer: a URL, a bare host or an e-mail address. */
  readonly iss?: string | undefined;
  /** Subject: who the token is about. */
  readonly sub?: string | undefined;
  /** Audience: whom the token is for. In the earlier generation's header a list is replaced by the empty string. */
  readonly aud?: string | readonly string[] | undefined;
  /** When the token was issued, in seconds since the epoch. */
  readonly iat?: number | undefined;
  /** When the token expires, in seconds since the epoch. */
  readonly exp?: number | undefined;
  /** When the token begins to be valid, in seconds since the epoch. */
  readonly nbf?: number | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Any other claim. */
  readonly [claim: string]: unknown;
}

/** A text that says something; null for everything else. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The audiences of a claim or a list, without the empty ones. */
export function audiencesOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => textOf(each) !== null);
}
