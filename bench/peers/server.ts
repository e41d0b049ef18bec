// Serves pages in the format of the real service, so that only the clients are measured. Runs in its own process.
// Argument: the list length for each page size, such as `50:10000,1000:50000`. The first page size is the default.
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

/** Number of different items. Longer lists reuse them, which saves memory in the server. */
const DISTINCT = 50_000;

const totals = new Map(
  (process.argv[2] ?? "").split(",").map((text) => text.split(":").map(Number) as [number, number]),
);
const [defaultSize = 50] = totals.keys();

/** Pages of items, serialized as JSON, by list, page size and position. */
const pages = new Map<string, string>();
for (const [size, total] of totals) {
  for (let start = 0; start < Math.min(total, DISTINCT); start += size) {
    const numbers = Array.from({ length: Math.min(size, total - start) }, (_, offset) => start + offset);
    pages.set(`projects.${size}.${start}`, JSON.stringify(numbers.map(project)));
    pages.set(`tables.${size}.${start}`, JSON.stringify(numbers.map(table)));
  }
}

function pageOf(name: "projects" | "tables", size: number, start: number, total: number): string | undefined {
  const items = pages.get(`${name}.${size}.${start % DISTINCT}`);
  if (items === undefined || start >= total) return undefined;
  const end = Math.min(start + size, total);
  const kind = `bigquery#${name.slice(0, -1)}List`;
  const next = end < total ? `"nextPageToken":"${size}.${end}",` : "";
  const totalItems = name === "projects" ? end - start : total;
  return `{"kind":"${kind}","etag":"e${start}",${next}"${name}":${items},"totalItems":${totalItems}}`;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const token = searchParams.get("pageToken") ?? `${searchParams.get("maxResults") ?? defaultSize}.0`;
  const [size = 0, start = 0] = token.split(".").map(Number);
  // Below this path, a list consists of one page.
  const total = pathname.startsWith("/one/") ? size : (totals.get(size) ?? 0);
  const page = pageOf(pathname.endsWith("/tables") ? "tables" : "projects", size, start, total);
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
