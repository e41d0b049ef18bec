/// <reference lib="esnext.disposable" preserve="true" />
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { kindOf } from "../../core/rules/describe.js";
import {
  booleanOption,
  isFunction,
  isInteger,
  isNonNegative,
  isString,
  listOf,
  must,
  nonEmptyString,
  type OptionChecks,
  optionIssues,
  optionsOf,
  required,
} from "../../core/rules/options.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { BodyTooLarge, TOO_LARGE } from "../body-limit.js";
import { isConnectionLost } from "../connection-lost.js";
import { corsHeaders, isPreflight, preflightResponse } from "../cors.js";
import { readAhead } from "./read-ahead.js";
import { createHostCheck, hostnameOf, requestUrl } from "./request-url.js";
import { createUpload, type Upload } from "./upload.js";

/** Number of bytes of a response to buffer before its head is sent, so that a small one gets a `Content-Length`. */
const READ_AHEAD_BYTES = 65_536;
/** Default maximum size of a request body, which is about that of BigQuery. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Maximum size of the head of a request, which may contain long tokens. */
const MAX_HEADER_BYTES = 131_072;

/** Handles requests. A rejection is an internal error. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port to listen on, from 0 to 65 535; 0 means a free port. Default: 0. */
  readonly port?: number | undefined;
  /** Address to listen on. Default: `"127.0.0.1"`, which is reachable from this machine only. */
  readonly host?: string | undefined;
  /**
   * Additional host names that requests may use, such as `"sandbox"` in a network of containers. All other requests than to
   * this machine, its loopback addresses and `host` result in a 403, because any web page can have a name that resolves to
   * this machine (DNS rebinding). If `host` is a wildcard such as `"0.0.0.0"`, requests may also use any IP address.
   * Default: none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Maximum size of a request body, in bytes; a larger one results in a 413. `Infinity` for no limit. Default: 10 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Whether pages of every origin may send requests: preflights are handled, and responses get CORS headers. Any page
   * that a browser on this machine opens can then call the handler. A sandbox has its own option `cors`, which is on by
   * default. Default: `false`.
   */
  readonly cors?: boolean | undefined;
}

/** A listening server. */
export interface LocalServer {
  /** Its address, such as `http://127.0.0.1:40123`, without a trailing slash. */
  readonly url: string;
  /**
   * Stops the server: closes all connections, even busy ones, and aborts the signals of their requests. Resolves when all
   * connections are closed. Can be called more than once.
   */
  close(): Promise<void>;
  /** The same as {@link LocalServer.close}, for `await using server = await listen(sandbox)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a sandbox, a gateway, or any fetch handler, on a local HTTP server.
 *
 * Bodies are streamed in both directions; a small response that is available at once is sent with its `Content-Length`.
 * If a handler rejects, the response is a 500; if it rejects with the error of a lost connection, as the faults of a
 * sandbox do, the connection is closed.
 *
 * @param target - The sandbox, or a fetch handler such as a gateway.
 * @param options - Port and host of the server.
 * @returns The running server.
 * @throws {RequestError} If the target or an option is invalid, with all issues. Rejects with the system's error if the
 * server cannot listen on the address.
 *
 * @example
 * await using server = await listen(createSandbox());
 * await fetch(`${server.url}/bigquery/v2/projects`);
 */
export async function listen(
  target: FetchHandler | { readonly fetch: FetchHandler },
  options: ListenOptions = {},
): Promise<LocalServer> {
  assertNoIssues("listen", [
    ...optionIssues(targetCheck, target, "listen", "target"),
    ...optionIssues(CHECK, options, "listen"),
  ]);
  const { port = 0, host = "127.0.0.1", allowedHosts = [], maxBodyBytes = MAX_BODY_BYTES, cors = false } = options;
  const handler = typeof target === "function" ? target : (request: Request) => target.fetch(request);
  const sockets = new Set<Socket>();
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES });
  server.maxHeadersCount = 0; // otherwise headers beyond a certain number are silently dropped
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo; // an object, because the server listens on a port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  const isAllowed = createHostCheck([host, bound.address, ...allowedHosts]);
  server.on("request", (incoming, outgoing) => {
    void serve(incoming, outgoing, { handler, isAllowed, maxBodyBytes, cors });
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
    return closed;
  };
  return { url: `http://${name}:${bound.port}`, close, [Symbol.asyncDispose]: close };
}

const targetCheck = required(
  must(
    (value) => isFunction(value) || isFunction(Object(value).fetch),
    "a sandbox, or a function that takes a Request and returns a Response",
    kindOf,
  ),
);

const CHECKS: OptionChecks<keyof ListenOptions> = {
  port: must((value) => isInteger(value, 0) && Number(value) <= 65_535, "an integer from 0 to 65535"),
  host: nonEmptyString,
  allowedHosts: listOf(
    must((value) => isString(value) && hostnameOf(value) !== undefined, 'a host name such as "sandbox"'),
    'a list of host names such as ["sandbox"]',
  ),
  maxBodyBytes: must(isNonNegative, "a non-negative number of bytes"),
  cors: booleanOption,
};
const CHECK = optionsOf(CHECKS, "an object such as { port: 8787 }");

/** How a server handles requests. */
interface Serving {
  readonly handler: FetchHandler;
  /** Whether requests may use a host name. */
  readonly isAllowed: (hostname: string) => boolean;
  readonly maxBodyBytes: number;
  readonly cors: boolean;
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, serving: Serving): Promise<void> {
  const { maxBodyBytes, cors } = serving;
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  const length = Number(incoming.headers["content-length"] ?? 0);
  const upload = createUpload(incoming.iterator({ destroyOnReturn: false }), length, maxBodyBytes);
  try {
    const response = await respond(incoming, upload, controller.signal, serving);
    // A client that is still sending does not read the response.
    if (!upload.isRead) await upload.drain();
    if (upload.isTooLarge && response.status !== 413) {
      void response.body?.cancel().catch(() => {});
      await upload.drain();
      await sendResponse(outgoing, failure(413, TOO_LARGE, new BodyTooLarge(maxBodyBytes).message), cors);
    } else {
      await sendResponse(outgoing, response, cors);
    }
    await upload.drain();
  } catch {
    // No response is possible: the connection was lost, or must be closed.
    outgoing.destroy();
  }
}

/** @throws The error of a lost connection, or any error that the handler throws after the request was aborted. */
async function respond(
  incoming: IncomingMessage,
  upload: Upload,
  signal: AbortSignal,
  { handler, isAllowed, cors }: Serving,
): Promise<Response> {
  const url = requestUrl(incoming);
  if (url !== undefined && !isAllowed(url.hostname)) {
    const message = `the host must be a name of this machine, such as localhost, or one of allowedHosts, got "${url.hostname}"`;
    return failure(403, "forbidden", message);
  }
  const request = url === undefined ? undefined : toRequest(incoming, url, upload, signal);
  if (request === undefined) return failure(400, "invalid", "fetch cannot create this request");
  if (cors && isPreflight(request)) return preflightResponse(request);
  try {
    return await handler(request);
  } catch (error) {
    if (isConnectionLost(error) || request.signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return failure(500, "internalError", `the handler failed: ${message}`);
  }
}

function toRequest(incoming: IncomingMessage, url: URL, { stream }: Upload, signal: AbortSignal): Request | undefined {
  const { method = "GET", rawHeaders, headers: parsed } = incoming;
  const isSent = parsed["transfer-encoding"] !== undefined || Number(parsed["content-length"] ?? 0) > 0;
  const body = isSent && method !== "GET" && method !== "HEAD" ? { body: stream, duplex: "half" as const } : {};
  try {
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
    }
    return new Request(url, { method, headers, signal, ...body });
  } catch {
    return undefined;
  }
}

/** @throws If the response is `Response.error()`, or its body fails after a part of it was sent. */
async function sendResponse(outgoing: ServerResponse, response: Response, cors: boolean): Promise<void> {
  const body = await readAhead(response.body, READ_AHEAD_BYTES);
  outgoing.on("close", () => void body.cancel());
  outgoing.statusCode = response.status;
  if (response.statusText !== "") outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  for (const [name, value] of cors ? corsHeaders(response.headers) : []) outgoing.setHeader(name, value);
  const isHead = outgoing.req.method === "HEAD";
  // A response without a body may still have the `Content-Length` of the omitted body.
  const isSizeless = response.body === null && (isHead || [204, 304].includes(response.status));
  if (body.isWhole && !isSizeless) {
    const size = body.chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    outgoing.setHeader("content-length", size);
  }
  if (isHead) {
    await body.cancel();
  } else {
    for (const chunk of body.chunks) await write(outgoing, chunk);
    for await (const chunk of body.rest) await write(outgoing, chunk);
  }
  outgoing.end();
}

/** Resolves when a chunk was sent, or the connection is closed. */
function write(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("close", done);
      resolve();
    };
    outgoing.on("close", done);
    outgoing.write(chunk, done);
  });
}

function failure(code: number, reason: string, message: string): Response {
  const errors = [{ domain: "global", reason, message }];
  return Response.json({ error: { code, message, errors } }, { status: code });
}
