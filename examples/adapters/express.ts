// Express: a middleware sets the authenticated caller, typed, for every handler.
import express, { type Application, type RequestHandler } from "express";
import { type GatewayProduct, readUserInfo, type UserInfo, UserInfoError } from "fourfold/gateway/user-info";

declare global {
  namespace Express {
    interface Locals {
      /** The authenticated caller; null if the user is not signed in. */
      user: UserInfo | null;
    }
  }
}

/**
 * Reads the caller from the header of your gateway: `api-gateway` or `cloud-endpoints`. Use it only behind that gateway: a
 * client that reaches the backend directly can send any header.
 */
function userInfo({ gateway }: { gateway: GatewayProduct }): RequestHandler {
  return (request, response, next) => {
    try {
      response.locals.user = readUserInfo(request, { gateway });
      next();
    } catch (error) {
      if (error instanceof UserInfoError) response.status(400).json({ error: error.code });
      else next(error);
    }
  };
}

export function createApp(options: { gateway: GatewayProduct }): Application {
  const app = express();
  app.use(userInfo(options));
  app.get("/me", (_request, response) => {
    response.json({ subject: response.locals.user?.subject ?? null });
  });
  return app;
}
