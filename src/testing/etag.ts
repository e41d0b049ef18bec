/** Hashes a string to 32 bits. Not suitable for security. */
export function hashOf(text: string, seed = 0x811c9dc5): number {
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
  const text = JSON.stringify(value);
  return btoa(`${hashOf(text)}.${hashOf(text, 0x9e3779b9)}`);
}
