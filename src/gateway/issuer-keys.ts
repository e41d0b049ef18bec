import { fetchBody } from "../http/read-body.js";
import { isObject } from "../values/objects.js";

/** Time for which fetched keys are cached, in milliseconds. */
const KEYS_MS = 300_000;
/** Minimum time between two fetches for unknown key ids, and after a failed fetch, in milliseconds. */
const COOL_DOWN_MS = 5_000;
const FETCH_MS = 10_000;

/** The keys of an issuer could not be fetched. The message is the reason, without the URL. */
export class KeyError extends Error {}

/** Fetches a URL. */
type KeyFetch = (input: string, init: RequestInit) => Promise<Response>;

/** Creates the key set at a URL: a JSON Web Key Set, or a map of certificates by key id. */
export async function createIssuerKeys(uri: string, fetch: KeyFetch) {
  const { createRemoteJWKSet, customFetch } = await import("jose");
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  const fetchKeys = async () => {
    // jose fetches again for every token after a failure.
    if (failed !== undefined && Math.abs(Date.now() - failed.at) < COOL_DOWN_MS) throw failed.error;
    try {
      const timedOut = () => new KeyError("no response in time");
      const limits = { fetch, signal: undefined, timeoutMs: FETCH_MS, timedOut };
      const { response, text } = await fetchBody(uri, { headers: { accept: "application/json" } }, limits);
      if (response.status !== 200) throw new KeyError(`status ${response.status}`);
      return Response.json({ keys: await usableKeys(parseJson(text)) });
    } catch (error) {
      failed = { error, at: Date.now() };
      throw error;
    }
  };
  return createRemoteJWKSet(new URL(uri), {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: COOL_DOWN_MS,
    [customFetch]: fetchKeys,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KeyError("the response is not JSON");
  }
}

const NO_KEYS = "the response is neither a key set nor a map of certificates";

async function usableKeys(value: unknown): Promise<unknown[]> {
  if (!isObject(value)) throw new KeyError(NO_KEYS);
  const { base64url, exportJWK, importX509 } = await import("jose");
  /** Converts a certificate, of an RSA key or of one on the curve P-256. */
  const fromCertificate = async ([kid, certificate]: [string, unknown]) => {
    const read = (alg: string) => importX509(String(certificate), alg, { extractable: true });
    const key = await read("RS256").catch(() => read("ES256"));
    return { ...(await exportJWK(key)), kid };
  };
  /** Whether the exponent of an RSA key is neither even nor 1: with 1, anyone can create signatures. */
  const isStrong = ({ kty, e }: Readonly<Record<string, unknown>>) => {
    if (kty !== "RSA") return true;
    if (!isBase64Url(e)) return false;
    const [last = 0, ...others] = [...base64url.decode(e)].reverse();
    return last % 2 === 1 && (last > 1 || others.some((byte) => byte > 0));
  };
  const keys = Array.isArray(value.keys)
    ? value.keys
    : await Promise.all(Object.entries(value).map((each) => fromCertificate(each).catch(() => undefined)));
  // Such as an OpenID configuration, which names the URL of the keys.
  if (!Array.isArray(value.keys) && keys.every((key) => key === undefined)) throw new KeyError(NO_KEYS);
  return keys.filter((key) => isObject(key) && isStrong(key));
}

/** Whether a value is base64url as in tokens (RFC 7515, 2): without padding, and with unused bits set to zero. */
export function isBase64Url(value: unknown): value is string {
  return typeof value === "string" && /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(value);
}
