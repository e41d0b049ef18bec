import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.js";

test("is the hash of node:crypto, for any text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.nat(300).map((length) => "é".repeat(length)),
      ),
      (text) => {
        expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
      },
    ),
    { numRuns: 500 },
  );
});
