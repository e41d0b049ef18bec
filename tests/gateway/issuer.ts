import { CompactSign, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { vi } from "vitest";

const firstPair = generateKeyPair("RS256", { extractable: true });

/** An issuer for tests: its key set is served by `fetch`. Sets the date, on which the keys are cached, too. */
export async function createTestIssuer() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  const clock = {
    now: () => Date.now(),
    sleep: async () => undefined,
    advance: (ms: number) => void vi.setSystemTime(Date.now() + ms),
  };
  const now = () => Math.floor(clock.now() / 1_000);
  const pairs = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
  const issuer = {
    clock,
    /** The response of the key URL; a function may throw. */
    answer: (): unknown => ({}),
    fetched: 0,
    /** Creates a new key, and publishes all keys. */
    async addKey(kid: string, alg = "RS256") {
      pairs.set(kid, await (pairs.size === 0 ? firstPair : generateKeyPair(alg, { extractable: true })));
      const keys = await Promise.all(
        [...pairs].map(async ([id, { publicKey }]): Promise<JWK> => ({ ...(await exportJWK(publicKey)), kid: id })),
      );
      issuer.answer = () => ({ keys });
      return keys;
    },
    fetch: async () => {
      issuer.fetched += 1;
      return Response.json(issuer.answer());
    },
    claims: (changes: object = {}) => ({
      iss: "https://issuer.test/shop",
      sub: "ada",
      aud: "shop",
      iat: now(),
      exp: now() + 3_600,
      ...changes,
    }),
    /** Signs a string unchanged. */
    sign: async (payload: string) =>
      new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg: "RS256", kid: "k1" })
        .sign((await firstPair).privateKey),
    async token(changes: object = {}, header: object = {}, kid = "k1") {
      const pair = pairs.get(kid);
      if (pair === undefined) throw new Error(`no key ${kid}`);
      return new SignJWT(issuer.claims(changes))
        .setProtectedHeader({ alg: "RS256", kid, ...header })
        .sign(pair.privateKey);
    },
  };
  await issuer.addKey("k1");
  return issuer;
}
