import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isConnectionLost } from "./connection-lost.js";
import { corsHeaders, isPreflight, preflightResponse } from "./cors.js";

/** Answers requests; rejecting means that something went wrong inside. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port to listen on, from 0 to 65 535; 0 takes one that is free. Default: 0. */
  readonly port?: number | undefined;
  /** Address to listen on. Default: `"127.0.0.1"`, which only this machine reaches. */
  readonly host?: string | undefined;
  /** Bytes of a request's body at most; a larger one is answered 413. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** A server that listens. */
export interface LocalServer {
  /** Its address, such as `http://127.0.0.1:40123`, without a trailing slash. */
  readonly url: string;
  /**
   * Stops it: connections are closed, also busy ones, and the signals of their requests aborted. Resolves when all of
   * them are gone. May be called again.
   */
  close(): Promise<void>;
}

/**
 * Serves a sandbox, or any fetch handler, on a local HTTP server that pages of every origin may ask (CORS).
 *
 * A handler that rejects is answered 500; with the error of a lost connection, as the faults of a sandbox reject, the
 * connection is cut.
 *
 * @throws the system's error when the address cannot be listened on.
 *
 * @example
 * const server = await listen(createSandbox());
 * await fetch(`${server.url}/warehouse/v2/projects`);
 * await server.close();
 */
export async function listen(
  target: FetchHandler | { readonly fetch: FetchHandler },
  { port = 0, host = "127.0.0.1", maxBodyBytes = 64 * 1024 * 1024 }: ListenOptions = {},
): Promise<LocalServer> {
  const handler = typeof target === "function" ? target : (request: Request) => target.fetch(request);
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing, { handler, maxBodyBytes }));
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
  const bound = server.address() as AddressInfo; // an object for every server that listens on a port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${name}:${bound.port}`,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
      return closed;
    },
  };
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { handler, maxBodyBytes }: { handler: FetchHandler; maxBodyBytes: number },
): Promise<void> {
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  try {
    const body = await readBody(incoming, maxBodyBytes);
    const request = body === undefined ? undefined : toRequest(incoming, body, controller.signal);
    if (body === undefined) {
      await send(outgoing, failure(413, "payloadTooLarge", `the body is larger than ${maxBodyBytes} bytes`));
    } else if (request === undefined) {
      await send(outgoing, failure(400, "invalid", "this is no request that fetch can make"));
    } else {
      await send(outgoing, isPreflight(request) ? preflightResponse(request) : await answer(handler, request));
    }
  } catch {
    // Nobody is left to be told: the connection was lost, or has to be.
    outgoing.destroy();
  }
}

/** @throws the error of a lost connection, and whatever the handler throws once the request is aborted. */
async function answer(handler: FetchHandler, request: Request): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    if (isConnectionLost(error) || request.signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return failure(500, "internalError", `the handler failed: ${message}`);
  }
}

/** Reads a body to its end, so that the client is ready to be answered; undefined when it is too large. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks = [];
    });
    incoming.on("end", () => resolve(size <= maxBytes ? concat(chunks) : undefined));
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("the client went away")));
  });
}

function toRequest(incoming: IncomingMessage, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "/", rawHeaders } = incoming;
  try {
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
    }
    const bodiless = method === "GET" || method === "HEAD" || body.byteLength === 0;
    return new Request(`http://${incoming.headers.host ?? "localhost"}${url}`, {
      method,
      headers,
      signal,
      ...(bodiless ? {} : { body }),
    });
  } catch {
    return undefined;
  }
}

function failure(code: number, reason: string, message: string): Response {
  const errors = [{ domain: "global", reason, message }];
  return Response.json({ error: { code, message, errors } }, { status: code });
}

/** @throws when the response is `Response.error()`. */
async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const { bytes, complete } = await readResponse(response);
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  for (const [name, value] of corsHeaders(response.headers)) outgoing.setHeader(name, value);
  if (!complete) {
    await new Promise<void>((resolve) => outgoing.write(bytes, () => resolve()));
    outgoing.destroy();
    return;
  }
  if (response.body !== null || ![204, 304].includes(response.status)) {
    outgoing.setHeader("content-length", bytes.byteLength);
  }
  outgoing.end(bytes);
}

/** What came of a body, and whether it came to its end. */
async function readResponse({ body }: Response): Promise<{ bytes: Uint8Array; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  try {
    for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) chunks.push(step.value);
    return { bytes: concat(chunks), complete: true };
  } catch {
    return { bytes: concat(chunks), complete: false };
  }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
