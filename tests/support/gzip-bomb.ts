import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

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
