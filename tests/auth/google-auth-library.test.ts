import { type CreateClientOptions, createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { gaxios, JWT, OAuth2Client, PassThroughClient } from "google-auth-library";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rejection, shown } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";
import { createTokenEndpoint, oauthError, pkcs8 } from "./token-endpoint.js";

const clock = createTestClock(Date.now()); // the library uses the time of the machine in assertions
const sandbox = createSandbox({ auth: true, clock });
const accepted = String(await sandbox.clientOptions.auth?.getAccessToken());

let endpoint: ReturnType<typeof createTokenEndpoint>;
let server: LocalServer;
beforeEach(async () => {
  sandbox.reset();
  sandbox.warehouse.projects.add({ projectId: "shop" });
  endpoint = createTokenEndpoint(clock);
  endpoint.issue = () => accepted;
  server = await listen(endpoint);
});
afterEach(() => server.close());

/** Lists the projects of the sandbox with the credentials `auth`. */
const list = (auth: NonNullable<CreateClientOptions["auth"]>) =>
  createClient({ ...sandbox.clientOptions, auth })
    .warehouse.projects.list()
    .toArray({ limit: 5 });

/** The library has a fixed token endpoint: the transporter redirects it to the sandbox's. */
function jwt(): JWT {
  const transporter = new gaxios.Gaxios();
  transporter.interceptors.request.add({
    resolved: async (options) => {
      expect(String(options.url)).toBe("https://oauth2.googleapis.com/token");
      return { ...options, url: new URL("/token", server.url) };
    },
  });
  return new JWT({ email: "app@shop.test", key: pkcs8, scopes: ["scope/one"], transporter });
}

test("a service account of the library authenticates, and its token is cached", async () => {
  const auth = jwt();
  expect(await list(auth)).toHaveLength(1);
  expect(await list(auth)).toHaveLength(1);
  expect(endpoint.assertions).toHaveLength(1);
  expect(endpoint.assertions[0]?.claims).toMatchObject({ iss: "app@shop.test", scope: "scope/one" });
});

test("a client of the library with fixed credentials authenticates", async () => {
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: accepted, expiry_date: Date.now() + 3_600_000 });
  expect(await list(auth)).toHaveLength(1);
});

/** The quota projects of the requests so far. */
const quotaProjects = () => sandbox.requests.map(({ headers }) => headers["x-goog-user-project"]);

test("the quota project of a client is sent, unless the request has another one", async () => {
  const auth = new OAuth2Client();
  auth.setCredentials({ access_token: accepted, expiry_date: Date.now() + 3_600_000 });
  await list(auth);
  auth.quotaProjectId = "quota-1";
  await list(auth);
  const client = createClient({ ...sandbox.clientOptions, auth, headers: { "X-Goog-User-Project": "mine" } });
  await client.warehouse.projects.list().firstPage();
  expect(quotaProjects()).toEqual([undefined, "quota-1", "mine"]);
});

test("if the library has no token, the call rejects with the remedy, and nothing is sent", async () => {
  const auth = new PassThroughClient();
  expect(await auth.getAccessToken()).toEqual({});
  expect(await rejection(list(auth))).toMatchObject({
    message:
      '[credentials_unavailable] auth: no credentials: getRequestHeaders must return an "authorization"; omit "auth" to send requests without credentials',
  });
  expect(sandbox.requests).toEqual([]);
});

test("an error of the library is the cause of a CredentialsError, and nothing is sent", async () => {
  endpoint.refusals.push(() => oauthError("invalid_grant", "Invalid JWT Signature."));
  const error = await rejection(list(jwt()));
  expect(shown(error)).not.toMatch(/assertion|bearer /i);
  expect(error).toMatchObject({
    name: "CredentialsError",
    message: "[credentials_unavailable] auth: no credentials: invalid_grant: Invalid JWT Signature.",
    cause: { message: "invalid_grant: Invalid JWT Signature." },
  });
  expect(await rejection(list(new OAuth2Client()))).toMatchObject({
    cause: { message: expect.stringContaining("refresh token") },
  });
  expect(sandbox.requests).toEqual([]);
});
