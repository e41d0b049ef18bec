// What the issuer uses of jose. Loaded with the first token or key set.
export { base64url, exportJWK, exportSPKI, generateKeyPair } from "jose";
