import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** One response of a scripted server. */
export interface ScriptedAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body: strings and bytes are sent unchanged, any other value as JSON. Default: none. */
  readonly body?: unknown;
  /** Chunks of the body, sent one by one without a `Content-Length`. */
  readonly chunks?: readonly string[];
  /**
   * The fault: the connection ends before any response, the body ends before its `Content-Length`, the body (without
   * a length) ends before its last chunk, nothing is sent, or nothing is sent after the headers.
   */
  readonly failure?: "reset" | "cut-short" | "cut-chunks" | "silence" | "hang-after-headers";
}

/** A request as the server received it. */
interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Whether the connection of the request is closed. */
  isClosed(): boolean;
}

/** A real HTTP server with scripted responses. */
export interface ScriptedServer {
  readonly url: string;
  /** The received requests, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections that are open. */
  readonly connections: ReadonlySet<unknown>;
  /** Sets the next responses; the last one is repeated. */
  answer(...answers: readonly ScriptedAnswer[]): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startServer(...first: readonly ScriptedAnswer[]): Promise<ScriptedServer> {
  let script = [...first];
  const requests: ReceivedRequest[] = [];
  const connections = new Set<unknown>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method = "", url = "", headers, socket } = request;
    requests.push({ method, url, headers, body, isClosed: () => socket.destroyed });
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? {};
    play(answer, response);
  });
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections,
    answer: (...answers) => {
      script = [...answers];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function play({ status = 200, headers = {}, body, chunks, failure }: ScriptedAnswer, response: ServerResponse): void {
  if (failure === "silence") return;
  if (failure === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const whole = body === undefined ? "" : isRaw ? body : JSON.stringify(body);
  const parts = chunks ?? [whole];
  const isSized = chunks === undefined && failure !== "cut-chunks";
  const missing = failure === "cut-short" || failure === "hang-after-headers" ? 100 : 0;
  const length = isSized ? { "content-length": String(Buffer.byteLength(whole) + missing) } : {};
  response.writeHead(status, { "content-type": "application/json", ...length, ...headers });
  response.flushHeaders();
  for (const part of parts) response.write(part);
  if (failure === "hang-after-headers") return;
  if (failure === undefined) response.end();
  // Ends the connection only after all written data was sent.
  else response.write("", () => response.socket?.end());
}

/** An address of this machine without a listening server. */
export async function deadAddress(): Promise<string> {
  const server = await startServer();
  await server.close();
  return server.url;
}

const CHUNK = Buffer.alloc(1_048_576, "[");
/** Uncompressed size of the whole body, in bytes. */
const TOTAL = 512 * CHUNK.byteLength;

/** A server whose every response is a small gzip stream that unpacks to 512 MiB. */
export async function serveGzipBomb() {
  const bomb = { url: "", packed: 0, isStopped: false, close: async () => undefined as unknown };
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const body = Readable.from(
      (function* () {
        for (bomb.packed = 0; bomb.packed < TOTAL; bomb.packed += CHUNK.byteLength) yield CHUNK;
      })(),
    );
    pipeline(body, createGzip(), response).catch(() => {
      bomb.isStopped = true;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  bomb.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bomb.close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return bomb;
}

/** Sends bytes over a raw connection, and reads the whole response. */
export function talk(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
