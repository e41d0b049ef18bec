import fc from "fast-check";
import { expect, test } from "vitest";
import { findPkcs8 } from "../../src/auth/service-account-options.js";

const base64 = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const lineBreak = fc.constantFrom("\n", "\r\n", "\\n", "\\r\\n", " ");
const noise = fc.constantFrom(
  "",
  '"',
  "'",
  " \n",
  "Bag Attributes\n    friendlyName: key\n",
  "-----BEGIN OTHER-----\n",
);

test("finds the key with any line breaks and any surrounding text", () => {
  fc.assert(
    fc.property(base64, fc.integer({ min: 1, max: 80 }), lineBreak, noise, noise, (body, width, eol, before, after) => {
      const lines = body.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
      const text = [`${before}-----BEGIN PRIVATE KEY-----`, ...lines, `-----END PRIVATE KEY-----${after}`].join(eol);
      const found = findPkcs8(text) ?? "";
      expect(found).toMatch(/^-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----$/);
      expect(found.slice(27, -25).replace(/\s/g, "")).toBe(body);
    }),
  );
});
