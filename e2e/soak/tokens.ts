import type { AccessTokenProvider } from "fourfold";
import { randomOf } from "./random.js";

/** The error of a token provider that rejects. */
export class NoToken extends Error {}

/** How often a provider rejects or never answers, in parts of all requests for a token. */
const SHARES = { rejects: 0.003, hangs: 0.0003 };

/** Creates a token provider that sometimes rejects or hangs, and has a new token after each 401. */
export function badTokens(seed: string): AccessTokenProvider {
  const random = randomOf(`${seed} tokens`);
  let generation = 0;
  return {
    getAccessToken: async () => {
      if (random.chance(SHARES.rejects)) throw new NoToken("no token today");
      if (random.chance(SHARES.hangs)) return new Promise(() => undefined);
      return `token-${generation}`;
    },
    forgetAccessToken: () => {
      generation += 1;
    },
  };
}
