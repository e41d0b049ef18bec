const LANES = [
  { seed: 0x811c9dc5, factor: 0x01000193 },
  { seed: 0x9e3779b9, factor: 0x85ebca6b },
  { seed: 0x27d4eb2f, factor: 0xc2b2ae35 },
  { seed: 0x165667b1, factor: 0x7feb352d },
] as const;

/** Hashes a text to 16 bytes. Good for telling versions apart, not for secrets. */
export function hashOf(text: string): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * LANES.length));
  LANES.forEach(({ seed, factor }, lane) => {
    let hash: number = seed;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), factor);
      // Bits only move upwards in a product; the shift brings the high ones back down.
      hash ^= hash >>> 15;
    }
    bytes.setUint32(4 * lane, hash);
  });
  return new Uint8Array(bytes.buffer);
}

/** The etag of a JSON value: unquoted base64 that differs as soon as the value does. */
export function etagOf(value: unknown): string {
  return btoa(String.fromCharCode(...hashOf(JSON.stringify(value))));
}
