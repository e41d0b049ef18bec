import { type Auth, createClient, type RequestHeadersProvider } from "fourfold";
import { createWarehouse } from "fourfold/warehouse";
import { type AnyAuthClient, type AuthClient, auth, GoogleAuth, JWT, OAuth2Client } from "google-auth-library";

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
