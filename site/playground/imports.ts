/** The modules that programs can import. */
export const PROVIDED = [
  "fourfold",
  "fourfold/auth",
  "fourfold/entities",
  "fourfold/environments",
  "fourfold/gateway",
  "fourfold/gateway/user-info",
  "fourfold/naming",
  "fourfold/testing",
  "fourfold/warehouse",
  "yaml",
  "zod",
  "zod/mini",
  "./orders.schema.json",
] as const;

/** The modules of which programs can import types only. */
export const TYPES_ONLY = ["schema-dts"];

/** The text between `import` and the module, and the module. */
const DECLARATION = /^([^"';]*)["']([^"']+)["']/;

/** Returns the modules that a program imports at run time, without type-only imports. Takes linear time. */
export function importsOf(code: string): string[] {
  const modules = code
    .split(/^import\b/m)
    .slice(1)
    .flatMap((text) => {
      const [, head = "", module = ""] = DECLARATION.exec(text) ?? [];
      const names = head.trim();
      const isImported = names === "" || (names.endsWith("from") && !isTypeOnly(names.slice(0, -4).trim()));
      return isImported && module !== "" ? [module] : [];
    });
  return [...new Set(modules)];
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true;
  const inBraces = /^\{([^}]*)\}$/.exec(names)?.[1];
  const specifiers = inBraces?.split(",").filter((each) => each.trim() !== "");
  return specifiers?.every((each) => /^\s*type\s/.test(each)) ?? false;
}

/** Whether the playground cannot provide a module: a module of Node.js, a subpath of this package that uses one, or a file. */
export function needsNode(module: string): boolean {
  if (PROVIDED.some((provided) => provided === module)) return false;
  return /^(node:|\.)/.test(module) || module === "fourfold/testing/server" || module === "fourfold/testing/msw";
}
