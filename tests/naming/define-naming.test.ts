import { defineNaming, googleNaming, vendorNaming } from "fourfold/naming";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

/** The issues of a rejected definition, as `path: message`. */
function issuesOf(definition: object): string[] {
  const error = thrown(() => defineNaming(definition as never)) as {
    code: string;
    issues: { path: string; message: string }[];
  };
  expect(error).toMatchObject({ name: "RequestError", code: "invalid_request" });
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
}

test("completes omitted properties from the neutral profile", () => {
  expect(defineNaming({ name: "depot" })).toEqual({ ...vendorNaming, name: "depot" });
  const depot = defineNaming({
    name: "depot",
    servicePath: "depot",
    addresses: { warehouse: "https://depot.example/base", entities: undefined as never },
    extensions: { issuer: "x-depot-issuer", audiences: undefined },
    names: { vendorLakeConfiguration: "lake", VENDOR_TABLE: undefined },
    product: undefined,
  });
  expect(depot.extensions).toEqual({ ...vendorNaming.extensions, issuer: "x-depot-issuer" });
  expect(depot.userInfoHeader).toBe(vendorNaming.userInfoHeader);
  expect("product" in depot).toBe(false);
});

test("can start from another profile", () => {
  expect(defineNaming({ ...googleNaming })).toEqual(googleNaming);
  const own = defineNaming({ ...googleNaming, name: "own", userInfoHeader: "X-Apigateway-Api-Userinfo" });
  expect(own).toEqual({ ...googleNaming, name: "own", userInfoHeader: "X-Apigateway-Api-Userinfo" });
});

test("does not keep references to its input", () => {
  const definition = { name: "depot", extensions: { issuer: "x-depot-issuer" } };
  const { name, extensions } = defineNaming(definition);
  definition.extensions.issuer = "x-other";
  expect({ name, issuer: extensions.issuer }).toEqual({ name: "depot", issuer: "x-depot-issuer" });
});

test("reports all issues together", () => {
  const wrong = {
    name: " ",
    servicePath: "a/b",
    addresses: {
      warehouse: "depot.example",
      entities: "https://u:secret@e.example",
      environments: 5,
      other: "https://o.example",
    },
    scopeBase: "https://s.example/?a=b",
    product: "Composer",
    engine: "",
    names: {
      vendorLakeConfiguration: "",
      vendorTableOptions: "same",
      vendorSheetsOptions: "same",
      VENDOR_TABLE: "VENDOR_SHEETS",
    },
    searchVocabulary: { prefix: "a:b", address: "x" },
    userInfoHeader: "X User",
    extensions: { issuer: "google-issuer", jwksUri: "x-vendor-audiences" },
    issuerBase: "issuer.example",
    jwksUri: "ftp://issuer.example/keys",
    rules: { "field-type": "of" },
    naem: "x",
  };
  const issues = issuesOf(wrong);
  expect(issues.join("\n")).not.toContain("secret");
  expect(issues.map((issue) => issue.split(":")[0]).sort()).toEqual(
    [
      "name",
      "servicePath",
      "addresses.warehouse",
      "addresses.entities",
      "addresses.environments",
      "addresses.other",
      "scopeBase",
      "product",
      "engine",
      "names.vendorLakeConfiguration",
      "names.vendorSheetsOptions",
      "names.VENDOR_TABLE",
      "searchVocabulary.prefix",
      "searchVocabulary.address",
      "userInfoHeader",
      "extensions.issuer",
      "extensions.audiences",
      "issuerBase",
      "jwksUri",
      'rules["field-type"]',
      "naem",
    ].sort(),
  );
});

test.each<[object, string]>([
  [{}, "name: is required"],
  [{ name: "" }, 'name: must be a non-empty string, got ""'],
  [{ name: "x", servicePath: ".." }, 'servicePath: must be one path segment, got ".."'],
  [{ name: "x", servicePath: "a\\b" }, "servicePath: must be one path segment, got"],
  [{ name: "x", servicePath: "{a}" }, 'servicePath: must be one path segment, got "{a}"'],
  [{ name: "x", product: 5 }, "product: must be a lower-case word, got 5"],
  [{ name: "x", names: [] }, "names: must be an object, got a list"],
  [
    { name: "x", names: { labels: "tags" } },
    "names.labels: is unknown; known names are vendorLakeConfiguration, vendorTableOptions,",
  ],
  [
    { name: "x", names: { VENDOR_TABLE: "VENDOR_SHEETS" } },
    "names.VENDOR_TABLE: must differ from that of VENDOR_SHEETS",
  ],
  [
    { name: "x", names: { VENDOR_TABLE: "T", VENDOR_SHEETS: "T" } },
    "names.VENDOR_SHEETS: must differ from that of VENDOR_TABLE",
  ],
  [
    { name: "x", addresses: { warehouse: "https://a.example/#b" } },
    "addresses.warehouse: must be an http or https URL",
  ],
  [{ name: "x", rules: { a: "of" } }, 'rules.a: must be "error", "warn" or "off", got "of"'],
])("rejects %j", (definition, message) => {
  expect(issuesOf(definition).join("\n")).toContain(message);
});

test.each([null, undefined, 5, []])("rejects %j, which is not a definition", (definition) => {
  expect(issuesOf(definition as never)[0]).toMatch(/^(name)?: /);
});
