// Express: a middleware sets the authenticated caller, typed, for every handler.
import express, { type RequestHandler } from "express";
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";
import { vendorNaming } from "fourfold/naming";

declare global {
  namespace Express {
    interface Locals {
      /** The authenticated caller; null if the user is not signed in. */
      user: UserInfo | null;
    }
  }
}

/** Only behind a gateway that sets this header: otherwise any client can send it. Use your gateway's naming profile. */
const userInfo: RequestHandler = (request, response, next) => {
  try {
    response.locals.user = readUserInfo(request, { naming: vendorNaming });
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
