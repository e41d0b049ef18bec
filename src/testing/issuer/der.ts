/** Bytes that WebCrypto accepts: `Uint8Array<ArrayBuffer>`, which compilers before TypeScript 5.7 cannot express. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;

/** Encodes NULL in DER (ITU-T X.690), as do the other functions of this file. */
export const derNull = (): Bytes => element(NULL);

/** Encodes a SEQUENCE. */
export const derSequence = (...values: readonly Bytes[]): Bytes => element(SEQUENCE, ...values);

/** Encodes a SET of one value. */
export const derSetOf = (value: Bytes): Bytes => element(SET, value);

/** Encodes a UTF8String. */
export const derText = (text: string): Bytes => element(UTF8_STRING, new TextEncoder().encode(text));

/** Encodes bytes as a BIT STRING. */
export const derBits = (bytes: Bytes): Bytes => element(BIT_STRING, Uint8Array.of(0), bytes);

/** Encodes a non-negative INTEGER, given as big-endian bytes. */
export function derInteger(bytes: Bytes): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Uint8Array.of(0) : bytes.slice(start);
  // A leading 1 bit would be the sign.
  return (digits[0] ?? 0) < 0x80 ? element(INTEGER, digits) : element(INTEGER, Uint8Array.of(0), digits);
}

/** Encodes an OBJECT IDENTIFIER, as in `"1.2.840"`. */
export function derObjectId(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return element(OBJECT_IDENTIFIER, Uint8Array.from(bytes));
}

/** Encodes a time in seconds, in the type that certificates require for its year (RFC 5280, 4.1.2.5). */
export function derTime(epochMs: number): Bytes {
  const digits = `${new Date(epochMs).toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  const isShort = digits >= "1950" && digits < "2050";
  return element(isShort ? UTC_TIME : GENERALIZED_TIME, new TextEncoder().encode(isShort ? digits.slice(2) : digits));
}

function element(tag: number, ...contents: readonly Bytes[]): Bytes {
  const size = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const head = [tag, ...lengthOf(size)];
  const whole = new Uint8Array(head.length + size);
  whole.set(head);
  let offset = head.length;
  for (const content of contents) {
    whole.set(content, offset);
    offset += content.byteLength;
  }
  return whole;
}

function lengthOf(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let left = size; left > 0; left >>>= 8) bytes.unshift(left & 0xff);
  return [0x80 | bytes.length, ...bytes];
}
