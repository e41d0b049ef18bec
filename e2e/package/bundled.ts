import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./packed.js";

/** Checks that code of other packages is only in the installed command, and that their licenses are included. */
export function checkBundled(folder: string): string[] {
  const dist = join(folder, "node_modules/fourfold/dist");
  const licenses = readFileSync(join(dist, "cli/THIRD-PARTY-LICENSES.txt"), "utf8");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  // esbuild writes a comment with the path of each bundled file.
  const bundled = files.flatMap((file) => {
    const paths = readFileSync(join(dist, file), "utf8").matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
    return [...new Set([...paths].map(([, name = ""]) => name))].map((name) => ({ file, name }));
  });
  if (bundled.length === 0) return ["no bundled package was found"];
  return bundled.flatMap(({ file, name }) => {
    const home = join(root, "node_modules", name);
    const license = readdirSync(home).find((each) => /^licen[cs]e/i.test(each));
    return [
      ...(file.startsWith("cli/") ? [] : [`dist/${file} contains ${name}, which only the command may contain`]),
      ...(license !== undefined && licenses.includes(readFileSync(join(home, license), "utf8").trim())
        ? []
        : [`dist/cli/THIRD-PARTY-LICENSES.txt does not contain the license of ${name}`]),
    ];
  });
}
