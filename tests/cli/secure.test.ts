import { readSecurity, type SecuredDocument } from "fourfold";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const paths = { "/echo": { get: {}, post: {} }, "/a=b": { get: {} } };
const files = { "a.json": JSON.stringify({ swagger: "2.0", paths }) };
const secure = (...flags: string[]) => fourfold(["secure", "a.json", ...flags], { files });
const project = ["--project", "shop"];
const base = ["--issuer-base", "https://issuer.test"];

/** The document that was printed. */
async function secured(...flags: string[]): Promise<SecuredDocument<object>> {
  const { code, out, err } = await secure(...flags);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

test.each([
  ["--issuer-base", "https://issuer.test"],
  ["--issuer-base", "https://issuer.test/"],
  ["--issuer-base", "https://issuer.test/shop"],
  ["--issuer", "https://issuer.test"],
  ["--issuer", "https://issuer.test/shop"],
  ["--issuer", "https://issuer.test/shop/"],
])("takes the tokens of a project from %s %s", async (flag, address) => {
  const document = await secured(...project, flag, address, "--jwks-uri", "https://issuer.test/keys");
  expect(document.securityDefinitions).toEqual({
    users: {
      authorizationUrl: "",
      flow: "implicit",
      type: "oauth2",
      "x-vendor-issuer": "https://issuer.test/shop",
      "x-vendor-jwks_uri": "https://issuer.test/keys",
      "x-vendor-audiences": "shop",
    },
  });
  expect(document.security).toEqual([{ users: [] }]);
});

test("adds the project to an issuer that only ends in the same letters", async () => {
  const { definitions } = readSecurity(await secured(...project, "--issuer", "https://issuer.test/workshop"));
  expect(definitions).toMatchObject({ users: { issuer: "https://issuer.test/workshop/shop" } });
});

test("takes the tokens of any issuer, for several audiences, under another name", async () => {
  const document = await secured(
    "--issuer",
    "me@issuer.test",
    "--audience",
    "a, b",
    "--audience",
    "c",
    "--name",
    "staff",
  );
  const { definitions } = readSecurity(document);
  expect(definitions).toMatchObject({ staff: { issuer: "me@issuer.test", audiences: ["a", "b", "c"] } });
});

test("takes other audiences than the project", async () => {
  const { definitions } = readSecurity(await secured(...project, ...base, "--audience", "api"));
  expect(definitions).toMatchObject({ users: { issuer: "https://issuer.test/shop", audiences: ["api"] } });
});

test("knows the issuer of a profile, and tells when a document speaks another one's names", async () => {
  const document = await secured(...project, "--naming", "google");
  expect(document.securityDefinitions).toMatchObject({
    users: { "x-google-issuer": "https://securetoken.google.com/shop", "x-google-audiences": "shop" },
  });
  const again = ["secure", "-", ...project, ...base, "--name", "others"];
  const { code, err } = await fourfold(again, { stdin: JSON.stringify(document) });
  expect([code, err]).toEqual([0, "the document speaks the names of google: say --naming google\n"]);
});

test("adds one definition after the other", async () => {
  const { out } = await secure(...project, ...base);
  const flags = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const both = await fourfold(["secure", "-", ...flags, "--operation", "get /echo=users+staff"], { stdin: out });
  expect(readSecurity(JSON.parse(both.out))).toMatchObject({
    security: [["users"], ["staff"]],
    operations: { "GET /echo": [["users", "staff"]] },
  });
});

test("lets operations ask for something else", async () => {
  const rules = ["GET /echo=", "POST /echo=users", "GET /a=b=users"].flatMap((rule) => ["--operation", rule]);
  const { operations } = readSecurity(await secured(...project, ...base, ...rules));
  expect(operations).toEqual({ "GET /echo": [], "POST /echo": [["users"]], "GET /a=b": [["users"]] });
});

test("takes rules for the same operation as alternatives", async () => {
  const { out } = await secure(...project, ...base);
  const flags = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const rules = ["GET /echo=users", "GET /echo=staff"].flatMap((rule) => ["--operation", rule]);
  const both = await fourfold(["secure", "-", ...flags, ...rules], { stdin: out });
  expect(readSecurity(JSON.parse(both.out)).operations).toEqual({ "GET /echo": [["users"], ["staff"]] });
});

test.each([
  [[], "--project <id> or --issuer <issuer> is needed\n  --audience <text> is needed where no --project is given"],
  [project, "--issuer <issuer> is needed beside --project"],
  [base, "--project <id> is needed beside --issuer-base"],
  [["--issuer", "https://issuer.test"], "--audience <text> is needed where no --project is given"],
  [[...project, ...base, "--issuer", "x"], "give --issuer-base or --issuer, not both"],
  [[...project, ...base, "--name", ""], "--name must not be empty"],
])("refuses %j", async (flags, sentence) => {
  const { code, out, err } = await secure(...flags);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
});

test("says all that keeps a document from being secured", async () => {
  const { code, out, err } = await secure(
    ...project,
    ...base,
    "--operation",
    "PUT /echo=users",
    "--operation",
    "GET /echo=staff",
  );
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(`fourfold secure: 2 problems
  operations["PUT /echo"]: must be an operation of the document; the document has GET /echo, POST /echo, GET /a=b (operation-known)
  operations["GET /echo"]: names "staff", which is not defined (undefined-definition)
`);
});
