import type { ApiKeyProvider } from "../core/http/auth.js";
import { throwIssue } from "../errors/request-error.js";

/**
 * Creates a provider that sends an API key as the `key` query parameter. The key never appears in an error, event or
 * log.
 *
 * @param key - The key.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If the key is not a string, or is empty.
 *
 * @example
 * const client = createClient({ baseUrl, auth: { entities: apiKey(process.env.API_KEY ?? "") } });
 */
export function apiKey(key: string): ApiKeyProvider {
  if (typeof key !== "string" || key === "") {
    const issue = { path: "key", message: "must be a string that is not empty", rule: "api-key" };
    throwIssue("apiKey", issue);
  }
  return { getApiKey: () => key };
}
