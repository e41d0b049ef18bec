// Plain node:http: a server that reads the authenticated caller of each request.
import { createServer, type Server } from "node:http";
import { readUserInfo, UserInfoError } from "fourfold/gateway/user-info";
import type { GatewayNaming } from "fourfold/naming";

/**
 * Reads the caller from the header of your gateway: `googleNaming` for Cloud Endpoints, `googleApiGatewayNaming` for API
 * Gateway. Use it only behind that gateway: a client that reaches the backend directly can send any header.
 */
export function createApp({ naming }: { naming: GatewayNaming }): Server {
  return createServer((request, response) => {
    try {
      const user = readUserInfo(request, { naming });
      response.end(JSON.stringify({ subject: user?.subject ?? null }));
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      response.writeHead(400).end(JSON.stringify({ error: error.code }));
    }
  });
}
