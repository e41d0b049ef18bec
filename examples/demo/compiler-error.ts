import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Returns the error of the compiler for a statement that uses `environmentUpdate`; the empty string if it compiles. */
export function compilerErrorOf(statement: string): string {
  const file = `${folder}shown-to-the-compiler.ts`;
  const text = `import { environmentUpdate } from "fourfold/environments";\n${statement}\n`;
  const config = `${folder}../../tsconfig.json`;
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    `${folder}../..`,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, language, ...rest) =>
    name === file ? ts.createSourceFile(name, text, language) : getSourceFile(name, language, ...rest);
  const program = ts.createProgram([file], options, host);
  const [first] = program.getSemanticDiagnostics(program.getSourceFile(file));
  return first === undefined
    ? ""
    : `error TS${first.code}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`;
}
