import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
}

/** Checks that the package contains a source map for every file of code, all sources of the maps, and only TypeScript in src. */
export function checkSourceMaps(folder: string): string[] {
  const home = join(folder, "node_modules/fourfold");
  const files = readdirSync(home, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  const code = files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file));
  if (code.length === 0) return ["the package contains no code in dist"];
  const problems = code.flatMap((file) => {
    const map = `${file}.map`;
    if (!existsSync(join(home, map))) return [`${map} is not in the package`];
    const { sources, sourcesContent = [] }: SourceMap = JSON.parse(readFileSync(join(home, map), "utf8"));
    const isThere = (source: string) => existsSync(join(home, dirname(map), source));
    const missing = sources.filter((source, index) => sourcesContent[index] == null && !isThere(source));
    return missing.map((source) => `${map} names ${source}, which is not in the package`);
  });
  const others = files.filter((file) => /^src\/.*\.\w+$/.test(file) && !/(?<!\.test|\.test-d)\.ts$/.test(file));
  return [...problems, ...others.map((file) => `${file} must not be in the package`)];
}
