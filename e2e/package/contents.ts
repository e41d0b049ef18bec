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
