import { basename } from "node:path";
import { isObject } from "../core/is-object.js";
import { isFourfoldError } from "../gateway/index.js";
import type { Naming } from "../naming/index.js";
import type { Sandbox, SandboxSnapshot, TableSeed } from "../testing/index.js";
import type { Table } from "../warehouse/index.js";
import { type JsonFile, readJsonFiles } from "./document-file.js";
import { describeIssue, Failure } from "./failure.js";
import { hasReference, pathInSchemaFile, schemaOf, writePathNames } from "./table-file.js";
import type { Terminal } from "./terminal.js";

/** A table from a file. */
interface FileTable {
  readonly table: unknown;
  /** Converts a path in the table to a path in the file. */
  pathInFile(path: string): string;
}

/**
 * Loads JSON files into a sandbox: a snapshot, a table, a list of tables, or the schema of a table.
 *
 * @returns The tables that were added, without those of a snapshot.
 * @throws {Failure} If a file cannot be read or is invalid, with the problems of all files.
 */
export async function seedSandbox(
  sandbox: Sandbox,
  paths: readonly string[],
  naming: Naming,
  terminal: Terminal,
): Promise<readonly Table[]> {
  const { files, problems: unreadable } = await readJsonFiles(paths, terminal);
  const problems = [...unreadable];
  const snapshots = files.filter(isSnapshot);
  if (snapshots.length > 1) {
    problems.push(
      `only one file can be a snapshot, got ${snapshots.map(({ name }) => name).join(", ")}; pass one of them`,
    );
  }
  // `restore` replaces everything, so it runs before the tables are added.
  for (const { name, data } of snapshots.slice(0, 1)) {
    problems.push(...issuesOf(() => sandbox.restore(data as SandboxSnapshot), name)); // `restore` validates it
  }
  const tables: Table[] = [];
  for (const file of files.filter((each) => !isSnapshot(each))) {
    for (const { table, pathInFile } of tablesOf(file, problems)) {
      const add = () => tables.push(sandbox.warehouse.tables.add(table as TableSeed)); // `add` validates it
      problems.push(...issuesOf(add, file.name, (path) => pathInFile(writePathNames(path, naming))));
    }
  }
  if (problems.length > 0) throw new Failure(...problems);
  return tables;
}

function isSnapshot({ data }: JsonFile): boolean {
  return isObject(data) && Object.hasOwn(data, "services");
}

function tablesOf({ path, name, data }: JsonFile, problems: string[]): readonly FileTable[] {
  const found = schemaOf(data);
  if (found !== undefined) {
    const tableReference = { projectId: "demo", datasetId: "demo", tableId: tableIdOf(path) };
    const table = { tableReference, schema: found.schema };
    return [{ table, pathInFile: (place) => pathInSchemaFile(place, found) }];
  }
  if (Array.isArray(data)) {
    return data.map((table, index) => ({
      table,
      pathInFile: (place) => (place === "" ? `[${index}]` : `[${index}].${place}`),
    }));
  }
  if (hasReference(data)) return [{ table: data, pathInFile: (place) => place }];
  problems.push(`${name}: must be a snapshot of a sandbox, a table, a list of tables, or the fields of a schema`);
  return [];
}

/** The file name up to its first dot: `schemas/orders.schema.json` is the table `orders`. */
function tableIdOf(path: string): string {
  return path === "-" ? "stdin" : (basename(path).split(".", 1)[0] ?? "");
}

/** Calls a function that validates its input, and returns the issues that it throws. */
function issuesOf(work: () => unknown, name: string, pathInFile = (path: string) => path): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return error.issues.map((issue) => `${name}: ${describeIssue({ ...issue, path: pathInFile(issue.path) })}`);
  }
}
