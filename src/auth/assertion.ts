import { importPKCS8, SignJWT } from "jose";

/** Claims of an assertion (RFC 7523, section 3). */
export interface AssertionClaims {
  /** Address of the service account. */
  readonly iss: string;
  /** Address of the account that the token is for. */
  readonly sub: string;
  /** Audience of the assertion. */
  readonly aud: string;
  /** Scopes of the token, separated by spaces. */
  readonly scope: string;
  /** Creation time, in Unix seconds. */
  readonly iat: number;
  /** Expiration time, in Unix seconds. */
  readonly exp: number;
}

/**
 * Signs an assertion with RS256.
 *
 * @throws An error of jose or of the runtime if the key is not an RSA key of at least 2048 bits.
 */
export async function signAssertion(
  claims: AssertionClaims,
  key: { readonly pkcs8: string; readonly id: string | undefined },
): Promise<string> {
  const header = { alg: "RS256", typ: "JWT", ...(key.id === undefined ? {} : { kid: key.id }) };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(await importPKCS8(key.pkcs8, "RS256"));
}
