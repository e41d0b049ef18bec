// Serves prebuilt pages in the format of the real service, so that only the clients are measured. Runs in its own
// process.
import { createServer } from "node:http";

type Item = (n: number) => object;

const project: Item = (n) => ({
  kind: "bigquery#project",
  id: `bench-project-${n}`,
  numericId: String(100_000_000_000 + n),
  projectReference: { projectId: `bench-project-${n}` },
  friendlyName: `Benchmark project ${n}`,
});

const table: Item = (n) => ({
  kind: "bigquery#table",
  id: `bench-project:bench.table_${n}`,
  tableReference: { projectId: "bench-project", datasetId: "bench", tableId: `table_${n}` },
  type: "TABLE",
  labels: { team: `team-${n % 10}` },
  timePartitioning: { type: "DAY", field: "created" },
  creationTime: String(1_700_000_000_000 + n),
});

/** Pages of `size` items out of `total`, each as the text of its JSON. */
function pagesOf(name: "projects" | "tables", item: Item, total: number, size: number): Map<string, string> {
  const pages = new Map<string, string>();
  for (let start = 0; start < total; start += size) {
    const end = Math.min(start + size, total);
    const items = Array.from({ length: end - start }, (_, offset) => item(start + offset));
    const nextPageToken = end < total ? `${name}.${size}.${end}` : undefined;
    const kind = `bigquery#${name.slice(0, -1)}List`;
    const totalItems = name === "projects" ? items.length : total;
    pages.set(
      `${name}.${size}.${start}`,
      JSON.stringify({ kind, etag: `e${start}`, nextPageToken, [name]: items, totalItems }),
    );
  }
  return pages;
}

/** Number of items of a list, by page size: `50:10000,1000:50000`. */
const listings = (process.argv[2] ?? "").split(",").map((text) => text.split(":").map(Number));
const pages = new Map(
  listings.flatMap(([size = 1, total = 0]) => [
    ...pagesOf("projects", project, total, size),
    ...pagesOf("tables", table, total, size),
  ]),
);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const name = url.pathname.endsWith("/tables") ? "tables" : "projects";
  const size = url.searchParams.get("maxResults") ?? "50";
  const page = pages.get(url.searchParams.get("pageToken") ?? `${name}.${size}.0`);
  response.writeHead(page === undefined ? 404 : 200, {
    "content-type": "application/json; charset=UTF-8",
    "content-length": Buffer.byteLength(page ?? ""),
  });
  response.end(page);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit());
