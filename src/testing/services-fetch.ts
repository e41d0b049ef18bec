import type { Clock } from "../call/clock.js";
import type { Naming } from "../naming/naming.js";
import { readBody } from "./body.js";
import { errorResponse, toResponse } from "./fake-service.js";
import { type FaultQueue, faultyResponse } from "./faults.js";
import { selectFields } from "./fields.js";
import { type JournalEntry, journalEntry } from "./journal.js";
import { decodeIds, findRoute, type ServedRoute, unknownRoute } from "./router.js";
import { listedErrorBody, ServiceError } from "./service-error.js";

/** A fetch handler that can replace the global `fetch`. A path without a host is a path of the sandbox. */
export type SandboxFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Base URL of the sandbox. No server listens there. */
export const BASE_URL = "https://sandbox.test";

/** Creates the `fetch` that routes requests to services, records them, and applies faults. */
export function createServicesFetch(parts: {
  /** The routes, which may change between requests. The first one that matches is used. */
  readonly routes: readonly ServedRoute[];
  readonly naming: Naming;
  readonly clock: Clock;
  /** Whether requests need credentials. */
  readonly auth: boolean;
  /** Whether pages from any origin may send requests. */
  readonly cors: boolean;
  readonly faults: FaultQueue;
  readonly requests: JournalEntry[];
}): SandboxFetch {
  const { routes, naming, clock, auth, cors, faults, requests } = parts;
  const respond = async (request: Request): Promise<Response> => {
    const body = await readBody(request);
    const url = new URL(request.url);
    const { pathname: path, searchParams: query } = url;
    const { headers, method } = request;
    requests.push(journalEntry(request, url, body.value));
    const fault = faults.take(method, path);
    if (fault?.delayMs !== undefined) await clock.sleep(fault.delayMs, request.signal);
    request.signal.throwIfAborted();

    // Google's clients omit the service if BIGQUERY_EMULATOR_HOST is set.
    const found = findRoute(routes, method, path) ?? findRoute(routes, method, `/${naming.servicePath}/v2${path}`);
    const errorBody = found?.route.errorBody ?? listedErrorBody;
    const handle = async (): Promise<Response> => {
      try {
        if (found === undefined) throw unknownRoute(method, path, naming);
        if (auth) found.route.authenticate(headers, query);
        if (body.error !== undefined) throw body.error;
        const result = await found.route.handle({ ids: decodeIds(found.ids), headers, query, body: body.value });
        const fields = method === "GET" && query.get("fields");
        return toResponse(fields ? { ...result, body: selectFields(result.body, fields) } : result);
      } catch (error) {
        if (error instanceof ServiceError) return errorResponse(error, errorBody);
        throw error;
      }
    };
    return fault === undefined ? handle() : faultyResponse(fault, handle, errorBody);
  };
  return async (input, init) => {
    const request = toRequest(input, init);
    request.signal.throwIfAborted();
    if (!cors) return isCrossSite(request) && !isPreflight(request) ? crossSiteResponse() : respond(request);
    if (isPreflight(request)) return preflightResponse(request);
    const response = await respond(request);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
    return response;
  };
}

/** Creates a request from the arguments of the global `fetch`. */
export function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  if (input instanceof Request) return init === undefined ? input : new Request(input, init);
  return new Request(new URL(input, BASE_URL), init);
}

/** The headers that allow pages from any origin to read a response. */
const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

/** Whether a request is a CORS preflight. */
function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/** Creates a response to a preflight that allows the request for pages from any origin. */
function preflightResponse({ headers }: Request): Response {
  const allowed = {
    ...CORS_HEADERS,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": "600",
  };
  return new Response(null, { status: 204, headers: allowed });
}

/**
 * Whether a page of another origin sends a request. Browsers send some requests without a preflight, such as a POST of text.
 */
function isCrossSite({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "cross-site" || site === "same-site";
  const origin = headers.get("origin");
  return origin !== null && origin !== new URL(url).origin;
}

/** Creates the response to a request of a page that must not send it. */
function crossSiteResponse(): Response {
  const message = "the page has another origin; to allow pages from any origin, create the sandbox with cors";
  return Response.json({ error: { code: 403, message, status: "PERMISSION_DENIED" } }, { status: 403 });
}
