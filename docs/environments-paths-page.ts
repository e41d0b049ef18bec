import { type UpdatablePathRow, updatablePaths } from "fourfold";

const rows: readonly UpdatablePathRow[] = updatablePaths;

/** The page about updatable paths, derived from the table. */
export function environmentsPathsPage(): string {
  const intro = `# Paths that an update of an environment may name

One request holds one update type: one of the whole paths, or members of one map. A whole map that the body leaves out is
cleared, a member that it leaves out is deleted, any other value must be there. Each whole path has a constructor.

This page is written from the table in \`src/environments/updatable-paths.ts\` by \`npm run docs:paths\`.

| path | constructor | kind | takes | images |
|---|---|---|---|---|
`;
  return `${intro}${rows.map(lineOf).join("\n")}\n`;
}

function lineOf(row: UpdatablePathRow): string {
  const cells =
    row.kind === "member"
      ? [
          code(row.path),
          code(`${nameOf(row.map)}({ … })`),
          "member of a map",
          row.form === "name" ? "a string" : "a string, under section-property",
          "all",
        ]
      : [
          code(row.path),
          code(`${row.name}${row.kind === "map" ? ".replace({ … })" : "(…)"}`),
          kindOf(row),
          takes(row),
          imagesOf(row),
        ];
  return `| ${cells.join(" | ")} |`;
}

type Whole = Exclude<UpdatablePathRow, { kind: "member" }>;

const code = (text: string) => `\`${text}\``;
const nameOf = (map: string) =>
  rows.flatMap((row) => (row.kind !== "member" && row.path === map ? [row.name] : [])).join();
const kindOf = ({ kind }: Whole) => (kind === "map" ? "whole map" : "value");

function takes({ kind, least, values }: Whole): string {
  if (values !== undefined) return values.map(code).join(", ");
  if (least !== undefined) return `an integer of at least ${least}`;
  return kind === "map" ? "strings by name" : "its whole value";
}

function imagesOf({ images }: Whole): string {
  if (images === undefined) return "all";
  const engine = `<engine>-${images.engine ?? "*"}.*.*`;
  return images.product === 1 ? code(`<product>-1.*.*-${engine}`) : `${code(`<product>-2.*.*-${engine}`)} and newer`;
}
