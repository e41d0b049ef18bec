// The files that `fourfold table pull` writes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableSource } from "fourfold/tables";
import { fixtureTables, fullTables } from "../../tests/support/fixture-tables.js";
import type { Check } from "../package/checks.js";
import { runBeside } from "../package/packed.js";
import { compilerOf, compilersFor } from "./compilers.js";

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Definition files of tables of every kind, with the latest compiler or with all of them. */
export function definitions(folder: string, all: boolean): Check[] {
  mkdirSync(join(folder, "definitions"));
  const files = [...fixtureTables(), ...fullTables()].map((table, index) => {
    const file = `definitions/${index}.ts`;
    writeFileSync(join(folder, file), tableSource(table));
    return file;
  });
  return compilersFor(all).map((version) => ({
    name: `TypeScript ${version}, ${files.length} definition files of table pull`,
    run: async () => {
      const config = `definitions-${version}.json`;
      writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files }));
      await runBeside(process.execPath, [compilerOf(folder, version), "-p", config], folder);
    },
  }));
}
