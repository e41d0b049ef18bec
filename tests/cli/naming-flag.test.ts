import { type Naming, vendorNaming } from "fourfold";
import { expect, test } from "vitest";
import { namingHint } from "../../src/cli/naming-flag.js";

const mine: Naming = {
  ...vendorNaming,
  name: "mine",
  extensions: { ...vendorNaming.extensions, issuer: "x-mine-issuer" },
};
const documentOf = (definition: object) => ({ swagger: "2.0", securityDefinitions: { users: definition } });

test("reports the naming profile that a document uses", () => {
  const known = [vendorNaming, mine];
  expect(namingHint(documentOf({ "x-mine-issuer": "a" }), vendorNaming, known)).toBe(
    'the document uses the names of the naming profile "mine"; pass --naming mine',
  );
  expect(namingHint(documentOf({ "x-mine-issuer": "a" }), mine, known)).toBeUndefined();
  expect(namingHint(documentOf({ type: "apiKey" }), vendorNaming, known)).toBeUndefined();
  expect(namingHint({ swagger: "2.0" }, vendorNaming)).toBeUndefined();
});
