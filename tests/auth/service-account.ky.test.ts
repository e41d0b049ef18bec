import { serviceAccount } from "fourfold/auth";
import { createEntities } from "fourfold/entities";
import { describe, expect, test } from "vitest";
import { kyVersions } from "../support/ky-versions.js";
import { rejection } from "../support/rejection.js";
import { shown } from "../support/shown.js";
import { createTokenEndpoint, keyLine, pkcs8 } from "./token-endpoint.js";

describe.each(kyVersions)("$name", ({ create, stop }) => {
  const setUp = (ky: ReturnType<typeof create>) => {
    const endpoint = createTokenEndpoint();
    const account = serviceAccount({
      clientEmail: "app@shop.test",
      privateKey: pkcs8,
      scopes: "one",
      tokenUrl: `${endpoint.url}?tenant=my-tenant`,
      fetch: endpoint.fetch,
      clock: endpoint.clock,
      ky,
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
        beforeRequest: [({ request, retryCount }) => void seen.push([retryCount, request.method, request.url])],
        afterResponse: [({ response }) => void seen.push(response.status)],
        beforeRetry: [({ error }) => void seen.push(error.name)],
      }),
    );
    endpoint.refusals.push(busy());
    expect(await account.getAccessToken()).toBe("token-1");
    const url = `${endpoint.url}?tenant=my-tenant`;
    expect(seen).toEqual([[0, "POST", url], 503, "ApiError", [1, "POST", url], 200]);
  });

  test("ky.stop ends the attempts, with an error that shows no secret", async () => {
    const { endpoint, account } = setUp(create({ beforeRetry: [() => stop] }));
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
