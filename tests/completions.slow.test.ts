import { expect, test } from "vitest";
import { completions } from "./support/compile.js";

const document = '{ swagger: "2.0", paths: { "/echo": { post: {}, parameters: [] }, "/health": { get: {} } } }';

test.each([
  ["types of a search", 'const query: EntitySearchQuery = { types: ["|"] };', ["Person", "Organization", "Movie"]],
  ["one type of a search", 'const query: EntitySearchQuery = { types: "|" };', ["Person", "Place"]],
  ["rules of a naming profile", 'defineNaming({ name: "n", rules: { "|": "off" } });', ["field-mode", "image-version"]],
  ["rules of a client", 'createClient({ baseUrl: "", rules: { "|": "off" } });', ["field-mode", "image-version"]],
  [
    "operations of a document",
    `secureDocument(${document}, security, { operations: { "|": ["users"] } });`,
    ["POST /echo", "GET /health"],
  ],
])("an editor offers %s", { timeout: 120_000 }, (_, code, names) => {
  const text = [
    'import { createClient, defineNaming, type EntitySearchQuery, type JwtSecurity, secureDocument } from "fourfold";',
    'declare const security: JwtSecurity<"users">;',
    code,
  ].join("\n");
  expect(completions(text)).toEqual(expect.arrayContaining(names));
});
