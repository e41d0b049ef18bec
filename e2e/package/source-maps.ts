import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** Checks that the package contains a source map for every file of code, the sources of the map, and nothing else. */
export function checkSourceMaps(folder: string): string[] {
  const home = join(folder, "node_modules/fourfold");
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  const code = files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file));
  const used = new Set<string>();
  const problems = code.flatMap((file) => {
    const map = `${file}.map`;
    if (!existsSync(join(home, map))) return [`${map} is not in the package`];
    const { sources, sourcesContent = [] }: SourceMap = JSON.parse(readFileSync(join(home, map), "utf8"));
    const missing = sources.filter((source, index) => {
      used.add(relative(home, join(home, dirname(map), source)));
      return sourcesContent[index] == null && !existsSync(join(home, dirname(map), source));
    });
    return missing.map((source) => `${map} names ${source}, which is not in the package`);
  });
  const others = files.filter((file) => /^src\/.*\.\w+$/.test(file) && (!file.endsWith(".ts") || !used.has(file)));
  return [...problems, ...others.map((file) => `${file} is in the package, and no source map names it`)];
}
