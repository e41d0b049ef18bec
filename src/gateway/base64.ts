import { UserInfoError } from "../errors/user-info-error.js";

const PATTERN = /^(?:[A-Za-z0-9+/]*|[\w-]*)(={0,2})$/;

/**
 * Decodes base64 in either alphabet, with or without padding.
 *
 * @throws {UserInfoError} `invalid_base64`, also if the alphabets are mixed or the padding is invalid.
 */
export function decodeBase64(value: string): Uint8Array {
  const padding = PATTERN.exec(value)?.[1];
  const bare = value.length - (padding?.length ?? 0);
  if (padding === undefined || bare % 4 === 1 || (padding !== "" && value.length % 4 !== 0)) {
    throw new UserInfoError({ code: "invalid_base64" });
  }
  const binary = atob(value.slice(0, bare).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Whether a text is base64url as in tokens (RFC 7515, 2): without padding, and without bits after the last byte. */
export function isBase64Url(text: string): boolean {
  return /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(text);
}

/** Encodes a text's UTF-8 bytes as base64url. */
export function encodeBase64Url(text: string, { padded }: { readonly padded: boolean }): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  const encoded = btoa(binary).replaceAll("+", "-").replaceAll("/", "_");
  return padded ? encoded : encoded.replaceAll("=", "");
}
