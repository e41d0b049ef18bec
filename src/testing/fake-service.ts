import { listedErrorBody, ServiceError } from "./service-error.js";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How a service checks credentials and reports errors. */
export interface Conventions {
  /** Creates the body of an error response. */
  errorBody(serviceError: ServiceError): unknown;
  /**
   * Checks the credentials of a request. Called only if the sandbox requires credentials.
   *
   * @throws {ServiceError} If they are missing or invalid.
   */
  authenticate(headers: Headers, query: URLSearchParams): void;
}

/** A service of the sandbox: its routes and its state. To add a service, implement this interface. */
export interface FakeService<Seeds = unknown> extends Conventions {
  /** Key of the service in snapshots. */
  readonly name: string;
  /** Routes of the service. The first route that matches is used. */
  readonly routes: readonly Route[];
  readonly store: Store;
  /** Changes its state without a request. */
  readonly seeds: Seeds;
}

/** Holds the state of a service. */
export interface Store {
  /** The state as plain JSON: lists of objects, and scalars. The sandbox replaces it with a state of the same form. */
  state: object;
}

/** A method and path that a service handles. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with parameters in braces, as in `/v2/projects/{projectId}`. */
  readonly path: string;
  /** @throws {ServiceError} If the service rejects the request. */
  handle(call: ServiceCall): RouteResult | Promise<RouteResult>;
}

/** A request as a route receives it. */
export interface ServiceCall {
  /** The decoded path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: unknown;
}

/** The result of a route. */
export interface RouteResult {
  /** HTTP status. Default: 200. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A JSON value; undefined for no body. */
  readonly body?: unknown;
  /** The whole body as text, used instead of `body`. */
  readonly text?: string | undefined;
}

/** Creates the response of a route. Responses without a body have a JSON content type too, as in the real services. */
export function toResponse({ status = 200, headers, body, text = JSON.stringify(body) }: RouteResult): Response {
  const isBodiless = status === 204 || status === 304;
  const type = { "content-type": "application/json; charset=UTF-8" };
  return new Response(isBodiless ? null : text, { status, headers: { ...type, ...headers } });
}

/** Creates an error response, with the body format of a service. Default: BigQuery's format. */
export function errorResponse(
  serviceError: ServiceError,
  errorBody = listedErrorBody,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status } = serviceError;
  const challenge = status === 401 ? { "www-authenticate": 'Bearer realm="sandbox"' } : {};
  return toResponse({ status, headers: { ...challenge, ...headers }, body: errorBody(serviceError) });
}

/** The token that services require. */
export const ACCESS_TOKEN = "sandbox-access-token";

/** Requires the sandbox's access token. @throws {ServiceError} 401 if it is missing or invalid. */
export function requireToken(headers: Headers, query: URLSearchParams): void {
  const given = query.get("access_token") ?? query.get("oauth_token");
  const authorization = headers.get("authorization") ?? (given === null ? null : `Bearer ${given}`);
  if (authorization === `Bearer ${ACCESS_TOKEN}`) return;
  const missing = authorization === null;
  const message = missing ? "Login required: the request has no access token" : "Invalid credentials";
  throw new ServiceError({
    status: 401,
    message,
    reason: missing ? "required" : "authError",
    details: [{ message, location: "Authorization" }],
  });
}
