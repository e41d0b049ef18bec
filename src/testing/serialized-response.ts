import { connectionLost } from "./connection-lost.js";
import type { RouteResult } from "./fake-service.js";
import type { Fault } from "./fault.js";
import { ServiceError } from "./service-error.js";

/** A response before it is converted to a `Response`. */
export interface SerializedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body; the empty string if there is none. */
  readonly text: string;
}

const JSON_TYPE = "application/json; charset=UTF-8";

/** Serializes the result of a route. Responses without a body have a JSON content type too, as in the real services. */
export function serialize({ status = 200, headers, body, indent, text: given }: RouteResult): SerializedResponse {
  const text = given ?? (body === undefined ? "" : JSON.stringify(body, null, indent));
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, text };
}

/** Creates an error response, with the body format of the service. */
export function errorResult(
  serviceError: ServiceError,
  errorBody: (serviceError: ServiceError) => unknown,
): SerializedResponse {
  const challenge = serviceError.status === 401 ? { "www-authenticate": 'Bearer realm="sandbox"' } : undefined;
  return serialize({ status: serviceError.status, headers: challenge, body: errorBody(serviceError) });
}

/** Converts it to a `Response`. */
export function toResponse({ status, headers, text }: SerializedResponse): Response {
  return new Response(isBodiless(status) ? null : text, { status, headers });
}

/**
 * Applies a fault to a request: the service processes the request first if the fault changes its response, or if
 * `after` is set.
 *
 * @throws The error of a lost connection, if the fault drops it.
 */
export async function faultyResponse(
  fault: Fault,
  act: () => Promise<SerializedResponse>,
  errorBody: (serviceError: ServiceError) => unknown,
): Promise<Response> {
  const fails = fault.status !== undefined || fault.html === true;
  const acted = fault.after || !(fails || fault.drop === true) ? await act() : undefined;
  if (fault.drop === true) throw connectionLost();
  const response = fails || acted === undefined ? failure(fault, errorBody) : acted;
  if (fault.drop === "body") return broken(response);
  return toResponse(fault.malformed ? cut(response) : response);
}

function failure(fault: Fault, errorBody: (serviceError: ServiceError) => unknown): SerializedResponse {
  const { status = 502, reason, retryAfter } = fault;
  const message = fault.message ?? `Simulated response with status ${status}`;
  const response = fault.html
    ? { status, headers: { "content-type": "text/html; charset=UTF-8" }, text: htmlPage(status) }
    : errorResult(new ServiceError({ status, reason, message }), errorBody);
  const headers = {
    ...response.headers,
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(status < 400 ? { location: "/moved" } : {}),
  };
  return { ...response, headers };
}

function htmlPage(status: number): string {
  return `<!doctype html>\n<html><head><title>Error ${status}</title></head><body><h1>Error ${status}</h1></body></html>\n`;
}

/** Every truncated JSON object is malformed. */
function cut(response: SerializedResponse): SerializedResponse {
  if (response.text === "") return { ...response, status: 200, text: '{"kind":' };
  return { ...response, text: response.text.slice(0, Math.ceil(response.text.length / 2)) };
}

/** A response whose body breaks off in the middle. */
function broken(response: SerializedResponse): Response {
  if (isBodiless(response.status) || response.text === "") throw connectionLost();
  const bytes = new TextEncoder().encode(response.text);
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) {
        controller.error(connectionLost("terminated"));
      } else {
        sent = true;
        controller.enqueue(bytes.slice(0, Math.ceil(bytes.byteLength / 2)));
      }
    },
  });
  const headers = { ...response.headers, "content-length": String(bytes.byteLength) };
  return new Response(body, { status: response.status, headers });
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}
