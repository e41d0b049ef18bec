import { serviceAccount } from "fourfold/auth";
import { createEntities } from "fourfold/entities";
import { describe, expect, test } from "vitest";
import { kyVersions } from "../support/ky-versions.js";
import { rejection, shown } from "../support/rejection.js";
import { createTokenEndpoint, keyLine, pkcs8 } from "./token-endpoint.js";

describe.each(kyVersions)("$name", ({ create }) => {
  const setUp = (ky: ReturnType<typeof create>, options: { retry?: false } = {}) => {
    const endpoint = createTokenEndpoint();
    const account = serviceAccount({
      clientEmail: "app@shop.test",
      privateKey: pkcs8,
      scopes: "openid",
      tokenUrl: `${endpoint.url}?tenant=my-tenant`,
      fetch: endpoint.fetch,
      clock: endpoint.clock,
      ky,
      ...options,
    });
    return { endpoint, account };
  };
  const busy =
    (body = "busy") =>
    () =>
      new Response(body, { status: 503 });

  test("hooks run for every attempt to get a token", async () => {
    const seen: unknown[] = [];
    const { endpoint, account } = setUp(
      create({
        beforeRequest: [({ request }) => void seen.push([request.method, request.url])],
        afterResponse: [({ response }) => void seen.push(response.status)],
      }),
    );
    endpoint.refusals.push(busy());
    expect(await account.getAccessToken()).toBe("token-1");
    const url = `${endpoint.url}?tenant=my-tenant`;
    expect(seen).toEqual([["POST", url], 503, ["POST", url], 200]);
  });

  test("an error contains no secret", async () => {
    const { endpoint, account } = setUp(create(), { retry: false });
    endpoint.refusals.push(async () => busy(`echo ${endpoint.received.join(" ")} tenant=my-tenant`)());
    const error = await rejection(account.getAccessToken());
    expect(error).toMatchObject({ name: "ApiError", code: "unavailable", attempts: 1 });
    for (const secret of [keyLine, endpoint.received[0] ?? "", "my-tenant"]) expect(shown(error)).not.toContain(secret);
  });

  test("a token request that never settles does not block later calls of a client", async () => {
    let requests = 0;
    const hang = () => (++requests === 1 ? new Promise<undefined>(() => undefined) : undefined);
    const { account: auth } = setUp(create({ beforeRequest: [hang] }));
    const fetch = async () => Response.json({});
    const entities = createEntities({ baseUrl: "https://service.test", auth, fetch, timeoutMs: 200 });
    expect(await rejection(entities.search({ query: "a" }))).toMatchObject({ name: "TimeoutError" });
    expect(await entities.search({ query: "a" })).toEqual({});
  });

  test("the call rejects with the exception of a hook", async () => {
    const failure = new Error("mine");
    const { endpoint, account } = setUp(
      create({
        beforeRequest: [
          () => {
            throw failure;
          },
        ],
      }),
    );
    expect(await rejection(account.getAccessToken())).toBe(failure);
    expect(endpoint.received).toEqual([]);
  });
});
