import { anyValue, mapOf, type OptionChecks, oneOf, optionsOf, strictOptions } from "../../core/rules/options.js";
import { RequestError } from "../../errors/request-error.js";
import { toBase64Url } from "./base64.js";
import { toPem } from "./certificate.js";
import type { Bytes } from "./der.js";
import type { KeyRing } from "./key-ring.js";
import { publicBytes, SIGNING_ALGORITHMS, type SigningAlgorithm, signBytes } from "./signing-key.js";

const WRONG = [
  "expired",
  "not-yet-valid",
  "other-audience",
  "other-issuer",
  "other-key",
  "alg-none",
  "hs256-public-key",
] as const;

/**
 * The defect of an invalid token, and the code of the error with which it is rejected:
 *
 * - `"expired"`: it expired an hour ago, `token_expired`.
 * - `"not-yet-valid"`: it becomes valid in an hour, `token_not_yet_valid`.
 * - `"other-audience"`: it has another audience, `audience_mismatch`.
 * - `"other-issuer"`: it has another issuer, `issuer_unknown`.
 * - `"other-key"`: it is signed with an unpublished key under the id of a published one, `signature_invalid`.
 * - `"alg-none"`: it has no signature and the algorithm `none`, `algorithm_not_allowed`.
 * - `"hs256-public-key"`: it is signed with HMAC, with the public key in PEM as the secret, `algorithm_not_allowed`.
 */
export type WrongToken = (typeof WRONG)[number];

/** Options of a token from the sandbox's issuer. */
export interface IssuedTokenOptions {
  /** Signature algorithm. Default: `"RS256"`. */
  readonly algorithm?: SigningAlgorithm | undefined;
  /** Creates an invalid token with this defect. Default: a valid token. */
  readonly wrong?: WrongToken | undefined;
  /** Additional header parameters; they override the default ones (`alg`, `kid`, `typ`). Default: none. */
  readonly header?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a signed token, or an invalid one with the defect of `wrong`.
 *
 * @throws {RequestError} If JSON cannot represent a claim or a header.
 */
export async function issueToken(
  ring: KeyRing,
  claims: Readonly<Record<string, unknown>>,
  options: IssuedTokenOptions,
): Promise<string> {
  const { algorithm = "RS256", wrong, header = {} } = options;
  const key = await (wrong === "other-key" ? ring.stranger(algorithm) : ring.current(algorithm));
  const own = { alg: algOf(wrong) ?? algorithm, kid: key.kid, typ: "JWT" };
  const content = `${encode({ ...own, ...header })}.${encode(claims)}`;
  const bytes = new TextEncoder().encode(content);
  if (wrong === "alg-none") return `${content}.`;
  const signed =
    wrong === "hs256-public-key" ? signSymmetrically(bytes, await publicBytes(key)) : signBytes(key, bytes);
  return `${content}.${toBase64Url(await signed)}`;
}

function algOf(wrong: WrongToken | undefined): string | undefined {
  if (wrong === "alg-none") return "none";
  return wrong === "hs256-public-key" ? "HS256" : undefined;
}

async function signSymmetrically(bytes: Bytes, publicKey: Bytes): Promise<Bytes> {
  const secret = new TextEncoder().encode(toPem("PUBLIC KEY", publicKey));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
}

function encode(part: object): string {
  try {
    return toBase64Url(new TextEncoder().encode(JSON.stringify(part)));
  } catch {
    const issues = [{ path: "claims", message: "must be values that JSON can represent", rule: "issued-token" }];
    throw new RequestError({ operation: "sandbox.issuer.token", issues });
  }
}

/** @throws {RequestError} If claims or options are invalid or unknown, with all issues. */
export function assertIssuedToken(claims: unknown, options: unknown): void {
  strictOptions("sandbox.issuer.token", { claims, options }, TOKEN, "issued-token");
}

const TOKEN = {
  claims: mapOf(anyValue),
  options: optionsOf({
    algorithm: oneOf(...SIGNING_ALGORITHMS),
    wrong: oneOf(...WRONG),
    header: mapOf(anyValue),
  } satisfies OptionChecks<keyof IssuedTokenOptions>),
};
