import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { parseUrl } from "../../core/options.js";
import { corsHeaders } from "../cors.js";
import { errorResponse } from "../fake-service.js";
import { BodyTooLarge, ServiceError } from "../service-error.js";

/** Number of bytes of a response to buffer before its head is sent, so that a small one gets a `Content-Length`. */
const READ_AHEAD_BYTES = 65_536;

/**
 * Serves a request with a handler. The body is streamed and limited. If the handler rejects, the connection is closed.
 *
 * @param options - `cors`: whether the response gets CORS headers.
 */
export async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
  { maxBodyBytes, cors }: { readonly maxBodyBytes: number; readonly cors: boolean },
): Promise<void> {
  const controller = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  const upload = new Upload(incoming, maxBodyBytes);
  try {
    const request = toRequest(incoming, upload, controller.signal);
    const invalid = new ServiceError({ status: 400, message: "fetch cannot create this request" });
    let response = request === undefined ? errorResponse(invalid) : await respond(request);
    // A client that is still sending does not read the response.
    if (!upload.isRead || upload.isTooLarge) await upload.drain();
    if (upload.isTooLarge && response.status !== 413) {
      void response.body?.cancel().catch(() => {});
      response = errorResponse(new BodyTooLarge(maxBodyBytes));
    }
    await sendResponse(outgoing, response, cors);
    await upload.drain();
  } catch {
    // No response is possible: the connection was lost, or must be closed.
    outgoing.destroy();
  }
}

function toRequest(incoming: IncomingMessage, { stream }: Upload, signal: AbortSignal): Request | undefined {
  const { method = "GET", rawHeaders, headers: parsed } = incoming;
  const url = requestUrl(incoming);
  if (url === undefined) return undefined;
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

/**
 * Returns the URL of a request; undefined if its target or its `Host` header is malformed. The header cannot contain more
 * than a host and a port, so it does not change the path.
 */
function requestUrl({ url: target = "", headersDistinct }: IncomingMessage): URL | undefined {
  const [host = "localhost", ...others] = headersDistinct.host ?? []; // HTTP/1.0 does not require the header
  const isPath = target.startsWith("/");
  // A target with a host overrides the header (RFC 9112, 3.2.2).
  const server = parseUrl(isPath ? `http://${host}` : target);
  const isServer = server !== undefined && (!isPath || server.href === `${server.origin}/`);
  if (!isServer || server.protocol !== "http:" || others.length > 0) return undefined;
  if (server.username !== "" || server.password !== "") return undefined;
  return isPath ? parseUrl(server.origin + target) : server;
}

/** The body of a request while it is being received. */
class Upload {
  /** Whether the stream has a reader. */
  isRead = false;
  isTooLarge: boolean;
  /** The body for a handler. Reading fails with a {@link BodyTooLarge} if the body is too large. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #size = 0;

  constructor(incoming: IncomingMessage, maxBytes: number) {
    this.isTooLarge = Number(incoming.headers["content-length"] ?? 0) > maxBytes;
    this.#chunks = incoming.iterator({ destroyOnReturn: false });
    this.#maxBytes = maxBytes;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.isRead = true;
      const step = this.isTooLarge ? undefined : await this.#next();
      if (step === undefined || this.isTooLarge) controller.error(new BodyTooLarge(maxBytes));
      else if (step.done) controller.close();
      else controller.enqueue(step.value);
    };
    this.stream = new ReadableStream({ pull }, { highWaterMark: 0 }); // nothing is read before the first read request
  }

  /** Reads the rest of the body and discards it. */
  async drain(): Promise<void> {
    while (!(await this.#next()).done);
  }

  async #next(): Promise<IteratorResult<Uint8Array>> {
    const step = await this.#chunks.next();
    this.#size += step.done ? 0 : step.value.byteLength;
    this.isTooLarge ||= this.#size > this.#maxBytes;
    return step;
  }
}

/** @throws If the response is `Response.error()`, or its body fails after a part of it was sent. */
async function sendResponse(outgoing: ServerResponse, response: Response, cors: boolean): Promise<void> {
  const { status, statusText, headers, body } = response;
  const reader = body?.getReader();
  const read = async () => (await reader?.read()) ?? { done: true as const, value: undefined };
  const cancel = () => void reader?.cancel().catch(() => {});
  outgoing.on("close", cancel);
  const turn = setTimeout(0, undefined); // chunks that are available arrive before any timer fires
  const start: Uint8Array[] = [];
  let size = 0;
  let pending = read();
  let isWhole = false;
  while (size <= READ_AHEAD_BYTES) {
    const step = await Promise.race([pending, turn]).catch(() => undefined);
    isWhole = step?.done === true;
    if (step === undefined || step.done) break;
    start.push(step.value);
    size += step.value.byteLength;
    pending = read();
  }
  pending.catch(() => {}); // prevents an unhandled rejection; awaited below
  outgoing.statusCode = status;
  if (statusText !== "") outgoing.statusMessage = statusText;
  for (const [name, value] of [...headers, ...(cors ? corsHeaders(headers) : [])]) outgoing.appendHeader(name, value);
  const isHead = outgoing.req.method === "HEAD";
  // A response without a body may still have the `Content-Length` of the omitted body.
  const isSizeless = body === null && (isHead || [204, 304].includes(status));
  if (isWhole && !isSizeless) outgoing.setHeader("content-length", size);
  if (isHead) {
    cancel();
  } else {
    for (const chunk of start) await write(outgoing, chunk);
    for (let step = await pending; !step.done; step = await read()) await write(outgoing, step.value);
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
