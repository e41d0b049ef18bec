/** Encodes the UTF-8 bytes of a string in base64, with padding. */
export function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

/** Replaces the characters of base64 that URLs do not allow. */
export function inUrlAlphabet(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** Decodes base64 in either alphabet, with or without padding, to one character per byte; undefined if it is invalid. */
export function fromBase64(text: string): string | undefined {
  if (!/^(?:[A-Za-z0-9+/]*|[\w-]*)=*$/.test(text)) return undefined;
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/")); // checks the length and the padding
  } catch {
    return undefined;
  }
}
