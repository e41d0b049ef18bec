// Serves prebuilt pages of projects and tables, so that only the client is measured. Runs in its own process.
import { createServer } from "node:http";

interface Kind {
  /** Name of the list in a page. */
  readonly name: string;
  itemOf(n: number): object;
}

const projects: Kind = {
  name: "projects",
  itemOf: (n) => ({
    kind: "bigquery#project",
    id: `bench-project-${n}`,
    numericId: String(100_000_000_000 + n),
    projectReference: { projectId: `bench-project-${n}` },
    friendlyName: `Benchmark project ${n}`,
  }),
};
const tables: Kind = {
  name: "tables",
  itemOf: (n) => ({
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

/** Pages of `size` items out of `total`, each as the text of its JSON. */
function pagesOf(total: number, size: number, { name, itemOf } = projects): Map<string, string> {
  const pages = new Map<string, string>();
  for (let start = 0; start < total; start += size) {
    const end = Math.min(start + size, total);
    const items = Array.from({ length: end - start }, (_, offset) => itemOf(start + offset));
    const nextPageToken = end < total ? `${name}.${total}.${size}.${end}` : undefined;
    const page = {
      kind: `bigquery#${name}`,
      etag: `e${start}`,
      [name]: items,
      nextPageToken,
      totalItems: items.length,
    };
    pages.set(`${name}.${total}.${size}.${start}`, JSON.stringify(page));
  }
  return pages;
}

const pages = new Map([
  ...pagesOf(100_000, 50),
  ...pagesOf(100_000, 1_000),
  ...pagesOf(200_000, 1_000),
  ...pagesOf(1_000_000, 50),
  ...pagesOf(1_000, 50),
  ...pagesOf(100_000, 50, tables),
  ...pagesOf(100_000, 1_000, tables),
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
    : pages.get(url.searchParams.get("pageToken") ?? `${url.pathname.split("/").at(-1)}.${total}.${size}.0`);
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
