import { createTokenVerifier } from "fourfold/gateway";
import { listen } from "fourfold/testing/server";
import { beforeEach, expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestIssuer } from "./issuer.js";

let issuer: Awaited<ReturnType<typeof createTestIssuer>>;
beforeEach(async () => {
  issuer = await createTestIssuer();
});

const verifierWith = (options: { fetch?: typeof fetch; jwksUri?: string }) =>
  createTokenVerifier({
    definitions: {
      users: {
        issuer: "https://issuer.test/shop",
        audiences: "shop",
        jwksUri: options.jwksUri ?? "https://issuer.test/k",
      },
    },
    fetch: options.fetch as never,
    clock: issuer.clock,
  });

test("a redirect of the keys is not followed, over the runtime's own fetch", async () => {
  const paths: string[] = [];
  const server = await listen((request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    return pathname === "/keys"
      ? Response.json(issuer.answer())
      : new Response(null, { status: 302, headers: { location: "/keys" } });
  });
  try {
    const moved = verifierWith({ jwksUri: `${server.url}/moved` });
    expect(await rejection(moved.verify(await issuer.token()))).toMatchObject({ code: "keys_unavailable" });
    expect(paths).toEqual(["/moved"]);
    await verifierWith({ jwksUri: `${server.url}/keys` }).verify(await issuer.token());
  } finally {
    await server.close();
  }
});

test("asks for the keys in a way that workers know too", async () => {
  // Workers throw on any other way to treat redirects.
  const likeWorkers: typeof fetch = async (_, init) => {
    if (!["follow", "manual", undefined].includes(init?.redirect)) throw new TypeError("Invalid redirect value");
    return Response.json(issuer.answer());
  };
  const { claims } = await verifierWith({ fetch: likeWorkers }).verify(await issuer.token());
  expect(claims.sub).toBe("ada");
});

test.each<[what: string, answer: () => Response]>([
  ["another status", () => new Response("{}", { status: 404 })],
  ["what is no JSON", () => new Response("<html>")],
  ["a list", () => Response.json([])],
  ["more than a mebibyte", () => Response.json({ keys: [], padding: " ".repeat(1_048_577) })],
])("keys cannot be had from %s", async (_, answer) => {
  const error = await rejection(verifierWith({ fetch: async () => answer() }).verify(await issuer.token()));
  expect(error).toMatchObject({ code: "keys_unavailable", definition: "users" });
});

test("tokens of the same new key wait for one another's fetch", async () => {
  let asked = 0;
  const slow: typeof fetch = async () => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json(issuer.answer());
  };
  const verifier = verifierWith({ fetch: slow });
  await verifier.verify(await issuer.token());
  await issuer.addKey("k2");
  const tokens = await Promise.all([1, 2, 3].map((n) => issuer.token({ sub: `u${n}` }, { kid: "k2" }, "k2")));
  await Promise.all(tokens.map((token) => verifier.verify(token)));
  expect(asked).toBe(2);
});
