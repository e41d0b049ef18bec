import * as fc from "fast-check";
import { expect, test } from "vitest";
import { derBits, derInteger, derObjectId, derSequence, derText, derTime } from "../../../src/testing/issuer/der.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

test.each([
  ["00", "020100"],
  ["0000", "020100"],
  ["7f", "02017f"],
  ["80", "02020080"],
  ["0080", "02020080"],
  ["0100", "02020100"],
])("writes the integer %s", (number, der) => {
  expect(hex(derInteger(bytesOf(number)))).toBe(der);
});

test.each([
  ["2.5.4.3", "0603550403"],
  ["1.2.840.113549.1.1.11", "06092a864886f70d01010b"],
  ["1.2.840.10045.4.3.2", "06082a8648ce3d040302"],
])("writes the object identifier %s", (id, der) => {
  expect(hex(derObjectId(id))).toBe(der);
});

test.each([
  [Date.UTC(1950, 0, 1), "170d", "500101000000Z"],
  [Date.UTC(2049, 11, 31, 23, 59, 59, 999), "170d", "491231235959Z"],
  [Date.UTC(2050, 0, 1), "180f", "20500101000000Z"],
  [Date.UTC(1949, 11, 31), "180f", "19491231000000Z"],
])("writes a time in the form that its year asks for", (epochMs, head, text) => {
  const der = derTime(epochMs);
  expect([hex(der.slice(0, 2)), Buffer.from(der.slice(2)).toString()]).toEqual([head, text]);
});

test("encodes bit strings and text", () => {
  expect(hex(derBits(bytesOf("ff")))).toBe("030200ff");
  expect(hex(derText("é"))).toBe("0c02c3a9");
});

test("short and long lengths survive encoding and decoding", () => {
  const sizes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(127, 128, 255, 256, 65_535, 65_536));
  fc.assert(
    fc.property(sizes, (size) => {
      const inner = derText("x".repeat(size));
      const outer = derSequence(inner);
      for (const [der, contents] of [
        [inner, size],
        [outer, inner.byteLength],
      ] as const) {
        const first = der[1] ?? 0;
        const digits = first < 0x80 ? 0 : first & 0x7f;
        const length = digits === 0 ? first : Number(`0x${hex(der.slice(2, 2 + digits))}`);
        expect([length, der.byteLength]).toEqual([contents, 2 + digits + contents]);
      }
    }),
  );
});
