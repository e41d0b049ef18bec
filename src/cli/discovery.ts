import * as z from "zod";
import { createService, defineMethod, isFourfoldError } from "../index.js";
import { parseUrl } from "../values/addresses.js";
import { listed } from "../values/describe.js";
import { nearest } from "../values/nearest.js";
import { parseJson, readSource } from "./document-file.js";
import { Failure, sentencesOf } from "./failure.js";
import type { Terminal } from "./terminal.js";

/**
 * Reads a discovery document: downloads that of an API of Google for a name and version such as `drive:v3`, and reads a file or
 * the standard input for anything else.
 *
 * @returns The parsed JSON.
 * @throws {Failure} If the document cannot be read, or Google has no such API or version.
 */
export async function readDiscoveryDocument(source: string, terminal: Terminal): Promise<unknown> {
  if (/^[a-z]\w+:[\w.]*$/i.test(source)) return download(source);
  const { name, text } = await readSource(source, terminal, "a discovery document");
  return parseJson(text, name);
}

/** Google's directory of APIs. */
const DIRECTORY = "https://www.googleapis.com/discovery/v1/apis";

const Directory = z.object({ items: z.array(z.object({ id: z.string(), discoveryRestUrl: z.string() })) });

async function download(api: string): Promise<unknown> {
  const { items } = await getJson(DIRECTORY, Directory);
  const item = items.find(({ id }) => id === api);
  const url = parseUrl(item?.discoveryRestUrl ?? "");
  if (url?.protocol === "https:") return getJson(url.href, z.unknown());
  // The directory does not list every API and version that Google serves.
  const [name = "", version = ""] = api.split(":");
  return getJson(`https://${name}.googleapis.com/$discovery/rest?version=${version}`, z.unknown(), () => {
    const ids = items.map(({ id }) => id).filter((id) => id !== api);
    const versions = ids.filter((id) => id.startsWith(`${name}:`));
    const similar = versions.length > 0 ? listed(versions) : nearest(api, ids);
    const remedy = similar === undefined ? `${DIRECTORY} lists them` : `did you mean ${similar}?`;
    return new Failure(`${api}: must be the name and a version of a Google API; ${remedy}`);
  });
}

/** Sends a GET request with the limits of every client. @throws {Failure} If it fails; `missing` creates that for a 404. */
async function getJson<T>(url: string, response: z.ZodType<T>, missing?: () => Failure): Promise<T> {
  const { origin, host, pathname, searchParams } = new URL(url);
  const method = defineMethod({ name: "discovery", http: `GET /${pathname.slice(1)}`, response });
  const service = createService({ baseUrl: origin, validation: { responses: "strict" } });
  try {
    return await service.call(method, {}, { query: Object.fromEntries(searchParams) });
  } catch (error) {
    if (missing !== undefined && isFourfoldError(error, "not_found")) throw missing();
    const remedy = "download the discovery document in another way, and pass its path";
    throw new Failure(`${host}: ${sentencesOf(error).join("; ")}; ${remedy}`);
  }
}
