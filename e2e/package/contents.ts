// Checks of the content of the tarball, in a folder in which it is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the broken links of the pages in the installed package. */
export function checkLinks(folder: string): string[] {
  const home = join(folder, "node_modules/fourfold");
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  const pages = files.filter(
    (file) => (file.endsWith(".md") || file === "llms.txt") && !file.startsWith("node_modules"),
  );
  if (!pages.includes("README.md")) return ["the package contains no README.md"];
  return pages.flatMap((page) => {
    const links = readFileSync(join(home, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g);
    return [...links]
      .filter(([, path = ""]) => !existsSync(join(home, dirname(page), path)))
      .map(([, path]) => `${page} links to ${path}, which is not in the package`);
  });
}

/** Runs the installed command, without the package that parses YAML, and returns its errors. */
export function checkCommand(folder: string): string[] {
  writeFileSync(join(folder, "api.json"), '{\n  "swagger": "2.0",\n  "tags": [{ "name": "a" }]\n}\n');
  writeFileSync(join(folder, "api.yaml"), "swagger: '2.0'\n");
  const says: [args: string, code: number, pattern: RegExp][] = [
    ["--version", 0, /^\d+\.\d+\.\d+\n$/],
    ["gateway --help", 0, /--backend <url>/],
    ["check api.json", 0, /1 warning/],
    ["secure api.json --issuer https://issuer.test --audience shop", 0, /^ {2}"tags": \[\n.*"shop"/ms],
    ["check api.yaml", 1, /^fourfold check: api\.yaml is YAML, which requires .*: npm i yaml\n$/],
  ];
  return says.flatMap(([args, code, pattern]) => {
    const bin = join(folder, "node_modules/.bin/fourfold");
    const { status, stdout, stderr } = spawnSync(bin, args.split(" "), { cwd: folder, encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    return status === code && pattern.test(said) ? [] : [`fourfold ${args} exited with ${status}: ${said}`];
  });
}

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
    const missing = sources.filter(
      (source, index) => sourcesContent[index] == null && !isThere(source) && !source.includes("node_modules/"),
    );
    return missing.map((source) => `${map} names ${source}, which is not in the package`);
  });
  const others = files.filter((file) => /^src\/.*\.\w+$/.test(file) && !/(?<!\.test|\.test-d)\.ts$/.test(file));
  return [...problems, ...others.map((file) => `${file} must not be in the package`)];
}
