import { readFileSync } from "node:fs";

/** Returns the lines of a module between `// show <name>` and `// end`, without their indentation. */
export function excerptOf(moduleUrl: string, name: string): string[] {
  const [, after] = readFileSync(new URL(moduleUrl), "utf8").split(`// show ${name}\n`);
  if (after === undefined) throw new Error(`${moduleUrl} has no comment "// show ${name}"`);
  const lines = after.slice(0, after.search(/\s*\/\/ end\n/)).split("\n");
  const indentation = lines[0]?.search(/\S/);
  return lines.map((line) => line.slice(indentation));
}
