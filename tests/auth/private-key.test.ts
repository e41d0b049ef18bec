import fc from "fast-check";
import { expect, test } from "vitest";
import { findPkcs8, privateKeyProblem } from "../../src/auth/service-account-options.js";

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
      expect(privateKeyProblem(text)).toBeUndefined();
      const found = findPkcs8(text) ?? "";
      expect(found).toMatch(/^-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----$/);
      expect(found.slice(27, -25).replace(/\s/g, "")).toBe(body);
    }),
  );
});

test("an error never contains the invalid text", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 5 }),
      fc.constantFrom("RSA PRIVATE KEY", "PUBLIC KEY", "PRIVATE KEY"),
      (text, label) => {
        const secret = `s3cr€t ${text} s3cr€t`;
        for (const value of [secret, `-----BEGIN ${label}-----\n${secret}\n-----END ${label}-----`]) {
          expect(privateKeyProblem(value)).not.toContain("s3cr€t");
        }
      },
    ),
  );
});
