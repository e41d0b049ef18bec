import { type CachedTokens, createClient, serviceAccount } from "fourfold";
import { type AccessTokenProvider, serviceAccount as ofAuth } from "fourfold/auth";
import { expectTypeOf } from "vitest";

const options = { clientEmail: "a@b.test", privateKey: "", tokenUrl: "https://token.test" };

const account = serviceAccount({ ...options, scopes: ["openid"] });
expectTypeOf(account).toEqualTypeOf<CachedTokens>();
expectTypeOf(account).toExtend<AccessTokenProvider>();
expectTypeOf(account.getAccessToken()).resolves.toEqualTypeOf<string>();
expectTypeOf(ofAuth).toEqualTypeOf(serviceAccount);
createClient({ baseUrl: "https://a.test", auth: account });
createClient({ baseUrl: "https://a.test", auth: { warehouse: account } });

serviceAccount({ ...options, scopes: "openid email" });
serviceAccount({
  ...options,
  scopes: ["openid"] as const,
  subject: undefined,
  audience: undefined,
  privateKeyId: undefined,
});
serviceAccount({ ...options, scopes: "openid", fetch: undefined, clock: undefined, timeoutMs: 5, retry: { limit: 1 } });
// @ts-expect-error without scopes
serviceAccount(options);
// @ts-expect-error without a token address, which no profile supplies
serviceAccount({ clientEmail: "a@b.test", privateKey: "", scopes: "openid" });
// @ts-expect-error a key file spells its fields differently
serviceAccount({ client_email: "a@b.test", private_key: "", token_uri: "https://token.test", scopes: "openid" });
