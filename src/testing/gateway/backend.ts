import { messageOf } from "../../errors/fourfold-error.js";
import { ServiceError } from "../service-error.js";

/** The backend behind the gateway: a handler, or the URL of a server. */
export type GatewayBackend = ((request: Request) => Response | Promise<Response>) | URL | string;

/** The backend did not respond. */
export class BackendError extends Error {}

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that `fetch` sets itself for each connection. */
const OF_CONNECTION = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  "accept-encoding",
];

/** Returns the headers to forward. */
export function endToEndHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !OF_CONNECTION.includes(name)));
}

/**
 * Forwards a request with different headers to a backend. Rejects with the signal's reason if the request is aborted, with a
 * {@link ServiceError} if its body is too large, and otherwise with a {@link BackendError}.
 */
export async function forward(backend: GatewayBackend, request: Request, headers: Headers): Promise<Response> {
  try {
    const response = await (typeof backend === "function"
      ? backend(new Request(request, { headers }))
      : fetchFrom(new URL(backend), request, headers));
    // A value that is not a response has no status, and a network error has status 0.
    if (response?.status >= 200) return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    // `fetch` wraps the error of the request body.
    for (const each of [error, Object(error).cause]) if (each instanceof ServiceError) throw each;
    throw new BackendError(reasonOf(error), { cause: error });
  }
  throw new BackendError("it did not return a response");
}

/** Sends the request to the same path and query at the backend, and returns the decoded response. */
async function fetchFrom(target: URL, request: Request, headers: Headers): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // The path is set, not resolved, so that `//host` does not change the host.
  target.pathname = `${target.pathname.replace(/\/$/, "")}${pathname}`;
  target.search = search;
  headers.delete("content-length");
  const { method, body, signal } = request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half", redirect: "manual", signal };
  const response = await fetch(target, init);
  const answered = endToEndHeaders(response.headers);
  if (answered.has("content-encoding"))
    for (const name of ["content-encoding", "content-length"]) answered.delete(name);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers: answered });
}

function reasonOf(error: unknown): string {
  const { code } = Object(Object(error).cause) as { readonly code?: unknown };
  return typeof code === "string" ? code : messageOf(error);
}
