// Read the authenticated caller in a backend behind Cloud Endpoints or API Gateway. Without a gateway, any client can send this header.
import { createServer } from "node:http";
import { encodeUserInfo, readUserInfo, UserInfoError } from "fourfold/gateway/user-info";
import * as z from "zod";

// Any Standard Schema validates and types the claims: zod, valibot, arktype.
const Claims = z.object({ sub: z.string(), role: z.optional(z.string()) });

// The gateway determines the trusted header; the other one is "cloud-endpoints". Express: req.headers · Fastify: request.headers · Hono: c.req.raw
const backend = createServer((request, response) => {
  try {
    const user = readUserInfo(request.headers, { gateway: "api-gateway", claims: Claims });
    if (user === null) response.end("not signed in");
    else response.end(`${user.subject}, ${user.claims.role ?? "no role"}, by the ${user.generation} generation`);
  } catch (error) {
    if (!(error instanceof UserInfoError)) throw error;
    response.writeHead(400).end(error.message);
  }
});
await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
const address = backend.address() as { port: number };

async function ask(userInfo: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${address.port}/`, {
    headers: { "X-Apigateway-Api-Userinfo": userInfo },
  });
  console.log(await response.text());
}
await ask(encodeUserInfo({ iss: "https://issuer.example", sub: "ada", role: "admin" }));
await ask(encodeUserInfo({ iss: "https://issuer.example", sub: "ada" }, { generation: "earlier" }));
await ask("");
await ask("no user info!");
backend.close();
