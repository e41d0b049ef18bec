// Fastify: a hook decorates every request with who is calling.
import { fastify } from "fastify";
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is calling; null when nobody is signed in. */
    user: UserInfo | null;
  }
}

export const app = fastify();
app.decorateRequest("user", null);

// Behind the gateway only: anybody else can write this header too.
app.addHook("onRequest", async (request, reply) => {
  try {
    request.user = readUserInfo(request);
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    await reply.code(400).send({ error: error.code });
  }
});

app.get("/me", async (request) => ({ subject: request.user?.subject ?? null }));
