import type { Clock } from "../core/clock.js";

/**
 * Maximum time for which a validated token is cached, in milliseconds.
 *
 * @see Spec: gateway, "Limits"
 */
const TOKEN_MS = 300_000;

/** Cache of the payloads of validated tokens. The keys are SHA-256 digests, so that no token is stored as plain text. */
export interface TokenCache {
  /** Returns the payload of an accepted token, as JSON; undefined if the token must be verified. */
  get(digest: string): string | undefined;
  /** Caches a payload for five minutes, or until the token expires if that is earlier. */
  set(digest: string, payload: string, expiresAtMs: number): void;
}

/** Creates a cache that evicts the oldest entry when it is full. */
export function createTokenCache(clock: Clock, maxEntries = 1_000): TokenCache {
  const entries = new Map<string, { readonly payload: string; readonly since: number; readonly until: number }>();
  return {
    get(digest) {
      const entry = entries.get(digest);
      const now = clock.now();
      if (entry === undefined || (now >= entry.since && now < entry.until)) return entry?.payload;
      entries.delete(digest);
      return undefined;
    },
    set(digest, payload, expiresAtMs) {
      const since = clock.now();
      const until = Math.min(since + TOKEN_MS, expiresAtMs);
      if (until <= since) return;
      entries.set(digest, { payload, since, until });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
