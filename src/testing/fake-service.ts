import { listedErrorBody, type ServiceError } from "./service-error.js";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A service of the sandbox: its routes and its state. To add a service, implement this interface. */
export interface FakeService {
  /** Key of the service in snapshots. */
  readonly name: string;
  /** Routes of the service. The first route that matches is used. */
  readonly routes: readonly Route[];
  /** Creates an error response in the format of this service. */
  errorBody(serviceError: ServiceError): unknown;
  /**
   * Checks credentials in a way specific to the service, if the sandbox requires them. Default: requires the access
   * token.
   *
   * @throws {ServiceError} If the credentials are missing or invalid.
   */
  authenticate?(credentials: Credentials): void;
  /** Its state. */
  readonly store: Store;
}

/** The state of a service. */
export interface Store {
  /** Returns the state as a copy in plain JSON; later changes do not affect it. */
  snapshot(): unknown;
  /** Restores a result of {@link Store.snapshot}, and takes ownership of it. */
  restore(state: unknown): void;
  /** Removes all data. */
  reset(): void;
}

/** The parts of a request that can contain credentials. */
export interface Credentials {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** Rejects a request without the sandbox's access token. */
  requireToken(): void;
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
  /** Number of spaces per indentation level of the JSON. Default: 0, all on one line. */
  readonly indent?: number | undefined;
}

/** Creates the response of a route. Responses without a body have a JSON content type too, as in the real services. */
export function toResponse({ status = 200, headers, body, indent, text: given }: RouteResult): Response {
  const text = given ?? (body === undefined ? "" : JSON.stringify(body, null, indent));
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
