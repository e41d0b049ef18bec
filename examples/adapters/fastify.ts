// Fastify: a hook decorates every request with the authenticated caller.
import { fastify } from "fastify";
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";
import { vendorNaming } from "fourfold/naming";

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated caller; null if the user is not signed in. */
    user: UserInfo | null;
  }
}

export const app = fastify();
app.decorateRequest("user", null);

// Only behind a gateway that sets this header: otherwise any client can send it. Use your gateway's naming profile.
app.addHook("onRequest", async (request, reply) => {
  try {
    request.user = readUserInfo(request, { naming: vendorNaming });
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    await reply.code(400).send({ error: error.code });
  }
});

app.get("/me", async (request) => ({ subject: request.user?.subject ?? null }));
