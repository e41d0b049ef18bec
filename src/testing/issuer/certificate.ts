import { toBase64 } from "./base64.js";
import {
  type Bytes,
  derBits,
  derInteger,
  derNull,
  derObjectId,
  derSequence,
  derSetOf,
  derText,
  derTime,
} from "./der.js";
import { publicBytes, type SigningKey, signBytes } from "./signing-key.js";

/** Contents of a certificate. */
export interface CertificateFacts {
  /** The key in the certificate, which also signs it; its id is the common name of subject and issuer. */
  readonly key: SigningKey;
  /** Start of its validity, in Unix milliseconds. */
  readonly notBeforeMs: number;
  /** End of its validity, in Unix milliseconds. */
  readonly notAfterMs: number;
}

const COMMON_NAME = "2.5.4.3";
const RSA_WITH_SHA256 = "1.2.840.113549.1.1.11";
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";

/** Creates a self-signed X.509 certificate of version 1, in PEM (RFC 5280, 4.1). */
export async function createCertificate({ key, notBeforeMs, notAfterMs }: CertificateFacts): Promise<string> {
  const isRsa = key.algorithm === "RS256";
  const algorithm = isRsa
    ? derSequence(derObjectId(RSA_WITH_SHA256), derNull())
    : derSequence(derObjectId(ECDSA_WITH_SHA256));
  const name = derSequence(derSetOf(derSequence(derObjectId(COMMON_NAME), derText(key.kid))));
  const validity = derSequence(derTime(notBeforeMs), derTime(notAfterMs));
  const content = derSequence(derInteger(SERIAL), algorithm, name, validity, name, await publicBytes(key));
  const signature = await signBytes(key, content);
  return toPem("CERTIFICATE", derSequence(content, algorithm, derBits(isRsa ? signature : derNumbers(signature))));
}

/** The serial number: each issuer has a unique name and signs one certificate. */
const SERIAL = Uint8Array.of(1);

/** Encodes bytes as PEM (RFC 7468). */
export function toPem(label: string, bytes: Bytes): string {
  return `-----BEGIN ${label}-----\n${toBase64(bytes).replace(/.{1,64}/g, "$&\n")}-----END ${label}-----\n`;
}

/** Converts the concatenated two numbers of an ECDSA signature to the sequence that X.509 requires. */
function derNumbers(signature: Bytes): Bytes {
  const half = signature.byteLength / 2;
  return derSequence(derInteger(signature.slice(0, half)), derInteger(signature.slice(half)));
}
