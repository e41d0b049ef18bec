import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A message of the compiler about a text. */
export interface Diagnosis {
  /** The name of the file with the text. */
  readonly file: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** The message with all nested explanations. */
  readonly message: string;
}

const { config } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
/** Parsed files. All services share them, so that a process parses the sources and the libraries once. */
const registry = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames, root);

/** A language service for texts, by their paths. */
export function languageService(texts: ReadonlyMap<string, string>, settings = options): ts.LanguageService {
  const textOf = (name: string) => texts.get(name) ?? ts.sys.readFile(name);
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (name) => texts.get(name) ?? "1", // a text with the path of an earlier one is parsed again
    getScriptSnapshot: (name) => {
      const found = textOf(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => settings,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  return ts.createLanguageService(host, registry);
}

/** Compiles texts as if they were files of this repository, by their paths in it, with its settings and others. */
export function diagnose(texts: ReadonlyMap<string, string>, others: ts.CompilerOptions = {}): Diagnosis[] {
  return compiled(texts, others).errors;
}

/** Compiles texts like `diagnose`, and counts the types that the compiler instantiates for each text and for no text before it. */
export function compiled(
  texts: ReadonlyMap<string, string>,
  others: ts.CompilerOptions = {},
): { errors: Diagnosis[]; instantiations: ReadonlyMap<string, number> } {
  const byPath = new Map([...texts].map(([file, text]) => [`${root}/${file}`, text]));
  const service = languageService(byPath, { ...options, ...others });
  const instantiations = new Map<string, number>();
  const errors = [...texts.keys()].flatMap((file) => {
    const path = `${root}/${file}`;
    const program = service.getProgram();
    const before = program?.getInstantiationCount() ?? 0;
    // With the option `declaration`, the semantic problems include problems of the declarations.
    const all = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    instantiations.set(file, (program?.getInstantiationCount() ?? 0) - before);
    const source = program?.getSourceFile(path);
    return all.map((each) => ({
      file,
      line: (source?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? 0) + 1,
      message: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
    }));
  });
  return { errors, instantiations };
}
