const DECLARATION = /^import\s+(?:([^"';]*?)\s+from\s+)?["']([^"']+)["']/gm;

/** Returns the modules that a program imports at run time, without type-only imports. */
export function importsOf(code: string): string[] {
  const found = [...code.matchAll(DECLARATION)].filter(([, names]) => names === undefined || !isTypeOnly(names));
  return [...new Set(found.map(([, , module = ""]) => module))];
}

function isTypeOnly(names: string): boolean {
  if (/^type\s/.test(names)) return true;
  const inBraces = /^\{([^}]*)\}$/.exec(names)?.[1];
  const specifiers = inBraces?.split(",").filter((each) => each.trim() !== "");
  return specifiers?.every((each) => /^\s*type\s/.test(each)) ?? false;
}

/** Whether a module works only in Node.js: a built-in module, or a subpath of this package that uses one. */
export function needsNode(module: string): boolean {
  return module.startsWith("node:") || module === "fourfold/testing/server" || module === "fourfold/testing/msw";
}
