// Hono, on Node or on the edge: a middleware sets the authenticated caller as a typed variable.
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";
import { vendorNaming } from "fourfold/naming";
import { Hono } from "hono";

interface Env {
  Variables: {
    /** The authenticated caller; null if the user is not signed in. */
    user: UserInfo | null;
  };
}

export const app = new Hono<Env>();

// Only behind a gateway that sets this header: otherwise any client can send it. Use your gateway's naming profile.
app.use(async (context, next) => {
  try {
    context.set("user", readUserInfo(context.req.raw, { naming: vendorNaming }));
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    return context.json({ error: error.code }, 400);
  }
  return next();
});

app.get("/me", (context) => context.json({ subject: context.get("user")?.subject ?? null }));
