import { effectiveSecurity, readSecurity, type SecuredDocument, vendorNaming } from "fourfold";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const paths = { "/echo": { get: {}, post: {} }, "/a=b": { get: {} } };
const files = { "a.json": JSON.stringify({ swagger: "2.0", paths }) };
const secure = (...flags: string[]) => fourfold(["secure", "a.json", ...flags], { files });
const project = ["--project", "shop"];
const base = ["--issuer-base", "https://issuer.test"];

/** The document that was printed. */
async function secured(...flags: string[]): Promise<SecuredDocument<{ swagger: string }>> {
  const { code, out, err } = await secure(...flags);
  expect(code).toBe(0);
  expect(err).toBe("");
  return JSON.parse(out);
}

test.each([
  ["--issuer-base", "https://issuer.test"],
  ["--issuer-base", "https://issuer.test/"],
  ["--issuer-base", "https://issuer.test/shop"],
  ["--issuer", "https://issuer.test"],
  ["--issuer", "https://issuer.test/shop"],
  ["--issuer", "https://issuer.test/shop/"],
])("accepts the tokens of a project from %s %s", async (flag, address) => {
  const document = await secured(...project, flag, address, "--jwks-uri", "https://issuer.test/keys");
  expect(document.securityDefinitions).toEqual({
    users: {
      authorizationUrl: "",
      flow: "implicit",
      type: "oauth2",
      "x-google-issuer": "https://issuer.test/shop",
      "x-google-jwks_uri": "https://issuer.test/keys",
      "x-google-audiences": "shop",
    },
  });
  expect(document.security).toEqual([{ users: [] }]);
});

test("appends the project to an issuer whose last path segment only ends with it", async () => {
  const { definitions } = readSecurity(await secured(...project, "--issuer", "https://issuer.test/workshop"));
  expect(definitions).toMatchObject({ users: { issuer: "https://issuer.test/workshop/shop" } });
});

test("accepts any issuer, several audiences and another name", async () => {
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

test("accepts audiences other than the project", async () => {
  const { definitions } = readSecurity(await secured(...project, ...base, "--audience", "api"));
  expect(definitions).toMatchObject({ users: { issuer: "https://issuer.test/shop", audiences: ["api"] } });
});

test("uses the issuer of the default profile, and rejects a document with the names of another profile", async () => {
  const document = await secured(...project);
  expect(document.securityDefinitions).toMatchObject({
    users: { "x-google-issuer": "https://securetoken.google.com/shop", "x-google-audiences": "shop" },
  });
  const again = ["secure", "-", ...project, ...base, "--name", "others", "--naming", "vendor"];
  expect(await fourfold(again, { stdin: JSON.stringify(document) })).toEqual({
    code: 1,
    out: "",
    err: "fourfold secure: the document uses x-google-…; pass --naming google (naming-profile)\n",
  });
});

test("adds definitions in several runs", async () => {
  const { out } = await secure(...project, ...base);
  const flags = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const both = await fourfold(["secure", "-", ...flags, "--operation", "get /echo=staff"], { stdin: out });
  expect(readSecurity(JSON.parse(both.out))).toMatchObject({
    security: [["users"], ["staff"]],
    operations: { "GET /echo": [["staff"]] },
  });
});

test("rejects a requirement of two tokens, except under vendorNaming", async () => {
  const flags = [
    "--definition",
    "name=staff,issuer=https://staff.test,audience=x",
    "--operation",
    "GET /echo=users+staff",
  ];
  expect(await secure(...project, ...base, ...flags)).toEqual({
    code: 1,
    out: "",
    err:
      'fourfold secure: operations["GET /echo"][0]: must require one of "users" and "staff": ' +
      "API Gateway and Cloud Endpoints do not support two tokens; make them alternatives (jwt-conjunction)\n",
  });
  const { code, out } = await secure(...project, ...base, ...flags, "--naming", "vendor");
  const { operations } = readSecurity(JSON.parse(out), { naming: vendorNaming });
  expect([code, operations]).toEqual([0, { "GET /echo": [["users", "staff"]] }]);
});

test("--operation sets the requirements of operations", async () => {
  const rules = ["GET /echo=", "POST /echo=users", "GET /a=b=users"].flatMap((rule) => ["--operation", rule]);
  const { operations } = readSecurity(await secured(...project, ...base, ...rules));
  expect(operations).toEqual({ "GET /echo": [], "POST /echo": [["users"]], "GET /a=b": [["users"]] });
});

test("combines rules for the same operation as alternatives", async () => {
  const { out } = await secure(...project, ...base);
  const flags = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const rules = ["GET /echo=users", "GET /echo=staff"].flatMap((rule) => ["--operation", rule]);
  const both = await fourfold(["secure", "-", ...flags, ...rules], { stdin: out });
  expect(readSecurity(JSON.parse(both.out)).operations).toEqual({ "GET /echo": [["users"], ["staff"]] });
});

test.each([
  [[], "--project <id> or --issuer <issuer> is required\n  --audience <text> is required without --project"],
  [[...project, "--naming", "vendor"], "--issuer <issuer> is required with --project"],
  [base, "--project <id> is required with --issuer-base"],
  [["--issuer", "https://issuer.test"], "--audience <text> is required without --project"],
  [[...project, ...base, "--issuer", "x"], "--issuer-base and --issuer cannot be combined; use one of them"],
  [[...project, ...base, "--name", ""], "--name must not be empty"],
])("rejects %j", async (flags, sentence) => {
  const { code, out, err } = await secure(...flags);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
});

test("reports all errors of an invalid document together", async () => {
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

test("adds several definitions in one run", async () => {
  const staff = "name=staff, issuer=https://staff.test,audience=x,audience=y,jwks-uri=https://staff.test/keys?a=b";
  const lab = "name=lab,project=lab,issuer-base=https://issuer.test";
  const document = await secured(...project, ...base, "--definition", staff, "--definition", lab);
  expect(readSecurity(document)).toEqual({
    definitions: {
      users: { issuer: "https://issuer.test/shop", audiences: ["shop"] },
      staff: { issuer: "https://staff.test", audiences: ["x", "y"], jwksUri: "https://staff.test/keys?a=b" },
      lab: { issuer: "https://issuer.test/lab", audiences: ["lab"] },
    },
    security: [["users"], ["staff"], ["lab"]],
    operations: {},
  });
  expect(Object.keys((await secured("--definition", lab)).securityDefinitions)).toEqual(["lab"]);
});

test.each([
  [
    "staff",
    [
      '--definition must be a list of key=value with name, project, issuer, issuer-base, jwks-uri, audience, got "staff"',
      'must have a name, as in "name=staff", got "staff"',
    ],
  ],
  ["name=staff,color=red", ['got "color=red"']],
  ["name=staff,issuer=", ["--definition must not have an empty issuer"]],
  ["name=staff,name=lab", ["--definition must contain name only once"]],
  ["issuer=https://staff.test,audience=x", ["--definition must have a name"]],
  [
    "name=staff",
    ["--definition name=staff: --project <id> or --issuer <issuer> is required", "--definition name=staff: --audience"],
  ],
  [
    "name=users,issuer=https://staff.test,audience=x",
    ['--definition name=users: the name "users" is used twice; give each definition another name'],
  ],
  [
    "name=staff,project=lab",
    ['--issuer <issuer> is required with --project: the naming profile "vendor" has no default issuer'],
  ],
])("rejects the definition %s", async (list, sentences) => {
  const { code, out, err } = await secure(...project, ...base, "--definition", list, "--naming", "vendor");
  expect([code, out]).toEqual([2, ""]);
  for (const sentence of sentences) expect(err).toContain(sentence);
});

test.each([
  ["--issuer-base", "nonsense", "definitions.users.issuerBase"],
  ["--jwks-uri", "nonsense", "definitions.users.jwksUri"],
  ["--project", "a/b", "definitions.users.projectId"],
])("rejects %s %s", async (flag, value, path) => {
  const { code, out, err } = await secure(...project, ...base, flag, value);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(`fourfold secure: ${path}: must be`);
});

test("an entry replaces the requirements of the operation in the document", async () => {
  const { out } = await secure(...project, ...base);
  const staff = ["--issuer", "https://staff.test", "--audience", "x", "--name", "staff"];
  const both = await fourfold(["secure", "-", ...staff, "--operation", "POST /echo=staff"], { stdin: out });
  expect(effectiveSecurity(JSON.parse(both.out), "POST", "/echo")).toEqual([["staff"]]);
});

test("does not change the API level with --operations-only", async () => {
  const { out } = await secure(...project, ...base, "--operations-only", "--operation", "GET /echo=users");
  expect(JSON.parse(out).security).toBeUndefined();
});

test("rejects one operation that is opened and secured at once", async () => {
  const both = ["--operation", "GET /echo=", "--operation", "GET /echo=users"];
  expect(await secure(...project, ...base, ...both)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining('--operation "GET /echo=" opens the operation, but another --operation secures it'),
  });
});

test("escapes the control characters of a document on a terminal, but not in a file", async () => {
  const text = `swagger: "2.0"\npaths: {}\ninfo: { title: 'a\u202eb' } # \u200f\n`;
  const argv = ["secure", "a.yaml", "--issuer", "https://issuer.test", "--audience", "shop"];
  expect((await fourfold(argv, { files: { "a.yaml": text } })).out).toContain("title: 'a\u202eb' } # \u200f\n");
  const { out } = await fourfold(argv, { files: { "a.yaml": text }, isTTY: true });
  expect(out).toContain("title: 'a\\u202eb' } # \\u200f\n");
  expect(out).not.toMatch(/[\u202e\u200f]/);
});
