// Uses the packed package as a web page and its tests do. Compiled against the tarball, without Node, library checks on.
import { createClient, isFourfoldError } from "fourfold";
import { createEntities, type Entity, localized } from "fourfold/entities";
import { readUserInfo } from "fourfold/gateway/user-info";
import { createSandbox } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";

const entities = createEntities({ baseUrl: "http://localhost" });
const suggest = entities.suggest({ limit: 5, languages: ["de"] });

export async function show(text: string, signal: AbortSignal): Promise<(string | undefined)[]> {
  try {
    const { itemListElement = [] } = await suggest(text, { signal });
    return itemListElement.map(({ result }: { result?: Entity | undefined }) => localized(result?.name, "de"));
  } catch (error) {
    if (isFourfoldError(error, "rate_limited", "unavailable")) return [`again in ${error.retryAfterMs ?? 0} ms`];
    throw error;
  }
}

const sandbox = createSandbox();
export const handlers = mswHandlers(sandbox);
export const client = createClient(sandbox.clientOptions);
export const email: string | null | undefined = readUserInfo(new Headers(), { header: "X-Vendor-API-UserInfo" })?.email;
