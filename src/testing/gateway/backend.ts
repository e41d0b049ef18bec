import { BodyTooLarge } from "../service-error.js";
import type { SandboxFetch } from "../services-fetch.js";

/** The backend behind the gateway: a handler, or the URL of a server. */
export type GatewayBackend = ((request: Request) => Response | Promise<Response>) | URL;

/** Forwards a request with different headers. */
export type Forward = (request: Request, headers: Headers) => Promise<Response>;

/** The backend did not respond. */
export class BackendError extends Error {}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Content codings that every `fetch` decodes automatically. */
const UNPACKED = ["gzip", "x-gzip", "deflate", "br"];

/** Returns the headers to forward. */
export function endToEndHeaders(headers: Headers): Headers {
  const named = (headers.get("connection") ?? "").split(",").map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  const left = [...headers].filter(([name]) => !dropped.has(name));
  return new Headers(left);
}

/**
 * Creates a function that forwards requests to a backend. It rejects with the signal's reason if the request is aborted, with
 * a {@link BodyTooLarge} if its body is too large, and otherwise with a {@link BackendError}.
 */
export function createForward(backend: GatewayBackend, fetch: SandboxFetch): Forward {
  const send: Forward =
    backend instanceof URL
      ? sendTo(backend, fetch)
      : async (request, headers) => backend(new Request(request, { headers }));
  return async (request, headers) => {
    try {
      const response = await send(request, headers);
      // A value that is not a response has no status, and a network error has status 0.
      if (response?.status >= 200) return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      // `fetch` wraps the error of the request body.
      for (const each of [error, Object(error).cause]) if (each instanceof BodyTooLarge) throw each;
      throw new BackendError(reasonOf(error), { cause: error });
    }
    throw new BackendError("it did not return a response");
  };
}

function sendTo(address: URL, fetch: SandboxFetch): Forward {
  return async (request, headers) => {
    const { method, body, signal } = request;
    for (const name of ["host", "expect"]) headers.delete(name);
    if (body === null) headers.delete("content-length");
    if (headers.has("accept-encoding")) headers.set("accept-encoding", unpackable(headers.get("accept-encoding")));
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers,
      body,
      duplex: "half",
      redirect: "manual",
      signal,
    };
    return passOn(await fetch(targetOf(request, address), init));
  };
}

/** The same path and query at the backend. The path is set, not resolved, so that `//host` does not change the host. */
function targetOf(request: Request, address: URL): URL {
  const { pathname, search } = new URL(request.url);
  const target = new URL(address);
  target.pathname = `${address.pathname.replace(/\/$/, "")}${pathname}`;
  target.search = search;
  return target;
}

function unpackable(accepted: string | null): string {
  const codings = (accepted ?? "").split(",").map((each) => each.trim());
  return codings.filter((each) => UNPACKED.includes(codingOf(each))).join(", ") || "identity";
}

/** The response without headers that no longer apply to it. */
function passOn(response: Response): Response {
  const { status, statusText, body } = response;
  const headers = endToEndHeaders(response.headers);
  const codings = (headers.get("content-encoding") ?? "").split(",").map(codingOf);
  if (body !== null && codings.every((each) => UNPACKED.includes(each))) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return new Response(body, { status, statusText, headers });
}

function codingOf(value: string): string {
  return value.replace(/;.*/, "").trim().toLowerCase();
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Partial<Error>;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : (message ?? String(error));
}
