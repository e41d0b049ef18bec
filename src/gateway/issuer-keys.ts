import { fetchBody } from "../call/body.js";
import { isObject } from "../values/objects.js";
import type { Json } from "./definitions.js";

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
  const { createRemoteJWKSet, customFetch, errors } = await import("jose");
  let hasUnnamed = false;
  let failed: { readonly error: unknown; readonly at: number } | undefined;
  const fetchKeys = async () => {
    // jose fetches again for every token after a failure.
    if (failed !== undefined && Math.abs(Date.now() - failed.at) < COOL_DOWN_MS) throw failed.error;
    try {
      const timedOut = () => new KeyError("no response in time");
      const limits = { fetch, signal: undefined, timeoutMs: FETCH_MS, timedOut };
      const { response, text } = await fetchBody(uri, { headers: { accept: "application/json" } }, limits);
      if (response.status !== 200) throw new KeyError(`status ${response.status}`);
      const keys = await usableKeys(parseJson(text));
      hasUnnamed = keys.some(({ kid }) => kid === "");
      return Response.json({ keys });
    } catch (error) {
      failed = { error, at: Date.now() };
      throw error;
    }
  };
  const keySet = createRemoteJWKSet(new URL(uri), {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: COOL_DOWN_MS,
    [customFetch]: fetchKeys,
  });
  /** Yields the keys with an id that fit an algorithm; keys of all ids if it is undefined. Keys that cannot be used are skipped. */
  async function* keysWith(kid: string | undefined, alg: string) {
    try {
      yield await keySet({ alg, ...(kid === undefined ? {} : { kid }) });
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) yield* error;
    }
  }
  return {
    /** Fetches the keys unless they are cached. */
    async load() {
      if (!keySet.fresh) await keySet.reload();
    },
    /**
     * Yields the keys with which a token may be signed; only the size of the response bounds their number. Keys without an id
     * fit tokens with any id, as in Google's ESPv2.
     */
    async *candidates({ alg = "", kid }: { readonly alg?: string; readonly kid?: string }) {
      if (!kid) return yield* keysWith(undefined, alg);
      // First, because jose fetches the keys again if the id is unknown.
      if (hasUnnamed) yield* keysWith("", alg);
      yield* keysWith(kid, alg);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KeyError("the response is not JSON");
  }
}

const NO_KEYS = "the response is neither a key set nor a map of certificates";

/** Returns the keys that can be used; those without an id have the empty one. */
async function usableKeys(value: unknown): Promise<Json[]> {
  if (!isObject(value)) throw new KeyError(NO_KEYS);
  const { base64url, exportJWK, importX509 } = await import("jose");
  /** Converts a certificate with an RSA key or a P-256 key. */
  const fromCertificate = async ([kid, certificate]: [string, unknown]) => {
    const read = (alg: string) => importX509(String(certificate), alg, { extractable: true });
    const key = await read("RS256").catch(() => read("ES256"));
    return { ...(await exportJWK(key)), kid };
  };
  /** Whether the exponent of an RSA key is neither even nor 1: with 1, anyone can create signatures. */
  const isStrong = ({ kty, e }: Json) => {
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
  return keys.filter((key) => isObject(key) && isStrong(key)).map((key) => ({ ...key, kid: key.kid ?? "" }));
}

/** Whether a value is base64url as in tokens (RFC 7515, 2): without padding, and with unused bits set to zero. */
export function isBase64Url(value: unknown): value is string {
  return typeof value === "string" && /^(?:[\w-]{4})*(?:[\w-][AQgw]|[\w-]{2}[AEIMQUYcgkosw048])?$/.test(value);
}
