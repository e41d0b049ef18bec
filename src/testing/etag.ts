/** Hashes a string to 8 bytes. Not suitable for security. */
export function hashOf(text: string): Uint8Array {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Multiplication only carries bits upwards; the shifts mix the high bits back into the low ones.
    high = Math.imul(high ^ code, 0x01000193);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setUint32(0, high);
  bytes.setUint32(4, low);
  return new Uint8Array(bytes.buffer);
}

/** Hashes a string to 16 hexadecimal digits. */
export function hexOf(text: string): string {
  return Array.from(hashOf(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The etag of a JSON value: unquoted base64, different for different values. */
export function etagOf(value: unknown): string {
  return btoa(String.fromCharCode(...hashOf(JSON.stringify(value))));
}
