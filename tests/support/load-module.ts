import { createRequire } from "node:module";
import { posix } from "node:path";
import { transformSync } from "esbuild";
import * as fourfold from "fourfold";
import * as tables from "fourfold/tables";
import * as testing from "fourfold/testing";
import * as zodMini from "zod/mini";

const packages: Readonly<Record<string, unknown>> = {
  fourfold,
  "fourfold/tables": tables,
  "fourfold/testing": testing,
  "zod/mini": zodMini,
};
const requireFromHere = createRequire(import.meta.url);

/** Runs a TypeScript or JavaScript module from files in memory; imports of `fourfold` resolve to this package. */
export function loadModule(files: Readonly<Record<string, string>>, path: string): Record<string, unknown> {
  const text = files[path];
  if (text === undefined)
    throw Object.assign(new Error(`Cannot find module '${path}'`), { code: "ERR_MODULE_NOT_FOUND" });
  const { code } = transformSync(text, { loader: /ts$/.test(path) ? "ts" : "js", format: "cjs" });
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string): unknown => {
    if (name.startsWith(".")) return loadModule(files, posix.join(posix.dirname(path), name));
    return packages[name] ?? requireFromHere(name);
  };
  new Function("require", "module", "exports", code)(require, module, module.exports);
  return { ...module.exports }; // without `__esModule`, like the namespace of a module
}
