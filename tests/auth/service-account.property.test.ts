import fc from "fast-check";
import { serviceAccount } from "fourfold/auth";
import { expect, test } from "vitest";
import { createTokenEndpoint, pkcs8 } from "./token-endpoint.js";

const step = fc.oneof(
  fc.constant({ type: "ask" as const }),
  fc.constant({ type: "refused" as const }),
  fc.record({ type: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 700_000 }) }),
);

test("in any sequence of requests, waits and rejections, a token is new exactly when the last one cannot be used", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), fc.array(step, { maxLength: 12 }), async (seconds, steps) => {
      const endpoint = createTokenEndpoint();
      const { clock } = endpoint;
      endpoint.expiresIn = seconds;
      const account = serviceAccount({
        clientEmail: "a@b.test",
        privateKey: pkcs8,
        scopes: "openid",
        tokenUrl: endpoint.url,
        fetch: endpoint.fetch,
        clock,
      });
      let nth = 0;
      let bornAt = Number.NEGATIVE_INFINITY;
      for (const each of steps) {
        if (each.type === "advance") clock.advance(each.ms);
        else if (each.type === "refused") {
          account.forgetAccessToken(`token-${nth}`);
          bornAt = Number.NEGATIVE_INFINITY;
        } else {
          const left = bornAt + seconds * 1_000 - clock.now();
          if (left <= 60_000 && left <= seconds * 100) {
            nth += 1;
            bornAt = clock.now();
          }
          expect(await account.getAccessToken()).toBe(`token-${nth}`);
        }
      }
      expect(endpoint.received).toHaveLength(nth);
    }),
    { numRuns: 60 },
  );
});
