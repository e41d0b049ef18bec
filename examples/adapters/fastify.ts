// Fastify: a hook decorates every request with the authenticated caller.
import { type FastifyInstance, fastify } from "fastify";
import { type GatewayProduct, readUserInfo, type UserInfo, UserInfoError } from "fourfold/gateway/user-info";

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated caller; null if the user is not signed in. */
    user: UserInfo | null;
  }
}

/**
 * Reads the caller from the header of your gateway: `api-gateway` or `cloud-endpoints`. Use it only behind that gateway: a
 * client that reaches the backend directly can send any header.
 */
export function createApp({ gateway }: { gateway: GatewayProduct }): FastifyInstance {
  const app = fastify();
  app.decorateRequest("user", null);
  app.addHook("onRequest", async (request, reply) => {
    try {
      request.user = readUserInfo(request, { gateway });
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      await reply.code(400).send({ error: error.code });
    }
  });
  app.get("/me", async (request) => ({ subject: request.user?.subject ?? null }));
  return app;
}
