import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { jwtSecurity, readUserInfo, secureDocument } from "fourfold";
import { createSandbox, type SandboxGatewayOptions } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { afterEach, expect, test } from "vitest";
import { talk } from "../../support/http-server.js";

const sandbox = createSandbox();
const { issuer, jwksUri, audience: audiences } = sandbox.issuer;
const operations = { get: {}, head: {}, post: {}, put: {}, delete: {}, options: {} };
const document = secureDocument(
  { swagger: "2.0", paths: { "/{any}": operations, "/{any}/{other}": operations, "/open": { get: {}, post: {} } } },
  jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences } } }),
  { operations: { "GET /open": [], "POST /open": [] } },
);
const signed = sandbox.issuer.token({ sub: "ada" });
const authorized = async (init: RequestInit = {}) => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${await signed}` },
});

const backends: Server[] = [];
const gateways: LocalServer[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
  for (const backend of backends.splice(0)) {
    backend.closeAllConnections();
    await new Promise((resolve) => backend.close(resolve));
  }
});

/** client → gateway, served by listen → backend on node:http. */
async function serve(
  listener: RequestListener,
  { path = "", ...options }: Partial<SandboxGatewayOptions> & { path?: string } = {},
) {
  const backend = createServer(listener);
  backends.push(backend);
  await new Promise<void>((resolve) => void backend.listen(0, "127.0.0.1", resolve));
  const { port } = backend.address() as AddressInfo; // it listens on a port
  const address = new URL(`http://127.0.0.1:${port}${path}`);
  const gateway = await listen(sandbox.gateway({ document, backend: address, ...options }));
  gateways.push(gateway);
  return { url: gateway.url, host: address.host };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const echo: RequestListener = async (incoming, outgoing) => {
  const { method, url, headers, rawHeaders } = incoming;
  const body = await bodyOf(incoming);
  const received = JSON.stringify({ method, url, headers, rawHeaders, size: body.byteLength });
  outgoing.writeHead(200, { "content-type": "application/json" }).end(received);
};
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: readonly string[];
  readonly size: number;
}
const receivedBy = async (response: Response) => (await response.json()) as Received;

test("a backend on node:http receives the unchanged request and the caller", async () => {
  const { url, host } = await serve(echo, { path: "/base/" });
  const init = await authorized({ method: "PUT", body: "hällo", headers: { "X-Mine": "1", accept: "text/*" } });
  const received = await receivedBy(await fetch(`${url}/a%20b/c?x=1&x=%2F&y`, init));
  expect(received).toMatchObject({ method: "PUT", url: "/base/a%20b/c?x=1&x=%2F&y", size: 6 });
  expect(received.headers).toMatchObject({ host, "x-mine": "1", accept: "text/*" });
  expect(readUserInfo(received.headers, { gateway: "api-gateway" })).toMatchObject({ subject: "ada", issuer });
});

test("an address that looks like another host stays a path", async () => {
  const { url } = await serve(echo, { document: { swagger: "2.0", paths: {} } });
  const received = await receivedBy(await fetch(`${url}//evil.test/x`));
  expect(received.url).toBe("//evil.test/x");
});

test.each(["current", "earlier"] as const)(
  "forged headers are removed, however they were sent (%s)",
  async (generation) => {
    const gateway = generation === "earlier" ? "cloud-endpoints" : "api-gateway";
    const name = generation === "earlier" ? "X-Endpoint-API-UserInfo" : "X-Apigateway-Api-Userinfo";
    const header = name.toLowerCase();
    const { url } = await serve(echo, { generation });
    const names = [name, header, name.toUpperCase(), name.replaceAll("-", "_")];
    const forged = names.map((name) => `${name}: Zm9yZ2Vk\r\n`).join("");
    const ask = (path: string, more = "") =>
      talk(url, `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${forged}${more}connection: close, ${header}\r\n\r\n`);
    const bodyIn = (answer: string) =>
      JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)) as Received;
    const open = bodyIn(await ask("/open"));
    expect(open.rawHeaders.join()).not.toContain("Zm9yZ2Vk");
    expect(open.headers[header]).toBe(generation === "earlier" ? "" : undefined);
    expect(readUserInfo(open.headers, { gateway })).toBeNull();
    const received = bodyIn(await ask("/echo", `authorization: Bearer ${await signed}\r\n`));
    expect(received.rawHeaders.filter((each) => /user.?info/i.test(each))).toHaveLength(1);
    expect(readUserInfo(received.headers, { gateway })).toMatchObject({ generation, subject: "ada" });
    expect(await ask("/echo", "")).toMatch(/^HTTP\/1\.1 401 /);
  },
);

test("a body beyond the limit is a 413", async () => {
  const listener: RequestListener = (incoming, outgoing) => incoming.resume().on("end", () => outgoing.end());
  const { url } = await serve(listener);
  const bodies = [new Blob(["x".repeat(11_000_000)]), new Blob(["x".repeat(11_000_000)]).stream()];
  for (const body of bodies) {
    const init = { method: "POST", body, duplex: "half" as const };
    expect((await fetch(`${url}/open`, init)).status).toBe(413);
  }
});

test("bodies stream: each side receives data before the other has finished", async () => {
  const { url } = await serve((incoming, outgoing) => {
    outgoing.writeHead(200);
    incoming.on("data", (chunk: Buffer) => outgoing.write(`heard ${chunk}`));
    incoming.on("end", () => outgoing.end());
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const say = (text: string) => writer.write(new TextEncoder().encode(text));
  const answer = converse(url, await signed, readable);
  await say("one");
  expect(await answer.next()).toBe("heard one");
  await say("two");
  expect(await answer.next()).toBe("heard two");
  await writer.close();
  expect(await answer.next()).toBe("");
});

test("statuses, cookies and redirects are forwarded unchanged", async () => {
  const { url } = await serve((incoming, outgoing) => {
    if (incoming.url === "/moved") outgoing.writeHead(302, { location: "https://elsewhere.test/" });
    else if (incoming.url === "/same") outgoing.writeHead(304, { etag: '"a"' });
    else if (incoming.url === "/none") outgoing.writeHead(204);
    else outgoing.writeHead(418, "Short and stout", { "set-cookie": ["a=1", "b=2"], "x-mine": "1" });
    outgoing.end();
  });
  const get = async (path: string) => fetch(`${url}${path}`, { redirect: "manual", ...(await authorized()) });
  expect([(await get("/moved")).status, (await get("/moved")).headers.get("location")]).toEqual([
    302,
    "https://elsewhere.test/",
  ]);
  expect([(await get("/same")).status, (await get("/none")).status]).toEqual([304, 204]);
  const teapot = await get("/teapot");
  expect([teapot.status, teapot.statusText, teapot.headers.get("x-mine")]).toEqual([418, "Short and stout", "1"]);
  expect(teapot.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("compressed responses of the backend are decompressed", async () => {
  const { url } = await serve((incoming, outgoing) => {
    const packed = gzipSync("hello".repeat(100));
    outgoing.writeHead(200, {
      "content-encoding": "gzip",
      "content-length": packed.byteLength,
    });
    outgoing.end(incoming.method === "HEAD" ? undefined : packed);
  });
  const response = await fetch(`${url}/echo`, await authorized());
  expect([response.headers.get("content-encoding"), await response.text()]).toEqual([null, "hello".repeat(100)]);
});

/**
 * Posts a body chunk by chunk, and reads the chunks of the response one by one; the empty string is the end. `fetch`
 * would not return a response before the whole body is sent.
 */
function converse(url: string, token: string, body: ReadableStream<Uint8Array>) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(
    `POST /echo HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`,
  );
  void (async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      socket.write(`${chunk.byteLength.toString(16)}\r\n${Buffer.from(chunk)}\r\n`);
    }
    socket.write("0\r\n\r\n");
  })();
  let text = "";
  let wake = () => {};
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    wake();
  });
  return {
    async next(): Promise<string> {
      for (;;) {
        const match = /^(?:HTTP[\s\S]*?\r\n\r\n)?([0-9a-f]+)\r\n([\s\S]*?)\r\n/.exec(text);
        if (match !== null) {
          text = text.slice(match[0].length);
          return match[2] ?? "";
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
