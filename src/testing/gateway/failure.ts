import type { TokenErrorCode } from "../../errors/error-code.js";
import type { Generation } from "../../gateway/user-info.js";

/** The reason why a gateway rejects a request. */
type GatewayFailure = TokenErrorCode | "path_unknown" | "method_unknown" | "backend_unavailable";

const INVALID = "Jwt verification fails";

/** Status, message of the current generation, and message of the earlier generation. `{}` is a placeholder for the detail. */
const texts: Record<GatewayFailure, readonly [status: number, current: string, earlier: string]> = {
  token_missing: [401, "Jwt is missing", "JWT validation failed: Missing or invalid credentials"],
  token_malformed: [401, INVALID, "JWT validation failed: BAD_FORMAT"],
  token_expired: [401, "Jwt is expired", "JWT validation failed: TIME_CONSTRAINT_FAILURE"],
  token_not_yet_valid: [401, INVALID, "JWT validation failed: TIME_CONSTRAINT_FAILURE"],
  signature_invalid: [401, INVALID, "JWT validation failed: BAD_SIGNATURE"],
  algorithm_not_allowed: [401, INVALID, "JWT validation failed: BAD_FORMAT"],
  issuer_unknown: [401, "Jwt issuer is not configured", "JWT validation failed: Issuer not allowed"],
  audience_mismatch: [403, "Audiences in Jwt are not allowed", "JWT validation failed: Audience not allowed"],
  claim_missing: [401, INVALID, "JWT validation failed: BAD_FORMAT"],
  keys_unavailable: [401, "Jwks remote fetch is failed", "JWT validation failed: KEY_RETRIEVAL_ERROR"],
  path_unknown: [404, "The current request is not defined by this API.", "Method does not exist."],
  method_unknown: [
    405,
    'The current request is matched to the defined url template "{}" but its http method is not allowed',
    "Method does not exist.",
  ],
  backend_unavailable: [503, "The backend did not respond: {}", "The backend did not respond: {}"],
};

/** RPC codes by HTTP status. */
const rpcCodes: Readonly<Record<number, number>> = { 401: 16, 403: 7, 404: 5, 503: 14 };

/** Creates the response to a rejected request, with the status and the body of the gateway's generation. */
export function failureResponse(failure: GatewayFailure, generation: Generation, detail = ""): Response {
  const [own, current, earlier] = texts[failure];
  // The earlier generation does not distinguish a wrong method from a wrong path.
  const status = own === 405 && generation === "earlier" ? 404 : own;
  const message = (generation === "current" ? current : earlier).replace("{}", () => detail);
  const body =
    generation === "current" ? { code: status, message } : { code: rpcCodes[status] ?? 2, message, details: [] };
  return Response.json(body, { status, headers: status === 401 ? { "www-authenticate": challenge(failure) } : {} });
}

/** The `WWW-Authenticate` header of RFC 6750, section 3. */
function challenge(failure: GatewayFailure): string {
  return failure === "token_missing" ? "Bearer" : 'Bearer error="invalid_token"';
}
