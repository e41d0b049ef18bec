import {
  type GatewayProduct,
  type Generation,
  jwtSecurity,
  readUserInfo,
  secureDocument,
  withAccessToken,
} from "fourfold";
import { type LocalServer, listen } from "fourfold/testing/server";
import { stringify } from "yaml";
import type { Chapter, Stage } from "./chapter.js";
import { excerptOf } from "./excerpt.js";
import { runStep } from "./reporter.js";

/** The header in which each gateway forwards the caller. */
const headers: Record<GatewayProduct, string> = {
  "api-gateway": "X-Apigateway-Api-Userinfo",
  "cloud-endpoints": "X-Endpoint-API-UserInfo",
};

/** Headers that a client could forge: {"sub":"eve"}. A gateway removes its own; the backend does not read the other one. */
const forged = Object.fromEntries(Object.values(headers).map((header) => [header, "eyJzdWIiOiJldmUifQ"]));

/** API Gateway and Cloud Endpoints: a document that requires tokens, a backend that reads the caller, and rejected requests. */
export const gateway: Chapter = {
  title: "API Gateway and Cloud Endpoints",
  more: ["examples/09-secure-openapi.ts", "examples/12-local-gateway.ts", "docs/guides/gateway.md"],
  async run(stage) {
    const document = await requireTokens(stage);
    await using current = await startGateway(stage, document, "api-gateway", "current");
    await using earlier = await startGateway(stage, document, "cloud-endpoints", "earlier");
    await forwardCaller(stage, [current.url, earlier.url]);
    await rejectCallers(stage, [current.url, earlier.url]);
  },
};

async function requireTokens({ sandbox, report }: Stage): Promise<object> {
  const { issuer, jwksUri, audience } = sandbox.issuer;
  const { naming } = sandbox.clientOptions;
  const openapi = { swagger: "2.0", paths: { "/orders": { get: {} }, "/health": { get: {} } } };
  // show secure
  const users = jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } }, naming });
  const document = secureDocument(openapi, users, { operations: { "GET /health": [] } });
  // end
  const step = {
    title: "Require tokens in an API document",
    why: "The gateway's extensions are written and checked for you, in OpenAPI 2.0, 3.0 and 3.1.",
    lines: excerptOf(import.meta.url, "secure"),
  };
  await runStep(report, step, async (details) => {
    details.print(stringify(document.securityDefinitions).trimEnd(), { document });
    return { text: "Required a token of one issuer for every operation except GET /health." };
  });
  return document;
}

async function forwardCaller({ sandbox, report }: Stage, urls: readonly string[]): Promise<void> {
  const step = {
    title: "Call a backend through a gateway of each generation",
    why: "A gateway verifies the token and removes a forged header, so the backend can trust it.",
    lines: excerptOf(import.meta.url, "caller"),
  };
  await runStep(report, step, async (details) => {
    const token = await sandbox.issuer.token({ sub: "ada", role: "clerk" });
    for (const url of urls) {
      const { body } = await ask(url, "/orders", token);
      details.print(body);
      const { status, ...health } = await ask(url, "/health");
      details.note(`with a forged header, without a required token: ${status} ${health.body}`);
    }
    return { text: "Read the same caller behind both generations of gateways, from two headers." };
  });
}

async function rejectCallers({ sandbox, report }: Stage, urls: readonly string[]): Promise<void> {
  const step = {
    title: "Reject requests at both gateways",
    why: "A request without a valid token never reaches the backend.",
    lines: excerptOf(import.meta.url, "expired"),
  };
  await runStep(report, step, async (details) => {
    const { token } = sandbox.issuer;
    // show expired
    const expired = await token({ sub: "ada" }, { wrong: "expired" });
    // end
    const tokens = {
      "no token": undefined,
      expired,
      "another audience": await token({ sub: "ada" }, { wrong: "other-audience" }),
      "not signed": await token({ sub: "ada" }, { wrong: "alg-none" }),
    };
    const outcomes: string[] = [];
    for (const [what, wrong] of Object.entries(tokens)) {
      const responses = await Promise.all(urls.map((url) => ask(url, "/orders", wrong)));
      for (const { status, body } of responses) details.note(`${what}: ${status} ${body}`, { status, body });
      outcomes.push(`${what} ${responses[0]?.status}`);
    }
    return {
      text: `Rejected ${outcomes.length} requests without a valid token: ${outcomes.join(", ")}.`,
      facts: { outcomes },
    };
  });
}

/** Sends a request with forged headers. */
async function ask(url: string, path: string, token?: string): Promise<{ status: number; body: string }> {
  const request = new Request(new URL(path, url), { headers: forged });
  const response = await fetch(token === undefined ? request : withAccessToken(request, token));
  return { status: response.status, body: await response.text() };
}

/** Starts a gateway in front of a backend that does not authenticate callers itself. */
function startGateway(
  { sandbox }: Stage,
  document: object,
  gateway: GatewayProduct,
  generation: Generation,
): Promise<LocalServer> {
  const header = headers[gateway];
  const backend = (request: Request) => {
    // show caller
    const user = readUserInfo(request, { gateway });
    // end
    if (user === null) return new Response("not authenticated");
    const value = `${request.headers.get(header)}`.slice(0, 32);
    return new Response(`${gateway}, ${header}: ${value}… → ${user.subject}, ${user.claims.role}`);
  };
  return listen(sandbox.gateway({ document, gateway, generation, backend }));
}
