// Run a gateway in front of a backend under development, and call it with tokens of an issuer that requires no account.
import { createServer } from "node:http";
import { jwtSecurity, readUserInfo, secureDocument, withAccessToken } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";

// The backend does not authenticate requests itself: behind the gateway, the header can be trusted.
const backend = createServer((request, response) => {
  const user = readUserInfo(request, { gateway: "api-gateway" });
  response.end(user === null ? "hello stranger" : `hello ${user.subject}, ${user.claims.role ?? "no role"}`);
});
await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
const { port } = backend.address() as { port: number };

const sandbox = createSandbox();
const { issuer, jwksUri, audience } = sandbox.issuer;
const document = secureDocument(
  { openapi: "3.1.0", paths: { "/echo": { get: {} }, "/health": { get: {} } } },
  jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } }),
  { operations: { "GET /health": [] } },
);
const gateway = await listen(sandbox.gateway({ document, backend: new URL(`http://127.0.0.1:${port}`) }));

async function ask(path: string, token?: string, headers: Record<string, string> = {}): Promise<void> {
  const request = new Request(`${gateway.url}${path}`, { headers });
  const response = await fetch(token === undefined ? request : withAccessToken(request, token));
  console.log(`${response.status} ${await response.text()}`);
}
await ask("/echo", await sandbox.issuer.token({ sub: "ada", role: "admin" }));
await ask("/health", undefined, { "X-Apigateway-Api-Userinfo": "eyJzdWIiOiJldmUifQ" }); // forged: the gateway removes it
await ask("/echo");
await ask("/echo", await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" }));
await ask("/echo", await sandbox.issuer.token({ sub: "ada" }, { wrong: "other-audience" }));

await gateway.close();
backend.closeAllConnections();
backend.close();
