import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** One thing that the compiler says about a text. */
export interface Diagnosis {
  /** The name of the file with the text. */
  readonly file: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** The whole chain of sentences. */
  readonly message: string;
}

/** Names that an editor offers at the first `|` of a text, as if it were a file of this repository. */
export function completions(text: string): string[] {
  const file = `${root}/tests/completions.ts`;
  const position = text.indexOf("|");
  const content = text.replace("|", "");
  const read = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const textOf = (name: string) => (name === file ? content : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const found = textOf(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (service.getCompletionsAtPosition(file, position, {})?.entries ?? []).map(({ name }) => name);
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
