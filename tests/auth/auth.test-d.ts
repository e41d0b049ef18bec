import { type Auth, type CachedTokens, createClient, type RequestHeadersProvider, serviceAccount } from "fourfold";
import { type AccessTokenProvider, serviceAccount as ofAuth } from "fourfold/auth";
import { createWarehouse } from "fourfold/warehouse";
import { type AnyAuthClient, type AuthClient, auth, GoogleAuth, JWT, OAuth2Client } from "google-auth-library";
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

const baseUrl = "https://a.test";

// Every client of the library is accepted unchanged, for all areas or for one, and so is its factory.
declare const anyClient: AnyAuthClient;
declare const abstractClient: AuthClient;
createClient({ baseUrl, auth: anyClient });
createClient({ baseUrl, auth: abstractClient });
createClient({ baseUrl, auth: new JWT() });
createClient({ baseUrl, auth: new OAuth2Client() });
createClient({ baseUrl, auth: new GoogleAuth() });
createClient({ baseUrl, auth });
createClient({ baseUrl, auth: { warehouse: anyClient, entities: new GoogleAuth() } });
createWarehouse({ baseUrl, auth: anyClient });
export const provider: RequestHeadersProvider = anyClient;
export const any: Auth = new GoogleAuth();
// @ts-expect-error a promise of a client is not a client: await getClient(), or pass GoogleAuth itself
createClient({ baseUrl, auth: new GoogleAuth().getClient() });
