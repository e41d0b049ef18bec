import type { Clock } from "../../call/clock.js";
import { TokenError } from "../../errors/gateway-errors.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { securityIssues } from "../../gateway/check-security.js";
import { userInfoHeaderOf } from "../../gateway/claims-and-headers.js";
import { definitionsOf } from "../../gateway/definitions.js";
import { backendOf, viewDocument } from "../../gateway/document.js";
import { operationsAt, pathBelow } from "../../gateway/find-operation.js";
import { type AcceptedToken, createDefinitionVerifier, type DefinitionVerifier } from "../../gateway/token-verifier.js";
import { encodeUserInfo, type GatewayProduct, type Generation } from "../../gateway/user-info.js";
import type { Naming } from "../../naming/naming.js";
import { isHttpUrl, kindOfUrl } from "../../values/addresses.js";
import { hasKey } from "../../values/objects.js";
import {
  anyValue,
  booleanOption,
  both,
  checked,
  isFunction,
  isHeaderName,
  isText,
  listOf,
  must,
  type OptionChecks,
  oneOf,
  optionIssues,
  required,
} from "../../values/options.js";
import { errorResponse } from "../fake-service.js";
import { ServiceError } from "../service-error.js";
import { BASE_URL, type SandboxFetch, toRequest } from "../services-fetch.js";
import { BackendError, endToEndHeaders, forward, type GatewayBackend } from "./backend.js";
import { failureResponse } from "./failure.js";

/** Options of `sandbox.gateway`. */
export interface SandboxGatewayOptions {
  /** The document with security definitions in the names of the sandbox's naming profile: OpenAPI 2.0, 3.0 or 3.1. */
  readonly document: object;
  /** The backend behind the gateway: a handler, or the URL of a server. A path in the URL is prepended to every path. */
  readonly backend: GatewayBackend;
  /**
   * The product whose header contains the caller's claims: `api-gateway` or `cloud-endpoints`. Default: the
   * header of the naming profile, or `api-gateway`, or `cloud-endpoints` if `generation` is `earlier`, because only ESP, the
   * older proxy of Cloud Endpoints, sends that format.
   */
  readonly gateway?: GatewayProduct | undefined;
  /** Name of the header with the caller's claims, instead of `gateway`; they cannot be combined. */
  readonly header?: string | undefined;
  /** Generation of the gateway. Default: `"current"`. */
  readonly generation?: Generation | undefined;
  /**
   * Whether the sandbox's issuer signs tokens instead of the document's issuers: all of them, or those of the named
   * definitions. Issuers and audiences do not change, only the keys. Set issuer and audience in each token:
   * `sandbox.issuer.token({ iss, aud })`. Default: `false`.
   */
  readonly standInForIssuers?: boolean | readonly string[] | undefined;
  /**
   * Whether the gateway replaces the `Authorization` header, as with a BackendRule of a gRPC service configuration. Default: whether
   * the document sets the address of the operation's backend, without `disable_auth`.
   */
  readonly replacesAuthorization?: boolean | undefined;
}

/** The parts of its sandbox that a gateway uses. */
interface GatewaySurroundings {
  readonly naming: Naming;
  readonly clock: Clock;
  /** Fetches URLs of the sandbox itself. */
  readonly ownFetch: SandboxFetch;
  /** URL of the sandbox issuer's keys. */
  readonly jwksUri: string;
}

/** Rules of documents that a gateway can serve. */
const CHECKED = [
  "naming-profile",
  "duplicate-issuer",
  "undefined-definition",
  "requirement-scopes",
  "jwt-conjunction",
  "issuer-empty",
  "location-form",
] as const;

const FORWARDED = "x-forwarded-authorization";
/** The gateway's own credentials for the backend. */
const GATEWAY_TOKEN = "Bearer sandbox-gateway-token";

/**
 * Creates a gateway: it verifies the token that an operation requires, and sends the caller's claims to the backend.
 *
 * @throws {RequestError} If the document or an option is invalid, with all issues.
 */
export function createGateway(options: SandboxGatewayOptions, surroundings: GatewaySurroundings): SandboxFetch {
  const { naming, clock, ownFetch } = surroundings;
  const view = viewDocument(options?.document, "sandbox.gateway", naming.extensions);
  const isGateways = (name: string) => hasKey(view.definitions[name], view.form.marker);
  const issuers = new Set(Object.keys(view.definitions).filter(isGateways));
  assertNoIssues("sandbox.gateway", [
    ...optionIssues(gatewayChecks(issuers, options), options, "option"),
    ...securityIssues(view, naming, CHECKED),
  ]);
  const { backend, generation = "current", standInForIssuers = false } = options;
  const fetchKeys = async (uri: string, init: RequestInit) =>
    (new URL(uri).origin === BASE_URL ? ownFetch : globalThis.fetch)(uri, init);
  const definitions = { ...definitionsOf(view, view.ownAudiences) };
  for (const name of standInForIssuers === true ? issuers : standInForIssuers || []) {
    const definition = definitions[name];
    if (definition !== undefined) definitions[name] = { ...definition, jwksUri: surroundings.jwksUri };
  }
  const verify = createDefinitionVerifier(
    definitions,
    { clock, fetch: fetchKeys, naming, generation },
    "sandbox.gateway",
  );

  return async (input, init) => {
    const request = toRequest(input, init);
    request.signal.throwIfAborted();
    const path = pathBelow(view, new URL(request.url).pathname);
    const there = path === undefined ? [] : operationsAt(view, path);
    const operation = there.find(({ method }) => method === request.method.toUpperCase());
    if (operation === undefined && view.operations.length > 0) {
      const template = there[0]?.path;
      if (template === undefined) return failureResponse("path_unknown", generation);
      return failureResponse("method_unknown", generation, `${view.basePath}${template}`);
    }
    try {
      const security = operation?.required ?? view.security;
      const alternatives = security.map((each) => Object.keys(each).find(isGateways));
      const caller = await findCaller(request, alternatives, verify);
      const headers = endToEndHeaders(request.headers);
      setUserInfo(headers, userInfoHeaderOf({ ...options, generation }, naming), caller, generation);
      const ofDocument = backendOf(view, naming.extensions.backend, operation?.definition);
      const isReplaced = options.replacesAuthorization ?? hasOwnToken(ofDocument, view.openapi, naming);
      if (isReplaced) replaceAuthorization(headers);
      return await forward(backend, request, headers);
    } catch (error) {
      if (error instanceof TokenError) return failureResponse(error.code, generation);
      if (error instanceof ServiceError) return errorResponse(error);
      if (error instanceof BackendError) return failureResponse("backend_unavailable", generation, error.message);
      throw error;
    }
  };
}

/**
 * Returns the token of the caller: the token for the first definition that accepts it. Undefined if no token is required.
 *
 * @param alternatives - The definitions of tokens; undefined for an alternative without a token.
 * @throws {TokenError} If no alternative is met, with the most specific reason.
 */
async function findCaller(
  request: Request,
  alternatives: readonly (string | undefined)[],
  verify: DefinitionVerifier,
): Promise<AcceptedToken | undefined> {
  const names = alternatives.filter((name) => name !== undefined);
  const isOpen = names.length < Math.max(alternatives.length, 1);
  try {
    return await verify(request, names);
  } catch (error) {
    if (isOpen && error instanceof TokenError && error.code === "token_missing") return undefined;
    throw error;
  }
}

/**
 * Sets the header with the caller's claims, and removes the client's own header in every spelling that a backend may
 * accept.
 */
function setUserInfo(
  headers: Headers,
  header: string,
  caller: AcceptedToken | undefined,
  generation: Generation,
): void {
  const name = header.toLowerCase().replaceAll("_", "-");
  for (const each of [...headers.keys()]) if (each.replaceAll("_", "-") === name) headers.delete(each);
  if (caller === undefined) {
    // Without an authenticated caller, the earlier generation sends an empty header; the current generation sends no header.
    if (generation === "earlier") headers.set(header, "");
  } else if (generation === "earlier") {
    headers.set(header, encodeUserInfo(caller.claims, { generation }));
  } else {
    headers.set(header, caller.token.split(".")[1] ?? "");
  }
}

/** Whether the gateway authenticates itself to a backend of the document: an object, or in the specification's names an address. */
function hasOwnToken(backend: unknown, openapi: 2 | 3, { name }: Naming): boolean {
  if (isText(backend)) return name === "vendor";
  const { address, [openapi === 2 ? "disable_auth" : "disableAuth"]: isDisabled } = Object(backend);
  return isText(address) && isDisabled !== true;
}

/** Replaces the Authorization header with the gateway's own, and moves the original value. */
function replaceAuthorization(headers: Headers): void {
  const own = headers.get("authorization");
  if (own === null) headers.delete(FORWARDED);
  else headers.set(FORWARDED, own);
  headers.set("authorization", GATEWAY_TOKEN);
}

function gatewayChecks(
  issuers: ReadonlySet<unknown>,
  { gateway }: SandboxGatewayOptions,
): OptionChecks<keyof SandboxGatewayOptions> {
  const definitions = listOf(
    must((name) => issuers.has(name), "a definition of the document that has an issuer"),
    "true, false or a list of definition names",
  );
  return {
    document: anyValue, // viewDocument checks it
    backend: required(
      must(isBackend, "a function, or an http or https URL without credentials or a fragment", kindOfUrl),
    ),
    gateway: oneOf("api-gateway", "cloud-endpoints"),
    header: both(
      must(isHeaderName, "the name of a header"),
      checked(() => (gateway === undefined ? undefined : 'cannot be combined with "gateway"; remove one of them')),
    ),
    generation: oneOf("current", "earlier"),
    standInForIssuers: (value, path) => (typeof value === "boolean" ? [] : definitions(value, path)),
    replacesAuthorization: booleanOption,
  };
}

function isBackend(value: unknown): boolean {
  return isFunction(value) || isHttpUrl(value instanceof URL ? value.href : value);
}
