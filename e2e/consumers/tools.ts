// Programs that run or bundle the package: each runs the smoke test or a program in TypeScript, which must print `ok`.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Check } from "../package/checks.js";
import { runBeside } from "../package/packed.js";
import { vitestTest } from "./jest.js";
import { writeSmoke } from "./write-smoke.js";

const app = fileURLToPath(new URL("app", import.meta.url));

/** Writes the programs and the configurations of the tools. */
export async function writePrograms(folder: string): Promise<void> {
  await writeSmoke(folder);
  writeFileSync(join(folder, "main.js"), 'import { smoke } from "./smoke.js";\nawait smoke();\nconsole.log("ok");\n');
  for (const file of ["required.cjs", "program.ts", "vite.config.js", "rollup.config.js", "webpack.js"]) {
    copyFileSync(join(app, file), join(folder, file));
  }
  writeFileSync(join(folder, "labels.test.ts"), vitestTest);
  // The same program as CommonJS: a folder whose package.json has no "type".
  const common = join(folder, "common");
  mkdirSync(common);
  writeFileSync(join(common, "package.json"), JSON.stringify({ private: true }));
  copyFileSync(join(app, "program.ts"), join(common, "program.ts"));
  const tsNode = { target: "es2022", strict: true, types: ["node"] };
  const module = (options: object) => JSON.stringify({ compilerOptions: { ...tsNode, ...options } });
  writeFileSync(join(common, "tsconfig.ts-node.json"), module({ module: "commonjs", esModuleInterop: true }));
  writeFileSync(join(folder, "tsconfig.ts-node.json"), module({ module: "nodenext" }));
}

/** All tools, or the tools of the two consumers. */
export function tools(folder: string, all: boolean): Check[] {
  /** Runs Node, which must print `ok` and nothing else. */
  const node = async (args: string[]): Promise<string[]> => {
    const printed = await runBeside(process.execPath, ["--throw-deprecation", ...args], folder);
    return printed.trim() === "ok" ? [] : [printed];
  };
  /** Runs a bundler, which must print nothing, and then the bundle. */
  const bundle = async (bin: string, args: string[], bundled: string): Promise<string[]> => {
    const printed = await runBeside(process.execPath, [`node_modules/${bin}`, ...args], folder);
    return [...printed.split("\n").filter(Boolean), ...(await node([bundled]))];
  };
  const esbuild = ["--bundle", "--minify", "--format=esm", "--platform=browser", "--log-level=warning"];
  const vite = ["build", "--config", "vite.config.js", "--logLevel", "warn"];
  const checks: Record<string, () => Promise<string[]>> = {
    "ESM, unbundled": () => node(["main.js"]),
    [`CommonJS, require(), on Node ${process.versions.node}`]: () => node(["required.cjs"]),
    "tsx, ESM": () => node(["node_modules/tsx/dist/cli.mjs", "program.ts"]),
    "tsx, CommonJS": () => node(["node_modules/tsx/dist/cli.mjs", "common/program.ts"]),
    "ts-node, ESM": async () => {
      const loader = ["--no-warnings", "--loader", "ts-node/esm"];
      const printed = await runBeside(
        "env",
        ["TS_NODE_PROJECT=tsconfig.ts-node.json", process.execPath, ...loader, "program.ts"],
        folder,
      );
      return printed.trim() === "ok" ? [] : [printed];
    },
    "ts-node, CommonJS": () =>
      node(["node_modules/ts-node/dist/bin.js", "--project", "common/tsconfig.ts-node.json", "common/program.ts"]),
    Vitest: async () => {
      await runBeside(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], folder);
      return [];
    },
    esbuild: async () => {
      const printed = await runBeside(
        "node_modules/.bin/esbuild",
        ["main.js", ...esbuild, "--outfile=esbuild/main.mjs"],
        folder,
      );
      return [...printed.split("\n").filter(Boolean), ...(await node(["esbuild/main.mjs"]))];
    },
    Vite: () => bundle("vite/bin/vite.js", vite, "vite/main.js"),
    Rollup: () => bundle("rollup/dist/bin/rollup", ["--config", "rollup.config.js", "--silent"], "rollup/main.js"),
    webpack: () => bundle("../webpack.js", [], "webpack/main.js"),
  };
  const isUsed = (name: string) => all || /^(ESM, unbundled|CommonJS, require|Vitest|Vite)/.test(name);
  return Object.entries(checks).flatMap(([name, run]) => (isUsed(name) ? [{ name, run }] : []));
}
