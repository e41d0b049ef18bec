import { importPKCS8, SignJWT } from "jose";

/** What an assertion says. RFC 7523, section 3. */
export interface AssertionClaims {
  /** The service account. */
  readonly iss: string;
  /** Whom the token is for. */
  readonly sub: string;
  /** Who is to accept the assertion. */
  readonly aud: string;
  /** What the token is to be good for, separated by spaces. */
  readonly scope: string;
  /** When it was made, in seconds since the epoch. */
  readonly iat: number;
  /** When it ends, in seconds since the epoch. */
  readonly exp: number;
}

/**
 * Signs an assertion with RS256.
 *
 * @throws an error of jose or of the runtime if the key is not an RSA key of at least 2048 bits.
 */
export async function signAssertion(
  claims: AssertionClaims,
  key: { readonly pkcs8: string; readonly id: string | undefined },
): Promise<string> {
  const header = { alg: "RS256", typ: "JWT", ...(key.id === undefined ? {} : { kid: key.id }) };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(await importPKCS8(key.pkcs8, "RS256"));
}
