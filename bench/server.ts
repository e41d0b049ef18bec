// Serves pages of projects and tables, so that only the clients are measured. Runs in its own process. The first segment of a
// path is the length of the lists: /100000/bigquery/v2/projects. Without it, as some clients drop it, it follows from the size
// of the pages.
import { createServer } from "node:http";

const itemOf = {
  projects: (n: number) => ({
    kind: "bigquery#project",
    id: `bench-project-${n}`,
    numericId: String(100_000_000_000 + n),
    projectReference: { projectId: `bench-project-${n}` },
    friendlyName: `Benchmark project ${n}`,
  }),
  tables: (n: number) => ({
    kind: "bigquery#table",
    id: `bench:sales.table_${n}`,
    tableReference: { projectId: "bench", datasetId: "sales", tableId: `table_${n}` },
    friendlyName: `Benchmark table ${n}`,
    type: "TABLE",
    labels: { team: "data" },
    creationTime: String(1_700_000_000_000 + n),
    timePartitioning: { type: "DAY", field: "day" },
    clustering: { fields: ["id"] },
  }),
};

/** A small table, whatever its name. */
const table = JSON.stringify({
  kind: "bigquery#table",
  etag: "e",
  schema: { fields: Array.from({ length: 10 }, (_, n) => ({ name: `column_${n}`, type: "STRING" })) },
  type: "TABLE",
});

/** Number of different items. Longer lists reuse them, which saves memory. */
const DISTINCT = 50_000;
/** Serialized items of a page: those of the first round serve all later ones. */
const pages = new Map<string, string>();

function pageOf(name: keyof typeof itemOf, total: number, size: number, start: number): string {
  const end = Math.min(start + size, total);
  const first = start % DISTINCT;
  const key = `${name} ${first} ${end - start}`;
  const items =
    pages.get(key) ?? JSON.stringify(Array.from({ length: end - start }, (_, n) => itemOf[name](first + n)));
  pages.set(key, items);
  const next = end < total ? `"nextPageToken":"${size}.${end}",` : "";
  return `{"kind":"bigquery#${name}","etag":"e${start}",${next}"${name}":${items},"totalItems":${end - start}}`;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const token = searchParams.get("pageToken") ?? `${searchParams.get("maxResults") ?? 50}.0`;
  const [size = 0, start = 0] = token.split(".").map(Number);
  const name = pathname.endsWith("/projects") ? "projects" : "tables";
  const total = Number(pathname.split("/")[1]) || (size === 50 ? 10_000 : 50_000);
  const body = pathname.includes("/tables/") ? table : pageOf(name, total, size, start);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit());
