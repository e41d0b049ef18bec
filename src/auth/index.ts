export type { AccessToken, AccessTokenProvider, ApiKeyProvider, Auth } from "../core/auth.js";
export { apiKey } from "./api-key.js";
export { bearer } from "./bearer.js";
