import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Installs the package as pnpm does: each package is a folder in `node_modules/.pnpm`, next to links to
 * its dependencies, and the project can resolve only the package itself.
 *
 * @param project Folder of the project.
 * @param installed Folder in which npm installed the package.
 */
export function layOutAsPnpm(project: string, installed: string): void {
  const store = (name: string) => join(".pnpm", `${name}@0.0.0`, "node_modules", name);
  const modules = join(project, "node_modules");
  const add = (name: string) => {
    const source = join(installed, "node_modules", name);
    cpSync(source, join(modules, store(name)), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) {
      add(dependency);
      const link = join(dirname(join(modules, store(name))), dependency);
      symlinkSync(join("../..", store(dependency).replace(".pnpm/", "")), link);
    }
  };
  mkdirSync(modules, { recursive: true });
  add("fourfold");
  symlinkSync(store("fourfold"), join(modules, "fourfold"));
}
