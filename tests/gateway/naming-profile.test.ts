import { googleNaming, type Naming, vendorNaming } from "fourfold";
import {
  checkSecurity,
  createTokenVerifier,
  isFourfoldError,
  jwtSecurity,
  readSecurity,
  secureDocument,
} from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const staff = { issuer: "https://staff.test", audiences: "shop", jwksUri: "https://staff.test/keys" };
const plain = { swagger: "2.0", paths: { "/echo": { get: {} } } };
const securityOf = (naming: Naming) => jwtSecurity({ definitions: { users }, naming });
const documentOf = (naming: Naming) => secureDocument(plain, securityOf(naming), { naming });
const backend = () => new Response();

function issuesOf(work: () => unknown): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return error.issues.map(({ path, message, rule }) => `${path}: ${message} (${rule})`);
  }
}

const uses = (key: string, naming: string) => `the document uses "${key}"; pass naming: ${naming}`;
const vendors = uses("x-vendor-issuer", "vendorNaming");
test.each([
  ["googleNaming", googleNaming, documentOf(vendorNaming), vendors],
  ["vendorNaming", vendorNaming, documentOf(googleNaming), uses("x-google-issuer", "googleNaming")],
  ["googleNaming", googleNaming, { ...plain, "x-vendor-backend": {} }, uses("x-vendor-backend", "vendorNaming")],
  [
    "vendorNaming",
    vendorNaming,
    { ...plain, paths: { "/echo": { get: { "x-google-backend": { address: "https://b.test" } } } } },
    uses("x-google-backend", "googleNaming"),
  ],
])(
  "with %s, a document with the names of another profile is rejected, and the error names the profile to pass",
  (_, naming, document, problem) => {
    expect(issuesOf(() => createTokenVerifier({ document, naming }))).toEqual([`: ${problem} (naming-profile)`]);
    expect(issuesOf(() => readSecurity(document, { naming }))).toEqual([`: ${problem} (naming-profile)`]);
    const sandbox = createSandbox({ naming });
    expect(issuesOf(() => sandbox.gateway({ document, backend }))).toEqual([`: ${problem} (naming-profile)`]);
    const security = jwtSecurity({ definitions: { staff }, naming });
    expect(issuesOf(() => secureDocument(document, security, { naming }))).toEqual([`: ${problem} (naming-profile)`]);
    expect(checkSecurity(document, { naming })).toMatchObject([
      { id: "naming-profile", severity: "error", pointer: "", message: problem },
    ]);
  },
);

test("a changed copy of a profile is rejected everywhere, and so are other extension keys", () => {
  const profile = googleNaming;
  const extensions = { ...profile.extensions, issuer: "x-mine-issuer", jwksUri: "x-mine-keys" };
  const document = documentOf(profile);
  const issue = "naming: must be googleNaming or vendorNaming of fourfold, not a changed copy, got an object";
  for (const naming of [{ ...profile }, { ...profile, extensions }, JSON.parse(JSON.stringify(profile)) as Naming]) {
    for (const work of [
      () => jwtSecurity({ definitions: { users }, naming }),
      () => secureDocument(plain, securityOf(profile), { naming }),
      () => readSecurity(document, { naming }),
      () => checkSecurity(document, { naming }),
      () => createTokenVerifier({ document, naming }),
    ]) {
      expect(issuesOf(work)).toEqual([`${issue} (option)`]);
    }
    expect(issuesOf(() => createSandbox({ naming }))).toEqual([`${issue} (sandbox)`]);
  }
});

test("a document or a security in the names of another profile than the default one is rejected", () => {
  const mixed = { ...documentOf(googleNaming), "x-vendor-backend": {} };
  for (const work of [
    () => secureDocument(documentOf(vendorNaming), securityOf(googleNaming)),
    () => secureDocument(plain, securityOf(vendorNaming), { naming: googleNaming }),
    () => secureDocument(mixed, securityOf(googleNaming)),
    () => secureDocument(documentOf(googleNaming), securityOf(vendorNaming)),
    () => createTokenVerifier({ document: documentOf(vendorNaming) }),
    () => readSecurity(documentOf(vendorNaming)),
  ]) {
    expect(issuesOf(work).join()).toContain("(naming-profile)");
  }
});

test("a verifier for a document without definitions is rejected with a remedy", () => {
  const message = (key: string) =>
    `document: must have a definition with "${key}"; add one with jwtSecurity and secureDocument (definition-missing)`;
  for (const document of [
    plain,
    { ...plain, securityDefinitions: { key: { type: "apiKey", in: "query", name: "key" } } },
    { ...plain, securityDefinitions: { users: { type: "oauth2", "x-google-issuer": "" } } },
    { ...plain, securityDefinitions: { users: { type: "oauth2", "x-google-jwks_uri": "https://a.test" } } },
    { ...plain, securityDefinitions: { users: { type: "oauth2", "x-other-issuer": "https://a.test" } } },
  ]) {
    expect(issuesOf(() => createTokenVerifier({ document, naming: googleNaming }))).toEqual([
      message("x-google-issuer"),
    ]);
  }
  expect(issuesOf(() => createTokenVerifier({ document: plain, naming: vendorNaming }))).toEqual([
    message("x-vendor-issuer"),
  ]);
});
