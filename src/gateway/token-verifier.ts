import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { type Clock, systemClock } from "../core/clock.js";
import { RequestError } from "../core/errors.js";
import { TokenError } from "../core/token-error.js";
import type { GatewayNaming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import type { IssuerDefinition } from "./definition.js";
import { viewDocument } from "./document.js";
import { createIssuerKeys, type IssuerKeys } from "./issuer-keys.js";
import { type JwtDefinition, readDefinitions } from "./jwt-security.js";
import { definitionsOf } from "./read-security.js";
import { createTokenCache, digestOf } from "./token-cache.js";
import { findAccessToken } from "./token-location.js";

/** An algorithm that a token may be signed with: asymmetric ones alone. */
export type TokenAlgorithm = "RS256" | "RS384" | "RS512" | "ES256";

/** Options of {@link createTokenVerifier}. */
export type TokenVerifierOptions = TokenVerifierSettings &
  (
    | {
        /** The OpenAPI 2.0 document whose definitions are used. */
        readonly document: object;
        readonly definitions?: undefined;
      }
    | {
        /** The definitions, as {@link jwtSecurity} takes them. */
        readonly definitions: Readonly<Record<string, JwtDefinition>>;
        readonly document?: undefined;
      }
  );

/** Settings of a token verifier. */
export interface TokenVerifierSettings {
  /** Profile that names the extension keys of the document. Default: the neutral names. */
  readonly naming?: GatewayNaming | undefined;
  /** Fetches the keys. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Where time comes from. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** How far the issuer's clock may be off, in milliseconds. Default: 60 000. */
  readonly clockToleranceMs?: number | undefined;
  /** Algorithms that are accepted. Default: all of {@link TokenAlgorithm}. */
  readonly algorithms?: readonly TokenAlgorithm[] | undefined;
}

/** A token that was accepted. */
export interface VerifiedToken {
  /** Its claims. */
  readonly claims: TokenClaims;
  /** Name of the definition that its issuer has. */
  readonly definition: string;
}

/** Accepts tokens, or says why not. */
export interface TokenVerifier {
  /**
   * Verifies a token, or the one that a request bears in the places of the definitions. Signature first, then the
   * claims that a token must have, the times, the audience. Requirements of operations are not looked at.
   *
   * @throws {TokenError} when it is not accepted, with the reason as its code.
   */
  verify(requestOrToken: { readonly url: string; readonly headers: Headers } | string): Promise<VerifiedToken>;
}

type Definitions = Readonly<Record<string, IssuerDefinition>>;
interface ReadToken {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly claims: TokenClaims;
}

const ALGORITHMS: readonly string[] = ["RS256", "RS384", "RS512", "ES256"];
const MAX_LENGTH = 65_536;
const DEFAULT_TOLERANCE_MS = 60_000;

/**
 * Makes a verifier of the tokens of a document's issuers. Keys are fetched when they are needed and kept for five
 * minutes; accepted tokens are believed for five minutes or until they expire. Spec: gateway, Token claims,
 * Authentication and Limits.
 *
 * Without audiences in a definition, the tokens must be for the document's `host`; without that, none is accepted.
 *
 * @throws {RequestError} when the document or the definitions are none, or an algorithm is not one of those listed.
 *
 * @example
 * const verifier = createTokenVerifier({ document });
 * const { claims } = await verifier.verify(request);
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { clock = systemClock, algorithms = ALGORITHMS, clockToleranceMs = DEFAULT_TOLERANCE_MS } = options;
  checkAlgorithms(algorithms);
  const definitions = definitionsFrom(options);
  const fetch = options.fetch ?? ((input: string, init: RequestInit) => globalThis.fetch(input, init));
  const cache = createTokenCache(clock);
  const keys = new Map<string, IssuerKeys>();
  for (const [name, { jwksUri }] of Object.entries(definitions)) {
    if (jwksUri !== undefined) keys.set(name, createIssuerKeys({ uri: jwksUri, fetch, clock }));
  }

  const verifyToken = async (token: string, read: ReadToken, name: string): Promise<VerifiedToken> => {
    const digest = await digestOf(token);
    const known = cache.get(digest);
    if (known !== undefined) return { claims: JSON.parse(known), definition: name };
    await verifySignature(token, read, name, keys.get(name));
    const { claims } = read;
    checkClaims(claims, name, clock.now(), clockToleranceMs);
    const wanted = (definitions[name]?.audiences ?? []).map(bareAudience);
    if (!audiencesOf(claims.aud).some((each) => wanted.includes(bareAudience(each)))) {
      throw new TokenError({ code: "audience_mismatch", definition: name });
    }
    cache.set(digest, JSON.stringify(claims), (claims.exp ?? 0) * 1_000);
    return { claims, definition: name };
  };

  return {
    async verify(input) {
      const candidates = candidatesOf(input, definitions);
      const [first] = candidates;
      if (first === undefined) throw new TokenError({ code: "token_missing" });
      for (const { token, name } of candidates) {
        const read = tryRead(token, algorithms);
        if (read instanceof TokenError || read.claims.iss !== definitions[name]?.issuer) continue;
        return verifyToken(token, read, name);
      }
      const read = tryRead(first.token, algorithms);
      if (read instanceof TokenError) throw read;
      if (textOf(read.claims.iss) === null) throw new TokenError({ code: "claim_missing", detail: "iss" });
      throw new TokenError({ code: "issuer_unknown" });
    },
  };
}

/** Each definition with the token that stands in its places. */
function candidatesOf(
  input: { readonly url: string; readonly headers: Headers } | string,
  definitions: Definitions,
): readonly { readonly token: string; readonly name: string }[] {
  return Object.entries(definitions).flatMap(([name, { locations }]) => {
    const token = typeof input === "string" ? input : findAccessToken(input, { locations });
    return token === undefined || token === "" ? [] : [{ token, name }];
  });
}

/** Reads a token that nobody has verified yet; returns the error instead of throwing it. */
function tryRead(token: string, algorithms: readonly string[]): ReadToken | TokenError {
  const malformed = new TokenError({ code: "token_malformed" });
  if (token.length > MAX_LENGTH || token.split(".").length !== 3) return malformed;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const claims = decodeJwt(token) as TokenClaims; // any object; each claim is looked at before it is used
    if (typeof alg !== "string" || (kid !== undefined && typeof kid !== "string")) return malformed;
    return algorithms.includes(alg) ? { alg, kid, claims } : new TokenError({ code: "algorithm_not_allowed" });
  } catch {
    return malformed;
  }
}

/** @throws {TokenError} `keys_unavailable` or `signature_invalid`. */
async function verifySignature(token: string, { alg, kid }: ReadToken, name: string, keys: IssuerKeys | undefined) {
  if (keys === undefined) {
    throw new TokenError({
      code: "keys_unavailable",
      definition: name,
      detail: "the definition has no address of them",
    });
  }
  const key = await keys.find({ alg, kid }).catch((cause: unknown) => {
    throw new TokenError({ code: "keys_unavailable", definition: name, cause });
  });
  const invalid = () => new TokenError({ code: "signature_invalid", definition: name });
  if (key === undefined) throw invalid();
  await compactVerify(token, key, { algorithms: [alg] }).catch(() => {
    throw invalid();
  });
}

/** @throws {TokenError} when a claim is missing, or this is not the time. */
function checkClaims(claims: TokenClaims, definition: string, nowMs: number, toleranceMs: number): void {
  const missing = [
    ...(["iss", "sub"] as const).filter((name) => textOf(claims[name]) === null),
    ...(audiencesOf(claims.aud).length === 0 ? ["aud"] : []),
    ...(["iat", "exp"] as const).filter((name) => !Number.isFinite(claims[name])),
  ];
  if (missing.length > 0) throw new TokenError({ code: "claim_missing", definition, detail: missing.join(", ") });
  const { exp = 0, iat = 0, nbf = iat } = claims;
  if (nowMs >= exp * 1_000 + toleranceMs) throw new TokenError({ code: "token_expired", definition });
  if (nowMs < Math.max(iat, Number(nbf)) * 1_000 - toleranceMs) {
    throw new TokenError({ code: "token_not_yet_valid", definition });
  }
}

/** An audience as it is compared: without scheme and trailing slash. */
function bareAudience(audience: string): string {
  return audience.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}

function definitionsFrom({ document, definitions, naming = vendorNaming }: TokenVerifierOptions): Definitions {
  if (document === undefined) return readDefinitions(definitions, naming, "createTokenVerifier");
  const { host } = document as { readonly host?: unknown }; // read as a text or not at all
  const own = textOf(host);
  const read = Object.entries(definitionsOf(viewDocument(document, "createTokenVerifier"), naming));
  return Object.fromEntries(
    read.map(([name, each]) => [
      name,
      each.audiences.length > 0 || own === null ? each : { ...each, audiences: [own] },
    ]),
  );
}

/** @throws {RequestError} when one is symmetric, or none at all. */
function checkAlgorithms(algorithms: readonly string[]): void {
  const issues = algorithms
    .filter((each) => !ALGORITHMS.includes(each))
    .map((each) => ({
      path: "algorithms",
      message: `must be among ${ALGORITHMS.join(", ")}, got ${JSON.stringify(each)}`,
      rule: "token-algorithm",
    }));
  if (issues.length > 0) throw new RequestError({ operation: "createTokenVerifier", issues });
}
