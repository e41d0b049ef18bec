import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drive, library, wrapped } from "../generate/documents.js";
import { createTerminal, fourfold } from "./fake-terminal.js";

const directory = "www.googleapis.com/discovery/v1/apis";
const driveUrl = `${directory}/drive/v3/rest`;
const libraryUrl = "library.googleapis.com/$discovery/rest?version=v1";
const item = (name: string, version: string, url: string) => ({
  id: `${name}:${version}`,
  discoveryRestUrl: `https://${url}`,
});

/** Responses by the address of a request: a JSON value, or text. */
let served: Record<string, unknown>;
/** Addresses of the requests that the server received, in order. */
let requested: string[];
const realFetch = globalThis.fetch;

/** Google's servers: an HTTP server on this machine, which receives the host as the first segment of the path. */
const server = createServer(({ url = "" }, response) => {
  const address = url.slice(1);
  requested.push(address);
  const body = served[address];
  if (typeof body === "number") response.writeHead(body, { location: "/elsewhere" }).end();
  else if (body === undefined) response.writeHead(404).end("<html>not found</html>");
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
});

beforeEach(async () => {
  requested = [];
  served = {
    [directory]: {
      kind: "discovery#directoryList",
      items: [
        item("drive", "v2", `${directory}/drive/v2/rest`),
        { ...item("drive", "v3", driveUrl), preferred: true, icons: {} },
        item("library", "v1", libraryUrl),
      ],
    },
    [driveUrl]: drive,
    [libraryUrl]: library,
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    expect(request.url).toMatch(/^https:/);
    expect(request.headers.has("authorization")).toBe(false);
    return realFetch(new Request(request.url.replace("https:/", `http://127.0.0.1:${port}`), request));
  });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const generate = ["generate", "drive:v3", "--methods", "*", "--out", "a.ts"];

test("writes the same file for the name of an API as for its document", async () => {
  const terminal = createTerminal({ files: { "drive.json": JSON.stringify(drive) } });
  const byName = await terminal.run(...generate);
  expect(byName).toMatchObject({ code: 0, out: "", err: expect.stringContaining('files.list: items "files"\n') });
  expect(requested).toEqual([directory, driveUrl]);
  expect(terminal.files["a.ts"]).toContain("// fourfold generate drive:v3 --methods '*' --out a.ts\n");
  const check = await terminal.run("generate", "drive.json", "--methods", "*", "--out", "a.ts", "--check");
  expect([check.code, check.err]).toEqual([0, expect.stringMatching(/a\.ts is up to date\n$/)]);
});

test("--check downloads the document, and exits with 3 when the API changed", async () => {
  const terminal = createTerminal();
  await terminal.run(...generate);
  served[driveUrl] = { ...drive, revision: "20990101" };
  expect(await terminal.run(...generate, "--check")).toMatchObject({ code: 0 });
  served[driveUrl] = { ...library, rootUrl: "https://other.example/" };
  expect(await terminal.run(...generate, "--check")).toMatchObject({ code: 3 });
});

test("--list lists the methods of an API by name", async () => {
  const { code, out } = await fourfold(["generate", "drive:v3", "--list"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^files\.list +GET \/drive\/v3\/files$/m);
});

test("downloads from the API's own host, with the version in the query", async () => {
  const { code } = await fourfold(["generate", "library:v1", "--list"]);
  expect([code, requested]).toEqual([0, [directory, libraryUrl]]);
});

test("asks an API that the directory does not list for its own document", async () => {
  served["wrapped.googleapis.com/$discovery/rest?version=v1"] = wrapped;
  const { code, out } = await fourfold(["generate", "wrapped:v1", "--list"]);
  expect([code, out]).toEqual([0, "languages.list  GET /v2/languages\n"]);
});

test.each([
  ["drvie:v3", "did you mean drive:v3?"],
  ["Drive:v3", "did you mean drive:v3?"],
  ["zzzzzzzz:v3", `https://${directory} lists them`],
  ["drive:v4", "did you mean drive:v2 or drive:v3?"],
  ["drive:", "did you mean drive:v2 or drive:v3?"],
])("%s is not an API", async (name, remedy) => {
  const { code, out, err } = await fourfold(["generate", name, "--list"]);
  const problem = `${name}: must be the name and a version of a Google API; ${remedy}`;
  expect([code, out, err]).toEqual([1, "", `fourfold generate: ${problem}\n`]);
  expect(requested).toHaveLength(2);
});

test.each(["./drive:v3", "C:\\drive.json", "drive.json", "a-b:v1"])("%s is the path of a file", async (path) => {
  const { out } = await fourfold(["generate", path, "--list"], { files: { [path]: JSON.stringify(library) } });
  expect(out).toContain("shelves.books.list");
  expect(requested).toEqual([]);
});

const remedy = "download the discovery document in another way, and pass its path\n";

test.each([
  [
    "a redirect",
    302,
    /^fourfold generate: www\.googleapis\.com: \[redirect\] 302 GET \/discovery\/v1\/apis\/drive\/v3\/rest: /,
  ],
  ["a refusal", 403, /^fourfold generate: www\.googleapis\.com: \[permission_denied\] 403 GET \/discovery\//],
])("reports %s", async (_, status, message) => {
  served[driveUrl] = status;
  const { code, err } = await fourfold(["generate", "drive:v3", "--list"]);
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  expect(err).toContain(remedy);
  expect(requested).toEqual([directory, driveUrl]);
});

test("reports a refusal of the API's own host", async () => {
  served["wrapped.googleapis.com/$discovery/rest?version=v1"] = 403;
  const { code, err } = await fourfold(["generate", "wrapped:v1", "--list"]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/generate: wrapped\.googleapis\.com: \[permission_denied\] 403/),
  ]);
  expect(err).toContain(remedy);
});

test.each(["/discovery/v1/apis/wrapped/v1/rest", "http://127.0.0.1:1/rest", "file:///etc/passwd", "https://[", ""])(
  "does not follow the address %j of the directory",
  async (discoveryRestUrl) => {
    served[directory] = { items: [{ id: "wrapped:v1", discoveryRestUrl }, item("drive", "v3", driveUrl)] };
    served["wrapped.googleapis.com/$discovery/rest?version=v1"] = wrapped;
    expect(await fourfold(["generate", "wrapped:v1", "--list"])).toMatchObject({ code: 0 });
    expect(requested).toEqual([directory, "wrapped.googleapis.com/$discovery/rest?version=v1"]);
    expect(await fourfold(["generate", "drive:v3", "--list"])).toMatchObject({ code: 0 });
  },
);

test("does not suggest the name that was not found", async () => {
  served[directory] = { items: [{ id: "evil:v1", discoveryRestUrl: "http://127.0.0.1:1/rest" }] };
  const { err } = await fourfold(["generate", "evil:v1", "--list"]);
  expect(err).toContain(`evil:v1: must be the name and a version of a Google API; https://${directory} lists them\n`);
});

test("rejects a directory that is not Google's", async () => {
  served[directory] = { items: [{ id: "drive:v3" }] };
  const { code, err } = await fourfold(["generate", "drive:v3", "--list"]);
  expect([code, err]).toEqual([1, expect.stringContaining("www.googleapis.com: [invalid_response] 200 GET")]);
});

test("rejects a document that is not a discovery document", async () => {
  served[driveUrl] = { openapi: "3.1.0" };
  const { code, err } = await fourfold(["generate", "drive:v3", "--list"]);
  expect([code, err]).toEqual([1, expect.stringContaining("kind: must be")]);
});

test("retries a failed connection, and reports it with the host", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const fetch = vi.fn().mockRejectedValue(new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") }));
  vi.stubGlobal("fetch", fetch);
  const ending = fourfold(["generate", "drive:v3", "--list"]);
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  const { code, err } = await ending;
  expect([code, err]).toEqual([1, expect.stringMatching(/^fourfold generate: www\.googleapis\.com: \[network\] GET /)]);
  expect(err).toContain(remedy);
  expect(fetch).toHaveBeenCalledTimes(4);
});
