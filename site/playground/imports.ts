const DECLARATION = /^import\s+(?:([^"';]*?)\s+from\s+)?["']([^"']+)["']/gm;

/** The modules that a program imports at run time: not those of which it imports only types. */
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

/** Modules that work only in Node.js: its built-in ones, and those of this package that are built on them. */
export function needsNode(module: string): boolean {
  return module.startsWith("node:") || module === "fourfold/testing/server" || module === "fourfold/testing/msw";
}
