// Fastify: a hook decorates every request with the authenticated caller.
import { type FastifyInstance, fastify } from "fastify";
import { readUserInfo, type UserInfo, UserInfoError } from "fourfold/gateway/user-info";
import type { GatewayNaming } from "fourfold/naming";

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated caller; null if the user is not signed in. */
    user: UserInfo | null;
  }
}

/**
 * Reads the caller from the header of your gateway: `googleNaming` for Cloud Endpoints, `googleApiGatewayNaming` for API
 * Gateway. Use it only behind that gateway: a client that reaches the backend directly can send any header.
 */
export function createApp({ naming }: { naming: GatewayNaming }): FastifyInstance {
  const app = fastify();
  app.decorateRequest("user", null);
  app.addHook("onRequest", async (request, reply) => {
    try {
      request.user = readUserInfo(request, { naming });
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      await reply.code(400).send({ error: error.code });
    }
  });
  app.get("/me", async (request) => ({ subject: request.user?.subject ?? null }));
  return app;
}
