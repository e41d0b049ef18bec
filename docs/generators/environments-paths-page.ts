import { updatablePaths } from "fourfold";
import type { UpdatablePathRow } from "../../src/environments/update/paths.js";

const rows: readonly UpdatablePathRow[] = updatablePaths;

/** Returns the page about updatable paths, generated from the table. */
export function environmentsPathsPage(): string {
  const intro = `# Updatable paths of an environment

One request contains one update type: a single value, a whole map, or entries of one map. If the body omits a whole map, the map is
cleared; if it omits an entry, the entry is deleted; a single value is required. Each value and each map has a constructor.

This page is generated from the table in \`src/environments/update/paths.ts\` by \`npm run docs\`.

| path | constructor | kind | value | images |
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
          "entry of a map",
          row.form === "name" ? "a string" : "a string; the key is section-property",
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
  if (values !== undefined) return values.map((value) => code(value.replace("<product>", "composer"))).join(", ");
  if (least !== undefined) return `an integer of at least ${least}`;
  return kind === "map" ? "a map of strings" : "the whole value";
}

/** Formats the images that support a path. */
export function imagesOf({ images }: Whole): string {
  if (images === undefined) return "all";
  const engine = `airflow-${images.engine ?? "*"}.*.*`;
  return images.product === 1 ? code(`composer-1.*.*-${engine}`) : `${code(`composer-2.*.*-${engine}`)} and newer`;
}
