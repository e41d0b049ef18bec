import type { Clock } from "../../core/clock.js";
import { booleanOption, checked, isInteger, strictOptions } from "../../core/rules/options.js";
import type { TokenClaims } from "../../gateway/user-info.js";
import type { FakeService } from "../fake-service.js";
import { listedErrorBody } from "../service-error.js";
import { createCertificate } from "./certificate.js";
import { assertIssuedToken, type IssuedTokenOptions, issueToken, type WrongToken } from "./issued-token.js";
import { createKeyRing, FIRST_KEYS, type KeyRing, type KeyRingState } from "./key-ring.js";
import { publicJwk } from "./signing-key.js";

/**
 * Issues tokens whose keys the sandbox serves. To secure a document for it, use
 * `jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } })`.
 */
export interface SandboxIssuer {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** URL of its key set (RFC 7517), which the sandbox's `fetch` serves. */
  readonly jwksUri: string;
  /** URL of the same keys as PEM certificates by key id, the other format of a `jwksUri`. */
  readonly certificatesUri: string;
  /** The `aud` of its tokens. */
  readonly audience: string;
  /**
   * Creates a signed token. Default claims: the audience is `audience`, the subject is `user-1`, the token is issued at
   * the current time of the sandbox's clock and expires after an hour. Your claims override these; `undefined` removes
   * a claim. Keys are created on first use, which takes a moment for RS256.
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
   * @param options - `keepOld` is whether the old keys are still published, as issuers do for a while. Default: `false`,
   * tokens with old keys are rejected after the keys are fetched again.
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
const DAY_MS = 86_400_000;
/** Maximum number of published keys per algorithm in a restored state. */
const MAX_PUBLISHED = 100;

/** Creates an issuer at an origin. Its keys can be fetched without credentials. */
export function createIssuerService({
  origin,
  clock,
}: {
  readonly origin: string;
  readonly clock: Clock;
}): IssuerService {
  const ring = createKeyRing();
  const issuer = `${origin}${PATH}/${AUDIENCE}`;
  const defaults = (sub: unknown): TokenClaims => {
    const now = Math.floor(clock.now() / 1_000);
    return { iss: issuer, sub: "user-1", aud: AUDIENCE, iat: now, exp: now + HOUR, email: `${sub}@sandbox.test` };
  };
  return {
    issuer: {
      issuer,
      jwksUri: `${origin}${PATH}/jwks`,
      certificatesUri: `${origin}${PATH}/certificates`,
      audience: AUDIENCE,
      async token(claims = {}, options = {}) {
        assertIssuedToken(claims, options);
        const base = defaults(claims.sub ?? "user-1");
        return issueToken(ring, { ...base, ...claims, ...mistakes(options.wrong, base) }, options);
      },
      rotate(options = {}) {
        strictOptions("sandbox.issuer.rotate", options, { keepOld: booleanOption });
        ring.rotate({ keepOld: options.keepOld ?? false });
      },
    },
    name: "issuer",
    routes: [
      { method: "GET", path: `${PATH}/jwks`, handle: async () => ({ body: { keys: await keySet(ring) } }) },
      { method: "GET", path: `${PATH}/certificates`, handle: async () => ({ body: await certificates(ring, clock) }) },
    ],
    errorBody: listedErrorBody,
    authenticate: () => {},
    snapshot: () => ring.state(),
    stateCheck,
    restore: (state) => ring.moveTo(state as KeyRingState), // it passed the check
    reset: () => ring.moveTo(FIRST_KEYS),
  };
}

function mistakes(wrong: WrongToken | undefined, { iss, aud, iat = 0 }: TokenClaims): TokenClaims {
  switch (wrong) {
    case "expired":
      return { iat: iat - 2 * HOUR, exp: iat - HOUR };
    case "not-yet-valid":
      return { nbf: iat + HOUR, exp: iat + 2 * HOUR };
    case "other-audience":
      return { aud: `not-${aud}` };
    case "other-issuer":
      return { iss: `${iss}-not` };
    default:
      return {};
  }
}

async function keySet(ring: KeyRing): Promise<readonly unknown[]> {
  return Promise.all((await ring.published()).map(publicJwk));
}

async function certificates(ring: KeyRing, clock: Clock): Promise<Readonly<Record<string, string>>> {
  const now = clock.now();
  const entries = (await ring.published()).map(async (key) => {
    const certificate = await createCertificate({ key, notBeforeMs: now - DAY_MS, notAfterMs: now + 365 * DAY_MS });
    return [key.kid, certificate] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Checks the state of an issuer in a snapshot. */
const stateCheck = checked((state) => {
  const { oldest, newest } = Object(state) as Partial<Record<keyof KeyRingState, unknown>>;
  const isRange = isInteger(oldest, 1) && isInteger(newest, Number(oldest)) && Number.isSafeInteger(newest);
  if (isRange && Number(newest) - Number(oldest) < MAX_PUBLISHED) return undefined;
  return `must be the numbers of the oldest and the newest key, at most ${MAX_PUBLISHED} keys`;
});
