import { TokenError } from "../errors/token-error.js";
import { textOf } from "./claims.js";
import type { IssuerDefinition } from "./definition.js";
import { type ReadToken, readToken } from "./read-token.js";
import type { TokenFinder } from "./token-location.js";

/** A token that was chosen for a definition, before its verification. */
export interface Candidate {
  /** Name of the definition. */
  readonly name: string;
  readonly token: string;
  readonly read: ReadToken;
}

/** A token and its decoded contents. */
interface FoundToken {
  readonly token: string;
  readonly read: ReadToken | TokenError;
}

/**
 * Chooses one token of a request for each of the named definitions: the first token from the definition's issuer in the
 * definition's locations. Each token before that one must have been chosen for another definition, because the backend
 * receives all of them.
 *
 * @throws {TokenError} If a definition has no matching token.
 */
export type TokenChooser = (names: readonly string[]) => readonly Candidate[];

/** Creates the chooser for the tokens of one request. Each token is decoded once. */
export function createTokenChooser(
  find: TokenFinder,
  definitions: ReadonlyMap<string, IssuerDefinition>,
  algorithms: readonly string[],
): TokenChooser {
  const known = new Map<string, FoundToken["read"]>();
  const read = (token: string): FoundToken => {
    const result = known.get(token) ?? readToken(token, algorithms);
    known.set(token, result);
    return { token, read: result };
  };
  const candidateOf = (name: string) => {
    const definition = definitions.get(name);
    const found = find(definition?.locations).map(read);
    const isOurs = (each: FoundToken): each is Omit<Candidate, "name"> =>
      !(each.read instanceof TokenError) && definition !== undefined && each.read.claims.iss === definition.issuer;
    const chosen = found.find(isOurs);
    if (chosen === undefined) throw strangerError(found[0]?.read);
    return { name, ...chosen, before: found.slice(0, found.indexOf(chosen)) };
  };
  return (names) => {
    const candidates = names.map(candidateOf);
    const stray = candidates
      .flatMap(({ before }) => before)
      .find(({ token }) => candidates.every((each) => each.token !== token));
    if (stray !== undefined) throw strangerError(stray.read);
    return candidates;
  };
}

/** Chooses a token for the first definition that has one. @throws {TokenError} If there is none. */
export function chooseForAny(choose: TokenChooser, names: Iterable<string>): Candidate {
  let failure: TokenError | undefined;
  for (const name of names) {
    try {
      return choose([name])[0] as Candidate; // one for each name
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      if (failure === undefined || failure.code === "token_missing") failure = error;
    }
  }
  throw failure ?? strangerError(undefined);
}

/** Returns the error for a token that matches no definition; `undefined` means that the request has no token. */
function strangerError(read: FoundToken["read"] | undefined): TokenError {
  if (read === undefined) return new TokenError({ code: "token_missing" });
  if (read instanceof TokenError) return read;
  if (textOf(read.claims.iss) === null) return new TokenError({ code: "claim_missing", detail: "iss" });
  return new TokenError({ code: "issuer_unknown" });
}
