import type { CryptoKey } from "jose";
import type { Bytes } from "./der.js";

/** Algorithms that the sandbox's issuer signs with. */
export const SIGNING_ALGORITHMS = ["RS256", "ES256"] as const;

/** An algorithm that the sandbox's issuer signs with. */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A key pair of the sandbox's issuer. */
export interface SigningKey {
  /** Id of the key, as in the header of tokens. */
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** The type of jose: without the types of a browser, there is no `CryptoKeyPair`. */
  readonly pair: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
}

const RSA = "RSASSA-PKCS1-v1_5";
const PUBLIC_EXPONENT = Uint8Array.of(1, 0, 1);

/** Creates a key pair: RSA with 2 048 bits, or on the curve P-256. */
export async function generateSigningKey(kid: string, algorithm: SigningAlgorithm): Promise<SigningKey> {
  const { subtle } = crypto;
  const pair =
    algorithm === "RS256"
      ? subtle.generateKey(
          { name: RSA, modulusLength: 2_048, publicExponent: PUBLIC_EXPONENT, hash: "SHA-256" },
          false,
          ["sign", "verify"],
        )
      : subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
  return { kid, algorithm, pair: await pair };
}

/** Signs bytes with the private key; an ECDSA signature is the concatenation of its two numbers. */
export async function signBytes({ algorithm, pair }: SigningKey, bytes: Bytes): Promise<Bytes> {
  const scheme = algorithm === "RS256" ? { name: RSA } : { name: "ECDSA", hash: "SHA-256" };
  return new Uint8Array(await crypto.subtle.sign(scheme, pair.privateKey, bytes));
}

/** The public key as the bytes of a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7). */
export async function publicBytes({ pair }: SigningKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey));
}

/** The public key as an entry of a key set (RFC 7517). */
export async function publicJwk({ kid, algorithm, pair }: SigningKey): Promise<Readonly<Record<string, unknown>>> {
  const { key_ops: _, ext: __, ...jwk } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { ...jwk, kid, alg: algorithm, use: "sig" };
}
