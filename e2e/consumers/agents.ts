// Resources as the input of tools: the declarations and the JSON Schemas of the packed package with the MCP SDK and the AI SDK.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Check } from "../package/checks.js";
import { root, runBeside } from "../package/packed.js";

const program = fileURLToPath(new URL("app/agents.ts", import.meta.url));
const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  strict: true,
  skipLibCheck: true, // the declarations of the two packages
  outDir: "agents",
};

/** The program with tools of both packages, compiled and run. */
export function agents(folder: string): Check[] {
  const run = async () => {
    copyFileSync(program, join(folder, "agents.ts"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["agents.ts"] }));
    await runBeside(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], folder);
    const printed = await runBeside(process.execPath, ["agents/agents.js"], folder);
    return printed.trim() === "ok" ? [] : [printed];
  };
  return [{ name: "tools of the MCP SDK and the AI SDK", run }];
}
