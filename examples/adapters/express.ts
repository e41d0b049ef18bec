// Express: a middleware puts who is calling where every handler finds it, typed.
import express, { type RequestHandler } from "express";
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";

declare global {
  namespace Express {
    interface Locals {
      /** Who is calling; null when nobody is signed in. */
      user: UserInfo | null;
    }
  }
}

/** Behind the gateway only: anybody else can write this header too. */
const userInfo: RequestHandler = (request, response, next) => {
  try {
    response.locals.user = readUserInfo(request);
    next();
  } catch (error) {
    if (isFourfoldError(error)) response.status(400).json({ error: error.code });
    else next(error);
  }
};

export const app = express();
app.use(userInfo);
app.get("/me", (_request, response) => {
  response.json({ subject: response.locals.user?.subject ?? null });
});
