import { headerRecord, headerSecrets, isSecretName } from "./headers.js";
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
      ...headerSecrets(headerRecord(headers)),
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
