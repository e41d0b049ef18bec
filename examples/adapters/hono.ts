// Hono, on Node or on the edge: a middleware sets the authenticated caller as a typed variable.
import { type GatewayProduct, readUserInfo, type UserInfo, UserInfoError } from "fourfold/gateway/user-info";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";

interface Env {
  Variables: {
    /** The authenticated caller; null if the user is not signed in. */
    user: UserInfo | null;
  };
}

/**
 * Reads the caller from the header of your gateway: `api-gateway` or `cloud-endpoints`. Use it only behind that gateway: a
 * client that reaches the backend directly can send any header.
 */
function userInfo({ gateway }: { gateway: GatewayProduct }) {
  return createMiddleware<Env>(async (context, next) => {
    try {
      context.set("user", readUserInfo(context.req.raw, { gateway }));
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      return context.json({ error: error.code }, 400);
    }
    return next();
  });
}

/** The API for the gateway. `secureDocument` or `fourfold secure` adds the tokens that it requires. */
export const document = {
  openapi: "3.1.0",
  info: { title: "Me", version: "1" },
  servers: [{ url: "https://api.example", "x-google-endpoint": {} }],
  paths: { "/me": { get: { operationId: "me", responses: { 200: { description: "The caller" } } } } },
};

export function createApp(options: { gateway: GatewayProduct }): Hono<Env> {
  const app = new Hono<Env>();
  app.use(userInfo(options));
  app.get("/me", (context) => context.json({ subject: context.get("user")?.subject ?? null }));
  return app;
}
