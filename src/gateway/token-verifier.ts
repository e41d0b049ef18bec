import { type Clock, clockOption, systemClock } from "../call/clock.js";
import { TokenError } from "../errors/gateway-errors.js";
import { oneLine } from "../errors/message-text.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { isHttpUrl } from "../values/addresses.js";
import { shown } from "../values/describe.js";
import { isTooDeep } from "../values/objects.js";
import {
  anyValue,
  checked,
  functionOption,
  isNonNegative,
  listOf,
  must,
  type OptionCheck,
  type OptionChecks,
  oneOf,
  optionsOf,
  required,
  strictOptions,
  withRule,
} from "../values/options.js";
import { securityIssues } from "./check-security.js";
import { assertHeaderSource, audiencesOf, type Generation, type TokenClaims, textOf } from "./claims-and-headers.js";
import { definitionsOf, type IssuerDefinition } from "./definitions.js";
import { viewDocument } from "./document.js";
import { createIssuerKeys, isBase64Url, KeyError } from "./issuer-keys.js";
import { completeDefinitions, definitionsCheck, type JwtDefinition } from "./jwt-security.js";
import { readTokens, TOKEN_FORM, type TokenBearer, usualLocations } from "./token-location.js";

/** A supported signature algorithm. Only asymmetric algorithms are supported. */
export type TokenAlgorithm = "RS256" | "RS384" | "RS512" | "ES256";

/** Options of {@link createTokenVerifier}. */
export type TokenVerifierOptions = TokenVerifierSettings &
  (
    | {
        /** The document whose definitions are used: OpenAPI 2.0, 3.0 or 3.1. */
        readonly document: object;
        readonly definitions?: undefined;
      }
    | {
        /** The definitions, as {@link jwtSecurity} accepts them. */
        readonly definitions: Readonly<Record<string, JwtDefinition>>;
        readonly document?: undefined;
      }
  );

/** Settings of a token verifier. */
export interface TokenVerifierSettings {
  /** Profile that names the extension keys of the document. Default: `googleNaming`. */
  readonly naming?: Naming | undefined;
  /** Fetches the keys. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Clock for the times in tokens. Keys are cached by the clock of the machine. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Maximum difference between the issuer's clock and yours, in milliseconds. Default: 60 000. */
  readonly clockToleranceMs?: number | undefined;
  /** Accepted algorithms. Default: all four. */
  readonly algorithms?: readonly TokenAlgorithm[] | undefined;
  /**
   * Generation of the gateway. In the current one (API Gateway, ESPv2), every token in the locations must be valid. The earlier one
   * (ESP) reads only the first, and accepts one in `Authorization` without `Bearer`. Default: `"current"`.
   */
  readonly generation?: Generation | undefined;
}

/**
 * Verifies tokens as API Gateway and Cloud Endpoints do.
 *
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 */
export interface TokenVerifier {
  /**
   * Verifies a token, or the tokens of a request in the locations of a definition: the signature, then required
   * claims, times and audience. Requirements of operations are not checked.
   *
   * @param requestOrToken - The token, the value of an Authorization header, or a request or its headers: of `fetch`, of `node:http`, of Express or Fastify.
   * A token in the query is found in requests with a `url`.
   * @returns The claims, and the name of the definition that accepted the token.
   * @throws {TokenError} If the token is missing or not accepted, with the reason as its code.
   * @throws {RequestError} If the argument is neither a token, a request nor headers.
   */
  verify(requestOrToken: TokenBearer | string): Promise<VerifiedToken>;
}

const ALGORITHMS: readonly string[] = ["RS256", "RS384", "RS512", "ES256"];
const DEFAULT_TOLERANCE_MS = 60_000;

/**
 * Creates a verifier for the tokens of a document's issuers, which accepts the tokens that API Gateway accepts. Keys are
 * fetched on demand and cached for five minutes.
 *
 * If a definition has no audiences, the audience must be the document's `host`, or in OpenAPI 3 the host of the server with
 * `x-google-endpoint`; without a host, all its tokens are rejected.
 *
 * @param options - `document` or `definitions`, and settings of the verification.
 * @returns The verifier.
 * @throws {RequestError} If the document, a definition or an option is invalid, the document has no definition of the
 * naming profile, or an option is unknown, with all issues.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 *
 * @example
 * const verifier = createTokenVerifier({ document });
 * const { claims } = await verifier.verify(request);
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const operation = "createTokenVerifier";
  strictOptions(operation, options, optionsCheck(options ?? {}));
  const verify = createDefinitionVerifier(definitionsFrom(options, operation), options, operation);
  return {
    async verify(requestOrToken, ...others: unknown[]) {
      if (others[0] !== undefined && typeof others[0] !== "number") {
        const message = "must be omitted; pass settings and audiences to createTokenVerifier";
        throwIssue("verify", { path: "options", message, rule: "option" });
      }
      const { claims, definition } = await verify(requestOrToken);
      return { claims, definition };
    },
  };
}

/** A token that was accepted. */
export interface VerifiedToken {
  /** Its claims. */
  readonly claims: TokenClaims;
  /** Name of the definition with the token's issuer. */
  readonly definition: string;
}

/** An accepted token, including its text. */
export interface AcceptedToken extends VerifiedToken {
  /** The token. */
  readonly token: string;
}

/** The part that the public verifier and the sandbox's gateway share. */
export type DefinitionVerifier = ReturnType<typeof createDefinitionVerifier>;

const MAX_LENGTH = 65_536;

/**
 * Creates a function that verifies the tokens of a request for the first of the named definitions that accepts them; the settings
 * have been checked. All tokens in the definition's locations must be valid, because the backend receives all of them; the result
 * is the first. The function throws a `TokenError` if no definition accepts a token, with the most specific reason.
 */
export function createDefinitionVerifier(
  definitions: Readonly<Record<string, IssuerDefinition>>,
  settings: TokenVerifierSettings,
  operation: string,
) {
  const {
    naming = googleNaming,
    generation = "current",
    fetch = (input, init) => globalThis.fetch(input, init),
    clock = systemClock,
    algorithms = ALGORITHMS,
    clockToleranceMs = DEFAULT_TOLERANCE_MS,
  } = settings;
  const keySets = new Map<string, ReturnType<typeof createIssuerKeys>>();

  /** @throws {TokenError} If a definition does not accept the token. */
  const check = async (definition: string, wanted: IssuerDefinition, token: string): Promise<AcceptedToken> => {
    const claims = await readToken(token, algorithms);
    const { issuer, jwksUri, audiences } = wanted;
    if (claims.iss !== issuer) throw unknownIssuer(claims.iss, definitions);
    if (!isHttpUrl(jwksUri)) {
      throw new TokenError({ code: "keys_unavailable", definition, detail: "the definition has no valid key URL" });
    }
    const creating = keySets.get(definition) ?? createIssuerKeys(jwksUri, fetch);
    keySets.set(definition, creating);
    await verifySignature(definition, token, await creating, { jwksUri, now: clock.now(), clockToleranceMs });
    if (textOf(claims.sub) === null) throw new TokenError({ code: "claim_missing", definition, detail: "sub" });
    assertAudience(definition, claims, audiences);
    return { claims, definition, token };
  };

  return async (
    requestOrToken: TokenBearer | string,
    names: readonly string[] = Object.keys(definitions),
  ): Promise<AcceptedToken> => {
    const isToken = typeof requestOrToken === "string";
    if (!isToken) assertHeaderSource(operation, requestOrToken, "a token, ");
    const failures: TokenError[] = [];
    let detail: string | undefined;
    for (const [definition, wanted] of Object.entries(definitions)) {
      if (!names.includes(definition)) continue;
      const { locations = usualLocations(generation, naming) } = wanted;
      const found = isToken ? [{ token: bareToken(requestOrToken) }] : readTokens(requestOrToken, locations);
      const tokens = found.flatMap(({ token }) => token || []);
      detail ??= found.find(({ hint }) => hint)?.hint;
      try {
        const read = tokens.slice(0, generation === "earlier" ? 1 : undefined);
        const [result] = await Promise.all(read.map((token) => check(definition, wanted, token)));
        if (result !== undefined) return result;
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        failures.push(error);
      }
    }
    const specific = failures.find(({ definition }) => definition !== undefined) ?? failures[0];
    throw specific ?? new TokenError({ code: "token_missing", detail });
  };
}

/** Returns a token without the scheme of an Authorization header. */
function bareToken(text: string): string {
  return text.replace(/^bearer(?:\s+|$)/i, "");
}

/** Creates the error about an issuer, and names the definition whose issuer differs only in case or a trailing slash. */
function unknownIssuer(iss = "", definitions: Readonly<Record<string, IssuerDefinition>>): TokenError {
  const bare = (issuer: string) => issuer.toLowerCase().replace(/\/$/, "");
  const [similar] = Object.entries(definitions).filter(([, { issuer }]) => bare(issuer) === bare(iss));
  const hint = similar && `; the definition ${shown(similar[0])} has ${shown(similar[1].issuer)}`;
  return new TokenError({ code: "issuer_unknown", detail: `"${oneLine(iss, 200)}"${hint ?? ""}` });
}

/** Decodes a token without verifying its signature. @throws {TokenError} */
async function readToken(token: string, algorithms: readonly string[]): Promise<TokenClaims> {
  const { decodeJwt, decodeProtectedHeader } = await import("jose");
  const malformed = new TokenError({ code: "token_malformed" });
  if (token.length > MAX_LENGTH || !TOKEN_FORM.test(token)) throw malformed;
  let header: Readonly<Record<string, unknown>>;
  let claims: TokenClaims;
  try {
    [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
  } catch {
    throw malformed;
  }
  const { alg, kid = "", crit, b64 } = header;
  // `crit` is rejected: no extension is supported (RFC 7515, 4.1.11). `b64` is not allowed in JWTs (RFC 7797, 7).
  if (typeof alg !== "string" || typeof kid !== "string" || crit !== undefined || b64 !== undefined) throw malformed;
  if (isTooDeep(claims)) throw malformed;
  if (!algorithms.includes(alg)) throw new TokenError({ code: "algorithm_not_allowed" });
  if (textOf(claims.iss) === null) throw new TokenError({ code: "claim_missing", detail: "iss" });
  return claims;
}

/** Checks the signature, the required claims and the times of a token. @throws {TokenError} */
async function verifySignature(
  definition: string,
  token: string,
  keys: Awaited<ReturnType<typeof createIssuerKeys>>,
  settings: { readonly jwksUri: string; readonly now: number; readonly clockToleranceMs: number },
): Promise<void> {
  const { jwksUri, now, clockToleranceMs } = settings;
  const { decodeProtectedHeader, errors, jwtVerify } = await import("jose");
  if (!isBase64Url(token.split(".")[2])) throw new TokenError({ code: "signature_invalid", definition });
  try {
    await keys.load();
  } catch (cause) {
    const { code = "the request failed" } = Object(Object(cause).cause ?? cause); // of an error of Node
    const detail = `${jwksUri.replace(/\?.*/s, "")}: ${cause instanceof KeyError ? cause.message : code}`;
    throw new TokenError({ code: "keys_unavailable", definition, detail, cause });
  }
  for await (const key of keys.candidates(decodeProtectedHeader(token))) {
    try {
      const { payload } = await jwtVerify(token, key, {
        currentDate: new Date(now),
        clockTolerance: clockToleranceMs / 1_000,
        requiredClaims: ["iss", "sub", "aud", "exp"],
        maxTokenAge: Number.MAX_SAFE_INTEGER, // so that jose rejects an `iat` in the future
      });
      // JSON.parse reads 1e400 as Infinity: a token that never expires.
      const inexact = TIMES.find((name) => Math.abs(payload[name] ?? 0) > Number.MAX_SAFE_INTEGER);
      if (inexact === undefined) return;
      throw new errors.JWTClaimValidationFailed("", payload, inexact, "invalid");
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) throw new TokenError({ code: "token_expired", definition });
      if (cause instanceof errors.JWTClaimValidationFailed) {
        if (cause.reason === "check_failed") throw new TokenError({ code: "token_not_yet_valid", definition });
        throw new TokenError({ code: "claim_missing", definition, detail: cause.claim });
      }
    }
  }
  throw new TokenError({ code: "signature_invalid", definition });
}

const TIMES = ["exp", "nbf"] as const;

/** @throws {TokenError} If a token has none of the accepted audiences. */
function assertAudience(definition: string, { aud }: TokenClaims, accepted: readonly string[]): void {
  const audiences = audiencesOf(aud);
  const bare = accepted.map(bareAudience);
  if (audiences.some((audience) => bare.includes(bareAudience(audience)))) return;
  const detail = `"${oneLine(audiences.join(", "), 200)}"; accepted: "${oneLine(accepted.join(", "), 200)}"`;
  throw new TokenError({ code: "audience_mismatch", definition, detail });
}

/** Returns an audience without its scheme and a trailing slash, which the gateway ignores in comparisons. */
function bareAudience(audience: string): string {
  return audience.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}

function definitionsFrom(
  { document, definitions, naming = googleNaming }: TokenVerifierOptions,
  operation: string,
): Readonly<Record<string, IssuerDefinition>> {
  if (document === undefined) return completeDefinitions(definitions, naming);
  const view = viewDocument(document, operation, naming.extensions);
  const read = definitionsOf(view, view.ownAudiences);
  const issues = securityIssues(view, naming, ["naming-profile", "duplicate-issuer", "jwks-uri-form", "location-form"]);
  if (Object.keys(read).length === 0 && issues.length === 0) {
    const message = `must have a definition with "${view.form.marker}"; add one with jwtSecurity and secureDocument`;
    issues.push({ path: "document", message, rule: "definition-missing" });
  }
  assertNoIssues(operation, issues);
  return read;
}

function optionsCheck({ document, naming }: Partial<TokenVerifierOptions>): OptionCheck {
  const checks: OptionChecks<keyof TokenVerifierSettings | "document" | "definitions"> = {
    document: anyValue, // viewDocument checks it
    definitions:
      document === undefined ? definitionsCheck(naming) : checked(() => 'cannot be combined with "document"'),
    naming: namingOption,
    fetch: functionOption,
    clock: clockOption,
    clockToleranceMs: withRule(
      "clock-tolerance",
      must((value) => isNonNegative(value) && Number.isFinite(value), "a non-negative number of milliseconds"),
    ),
    generation: oneOf("current", "earlier"),
    algorithms: withRule("token-algorithm", (value, path) =>
      Array.isArray(value) && value.length === 0
        ? [{ path, message: "must name at least one algorithm" }]
        : listOf(oneOf(...ALGORITHMS), "a list of algorithms")(value, path),
    ),
  };
  return required(optionsOf(checks));
}
