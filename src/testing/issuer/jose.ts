// The functions of jose that the issuer uses. Loaded with the first token or key set.
export { base64url, exportJWK, exportSPKI, generateKeyPair } from "jose";
