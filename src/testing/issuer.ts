import type { GenerateKeyPairResult, JWTPayload } from "jose";
import type { Clock } from "../call/clock.js";
import { throwIssue } from "../errors/request-error.js";
import type { TokenClaims } from "../gateway/user-info.js";
import { kindWithRemedy } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { anyValue, both, mapOf, must, oneOf, optionsOf, strictOptions } from "../values/options.js";
import type { Route } from "./fake-service.js";

const WRONG = ["expired", "not-yet-valid", "other-audience", "other-issuer", "other-key", "alg-none"] as const;

/**
 * The defect of an invalid token, and the code of the error with which it is rejected:
 *
 * - `"expired"`: it expired an hour ago, `token_expired`.
 * - `"not-yet-valid"`: it becomes valid in an hour, `token_not_yet_valid`.
 * - `"other-audience"`: it has another audience, `audience_mismatch`.
 * - `"other-issuer"`: it has another issuer, `issuer_unknown`.
 * - `"other-key"`: it is signed with an unpublished key under the id of a published one, `signature_invalid`.
 * - `"alg-none"`: it has no signature and the algorithm `none`, `algorithm_not_allowed`.
 */
export type WrongToken = (typeof WRONG)[number];

/** Options of a token from the sandbox's issuer. */
export interface IssuedTokenOptions {
  /** Creates an invalid token with this defect. Default: a valid token. */
  readonly wrong?: WrongToken | undefined;
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
   * Creates a token that is signed with RS256. Default claims: the audience is `audience`, the subject is `user-1`, the token
   * is issued at the current time of the sandbox's clock and expires after an hour. Your claims override the defaults; `undefined` removes a
   * claim. The key is created on first use, which takes a moment.
   *
   * @param claims - Claims of the token, in addition to the defaults.
   * @param options - Settings of the token.
   * @returns The signed token.
   * @throws {RequestError} If an option is invalid or unknown.
   *
   * @example
   * const token = await sandbox.issuer.token({ sub: "ada", role: "admin" });
   * const expired = await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" });
   */
  token(claims?: TokenClaims, options?: IssuedTokenOptions): Promise<string>;
}

const AUDIENCE = "sandbox";
const PATH = "/issuer";
const KEY_ID = "rs256-1";
const HOUR = 3_600;

/** Creates an issuer at an origin, and the route that publishes its key. */
export function createIssuer({ origin, clock }: { origin: string; clock: Clock }): {
  readonly issuer: SandboxIssuer;
  readonly keysRoute: Route;
} {
  const issuer = `${origin}${PATH}/${AUDIENCE}`;
  let keys: Promise<GenerateKeyPairResult> | undefined;
  const published = () => {
    keys ??= import("jose").then(({ generateKeyPair }) => generateKeyPair("RS256"));
    return keys;
  };
  const publish = async () => {
    const { exportJWK } = await import("jose");
    const { publicKey } = await published();
    return { body: { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "RS256", use: "sig" }] } };
  };
  return {
    issuer: {
      issuer,
      jwksUri: `${origin}${PATH}/jwks`,
      audience: AUDIENCE,
      async token(claims = {}, options = {}) {
        strictOptions("sandbox.issuer.token", { claims, options }, TOKEN, "issued-token");
        const { wrong } = options;
        const misplaced = WRONG.find((defect) => defect === claims.wrong || claims[defect] === true);
        if (misplaced !== undefined) {
          const message = `"${misplaced}" is an option: pass { wrong: "${misplaced}" } as the second argument`;
          throwIssue("sandbox.issuer.token", { path: "claims", message, rule: "issued-token" });
        }
        const iat = Math.floor(clock.now() / 1_000);
        const email = `${claims.sub ?? "user-1"}@sandbox.test`;
        const base = { iss: issuer, sub: "user-1", aud: AUDIENCE, iat, exp: iat + HOUR, email };
        const mistakes: { readonly [Wrong in WrongToken]?: TokenClaims } = {
          expired: { iat: iat - 2 * HOUR, exp: iat - HOUR },
          "not-yet-valid": { nbf: iat + HOUR, exp: iat + 2 * HOUR },
          "other-audience": { aud: `not-${AUDIENCE}` },
          "other-issuer": { iss: `${issuer}-not` },
        };
        const payload = { ...base, ...claims, ...(wrong && mistakes[wrong]) } as JWTPayload; // JSON omits undefined
        const { generateKeyPair, SignJWT, UnsecuredJWT } = await import("jose");
        if (wrong === "alg-none") return new UnsecuredJWT(payload).encode();
        const { privateKey } = await (wrong === "other-key" ? generateKeyPair("RS256") : published());
        return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: KEY_ID, typ: "JWT" }).sign(privateKey);
      },
    },
    keysRoute: { method: "GET", path: `${PATH}/jwks`, handle: publish },
  };
}

const TIME = must((value) => typeof value === "number", "a number of Unix seconds", kindWithRemedy);
const TIMES = { iat: TIME, exp: TIME, nbf: TIME };

const TOKEN = {
  claims: both(mapOf(anyValue), (claims, path) =>
    Object.entries(TIMES).flatMap(([name, check]) => check(Object(claims)[name], joinPath(path, name))),
  ),
  options: optionsOf({ wrong: oneOf(...WRONG) }),
};
