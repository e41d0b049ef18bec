import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream, type ReadableStream as WebStream } from "node:stream/web";
import { limitBody } from "../body.js";
import { errorResponse } from "../fake-service.js";
import { ServiceError } from "../service-error.js";

/** The global stream type; Node's is equivalent. */
type BodyStream = globalThis.ReadableStream<Uint8Array>;

const INVALID_REQUEST = new ServiceError({
  status: 400,
  message: "must be a valid URL and host, and a GET must have no body",
});

/** Serves a request with a handler. The body is streamed and limited. If the handler rejects, the connection is closed. */
export async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
): Promise<void> {
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  const chunks = incoming.iterator({ destroyOnReturn: false });
  try {
    const request = toRequest(incoming, ReadableStream.from(chunks) as BodyStream, controller.signal);
    const response = request === undefined ? errorResponse(INVALID_REQUEST) : await respond(request);
    await writeResponse(outgoing, response);
    // The rest of the body precedes the next request of the connection.
    await chunks.return?.();
    incoming.resume();
  } catch {
    // No response is possible: the connection was lost, or must be closed.
    outgoing.destroy();
  }
}

/** Returns undefined if `fetch` cannot create the request. */
function toRequest(incoming: IncomingMessage, stream: BodyStream, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "", rawHeaders, headers: parsed } = incoming;
  const isSent = parsed["transfer-encoding"] !== undefined || Number(parsed["content-length"] ?? 0) > 0;
  const body = isSent ? { body: stream.pipeThrough(limitBody()) } : {};
  try {
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2) {
      headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
    }
    const { host = "localhost" } = parsed;
    if (/[/?#\\]/.test(host)) return undefined; // it would change the path
    const init = { method, headers, signal, duplex: "half", ...body };
    return new Request(`http://${host}${url}`, init);
  } catch {
    return undefined;
  }
}

/** @throws If the response is `Response.error()`, or its body fails after a part of it was sent. */
async function writeResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  const { status, statusText, headers, body } = response;
  outgoing.statusCode = status;
  if (statusText !== "") outgoing.statusMessage = statusText;
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  if (body === null || outgoing.req.method === "HEAD") {
    void body?.cancel().catch(() => {});
    outgoing.end();
    return;
  }
  outgoing.flushHeaders(); // the first chunk of the body may come much later
  await pipeline(Readable.fromWeb(body as WebStream), outgoing);
}
