import type { ApiKeyProvider } from "../core/http/auth.js";
import { RequestError } from "../errors/request-error.js";

/**
 * Sends an API key as the `key` query parameter. The key appears in no error, event or log.
 *
 * @throws {RequestError} when the key is no string, or empty.
 *
 * @example
 * const client = createClient({ baseUrl, auth: { entities: apiKey(process.env.API_KEY ?? "") } });
 */
export function apiKey(key: string): ApiKeyProvider {
  if (typeof key !== "string" || key === "") {
    const issue = { path: "key", message: "must be a string that is not empty", rule: "api-key" };
    throw new RequestError({ operation: "apiKey", issues: [issue] });
  }
  return { getApiKey: () => key };
}
