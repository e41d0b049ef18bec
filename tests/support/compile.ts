import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** One thing that the compiler says about a text. */
export interface Diagnosis {
  /** Line of the text, from 1. */
  readonly line: number;
  /** The whole chain of sentences. */
  readonly message: string;
}

/** Compiles a text as if it were a file of the tests, with the settings of this repository. */
export function diagnose(text: string, file: string): Diagnosis[] {
  const path = `${root}/${file}`;
  const read = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, readFile, fileExists } = host;
  host.readFile = (name) => (name === path ? text : readFile(name));
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, language, ...rest) =>
    name === path ? ts.createSourceFile(name, text, language) : getSourceFile(name, language, ...rest);
  const program = ts.createProgram([path], options, host);
  const source = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((each) => ({
    line: (source?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? 0) + 1,
    message: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
  }));
}
