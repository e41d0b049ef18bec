// Plain node:http: a server that reads the authenticated caller of each request.
import { createServer, type Server } from "node:http";
import { type GatewayProduct, readUserInfo, UserInfoError } from "fourfold/gateway/user-info";

/**
 * Reads the caller from the header of your gateway: `api-gateway` or `cloud-endpoints`. Use it only behind that gateway: a
 * client that reaches the backend directly can send any header.
 */
export function createApp({ gateway }: { gateway: GatewayProduct }): Server {
  return createServer((request, response) => {
    try {
      const user = readUserInfo(request, { gateway });
      response.end(JSON.stringify({ subject: user?.subject ?? null }));
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      response.writeHead(400).end(JSON.stringify({ error: error.code }));
    }
  });
}
