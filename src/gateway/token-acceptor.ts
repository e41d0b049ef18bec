import type { Clock } from "../core/clock.js";
import { TokenError } from "../errors/token-error.js";
import { isBase64Url } from "./base64.js";
import { type Candidate, chooseForAny, createTokenChooser } from "./choose-tokens.js";
import type { TokenClaims } from "./claims.js";
import type { IssuerDefinition } from "./definition.js";
import { createIssuerKeys, type IssuerKeys } from "./issuer-keys.js";
import { createTokenCache, digestOf } from "./token-cache.js";
import { checkAudience, checkClaims } from "./token-checks.js";
import type { TokenFinder } from "./token-location.js";

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

/** Settings of a token acceptor, with all defaults filled in. */
export interface AcceptorSettings {
  readonly definitions: ReadonlyMap<string, IssuerDefinition>;
  readonly algorithms: readonly string[];
  readonly clockToleranceMs: number;
  readonly clock: Clock;
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
}

/** Verifies the tokens of requests, with a cache of keys and of accepted tokens. */
export interface TokenAcceptor {
  /** Verifies one token, of any definition. @throws {TokenError} */
  acceptAny(find: TokenFinder): Promise<AcceptedToken>;
  /** Verifies one token for each of the named definitions. @throws {TokenError} */
  acceptEach(find: TokenFinder, names: readonly string[]): Promise<AcceptedToken[]>;
}

/** Creates an acceptor. This file is loaded with the first token. */
export function createTokenAcceptor(settings: AcceptorSettings): TokenAcceptor {
  const { definitions, algorithms, clockToleranceMs, clock, fetch } = settings;
  const cache = createTokenCache(clock);
  const keys = new Map<string, IssuerKeys>();
  for (const [name, { jwksUri }] of definitions) {
    if (jwksUri !== undefined) keys.set(name, createIssuerKeys({ uri: jwksUri, fetch, clock }));
  }
  const accept = async (candidate: Candidate): Promise<AcceptedToken> => {
    const { token, read, name } = candidate;
    const digest = await digestOf(`${name} ${token}`);
    const known = cache.get(digest);
    if (known !== undefined) return { claims: JSON.parse(known), definition: name, token };
    await checkSignature(candidate, keys.get(name));
    const { claims, payload } = read;
    checkClaims(claims, name, clock.now(), clockToleranceMs);
    checkAudience(claims, name, definitions.get(name)?.audiences ?? []);
    cache.set(digest, payload, (claims.exp ?? 0) * 1_000);
    return { claims, definition: name, token };
  };
  return {
    acceptAny: async (find) =>
      accept(chooseForAny(createTokenChooser(find, definitions, algorithms), definitions.keys())),
    async acceptEach(find, names) {
      const accepted: AcceptedToken[] = [];
      for (const candidate of createTokenChooser(find, definitions, algorithms)(names)) {
        accepted.push(await accept(candidate));
      }
      return accepted;
    },
  };
}

/** @throws {TokenError} `keys_unavailable` or `signature_invalid`. */
async function checkSignature(
  { token, read, name: definition }: Candidate,
  keys: IssuerKeys | undefined,
): Promise<void> {
  const unavailable = (facts: { detail?: string; cause?: unknown }) =>
    new TokenError({ code: "keys_unavailable", definition, ...facts });
  if (keys === undefined) throw unavailable({ detail: "the definition has no key URL" });
  const invalid = new TokenError({ code: "signature_invalid", definition });
  if (!isBase64Url(token.slice(token.lastIndexOf(".") + 1))) throw invalid;
  const key = await keys.find(read).catch((cause: unknown) => {
    throw unavailable({ cause });
  });
  const { isSignedBy } = await import("./signature.js");
  if (key === undefined || !(await isSignedBy(key, token, read))) throw invalid;
}
