import { readSecurity } from "fourfold";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const paths = { "/echo": { get: {}, post: { security: [] } } };
const files = { "a.json": JSON.stringify({ swagger: "2.0", paths }) };
const secure = (...flags: string[]) => fourfold(["secure", "a.json", ...flags], { files });
const users = ["--issuer", "https://issuer.test", "--audience", "shop"];

test("adds a definition and requires it for the whole API", async () => {
  const { code, out, err } = await secure(...users, "--jwks-uri", "https://issuer.test/keys", "--audience", "api");
  expect([code, err]).toEqual([0, 'POST /echo has its own security section, which does not accept "users"\n']);
  expect(JSON.parse(out)).toEqual({
    swagger: "2.0",
    paths,
    securityDefinitions: {
      users: {
        authorizationUrl: "",
        flow: "implicit",
        type: "oauth2",
        "x-google-issuer": "https://issuer.test",
        "x-google-jwks_uri": "https://issuer.test/keys",
        "x-google-audiences": "shop,api",
      },
    },
    security: [{ users: [] }],
  });
});

test("prints the smallest documents that deploy, which have no finding for their product", async () => {
  const operation = { operationId: "a", responses: { "200": { description: "ok" } } };
  const plain = { openapi: "3.0.4", info: { title: "shop", version: "1" }, paths: { "/a": { get: operation } } };
  const servers = [{ url: "https://shop.endpoints.shop.cloud.goog", "x-google-endpoint": {} }];
  const flags = [...users, "--jwks-uri", "https://issuer.test/keys"];
  const backend = ["--backend", "https://shop.test"];
  for (const [document, product, ...more] of [
    [plain, "api-gateway", ...backend],
    [{ ...plain, servers }, "cloud-endpoints"],
    [{ ...plain, servers }, "cloud-endpoints", ...backend],
  ] as const) {
    const secured = await fourfold(["secure", "-", ...flags, ...more], { stdin: JSON.stringify(document) });
    expect(secured).toMatchObject({ code: 0, err: "" });
    if (more.length > 0) {
      expect(JSON.parse(secured.out)).toMatchObject({
        "x-google-api-management": {
          backends: { run: { address: "https://shop.test", jwtAudience: "https://shop.test" } },
        },
        "x-google-backend": "run",
      });
    }
    const checked = await fourfold(["check", "-", "--product", product], { stdin: secured.out });
    expect(checked).toEqual({ code: 0, out: "0 errors, 0 warnings, 0 info\n", err: "" });
  }
  expect(JSON.parse((await secure(...users, ...backend)).out)).toMatchObject({
    "x-google-backend": { address: "https://shop.test" },
  });
  expect(await secure(...users, "--backend", "shop.test")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--backend must be a URL without credentials"),
  });
});

test("names the operations that do not accept the new issuer", async () => {
  const { out } = await secure(...users);
  const staff = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const stdin = JSON.stringify({
    ...JSON.parse(out),
    paths: {
      "/a": { get: { security: [{ users: [] }] }, put: { security: [{ users: [] }, { staff: [] }] }, post: {} },
    },
  });
  const { err } = await fourfold(["secure", "-", ...staff], { stdin });
  expect(err).toBe('GET /a has its own security section, which does not accept "staff"\n');
});

test("adds another issuer as an alternative", async () => {
  const { out } = await secure(...users);
  const staff = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const both = await fourfold(["secure", "-", ...staff], { stdin: out });
  expect(readSecurity(JSON.parse(both.out)).security).toEqual([["users"], ["staff"]]);
});

test("writes the names of a profile, and rejects a document with the names of another one", async () => {
  const { out } = await secure(...users, "--naming", "vendor");
  expect(JSON.parse(out).securityDefinitions.users).toMatchObject({ "x-vendor-issuer": "https://issuer.test" });
  expect(await fourfold(["secure", "-", ...users], { stdin: out })).toEqual({
    code: 1,
    out: "",
    err: 'fourfold secure: the document uses "x-vendor-issuer"; pass naming: vendorNaming (naming-profile)\n',
  });
});

test.each([
  [[], "--issuer <issuer> is required"],
  [["--issuer", "https://issuer.test"], "--audience <text> is required"],
  [[...users, "--name", ""], "--name must not be empty"],
  [[...users, "--operation", "GET /echo="], "Unknown option '--operation'"],
])("rejects %j", async (flags, sentence) => {
  const { code, out, err } = await secure(...flags);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
});

test("reports an invalid value with its flag", async () => {
  expect((await secure(...users, "--audience", "b,c")).err).toContain(' surrounding spaces, got "shop", "b,c" (');
  const { code, out, err } = await secure(...users, "--jwks-uri", "nonsense");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("fourfold secure: --jwks-uri: must be");
});

test("escapes the control characters of a document on a terminal, but not in a file", async () => {
  const text = `swagger: "2.0"\npaths: {}\ninfo: { title: 'a\u202eb' } # \u200f\n`;
  const argv = ["secure", "a.yaml", ...users];
  expect((await fourfold(argv, { files: { "a.yaml": text } })).out).toContain("title: 'a\u202eb' } # \u200f\n");
  const { out } = await fourfold(argv, { files: { "a.yaml": text }, isTTY: true });
  expect(out).toContain("title: 'a\\u202eb' } # \\u200f\n");
  expect(out).not.toMatch(/[\u202e\u200f]/);
});
