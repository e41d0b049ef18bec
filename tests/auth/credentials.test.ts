import { apiKey, bearer } from "fourfold/auth";
import { createEntities } from "fourfold/entities";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

test("returns a fixed token", () => {
  expect(bearer("t").getAccessToken()).toBe("t");
});

test.each([
  [""],
  [" \n"],
  [undefined],
  [null],
  [5],
  [{ token: "hunter22" }],
  ["Bearer hunter22"],
  ["bearer\thunter22"],
  ["Bearer"],
  ["bearer"],
])("rejects %j immediately, and does not show it", (token) => {
  const error = thrown(() => bearer(token as string));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "token", rule: "bearer" }] });
  expect(String(error)).toContain('bearer: token: must be a non-empty string without "Bearer "');
  expect(String(error)).not.toContain("hunter22");
});

test.each(["t", "bearer-of-news", "t\n"])("accepts the token %j", (token) => {
  expect(bearer(token).getAccessToken()).toBe(token);
});

test("calls the function for each request", async () => {
  let asked = 0;
  const provider = bearer(() => {
    asked += 1;
    return `t${asked}`;
  });
  expect(asked).toBe(0);
  expect(await provider.getAccessToken()).toBe("t1");
  expect(await provider.getAccessToken()).toBe("t2");
});

test("concurrent requests share one token request", async () => {
  let asked = 0;
  const provider = bearer(async () => {
    asked += 1;
    await Promise.resolve();
    return `t${asked}`;
  });
  expect(await Promise.all([1, 2, 3].map(() => provider.getAccessToken()))).toEqual(["t1", "t1", "t1"]);
  expect(await provider.getAccessToken()).toBe("t2");
});

test("a failed token request fails all waiting calls, and the next call sends a new one", async () => {
  let asked = 0;
  const failure = new Error("no token");
  const provider = bearer(() => {
    asked += 1;
    if (asked === 1) throw failure;
    return "t";
  });
  const [one, two] = [
    rejection(Promise.resolve(provider.getAccessToken())),
    rejection(Promise.resolve(provider.getAccessToken())),
  ];
  expect([await one, await two]).toEqual([failure, failure]);
  expect(await provider.getAccessToken()).toBe("t");
});

test("accepts tokens in the form of google-auth-library", async () => {
  expect(await bearer(async () => ({ token: "t" })).getAccessToken()).toBe("t");
});

test("a printed provider contains no token", () => {
  expect(JSON.stringify(bearer("a-secret-token"))).not.toContain("a-secret-token");
});

/** A client whose token function never responds at first, and then does. */
function setUpWedged() {
  let asked = 0;
  const auth = bearer(() => {
    asked += 1;
    return asked === 1 ? new Promise<string>(() => undefined) : `t${asked}`;
  });
  const fetch = async (_: unknown, init?: RequestInit) => {
    const { headers } = _ instanceof Request ? _ : new Request("http://x.test", init);
    return Response.json({ "@context": {}, sent: headers.get("authorization") });
  };
  const client = createEntities({ baseUrl: "https://service.test", auth, fetch: fetch as typeof globalThis.fetch });
  return { client, asked: () => asked };
}

test.each([{ timeoutMs: 20 }, { deadlineMs: 20 }])(
  "a function that never resolves does not block calls after %j",
  async (limit) => {
    const { client, asked } = setUpWedged();
    const late = [1, 2].map(() => rejection(client.search({ query: "a" }, limit)));
    for (const error of await Promise.all(late)) expect(error).toMatchObject({ name: "TimeoutError" });
    expect(await client.search({ query: "a" })).toMatchObject({ sent: "Bearer t2" });
    expect(asked()).toBe(2);
  },
);

test("a function that never resolves does not block calls after an aborted one", async () => {
  const { client } = setUpWedged();
  const controller = new AbortController();
  const aborted = rejection(client.search({ query: "a" }, { signal: controller.signal }));
  controller.abort("enough");
  expect(await aborted).toBe("enough");
  expect(await client.search({ query: "a" })).toMatchObject({ sent: "Bearer t2" });
});

test("an aborted call does not cancel the token request of other calls that wait for it", async () => {
  let asked = 0;
  let answer: ((token: string) => void) | undefined;
  const auth = bearer(() => {
    asked += 1;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  });
  const fetch = async () => Response.json({});
  const client = createEntities({ baseUrl: "https://service.test", auth, fetch });
  const controller = new AbortController();
  const aborted = rejection(client.search({ query: "a" }, { signal: controller.signal }));
  const stays = client.search({ query: "b" });
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort("enough");
  expect(await aborted).toBe("enough");
  const joins = client.search({ query: "c" });
  await new Promise((resolve) => setImmediate(resolve));
  answer?.("t");
  await Promise.all([stays, joins]);
  expect(asked).toBe(1);
});

test("returns the API key", () => {
  expect(apiKey("k").getApiKey()).toBe("k");
});

test.each([[""], [" "], [undefined], [null], [5]])("rejects the API key %j immediately", (key) => {
  expect(thrown(() => apiKey(key as string))).toMatchObject({
    code: "invalid_request",
    message: "[invalid_request] apiKey: key: must be a non-empty string (api-key)",
  });
});

test("an API key is not shown when its provider is printed", () => {
  expect(JSON.stringify(apiKey("a-secret-key"))).not.toContain("a-secret-key");
});
