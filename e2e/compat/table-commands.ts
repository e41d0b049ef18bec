// The commands for tables as a new user runs them, in an empty folder, with a configuration in each language.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { root } from "../package/packed.js";

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const tsx = `--import ${join(root, "node_modules/tsx/dist/loader.mjs")}`;

/** Removes the hint of Node about TypeScript files in a package without a type. */
function withoutHint(err: string): string {
  return err.replace(/^\(node:\d+\) \[MODULE_TYPELESS_PACKAGE_JSON\].*?\(Use .*?\n/s, "");
}

/** Ways to run the commands: the extension of the configuration, and the type of the modules of the project. */
const ways = [
  { extension: "mjs", type: undefined },
  { extension: "js", type: "module" },
  { extension: "mts", type: undefined },
  { extension: "ts", type: "module" },
  { extension: "ts", type: undefined },
] as const;

function configuration(url: string): string {
  return `import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";

export default defineConfig({
  client: () => createClient({ baseUrl: ${JSON.stringify(url)} }),
  projectId: "shop",
  tables: "schemas",
});
`;
}

/**
 * Pulls, plans and applies tables of a sandbox.
 *
 * @param installed - A project in which the package is installed.
 * @param node - Path of the runtime.
 * @param stripsTypes - Whether the runtime imports TypeScript itself.
 * @returns The unexpected results.
 */
export async function tableCommands(installed: string, node: string, stripsTypes: boolean): Promise<string[]> {
  const problems: string[] = [];
  const runIn = async ({ extension, type }: (typeof ways)[number]) => {
    const isTypeScript = extension.endsWith("ts");
    const name = `commands-${extension}-${type ?? "none"}-${stripsTypes}-${node.replace(/\W+/g, "-")}`;
    const folder = join(installed, name);
    const expectThat = (what: string, holds: boolean, outcome: unknown) => {
      if (!holds) problems.push(`${extension}, type ${type}: ${what}, got ${JSON.stringify(outcome, null, 2)}`);
    };
    const sandbox = createSandbox();
    sandbox.warehouse.tables.add({
      tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
      schema: { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] },
    });
    await using server = await listen(sandbox);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type }));
    writeFileSync(join(folder, `fourfold.config.${extension}`), configuration(server.url));
    const start = (nodeOptions: string | undefined, ...argv: readonly string[]) => {
      const bin = join(installed, "node_modules/fourfold/dist/cli/bin.js");
      const env = { ...process.env, NODE_OPTIONS: nodeOptions };
      return new Promise<Outcome>((resolve) => {
        const child = execFile(node, [bin, "table", ...argv], { cwd: folder, env }, (error, out, err) => {
          resolve({ code: Number(error?.code ?? 0), out, err });
        });
        child.stdin?.end();
      });
    };
    if (isTypeScript && !stripsTypes) {
      const { code, out, err } = await start(undefined, "plan");
      const isHelpful = err.includes('NODE_OPTIONS="--import tsx"') && err.includes(".mjs");
      expectThat("the error names both remedies", code === 1 && out === "" && isHelpful, { code, out, err });
    }
    const run = (...argv: readonly string[]) => start(isTypeScript && !stripsTypes ? tsx : undefined, ...argv);
    const expectRun = async (argv: readonly string[], code: number, out: string, err = /^$/) => {
      const outcome = await run(...argv);
      const isExpected = outcome.code === code && outcome.out.endsWith(out) && err.test(withoutHint(outcome.err));
      expectThat(`${argv.join(" ")} exits with ${code} and prints ${JSON.stringify(out)}`, isExpected, outcome);
      return outcome.out;
    };
    const file = join("schemas", "sales", `orders.${isTypeScript ? "ts" : "mjs"}`);
    await expectRun(["pull", "shop.sales"], 0, `sales.orders: wrote ${file}\n`);
    await expectRun(["plan"], 0, "1 unchanged\n");
    const text = readFileSync(join(folder, file), "utf8");
    writeFileSync(join(folder, file), text.replace("{\n", '{\n  description: "One row per order",\n'));
    const plan = await expectRun(["plan", "--json"], 3, "}\n", /^1 to patch$/m);
    await expectRun(["apply", "--digest", JSON.parse(plan).digest, "--yes"], 0, "1 applied\n");
    await expectRun(["pull", "shop.sales", "--check"], 0, "");
    expectThat("apply without a terminal exits with 2", (await run("apply")).code === 2, undefined);
  };
  await Promise.all(ways.map(runIn));
  return problems;
}
