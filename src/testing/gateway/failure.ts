import type { TokenErrorCode } from "../../errors/error-code.js";
import type { Generation } from "../../gateway/user-info.js";

/** The reason why a gateway rejects a request. */
export type GatewayFailure =
  | TokenErrorCode
  | "path_unknown"
  | "method_unknown"
  | "body_too_large"
  | "backend_unavailable";

interface Texts {
  readonly status: number;
  /** Message of the current generation; `{}` is a placeholder for the detail. */
  readonly current: string;
  /** Message of the earlier generation; its code is the canonical RPC code. */
  readonly earlier: string;
}

const token = (status: 401 | 403, current: string, earlier: string): Texts => ({
  status,
  current,
  earlier: `JWT validation failed: ${earlier}`,
});
const INVALID = "Jwt verification fails";

const texts: Record<GatewayFailure, Texts> = {
  token_missing: token(401, "Jwt is missing", "Missing or invalid credentials"),
  token_malformed: token(401, INVALID, "BAD_FORMAT"),
  token_expired: token(401, "Jwt is expired", "TIME_CONSTRAINT_FAILURE"),
  token_not_yet_valid: token(401, INVALID, "TIME_CONSTRAINT_FAILURE"),
  signature_invalid: token(401, INVALID, "BAD_SIGNATURE"),
  algorithm_not_allowed: token(401, INVALID, "BAD_FORMAT"),
  issuer_unknown: token(401, "Jwt issuer is not configured", "Issuer not allowed"),
  audience_mismatch: token(403, "Audiences in Jwt are not allowed", "Audience not allowed"),
  claim_missing: token(401, INVALID, "BAD_FORMAT"),
  keys_unavailable: token(401, "Jwks remote fetch is failed", "KEY_RETRIEVAL_ERROR"),
  path_unknown: {
    status: 404,
    current: "The current request is not defined by this API.",
    earlier: "Method does not exist.",
  },
  method_unknown: {
    status: 405,
    current: 'The current request is matched to the defined url template "{}" but its http method is not allowed',
    earlier: "Method does not exist.",
  },
  body_too_large: { status: 413, current: "Payload Too Large", earlier: "Payload Too Large" },
  backend_unavailable: {
    status: 503,
    current: "The backend did not respond: {}",
    earlier: "The backend did not respond: {}",
  },
};

/** RPC codes by HTTP status. */
const rpcCodes: Readonly<Record<number, number>> = { 401: 16, 403: 7, 404: 5, 503: 14 };

/** Creates the response to a rejected request, with the status and the body of the gateway's generation. */
export function failureResponse(failure: GatewayFailure, generation: Generation, detail = ""): Response {
  const { status: own, current, earlier } = texts[failure];
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
