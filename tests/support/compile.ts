import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** One thing that the compiler says about a text. */
export interface Diagnosis {
  /** The file that the text stands for. */
  readonly file: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** The whole chain of sentences. */
  readonly message: string;
}

/** Compiles texts as if they were files of this repository, by their paths in it, with its settings. */
export function diagnose(texts: ReadonlyMap<string, string>): Diagnosis[] {
  const byPath = new Map([...texts].map(([file, text]) => [`${root}/${file}`, { file, text }]));
  const read = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, readFile, fileExists } = host;
  host.readFile = (name) => byPath.get(name)?.text ?? readFile(name);
  host.fileExists = (name) => byPath.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = byPath.get(name)?.text;
    return text === undefined ? getSourceFile(name, language, ...rest) : ts.createSourceFile(name, text, language);
  };
  const program = ts.createProgram([...byPath.keys()], options, host);
  return [...byPath].flatMap(([path, { file }]) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((each) => ({
      file,
      line: (source?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? 0) + 1,
      message: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
    }));
  });
}
