// Hono, on Node or on the edge: a middleware sets who is calling as a typed variable.
import { isFourfoldError, readUserInfo, type UserInfo } from "fourfold/gateway/user-info";
import { Hono } from "hono";

interface Env {
  Variables: {
    /** Who is calling; null when nobody is signed in. */
    user: UserInfo | null;
  };
}

export const app = new Hono<Env>();

// Behind the gateway only: anybody else can write this header too.
app.use(async (context, next) => {
  try {
    context.set("user", readUserInfo(context.req.raw));
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    return context.json({ error: error.code }, 400);
  }
  return next();
});

app.get("/me", (context) => context.json({ subject: context.get("user")?.subject ?? null }));
