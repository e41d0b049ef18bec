import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundle } from "../support/guide.js";

const root = join(import.meta.dirname, "../..");
/** A folder with the files that the command and a configuration need of the package. */
const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
cpSync(join(root, "package.json"), join(folder, "package.json"));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
for (const file of ["index", "testing/index", "cli/bin"]) {
  const source = join(root, `src/${file}.ts`);
  const target = join(folder, `dist/${file}.js`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bundle(readFileSync(source, "utf8"), dirname(source)));
}
afterAll(() => rmSync(folder, { recursive: true }));

const config = `
import { createClient, defineConfig } from "fourfold";
import { createSandbox } from "fourfold/testing";
const sandbox = createSandbox();
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
sandbox.warehouse.tables.add({ tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } });
export default defineConfig({ client: () => createClient(sandbox.clientOptions), projectId: "shop", tables: "schemas" });
`;

/** Runs the command in a separate folder. */
function start(shop: string, argv: readonly string[], nodeOptions = "") {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(folder, "dist/cli/bin.js"), "table", ...argv],
      { cwd: join(folder, shop), env },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    ).stdin?.end();
  });
}

function shopWith(name: string, file: string): string {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, file), config);
  return name;
}

test("pulls and plans with a configuration in .mjs", { timeout: 60_000 }, async () => {
  const shop = shopWith("a", "fourfold.config.mjs");
  expect(await start(shop, ["pull", "shop.sales"])).toEqual({
    code: 0,
    out: `sales.orders: wrote ${join("schemas", "sales", "orders.mjs")}\n`,
    err: "",
  });
  expect(await start(shop, ["plan"])).toEqual({ code: 0, out: "1 unchanged; nothing was sent\n", err: "" });
  expect(await start(shop, ["apply"])).toMatchObject({ code: 2, out: "" });
});

test("trap 14: Node 20 needs tsx for a configuration in .ts", { timeout: 60_000 }, async () => {
  const shop = shopWith("b", "fourfold.config.ts");
  const written = `sales.orders: wrote ${join("schemas", "sales", "orders.ts")}\n`;
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major === 20) {
    const { code, out, err } = await start(shop, ["pull", "shop.sales"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain('NODE_OPTIONS="--import tsx"');
    expect(err).toContain(".mjs");
  }
  expect(await start(shop, ["pull", "shop.sales"], "--import tsx")).toEqual({ code: 0, out: written, err: "" });
  expect(await start(shop, ["plan"], "--import tsx")).toMatchObject({ code: 0, err: "" });
});
