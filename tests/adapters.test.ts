import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { jwtSecurity, secureDocument, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { app as expressApp } from "../examples/adapters/express.js";
import { app as fastifyApp } from "../examples/adapters/fastify.js";
import { app as honoApp } from "../examples/adapters/hono.js";
import { server as plainServer } from "../examples/adapters/node-http.js";

const sandbox = createSandbox({ naming: vendorNaming });
const { issuer, jwksUri, audience: audiences } = sandbox.issuer;
const security = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences } }, naming: vendorNaming });
const closed = secureDocument({ swagger: "2.0", paths: { "/me": { get: {} } } }, security);
const open = secureDocument(closed, security, { operations: { "GET /me": [] } });
const header = "X-Vendor-API-UserInfo";
const forged = "eyJzdWIiOiJldmUifQ"; // {"sub":"eve"}

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

/** Listens on a free port. */
async function start(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

async function startFastify(): Promise<string> {
  closing.push(() => fastifyApp.close());
  return fastifyApp.listen({ port: 0, host: "127.0.0.1" });
}

async function startHono(): Promise<string> {
  const server = await listen(honoApp);
  closing.push(() => server.close());
  return server.url;
}

const backends: [name: string, url: string][] = [
  ["node:http", await start(plainServer)],
  ["Express", await start(createServer(expressApp))],
  ["Fastify", await startFastify()],
  ["Hono", await startHono()],
];

async function gatewayTo(backend: string, document: object, generation: "current" | "earlier"): Promise<string> {
  const server = await listen(sandbox.gateway({ document, backend: new URL(backend), generation }));
  onTestFinished(() => server.close());
  return server.url;
}

/** Sends the given headers, with duplicates. */
function ask(url: string, ...headers: string[]): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const lines = ["GET /me HTTP/1.1", "host: x", "connection: close", ...headers, "", ""];
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const body: unknown = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
      resolve({ status: Number(answer.slice(9, 12)), body });
    });
  });
}

test.each(backends)("%s reads the user info of the gateway only", async (_, backend) => {
  const authorization = `Authorization: Bearer ${await sandbox.issuer.token({ sub: "ada" }, { algorithm: "ES256" })}`;
  const forgeries = [[], [`${header}: ${forged}`], [`${header}: ${forged}`, `${header.toLowerCase()}: ${forged}`]];
  for (const generation of ["current", "earlier"] as const) {
    const guarded = await gatewayTo(backend, closed, generation);
    const unguarded = await gatewayTo(backend, open, generation);
    for (const more of forgeries) {
      expect(await ask(guarded, authorization, ...more)).toEqual({ status: 200, body: { subject: "ada" } });
      expect((await ask(guarded, ...more)).status).toBe(401);
      expect(await ask(unguarded, ...more)).toEqual({ status: 200, body: { subject: null } });
    }
  }
});

test.each(backends)("%s rejects a header that occurs twice or cannot be decoded", async (_, backend) => {
  const twice = await ask(backend, `${header}: ${forged}`, `${header}: ${forged}`);
  expect(twice).toEqual({ status: 400, body: { error: "duplicate_header" } });
  expect(await ask(backend, `${header}: *`)).toEqual({ status: 400, body: { error: "invalid_base64" } });
});
