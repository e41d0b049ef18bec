import { createRedactor, type Redactor } from "./redact.js";

/** Maximum number of requests that are kept, so that unlimited retries do not exhaust memory. */
const MAX_SENT = 16;

/** The sent requests of one call, and the credentials that errors and events must not show. */
export class CallSecrets {
  readonly #query: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: (string | undefined)[];
  // Also keeps the requests reachable: undici holds the signal of a request weakly; see docs/decisions/0008.
  readonly #sent: Request[] = [];

  /** `query` and `headers` are those that the client itself sends. */
  constructor(query: string, headers: Readonly<Record<string, string>>, secrets: readonly (string | undefined)[]) {
    this.#query = query;
    this.#headers = headers;
    this.#secrets = [...secrets];
  }

  /** Adds a credential. Earlier ones are kept, because the service may still echo them. */
  add(secret: string): void {
    if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
  }

  /** Adds a request just before it is sent, because hooks may have changed it. */
  sent(request: Request): void {
    this.#sent.push(request);
    if (this.#sent.length > MAX_SENT) this.#sent.shift();
  }

  /** The last request that was sent. */
  get last(): Request | undefined {
    return this.#sent.at(-1);
  }

  /** Returns a redactor of the credentials that are known so far. */
  get redactor(): Redactor {
    const own = querySecrets(this.#query);
    const sent = this.#sent.flatMap(({ url, headers }) => [
      ...querySecrets(new URL(url).search.slice(1), this.#query),
      ...headerSecrets(Object.fromEntries(headers)),
    ]);
    return createRedactor([...own, ...headerSecrets(this.#headers), ...this.#secrets, ...sent]);
  }
}

/** Returns a query string, encoded and decoded, and the credentials among the values that hooks added. */
function querySecrets(query: string, own = query): string[] {
  const entries = [...new URLSearchParams(query)];
  const known = new Set(new URLSearchParams(own).values());
  const added = entries.flatMap(([name, value]) => (isSecretName(name) && !known.has(value) ? [value] : []));
  return [query, entries.map(([name, value]) => `${name}=${value}`).join("&"), ...added];
}

/** Matches the name of a header or query parameter that carries a credential. */
const SECRET_NAME =
  /(auth|token|secret|assertion|(?<!idempotency-)key)$|(^|[-_])(authorization|authentication|cookie2?|credentials?|csrf|dpop|hmac|jwt|pass(word|wd|phrase|$)|secret|session|sig|signature|token|upload-?id|xsrf)([-_]|$)/i;

/** Whether a header or query parameter carries a credential, by its name. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Secrets in headers: values with and without their scheme, decoded Basic credentials, and cookies. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!isSecretName(name)) return [];
    const [, scheme, rest] = /^(\w+)\s+(.+)$/.exec(value) ?? [];
    if (name === "cookie") return [value, ...cookieValues(value)];
    return [value, rest ?? value, ...(scheme?.toLowerCase() === "basic" ? basicParts(rest ?? "") : [])];
  });
}

/** Minimum length of the value of a cookie that counts as a credential. */
const MIN_COOKIE_LENGTH = 8;

function cookieValues(header: string): string[] {
  const values = header.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim());
  // Quotes are not part of the value (RFC 6265, 4.1.1).
  const bare = values.map((value) => (/^".*"$/s.test(value) ? value.slice(1, -1) : value));
  return [...bare, ...bare.map(percentDecoded)].filter(({ length }) => length >= MIN_COOKIE_LENGTH);
}

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** User and password of Basic credentials, and the password alone. Its encoding is unknown: UTF-8 or Latin-1. */
function basicParts(encoded: string): string[] {
  try {
    const latin = atob(encoded);
    const utf8 = new TextDecoder().decode(Uint8Array.from(latin, (byte) => byte.charCodeAt(0)));
    return [latin, utf8].flatMap((pair) => [pair, pair.slice(pair.indexOf(":") + 1)]);
  } catch {
    return [];
  }
}
