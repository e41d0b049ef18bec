// Serves prebuilt pages of projects, so that only the client is measured. Runs in its own process.
import { createServer } from "node:http";

/** Pages of `size` projects out of `total`, each as the text of its JSON. */
function pagesOf(total: number, size: number): Map<string, string> {
  const pages = new Map<string, string>();
  for (let start = 0; start < total; start += size) {
    const end = Math.min(start + size, total);
    const projects = Array.from({ length: end - start }, (_, offset) => {
      const n = start + offset;
      return {
        kind: "bigquery#project",
        id: `bench-project-${n}`,
        numericId: String(100_000_000_000 + n),
        projectReference: { projectId: `bench-project-${n}` },
        friendlyName: `Benchmark project ${n}`,
      };
    });
    const nextPageToken = end < total ? `${total}.${size}.${end}` : undefined;
    const page = { kind: "bigquery#projectList", etag: `e${start}`, projects, nextPageToken, totalItems: end - start };
    pages.set(`${total}.${size}.${start}`, JSON.stringify(page));
  }
  return pages;
}

const pages = new Map([
  ...pagesOf(100_000, 50),
  ...pagesOf(100_000, 1_000),
  ...pagesOf(200_000, 1_000),
  ...pagesOf(1_000_000, 50),
  ...pagesOf(1_000, 50),
]);

/** A small table, whatever its name. */
const table = JSON.stringify({
  kind: "bigquery#table",
  etag: "e",
  schema: { fields: Array.from({ length: 10 }, (_, n) => ({ name: `column_${n}`, type: "STRING" })) },
  type: "TABLE",
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const [total = "", latency = "0"] = (url.pathname.split("/")[1] ?? "").split("-");
  const size = url.searchParams.get("maxResults") ?? "50";
  const page = url.pathname.includes("/tables/")
    ? table
    : pages.get(url.searchParams.get("pageToken") ?? `${total}.${size}.0`);
  const answer = () => {
    response.writeHead(page === undefined ? 404 : 200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(page ?? ""),
    });
    response.end(page ?? "");
  };
  if (latency === "0") answer();
  else setTimeout(answer, Number(latency));
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit());
