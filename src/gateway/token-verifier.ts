import { type Clock, systemClock } from "../core/clock.js";
import {
  anyValue,
  assertOptions,
  checked,
  clockOption,
  functionOption,
  isNonNegative,
  listOf,
  must,
  type OptionCheck,
  type OptionChecks,
  oneOf,
  optionsOf,
  required,
  withRule,
} from "../core/rules/options.js";
import { TokenError } from "../errors/token-error.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { vendorNaming } from "../naming/vendor.js";
import { type TokenClaims, textOf } from "./claims.js";
import type { IssuerDefinition } from "./definition.js";
import { viewDocument } from "./document.js";
import { createIssuerKeys, type IssuerKeys } from "./issuer-keys.js";
import { completeDefinitions, definitionsCheck, type JwtDefinition } from "./jwt-definition.js";
import { definitionsOf } from "./read-security.js";
import { type ReadToken, readToken } from "./read-token.js";
import { createTokenCache, digestOf } from "./token-cache.js";
import { checkAudience, checkClaims } from "./token-checks.js";
import { accessTokensOf, type TokenBearer } from "./token-location.js";

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
  verify(requestOrToken: TokenBearer | string): Promise<VerifiedToken>;
}

const ALGORITHMS: readonly string[] = ["RS256", "RS384", "RS512", "ES256"];
const DEFAULT_TOLERANCE_MS = 60_000;

/**
 * Makes a verifier of the tokens of a document's issuers. Keys are fetched when they are needed and kept for five
 * minutes; accepted tokens are believed for five minutes or until they expire. Spec: gateway, Token claims,
 * Authentication and Limits.
 *
 * Without audiences in a definition, the tokens must be for the document's `host`; without that, none is accepted.
 *
 * @throws {RequestError} If the document, a definition or an option is invalid, or an option is unknown, with all issues.
 *
 * @example
 * const verifier = createTokenVerifier({ document });
 * const { claims } = await verifier.verify(request);
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const verifier = createDefinitionVerifier(options, "createTokenVerifier");
  return {
    async verify(requestOrToken) {
      const { claims, definition } = await verifier.verify(requestOrToken);
      return { claims, definition };
    },
  };
}

/** A token that was accepted, together with itself. */
export interface AcceptedToken extends VerifiedToken {
  /** The token. */
  readonly token: string;
}

/** What the public verifier and the sandbox's gateway share. */
export interface DefinitionVerifier {
  /**
   * Verifies a token of one of these definitions: the first that stands in the places of one and has its issuer.
   *
   * @param names Default: all of them.
   * @throws {TokenError} when there is none, or it is not accepted.
   */
  verify(requestOrToken: TokenBearer | string, names?: readonly string[]): Promise<AcceptedToken>;
}

/** Makes a verifier that can be told which definitions count. */
export function createDefinitionVerifier(options: TokenVerifierOptions, operation: string): DefinitionVerifier {
  assertOptions(operation, options, optionsCheck(options ?? {}));
  const { clock = systemClock, algorithms = ALGORITHMS, clockToleranceMs = DEFAULT_TOLERANCE_MS } = options;
  const definitions = new Map(Object.entries(definitionsFrom(options, operation)));
  const fetch = options.fetch ?? ((input: string, init: RequestInit) => globalThis.fetch(input, init));
  const cache = createTokenCache(clock);
  const keys = new Map<string, IssuerKeys>();
  for (const [name, { jwksUri }] of definitions) {
    if (jwksUri !== undefined) keys.set(name, createIssuerKeys({ uri: jwksUri, fetch, clock }));
  }

  const accept = async (token: string, read: ReadToken, name: string): Promise<AcceptedToken> => {
    // What one definition has accepted says nothing about another one.
    const digest = await digestOf(`${name} ${token}`);
    const known = cache.get(digest);
    if (known !== undefined) return { claims: JSON.parse(known), definition: name, token };
    await checkSignature(token, read, name, keys.get(name));
    const { claims } = read;
    checkClaims(claims, name, clock.now(), clockToleranceMs);
    checkAudience(claims, name, definitions.get(name)?.audiences ?? []);
    cache.set(digest, JSON.stringify(claims), (claims.exp ?? 0) * 1_000);
    return { claims, definition: name, token };
  };

  const tokensFor = (input: TokenBearer | string, name: string): string[] => {
    if (typeof input === "string") return input === "" ? [] : [input];
    return accessTokensOf(input, definitions.get(name)?.locations);
  };

  return {
    async verify(input, names = [...definitions.keys()]) {
      const candidates = names.flatMap((name) =>
        tokensFor(input, name).map((token) => ({ name, token, read: readToken(token, algorithms) })),
      );
      for (const { name, token, read } of candidates) {
        if (read instanceof TokenError || read.claims.iss !== definitions.get(name)?.issuer) continue;
        return accept(token, read, name);
      }
      throw strangerError(candidates[0]?.read);
    },
  };
}

/** @throws {TokenError} `keys_unavailable` or `signature_invalid`. */
async function checkSignature(token: string, read: ReadToken, definition: string, keys: IssuerKeys | undefined) {
  const unavailable = (facts: { detail?: string; cause?: unknown }) =>
    new TokenError({ code: "keys_unavailable", definition, ...facts });
  if (keys === undefined) throw unavailable({ detail: "the definition has no address of them" });
  const key = await keys.find(read).catch((cause: unknown) => {
    throw unavailable({ cause });
  });
  const { isSignedBy } = await import("./signature.js");
  if (key === undefined || !(await isSignedBy(key, token, read))) {
    throw new TokenError({ code: "signature_invalid", definition });
  }
}

/** Why a token of no definition is refused; undefined stands for no token at all. */
function strangerError(read: ReadToken | TokenError | undefined): TokenError {
  if (read === undefined) return new TokenError({ code: "token_missing" });
  if (read instanceof TokenError) return read;
  if (textOf(read.claims.iss) === null) return new TokenError({ code: "claim_missing", detail: "iss" });
  return new TokenError({ code: "issuer_unknown" });
}

function definitionsFrom(
  { document, definitions, naming = vendorNaming }: TokenVerifierOptions,
  operation: string,
): Readonly<Record<string, IssuerDefinition>> {
  if (document === undefined) return completeDefinitions(definitions, naming);
  const read = Object.entries(definitionsOf(viewDocument(document, operation), naming));
  const { host } = document as { readonly host?: unknown }; // read as a text or not at all
  const own = textOf(host);
  return Object.fromEntries(
    read.map(([name, each]) => [
      name,
      each.audiences.length > 0 || own === null ? each : { ...each, audiences: [own] },
    ]),
  );
}

function optionsCheck({ document, naming }: Partial<TokenVerifierOptions>): OptionCheck {
  const checks: OptionChecks<keyof TokenVerifierSettings | "document" | "definitions"> = {
    document: anyValue, // viewDocument checks it
    definitions:
      document === undefined ? definitionsCheck(naming) : checked(() => 'cannot be combined with "document"'),
    naming: gatewayNamingOption,
    fetch: functionOption,
    clock: clockOption,
    clockToleranceMs: withRule(
      "clock-tolerance",
      must((value) => isNonNegative(value) && Number.isFinite(value), "a non-negative number of milliseconds"),
    ),
    algorithms: withRule("token-algorithm", (value, path) =>
      Array.isArray(value) && value.length === 0
        ? [{ path, message: "must name at least one algorithm" }]
        : listOf(oneOf(...ALGORITHMS), "a list of algorithms")(value, path),
    ),
  };
  return required(optionsOf(checks));
}
