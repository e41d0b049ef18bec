import { headerRecord, headerSecrets, LONG_VALUE } from "./headers.js";
import { createRedactor, type Redactor } from "./redact.js";

/** Requests whose credentials are masked; retries without a limit must not fill the memory. */
const MAX_SENT = 16;

/** The requests of one call as they were sent, and the credentials that errors and events must not show. */
export class CallSecrets {
  readonly #query: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: (string | undefined)[];
  // Keeps the requests reachable, too: undici holds the signal of a request weakly; see docs/decisions/0008.
  readonly #sent: Request[] = [];

  /** `query` and `headers` are those that the client itself sends. */
  constructor(query: string, headers: Readonly<Record<string, string>>, secrets: readonly (string | undefined)[]) {
    this.#query = query;
    this.#headers = headers;
    this.#secrets = [...secrets];
  }

  /** Adds a credential; earlier ones stay, because the service may still echo them. */
  add(secret: string): void {
    if (!this.#secrets.includes(secret)) this.#secrets.push(secret);
  }

  /** Adds a request as it is sent: hooks may have changed it. */
  sent(request: Request): void {
    this.#sent.push(request);
    if (this.#sent.length > MAX_SENT) this.#sent.shift();
  }

  /** The request that was sent last. */
  get last(): Request | undefined {
    return this.#sent.at(-1);
  }

  /** Masks the credentials that are known by now. */
  get redactor(): Redactor {
    const own = querySecrets(this.#query);
    const sent = this.#sent.flatMap(({ url, headers }) => [
      ...querySecrets(new URL(url).search.slice(1), this.#query),
      ...headerSecrets(headerRecord(headers)),
    ]);
    return createRedactor([...own, ...headerSecrets(this.#headers), ...this.#secrets, ...sent]);
  }
}

/** A query string, as sent and decoded, and the values that are not in `own`: a hook added them, perhaps a signature. */
function querySecrets(query: string, own = query): string[] {
  const entries = [...new URLSearchParams(query)];
  const known = new Set(new URLSearchParams(own).values());
  const added = entries.map(([, value]) => value).filter((value) => !known.has(value) && value.length >= LONG_VALUE);
  return [query, entries.map(([name, value]) => `${name}=${value}`).join("&"), ...added];
}
