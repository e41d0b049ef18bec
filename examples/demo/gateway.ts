import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Generation,
  isFourfoldError,
  jwtSecurity,
  type Naming,
  readUserInfo,
  secureDocument,
  withAccessToken,
} from "fourfold";
import type { Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import type { Reporter } from "./reporter.js";

/** What a client may write about itself, if nobody stops it: {"sub":"eve"}. */
const FORGED = "eyJzdWIiOiJldmUifQ";

/** The gateway: a token, the gateway, a backend that reads who is calling, and what does not get through. */
export async function demoGateway(sandbox: Sandbox, report: Reporter): Promise<void> {
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const { naming } = sandbox.clientOptions;
  const document = secureDocument(
    { swagger: "2.0", paths: { "/echo": { get: {} }, "/health": { get: {} } } },
    jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } }, naming }),
    { operations: { "GET /health": [] } },
  );
  const backend = await startBackend(naming);
  try {
    for (const generation of ["current", "earlier"] as const) {
      report.step(`Ask a backend behind a gateway of the ${generation} generation`, {
        shows:
          "only a good token gets through, and the backend reads who is calling; what a client says of itself is removed",
        code: ["examples/12-local-gateway.ts", "docs/guides/securing-an-api.md"],
      });
      const server = await listen(sandbox.gateway({ document, backend: backend.url, generation }));
      try {
        await callThrough(new URL(server.url), generation, sandbox, report);
      } finally {
        await server.close();
      }
    }
  } finally {
    backend.close();
  }
}

async function callThrough(url: URL, generation: Generation, sandbox: Sandbox, report: Reporter): Promise<void> {
  const { userInfoHeader } = sandbox.clientOptions.naming;
  const ask = async (what: string, path: string, token?: string) => {
    const request = new Request(new URL(path, url), { headers: { [userInfoHeader]: FORGED } });
    const response = await fetch(token === undefined ? request : withAccessToken(request, token));
    const body = await response.text();
    report.note(`${what}: ${response.status} ${body}`, { generation, path, status: response.status, body });
  };
  await ask("with a token and a forged header", "/echo", await sandbox.issuer.token({ sub: "ada", role: "admin" }));
  await ask("with a forged header alone", "/echo");
  await ask("with a forged header, where no token is needed", "/health");
  await ask("with an expired token", "/echo", await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" }));
  await ask(
    "with a token for others",
    "/echo",
    await sandbox.issuer.token({ sub: "ada" }, { wrong: "other-audience" }),
  );
  await ask(
    "with a token that nobody signed",
    "/echo",
    await sandbox.issuer.token({ sub: "ada" }, { wrong: "alg-none" }),
  );
}

/** A backend without authentication of its own. */
async function startBackend(naming: Naming): Promise<{ url: URL; close(): void }> {
  const server = createServer((request, response) => {
    try {
      const user = readUserInfo(request, { naming });
      response.end(user === null ? "nobody is signed in" : `${user.subject} is calling, role ${user.claims.role}`);
    } catch (error) {
      if (!isFourfoldError(error)) throw error;
      response.writeHead(400).end(error.message);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
