import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type Generation,
  isFourfoldError,
  jwtSecurity,
  type Naming,
  readUserInfo,
  secureDocument,
  vendorNaming,
  withAccessToken,
} from "fourfold";
import { listen } from "fourfold/testing/server";
import type { Chapter, Stage } from "./chapter.js";
import { runStep, type StepReporter } from "./reporter.js";

/** Headers that a client could forge: {"sub":"eve"}. The gateway removes its own; the backend does not read the others. */
const FORGED = {
  "X-Apigateway-Api-Userinfo": "eyJzdWIiOiJldmUifQ",
  "X-Endpoint-API-UserInfo": "eyJzdWIiOiJldmUifQ",
  "X-Vendor-API-UserInfo": "eyJzdWIiOiJldmUifQ",
};
const code = ["examples/12-local-gateway.ts", "docs/guides/gateway.md"];

/** Sends a request through the gateway, with forged headers. */
type Ask = (
  details: StepReporter,
  what: string,
  path: string,
  token?: string,
) => Promise<{ status: number; body: string }>;

/** API Gateway and Cloud Endpoints: a token, a backend that reads the caller, and requests that are rejected. */
export const gateway: Chapter = {
  title: "API Gateway and Cloud Endpoints",
  async run(stage) {
    const { sandbox } = stage;
    const { issuer, jwksUri, audience } = sandbox.issuer;
    const { naming } = sandbox.clientOptions;
    // The specification has no names for OpenAPI 3.
    const version = naming.extensions.auth === undefined ? { swagger: "2.0" } : { openapi: "3.1.0" };
    const document = secureDocument(
      { ...version, paths: { "/orders": { get: {} }, "/health": { get: {} } } },
      jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } }, naming }),
      { operations: { "GET /health": [] } },
    );
    for (const generation of ["current", "earlier"] as const) {
      const backend = await startBackend(naming, generation);
      try {
        const server = await listen(sandbox.gateway({ document, backend: backend.url, generation }));
        try {
          const ask = createAsk(new URL(server.url), generation);
          await admitCaller(stage, ask, generation);
          await rejectCallers(stage, ask, generation);
        } finally {
          await server.close();
        }
      } finally {
        backend.close();
      }
    }
  },
};

async function admitCaller({ sandbox, report }: Stage, ask: Ask, generation: Generation): Promise<void> {
  const step = {
    title: `Call a backend through a gateway of the ${generation} generation`,
    why: "The gateway verifies the token and removes a forged header, so the backend can trust it.",
    lines: `
      const { status, ...response } = await send(token === undefined ? request : withAccessToken(request, token));`,
    code,
    extra: generation === "earlier",
  };
  await runStep(report, step, async (details) => {
    const token = await sandbox.issuer.token({ sub: "ada", role: "clerk" });
    const { body } = await ask(details, "with a token and a forged header", "/orders", token);
    await ask(details, "with a forged header, without a required token", "/health");
    return {
      text: `Called a backend with a token; the gateway (${generation} generation) forwarded the caller: ${body}.`,
    };
  });
}

async function rejectCallers({ sandbox, report }: Stage, ask: Ask, generation: Generation): Promise<void> {
  const step = {
    title: `Reject requests at a gateway of the ${generation} generation`,
    why: "A request without a valid token never reaches the backend.",
    lines: `
      ["expired", await token({ sub: "ada" }, { wrong: "expired" })],`,
    code,
    extra: generation === "earlier",
  };
  await runStep(report, step, async (details) => {
    const { token } = sandbox.issuer;
    const cases: [what: string, token: string | undefined][] = [
      ["no token", undefined],
      ["expired", await token({ sub: "ada" }, { wrong: "expired" })],
      ["another audience", await token({ sub: "ada" }, { wrong: "other-audience" })],
      ["not signed", await token({ sub: "ada" }, { wrong: "alg-none" })],
    ];
    const outcomes: string[] = [];
    for (const [what, wrong] of cases) {
      const { status } = await ask(details, what, "/orders", wrong);
      outcomes.push(`${what} ${status}`);
    }
    return {
      text: `Rejected ${cases.length} requests without a valid token: ${outcomes.join(", ")}.`,
      facts: { outcomes },
    };
  });
}

function createAsk(url: URL, generation: Generation): Ask {
  return async (details, what, path, token) => {
    const request = new Request(new URL(path, url), { headers: FORGED });
    const { status, ...response } = await send(token === undefined ? request : withAccessToken(request, token));
    details.note(`${what}: ${status} ${response.body}`, { generation, path, status, ...response });
    return { status, ...response };
  };
}

async function send(request: Request): Promise<{ status: number; body: string }> {
  const response = await fetch(request);
  return { status: response.status, body: await response.text() };
}

/** A backend that does not authenticate callers itself. */
async function startBackend(naming: Naming, generation: Generation): Promise<{ url: URL; close(): void }> {
  const gateway = generation === "current" ? "api-gateway" : "cloud-endpoints"; // API Gateway has one generation
  const trusted = naming === vendorNaming ? { naming: vendorNaming } : ({ gateway } as const);
  const server = createServer((request, response) => {
    try {
      const user = readUserInfo(request, trusted);
      response.end(user === null ? "not authenticated" : `${user.subject}, ${user.claims.role}`);
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
