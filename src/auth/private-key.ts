const PKCS8 = /-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----/;

/**
 * Finds the PKCS#8 key in a text; undefined if there is none. Escaped line breaks (`\n`) are accepted, because environment
 * variables often contain the key in one line.
 */
export function findPkcs8(text: string): string | undefined {
  return PKCS8.exec(text.replaceAll(/\\[rn]/g, "\n"))?.[0];
}

/** Returns why a value is not a private key in PKCS#8; undefined if it looks like one. Never contains the value. */
export function privateKeyProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return 'must be the text of a private key ("private_key" in a key file)';
  if (findPkcs8(value) !== undefined) return undefined;
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(value)?.[1];
  if (label === undefined) return 'must contain "-----BEGIN PRIVATE KEY-----" ("private_key" in a key file)';
  if (label === "PRIVATE KEY")
    return 'must contain only base64, followed by "-----END PRIVATE KEY-----"; copy the whole key';
  if (!label.endsWith("PRIVATE KEY")) return `must be a private key, got "${label}"`;
  return `must be in the format PKCS#8 ("BEGIN PRIVATE KEY"), got ${KINDS[label] ?? `"${label}"`}; ${REMEDY}`;
}

const KINDS: Readonly<Record<string, string>> = {
  "RSA PRIVATE KEY": 'PKCS#1 ("BEGIN RSA PRIVATE KEY")',
  "ENCRYPTED PRIVATE KEY": "an encrypted key",
};
const REMEDY = 'convert it with "openssl pkcs8 -topk8 -nocrypt -in key.pem"';
