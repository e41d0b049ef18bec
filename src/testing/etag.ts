/** Hashes a string to 16 hexadecimal digits. Not suitable for security. */
export function hexOf(text: string): string {
  return [0x811c9dc5, 0x9e3779b9].map((seed) => hash32(text, seed).toString(16).padStart(8, "0")).join("");
}

function hash32(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    // Multiplication only carries bits upwards; the shift mixes the high bits back into the low ones.
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

/** The etag of a JSON value: unquoted base64, different for different values. */
export function etagOf(value: unknown): string {
  return btoa(hexOf(JSON.stringify(value)));
}
