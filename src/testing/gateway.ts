import { TokenError, type TokenErrorCode } from "../core/token-error.js";
import { type DocumentView, viewDocument } from "../gateway/document.js";
import { findOperation } from "../gateway/read-security.js";
import type { TokenVerifier } from "../gateway/token-verifier.js";
import { encodeUserInfo, type Generation, type TokenClaims } from "../gateway/user-info.js";
import type { GatewayNaming } from "../naming/naming.js";

/** What stands behind the gateway: a handler, or the address of a server. */
export type GatewayBackend = ((request: Request) => Response | Promise<Response>) | URL;

/** What a gateway is made of. */
export interface GatewayParts {
  /** The OpenAPI 2.0 document with its security. */
  readonly document: object;
  readonly backend: GatewayBackend;
  readonly verifier: TokenVerifier;
  readonly naming: GatewayNaming;
  readonly generation: Generation;
  /** Whether the backend gets another Authorization. Default: when the document names a backend's address. */
  readonly replaceAuthorization?: boolean | undefined;
}

const FORWARDED = "x-forwarded-authorization";
/** Stands for the gateway's own credential at the backend. */
const GATEWAY_TOKEN = "Bearer sandbox-gateway-token";

const messages: Partial<Record<TokenErrorCode, string>> = {
  token_missing: "Jwt is missing",
  token_expired: "Jwt is expired",
  issuer_unknown: "Jwt issuer is not configured",
  keys_unavailable: "Jwks remote fetch is failed",
  audience_mismatch: "Audiences in Jwt are not allowed",
};

/** Makes a gateway: verifies the token that an operation asks for, and tells the backend who is calling. */
export function createGateway(parts: GatewayParts): (request: Request) => Promise<Response> {
  const { document, backend, naming, generation } = parts;
  const view = viewDocument(document, "sandbox.gateway");
  const basePath = String((document as { basePath?: unknown }).basePath ?? "").replace(/\/$/, "");
  return async (request) => {
    const headers = new Headers(request.headers);
    headers.delete(naming.userInfoHeader);
    const url = new URL(request.url);
    const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
    const operation = findOperation(view, request.method, path);
    const required = operation?.security ?? view.security ?? [];
    try {
      const claims = await callerOf(request, required, view, parts);
      if (claims !== undefined) headers.set(naming.userInfoHeader, encodeUserInfo(claims, { generation }));
      else if (generation === "earlier") headers.set(naming.userInfoHeader, "");
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      return refusal(error.code, generation);
    }
    const named = naming.extensions.backend;
    const places: readonly unknown[] = [document, itemAt(document, operation?.path, operation?.member)];
    const replaced = parts.replaceAuthorization ?? places.some((each) => hasMember(each, named));
    if (replaced) {
      const own = headers.get("authorization");
      if (own === null) headers.delete(FORWARDED);
      else headers.set(FORWARDED, own);
      headers.set("authorization", GATEWAY_TOKEN);
    }
    const target = backend instanceof URL ? new URL(`${url.pathname}${url.search}`, backend) : url;
    const forwarded = new Request(new Request(target, request), { headers, redirect: "manual" });
    return backend instanceof URL ? fetch(forwarded) : backend(forwarded);
  };
}

/**
 * The claims of the caller; undefined when none are asked for. A requirement of two definitions cannot be met by one
 * token, so each name needs a token in that definition's places; other schemes are not the gateway's to check.
 *
 * @throws {TokenError} when no alternative is met.
 */
async function callerOf(
  request: Request,
  required: readonly Readonly<Record<string, unknown>>[],
  view: DocumentView,
  { verifier, naming }: GatewayParts,
): Promise<TokenClaims | undefined> {
  const isGateways = (name: string) => {
    return !Object.hasOwn(view.definitions, name) || hasMember(view.definitions[name], naming.extensions.issuer);
  };
  const alternatives = required.map((each) => Object.keys(each).filter(isGateways));
  if (alternatives.length === 0) return undefined;
  const open = alternatives.some((names) => names.length === 0);
  try {
    const { claims, definition } = await verifier.verify(request);
    if (alternatives.some((names) => names.every((name) => name === definition) && names.length > 0)) return claims;
    if (!open) throw new TokenError({ code: "issuer_unknown", definition });
  } catch (error) {
    if (!(open && error instanceof TokenError && error.code === "token_missing")) throw error;
  }
  return undefined;
}

function refusal(code: TokenErrorCode, generation: Generation): Response {
  const forbidden = code === "audience_mismatch";
  const text = messages[code] ?? "Jwt verification fails";
  const status = forbidden ? 403 : 401;
  if (generation === "current") return Response.json({ code: status, message: text }, { status });
  const body = { code: forbidden ? 7 : 16, message: `JWT validation failed: ${text}`, details: [] };
  return Response.json(body, { status, headers: forbidden ? {} : { "www-authenticate": "Bearer" } });
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function itemAt(document: object, ...names: readonly (string | undefined)[]): unknown {
  const start: unknown = (document as { paths?: unknown }).paths;
  return names.reduce<unknown>(
    (value, name) =>
      name !== undefined && hasMember(value, name) ? (value as Record<string, unknown>)[name] : undefined,
    start,
  );
}
