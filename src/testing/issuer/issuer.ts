import type { Clock } from "../../core/clock.js";
import {
  anyValue,
  booleanOption,
  mapOf,
  type OptionChecks,
  oneOf,
  optionsOf,
  strictOptions,
} from "../../core/options.js";
import { throwIssue } from "../../errors/request-error.js";
import type { TokenClaims } from "../../gateway/user-info.js";
import type { FakeService } from "../fake-service.js";
import { listedErrorBody } from "../service-error.js";
import { KeyRing, SIGNING_ALGORITHMS, type SigningAlgorithm } from "./keys.js";

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
 * Issues tokens whose keys the sandbox serves. To secure a document for it, use
 * `jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } })`.
 */
export interface SandboxIssuer {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** URL of its key set (RFC 7517), which the sandbox's `fetch` serves. */
  readonly jwksUri: string;
  /** The `aud` of its tokens. */
  readonly audience: string;
  /**
   * Creates a signed token. Default claims: the audience is `audience`, the subject is `user-1`, the token is issued at the
   * current time of the sandbox's clock and expires after an hour. Your claims override the defaults; `undefined` removes a
   * claim. Keys are created on first use, which takes a moment for RS256.
   *
   * @param claims - Claims of the token, in addition to the defaults.
   * @param options - Settings of the token.
   * @returns The signed token.
   * @throws {RequestError} If an option is invalid or unknown, or JSON cannot represent the claims.
   *
   * @example
   * const token = await sandbox.issuer.token({ sub: "ada", role: "admin" });
   * const expired = await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" });
   */
  token(claims?: TokenClaims, options?: IssuedTokenOptions): Promise<string>;
  /**
   * Rotates the keys: later tokens are signed with new keys under new ids.
   *
   * @param options - `keepOld` is whether the old keys are still published, as issuers do for a while. Default:
   * `false`: tokens with old keys are rejected after the keys are fetched again.
   * @throws {RequestError} If an option is invalid or unknown.
   */
  rotate(options?: { readonly keepOld?: boolean | undefined }): void;
}

/** The issuer and the routes that publish its keys. */
export interface IssuerService extends FakeService {
  readonly issuer: SandboxIssuer;
}

const AUDIENCE = "sandbox";
const PATH = "/issuer";
const HOUR = 3_600;

/** Creates an issuer at an origin. Its keys can be fetched without credentials. */
export function createIssuerService({ origin, clock }: { origin: string; clock: Clock }): IssuerService {
  const ring = new KeyRing();
  const issuer = `${origin}${PATH}/${AUDIENCE}`;
  return {
    issuer: {
      issuer,
      jwksUri: `${origin}${PATH}/jwks`,
      audience: AUDIENCE,
      async token(claims = {}, options = {}) {
        strictOptions("sandbox.issuer.token", { claims, options }, TOKEN, "issued-token");
        const iat = Math.floor(clock.now() / 1_000);
        const email = `${claims.sub ?? "user-1"}@sandbox.test`;
        const base = { iss: issuer, sub: "user-1", aud: AUDIENCE, iat, exp: iat + HOUR, email };
        const mistakes: { readonly [Wrong in WrongToken]?: TokenClaims } = {
          expired: { iat: iat - 2 * HOUR, exp: iat - HOUR },
          "not-yet-valid": { nbf: iat + HOUR, exp: iat + 2 * HOUR },
          "other-audience": { aud: `not-${AUDIENCE}` },
          "other-issuer": { iss: `${issuer}-not` },
        };
        return issueToken(ring, { ...base, ...claims, ...(options.wrong && mistakes[options.wrong]) }, options);
      },
      rotate(options = {}) {
        strictOptions("sandbox.issuer.rotate", options, { keepOld: booleanOption });
        ring.rotate({ keepOld: options.keepOld ?? false });
      },
    },
    name: "issuer",
    routes: [{ method: "GET", path: `${PATH}/jwks`, handle: async () => ({ body: await ring.published() }) }],
    errorBody: listedErrorBody,
    authenticate: () => {},
    store: ring,
  };
}

const TOKEN = {
  claims: mapOf(anyValue),
  options: optionsOf({
    algorithm: oneOf(...SIGNING_ALGORITHMS),
    wrong: oneOf(...WRONG),
    header: mapOf(anyValue),
  } satisfies OptionChecks<keyof IssuedTokenOptions>),
};

const SCHEMES = { RS256: "RSASSA-PKCS1-v1_5", ES256: { name: "ECDSA", hash: "SHA-256" } } as const;

/**
 * Creates a signed token, or an invalid one with the defect of `wrong`. jose signs no invalid tokens.
 *
 * @throws {RequestError} If JSON cannot represent a claim or a header.
 */
async function issueToken(ring: KeyRing, claims: TokenClaims, options: IssuedTokenOptions): Promise<string> {
  const { algorithm = "RS256", wrong, header = {} } = options;
  const { base64url, exportSPKI } = await import("jose");
  const encode = (part: object) => {
    try {
      return base64url.encode(JSON.stringify(part));
    } catch {
      const message = "must be values that JSON can represent";
      throwIssue("sandbox.issuer.token", { path: "claims", message, rule: "issued-token" });
    }
  };
  const { kid, publicKey, privateKey } = await ring.current(algorithm, { isPublished: wrong !== "other-key" });
  const isSymmetric = wrong === "hs256-public-key";
  const alg = wrong === "alg-none" ? "none" : isSymmetric ? "HS256" : algorithm;
  const content = `${encode({ alg, kid, typ: "JWT", ...header })}.${encode(claims)}`;
  if (wrong === "alg-none") return `${content}.`;
  const { subtle } = crypto;
  const secret = async () => {
    const pem = new TextEncoder().encode(`${await exportSPKI(publicKey)}\n`);
    return subtle.importKey("raw", pem, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  };
  const key = isSymmetric ? await secret() : privateKey;
  const bytes = await subtle.sign(isSymmetric ? "HMAC" : SCHEMES[algorithm], key, new TextEncoder().encode(content));
  return `${content}.${base64url.encode(new Uint8Array(bytes))}`;
}
