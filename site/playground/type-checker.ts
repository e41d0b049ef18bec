import ts from "typescript";
import { MAX_PROBLEM, MAX_PROBLEMS, truncated } from "./limits.js";
import type { Problem } from "./messages.js";

/** Options of the compiler, for the program and for the declarations that it uses. */
export const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.esnext.d.ts", "lib.webworker.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Path of the program; the files of the package are in `/node_modules`. */
const PROGRAM = "/examples/main.ts";
/** Folder of the declarations of the language. */
const LIBRARY = "/node_modules/typescript/lib";

/** Returns a function that checks the types of a program with the given files: declarations by their paths. */
export function createTypeChecker(files: Readonly<Record<string, string>>): (code: string) => Problem[] {
  let program = "";
  let version = 0;
  const textOf = (path: string) => (path === PROGRAM ? program : Object.hasOwn(files, path) ? files[path] : undefined);
  const folders = new Set(Object.keys(files).flatMap(foldersOf));
  const service = ts.createLanguageService({
    getCompilationSettings: () => COMPILER_OPTIONS,
    getScriptFileNames: () => [PROGRAM],
    getScriptVersion: (path) => (path === PROGRAM ? String(version) : "0"),
    getScriptSnapshot(path) {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => `${LIBRARY}/lib.esnext.d.ts`,
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
    directoryExists: (path) => folders.has(path),
    getDirectories: () => [],
  });
  return (code) => {
    program = code;
    version += 1;
    const found = [...service.getSyntacticDiagnostics(PROGRAM), ...service.getSemanticDiagnostics(PROGRAM)];
    return found.slice(0, MAX_PROBLEMS).map(({ start = 0, length = 0, messageText, file }) => ({
      from: start,
      to: start + length,
      line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
      message: truncated(ts.flattenDiagnosticMessageText(messageText, "\n"), MAX_PROBLEM),
    }));
  };
}

function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/") || "/");
}
