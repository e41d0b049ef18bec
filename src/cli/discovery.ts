import * as z from "zod";
import { createService, defineMethod } from "../index.js";
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
  const [, api, version] = /^([a-z]\w+):([\w.]*)$/i.exec(source) ?? [];
  if (api !== undefined && version !== undefined) return download(api, version);
  const { name, text } = await readSource(source, terminal, "a discovery document");
  return parseJson(text, name);
}

/** Google's directory of APIs. */
const DIRECTORY = "https://www.googleapis.com/discovery/v1/apis";

const Directory = z.object({
  items: z.array(z.object({ name: z.string(), version: z.string(), discoveryRestUrl: z.url() })),
});

async function download(api: string, version: string): Promise<unknown> {
  const { items } = await getJson(DIRECTORY, Directory);
  const item = items.find((each) => each.name === api && each.version === version);
  if (item !== undefined) return getJson(item.discoveryRestUrl, z.unknown());
  // The directory does not list every API and version that Google serves.
  const own = `https://${api}.googleapis.com/$discovery/rest?version=${version}`;
  return getJson(own, z.unknown()).catch(() => {
    const versions = items.filter(({ name }) => name === api).map((each) => each.version);
    const similar = nearest(
      api,
      items.map(({ name }) => name),
    );
    const remedy = similar === undefined ? `${DIRECTORY} lists the names` : `did you mean "${similar}"?`;
    throw new Failure(
      versions.length === 0
        ? `${api}:${version}: must name an API of Google, got "${api}"; ${remedy}`
        : `${api}:${version}: must name a version of ${api}, got "${version}"; use ${listed(versions)}`,
    );
  });
}

/** Sends a GET request with the limits of every client. @throws {Failure} If it fails. */
async function getJson<T>(url: string, response: z.ZodType<T>): Promise<T> {
  const { origin, host, pathname, searchParams } = new URL(url);
  const method = defineMethod({ name: "discovery", http: `GET /${pathname.slice(1)}`, response });
  const service = createService({ baseUrl: origin, validation: { responses: "strict" } });
  try {
    return await service.call(method, {}, { query: Object.fromEntries(searchParams) });
  } catch (error) {
    const remedy = "download the discovery document in another way, and pass its path";
    throw new Failure(`${host}: ${sentencesOf(error).join("; ")}; ${remedy}`);
  }
}
