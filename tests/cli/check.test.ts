import { jwtSecurity, secureDocument, vendorNaming } from "fourfold";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const definitions = {
  users: { issuer: "https://issuer.test", audiences: "shop", jwksUri: "https://issuer.test/keys" },
};
const good = secureDocument({ swagger: "2.0", paths: { "/echo": { get: {} } } }, jwtSecurity({ definitions }));
const check = (document: object, ...flags: string[]) =>
  fourfold(["check", "a.json", ...flags], { files: { "a.json": JSON.stringify(document) } });

test("reports no issues of a valid document", async () => {
  expect(await check(good)).toEqual({ code: 0, out: "0 errors, 0 warnings, 0 info\n", err: "" });
});

test("prints each issue with its location and remedy, and fails if one is an error", async () => {
  const { code, out, err } = await check({
    ...good,
    security: [{ staff: [] }, { users: [] }],
    paths: { "/a": { get: { security: [] } }, "/b": { get: { security: [{ users: [] }] } } },
  });
  expect([code, err]).toEqual([1, ""]);
  expect(out).toBe(`error undefined-definition at /security/0/staff
  "staff" is not defined
  Correct the name, or add the definition to the document.

info operation-open at /paths/~1a/get
  GET /a can be called without a token
  If the operation is not intentionally public, remove its own security section, or require a definition in it.

1 error, 0 warnings, 1 info
`);
});

test("succeeds with warnings", async () => {
  const { code, out } = await check({ swagger: "2.0" });
  expect(code).toBe(0);
  expect(out).toBe(`warning definition-missing at the document
  no definition names an issuer of tokens
  Add a definition with fourfold secure, or with jwtSecurity and secureDocument.

0 errors, 1 warning, 0 info
`);
});

test("fails if no operation has a security requirement, unless the document has no definitions", async () => {
  for (const [exitCode, document] of [
    [0, { swagger: "2.0", paths: good.paths }],
    [1, { ...good, security: [] }],
  ] as const) {
    const { code, out } = await check(document);
    expect([code, out]).toEqual([exitCode, expect.stringContaining("no operation has a security requirement")]);
  }
});

test("what the product requires is an error, and a warning without a product", async () => {
  const security = jwtSecurity({ definitions });
  const document = secureDocument({ openapi: "3.0.4", paths: good.paths }, security);
  expect(await check(document)).toMatchObject({ code: 0, out: expect.stringContaining("warning api-management at") });
  expect(await check(document, "--product", "api-gateway")).toMatchObject({
    code: 1,
    out: expect.stringContaining("error api-management at the document\n  there are no backends\n"),
  });
  const servers = [{ url: "https://shop.test", "x-google-endpoint": {} }];
  const endpoints = await check({ ...document, servers }, "--product", "cloud-endpoints");
  expect(endpoints).toMatchObject({ code: 0, out: "0 errors, 0 warnings, 0 info\n" });
  const { code, err } = await check(document, "--product", "apigee");
  expect(code).toBe(2);
  expect(err).toContain('--product must be api-gateway or cloud-endpoints, got "apigee"');
});

test("succeeds with an info", async () => {
  const open = { ...good, paths: { ...good.paths, "/a": { get: { security: [] } } } };
  const { code, out } = await check(open);
  expect([code, out.split("\n").at(-2)]).toEqual([0, "0 errors, 0 warnings, 1 info"]);
});

test("fails for a document with the names of another profile, and names the profile", async () => {
  const vendorDocument = secureDocument({ swagger: "2.0" }, jwtSecurity({ definitions, naming: vendorNaming }));
  expect(await check(vendorDocument)).toEqual({
    code: 1,
    out: `error naming-profile at the document
  the document uses "x-vendor-issuer"; pass naming: vendorNaming
  Pass the naming profile of the document, or write its definitions with the extension keys of your gateway.

1 error, 0 warnings, 0 info
`,
    err: "",
  });
  expect(await check(vendorDocument, "--naming", "vendor")).toMatchObject({ code: 0, err: "" });
  expect((await check(good, "--naming", "vendor")).out).toContain(
    'uses "x-google-issuer"; pass naming: googleNaming\n',
  );
});

test("reports all errors of a document that cannot be parsed", async () => {
  expect(await check({ openapi: "3.2.0", security: {}, paths: [] })).toEqual({
    code: 1,
    out: "",
    err: `fourfold check: 3 problems
  openapi: must be a string such as "3.0.4" or "3.1.0", got "3.2.0" (openapi-document)
  security: must be a list of requirements, got an object (openapi-document)
  paths: must be an object, got a list (openapi-document)
`,
  });
});

test("escapes control characters in the names of a document", async () => {
  const { out } = await check({ ...good, security: [{ "\u001b[2J": [], users: [] }] });
  expect(out).toContain("\\u001b[2J");
  expect(out).not.toContain("\u001b");
});

test("reports extensions that a converter to OpenAPI 3 left in the form of OpenAPI 2.0", async () => {
  const users = { type: "oauth2", flows: {}, "x-google-issuer": "https://issuer.test" };
  const converted = {
    openapi: "3.1.0",
    paths: {},
    components: { securitySchemes: { users } },
    security: [{ users: [] }],
  };
  const { code, out } = await check(converted);
  expect(code).toBe(1);
  expect(out).toContain("error issuer-empty at /components/securitySchemes/users\n");
});
