import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import { fastify } from "fastify";
import { jwtSecurity, secureDocument } from "fourfold";
import { type GatewayProduct, readUserInfo } from "fourfold/gateway/user-info";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { expect, onTestFinished, test } from "vitest";
import { createApp as createExpress } from "../examples/adapters/express.js";
import { createApp as createFastify } from "../examples/adapters/fastify.js";
import { createApp as createHono, document } from "../examples/adapters/hono.js";
import { createApp as createNodeHttp } from "../examples/adapters/node-http.js";

/** The header of each product. */
const headers = { "api-gateway": "X-Apigateway-Api-Userinfo", "cloud-endpoints": "X-Endpoint-API-UserInfo" } as const;
const names = [...Object.values(headers), "X-Vendor-API-UserInfo"];
const forged = "eyJzdWIiOiJldmUifQ"; // {"sub":"eve"}

/**
 * Headers with which a client can try to impersonate another user: each name, in any case, with underscores, and
 * repeated.
 */
const forgeries = [
  [],
  ...names.map((name) => [`${name}: ${forged}`]),
  ...names.map((name) => [`${name.toUpperCase()}: ${forged}`, `${name.toLowerCase()}: ${forged}`]),
  names.flatMap((name) => [`${name}: ${forged}`, `${name.replaceAll("-", "_")}: ${forged}`]),
];

/** Listens on a free port. */
async function start(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

async function startFastify(gateway: GatewayProduct): Promise<string> {
  const app = createFastify({ gateway });
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: "127.0.0.1" });
}

async function startHono(gateway: GatewayProduct): Promise<string> {
  const server = await listen(createHono({ gateway }));
  onTestFinished(() => server.close());
  return server.url;
}

const adapters = {
  "node:http": (gateway: GatewayProduct) => start(createNodeHttp({ gateway })),
  Express: (gateway: GatewayProduct) => start(createServer(createExpress({ gateway }))),
  Fastify: startFastify,
  Hono: startHono,
};
const cases = Object.entries(adapters).flatMap(([name, adapter]) =>
  (["api-gateway", "cloud-endpoints"] as const).map((gateway) => [name, gateway, adapter] as const),
);

/** A gateway in front of a backend that requires a token, and one that requires none. */
async function startGateways(gateway: GatewayProduct, backend: string, generation: "current" | "earlier") {
  const sandbox = createSandbox();
  const { issuer, jwksUri, audience: audiences } = sandbox.issuer;
  const security = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences } } });
  const closed = secureDocument(document, security);
  const open = secureDocument(closed, security, { operations: { "GET /me": [] } });
  const start = async (secured: object) => {
    const server = await listen(sandbox.gateway({ document: secured, backend: new URL(backend), gateway, generation }));
    onTestFinished(() => server.close());
    return server.url;
  };
  const token = await sandbox.issuer.token({ sub: "ada" });
  return { closed: await start(closed), open: await start(open), authorization: `Authorization: Bearer ${token}` };
}

/** Sends the given headers, with duplicates. */
function ask(url: string, ...headers: string[]): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const lines = ["GET /me HTTP/1.1", "host: localhost", "connection: close", ...headers, "", ""];
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(lines.join("\r\n")));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const body = answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1);
      if (body === "") reject(new Error(`the server closed the connection after "${answer}"`));
      else resolve({ status: Number(answer.slice(9, 12)), body: JSON.parse(body) });
    });
  });
}

const timeout = 30_000;
test.each(cases)(
  "%s behind a gateway of %s receives the authenticated user, never a forged one",
  { timeout },
  async (_, gateway, adapter) => {
    const backend = await adapter(gateway);
    // Only Cloud Endpoints has a gateway of the earlier generation.
    for (const generation of gateway === "api-gateway" ? (["current"] as const) : (["current", "earlier"] as const)) {
      const { closed, open, authorization } = await startGateways(gateway, backend, generation);
      expect((await ask(closed, ...forgeries.flat())).status).toBe(401);
      for (const more of forgeries) {
        expect(await ask(closed, authorization, ...more)).toEqual({ status: 200, body: { subject: "ada" } });
        expect(await ask(open, ...more)).toEqual({ status: 200, body: { subject: null } });
      }
    }
  },
);

test.each(cases)(
  "a client that reaches %s (%s) without the gateway can forge the user",
  async (_, gateway, adapter) => {
    const backend = await adapter(gateway);
    const header = headers[gateway];
    expect(await ask(backend, `${header}: ${forged}`)).toEqual({ status: 200, body: { subject: "eve" } });
    for (const other of names.filter((name) => name !== header)) {
      expect(await ask(backend, `${other}: ${forged}`)).toEqual({ status: 200, body: { subject: null } });
    }
    const twice = await ask(backend, `${header}: ${forged}`, `${header}: ${forged}`);
    expect(twice).toEqual({ status: 400, body: { error: "duplicate_header" } });
    expect(await ask(backend, `${header}: *`)).toEqual({ status: 400, body: { error: "invalid_base64" } });
  },
);

test("the response of Express and the reply of Fastify are not read as requests", async () => {
  const read = (source: unknown) => readUserInfo(source as never, { gateway: "api-gateway" });
  const onExpress = express().get("/me", (request, response) => {
    expect(() => read(response)).toThrow("must be a request or its headers");
    response.json({ subject: read(request) });
  });
  const onFastify = fastify();
  onTestFinished(() => onFastify.close());
  onFastify.get("/me", async (request, reply) => {
    expect(() => read(reply)).toThrow("must be a request or its headers");
    return { subject: read(request.raw) };
  });
  const urls = [await start(createServer(onExpress)), await onFastify.listen({ port: 0, host: "127.0.0.1" })];
  for (const url of urls) expect(await ask(url)).toEqual({ status: 200, body: { subject: null } });
});
