import { isSecretName } from "../call/redact.js";
import { REDACTED } from "../errors/message-text.js";

/** A request that the sandbox received. Credentials are replaced with `[redacted]`. */
export interface JournalEntry {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
  /** Decoded query parameters by name; a list if a parameter occurs more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body, or its text if it is not JSON; undefined if there was none. */
  readonly body: unknown;
}

/** Returns the entry of a request whose body has been read. */
export function journalEntry(request: Request, url: URL, body: unknown): JournalEntry {
  const headers = [...request.headers].map(([name, value]) => [name, isSecretName(name) ? REDACTED : value]);
  const query = [...url.searchParams].map(([name, value]) => [name, isSecretName(name) ? REDACTED : value]);
  return {
    method: request.method,
    path: url.pathname,
    query: queryOf(new URLSearchParams(query)),
    headers: Object.fromEntries(headers),
    body,
  };
}

/** Query parameters by name; a list if a parameter occurs more than once. */
export function queryOf(params: URLSearchParams): JournalEntry["query"] {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
