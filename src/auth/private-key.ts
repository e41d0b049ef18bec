const PKCS8 = /-----BEGIN PRIVATE KEY-----[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----/;

/**
 * Finds the PKCS#8 key in a text; undefined when there is none. A variable of the environment that holds it in one line,
 * `\n` spelled out, in quotation marks or not, is read as well.
 */
export function findPkcs8(text: string): string | undefined {
  return PKCS8.exec(text.replaceAll(/\\[rn]/g, "\n"))?.[0];
}

/** Says what keeps a value from being a private key; undefined when nothing does that can be seen. Never shows the value. */
export function privateKeyProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return 'must be the text of a private key ("private_key" in a key file)';
  if (findPkcs8(value) !== undefined) return undefined;
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(value)?.[1];
  if (label === undefined) return 'must contain "-----BEGIN PRIVATE KEY-----" ("private_key" in a key file)';
  if (label === "PRIVATE KEY") return 'is damaged: it has no "-----END PRIVATE KEY-----", or not only base64 before it';
  if (!label.endsWith("PRIVATE KEY")) return `must be a private key, and this is a "${label}"`;
  return `${KINDS[label] ?? `is a "${label}"`}, and only PKCS#8 ("BEGIN PRIVATE KEY") can be read; ${REMEDY}`;
}

const KINDS: Readonly<Record<string, string>> = {
  "RSA PRIVATE KEY": 'is in the form PKCS#1 ("BEGIN RSA PRIVATE KEY")',
  "ENCRYPTED PRIVATE KEY": "is encrypted",
};
const REMEDY = 'convert it with "openssl pkcs8 -topk8 -nocrypt -in key.pem"';
