import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { outputOf, programOf, programsOf } from "../../tests/support/guide.js";
import { root, run } from "./packed.js";

/** Packages that guides use in addition to this one. */
const OTHERS = ["@opentelemetry", "google-auth-library", "msw", "undici"];

/** Runs the programs of the packed README and guides with the installed package, and returns those whose output differs. */
export function checkPrograms(folder: string): string[] {
  for (const name of OTHERS)
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  const home = join(folder, "node_modules/fourfold");
  const textOf = (path: string) => readFileSync(join(home, path), "utf8");
  const guides = readdirSync(join(home, "docs/guides")).map((file) => `docs/guides/${file}`);
  const programs = [
    ...programsOf(textOf("README.md")).map(({ heading, ...program }) => ({
      name: `README.md: ${heading}`,
      ...program,
    })),
    ...guides.map((name) => ({ name, source: programOf(textOf(name)), output: outputOf(textOf(name)) })),
  ].filter(({ source }) => source.trim() !== "");
  return programs.flatMap(({ name, source, output }, index) => {
    const file = join(folder, `program-${index}.mjs`);
    writeFileSync(file, transformSync(source, { loader: "ts", target: "node20" }).code);
    const printed = run(process.execPath, [file], folder);
    return output === "" || printed === output ? [] : [`${name} printed:\n${printed}`];
  });
}
