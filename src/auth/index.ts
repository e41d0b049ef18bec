export type { AccessToken, AccessTokenProvider, ApiKeyProvider, Auth } from "../core/auth.js";
export { apiKey } from "./api-key.js";
export { bearer } from "./bearer.js";
export { type ServiceAccount, serviceAccount } from "./service-account.js";
export type { ServiceAccountOptions } from "./service-account-options.js";
