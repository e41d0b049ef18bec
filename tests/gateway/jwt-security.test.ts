import { type JwtDefinition, jwtSecurity } from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const full = { issuer: "https://issuer.test/shop", audiences: ["shop"], jwksUri: "https://issuer.test/keys" };

test.each<[what: string, definition: unknown, path: string, rule: string]>([
  ["null", null, "definitions.users.issuer", "issuer-empty"],
  ["a text", "https://issuer.test", "definitions.users.issuer", "issuer-empty"],
  ["no issuer", { audiences: ["shop"] }, "definitions.users.issuer", "issuer-empty"],
  ["an empty issuer", { ...full, issuer: "" }, "definitions.users.issuer", "issuer-empty"],
  ["an issuer that is no text", { ...full, issuer: 5 }, "definitions.users.issuer", "issuer-empty"],
  ["no audience", { ...full, audiences: [] }, "definitions.users.audiences", "audiences-empty"],
  ["an empty text of audiences", { ...full, audiences: "" }, "definitions.users.audiences", "audiences-empty"],
  ["audiences left out", { ...full, audiences: undefined }, "definitions.users.audiences", "audiences-empty"],
  ["an empty audience", { ...full, audiences: ["shop", ""] }, "definitions.users.audiences", "audiences-empty"],
  [
    "an audience with a comma",
    { ...full, audiences: ["shop,staff"] },
    "definitions.users.audiences",
    "audiences-empty",
  ],
  ["an audience with a blank", { ...full, audiences: [" shop"] }, "definitions.users.audiences", "audiences-empty"],
  ["an audience that is no text", { ...full, audiences: [5] }, "definitions.users.audiences", "audiences-empty"],
  ["no address of keys", { ...full, jwksUri: "" }, "definitions.users.jwksUri", "jwks-uri-missing"],
  ["keys that are no text", { ...full, jwksUri: 5 }, "definitions.users.jwksUri", "jwks-uri-missing"],
  ["no locations", { ...full, locations: [] }, "definitions.users.locations", "location-form"],
  ["a location of nothing", { ...full, locations: [{}] }, "definitions.users.locations", "location-form"],
  ["a location that is null", { ...full, locations: [null] }, "definitions.users.locations", "location-form"],
  [
    "a header with a blank",
    { ...full, locations: [{ header: "a b" }] },
    "definitions.users.locations",
    "location-form",
  ],
])("refuses a definition with %s", (_, definition, path, rule) => {
  const error = thrown(() => jwtSecurity({ definitions: { users: definition as JwtDefinition } }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: expect.arrayContaining([expect.objectContaining({ path, rule })]),
  });
});

test.each([undefined, null, {}, "users", []])("needs a definition: %j", (definitions) => {
  const error = thrown(() => jwtSecurity({ definitions: definitions as never }));
  expect(error).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "definitions", rule: "definition-missing" }],
  });
});

test("audiences as one text are split at their commas", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users: { ...full, audiences: "shop, staff" } } });
  expect(securityDefinitions).toEqual(
    jwtSecurity({ definitions: { users: { ...full, audiences: ["shop", "staff"] } } }).securityDefinitions,
  );
});
