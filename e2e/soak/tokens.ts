import type { AccessTokenProvider } from "fourfold";
import { randomOf } from "./random.js";

/** The error of a token provider that rejects. */
export class NoToken extends Error {}

/** Share of token requests that reject or never settle. */
const SHARES = { rejects: 0.003, hangs: 0.0003 };

/** Creates a token provider that sometimes rejects or hangs, and returns a new token after each 401. */
export function badTokens(seed: string): AccessTokenProvider {
  const random = randomOf(`${seed} tokens`);
  let generation = 0;
  return {
    getAccessToken: async () => {
      if (random.chance(SHARES.rejects)) throw new NoToken("no token available");
      if (random.chance(SHARES.hangs)) return new Promise(() => undefined);
      return `token-${generation}`;
    },
    forgetAccessToken: () => {
      generation += 1;
    },
  };
}
