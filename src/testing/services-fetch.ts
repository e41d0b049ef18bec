import type { Clock } from "../call/clock.js";
import type { Naming } from "../naming/naming.js";
import { readBody } from "./body.js";
import { CORS_HEADERS, crossSiteResponse, isCrossSite, isPreflight, preflightResponse } from "./cors.js";
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
    const fault = faults.take({ method, path });
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
