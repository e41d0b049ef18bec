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

/** Names that an editor offers at the `|` of each line of code, as if it were in a file of this repository. */
export function completionsAt(head: readonly string[], codes: readonly string[]): string[][] {
  const { service, positions } = openMarked(head, codes);
  return positions.map((position) =>
    (service.getCompletionsAtPosition(TEXT, position, {})?.entries ?? []).map(({ name }) => name),
  );
}

/**
 * What an editor shows for lines of code: for the name before the first `|` of a line, or, if that is behind a parenthesis,
 * for the parameters of the call.
 */
export function shownAt(head: readonly string[], codes: readonly string[]): string[] {
  const { service, positions } = openMarked(head, codes);
  return positions.map((position, index) =>
    codes[index]?.includes("(|") ? signatureHelp(service, position) : hover(service, position - 1),
  );
}

/** A language service for a text with lines of code, and the positions of their marks. */
function openMarked(head: readonly string[], codes: readonly string[]) {
  const service = languageService([...head, ...codes.map((code) => code.replace("|", ""))].join("\n"));
  let offset = head.join("\n").length + 1;
  const positions = codes.map((code) => {
    const position = offset + code.indexOf("|");
    offset += code.length; // without the mark, with the line break
    return position;
  });
  return { service, positions };
}

function hover(service: ts.LanguageService, position: number): string {
  const info = service.getQuickInfoAtPosition(TEXT, position);
  return [ts.displayPartsToString(info?.displayParts), ts.displayPartsToString(info?.documentation), tags(info)].join(
    "\n",
  );
}

function signatureHelp(service: ts.LanguageService, position: number): string {
  const items = service.getSignatureHelpItems(TEXT, position, undefined)?.items ?? [];
  return items.map((item) => `${ts.displayPartsToString(item.documentation)}\n${tags(item)}`).join("\n\n");
}

function tags(info: { readonly tags?: readonly ts.JSDocTagInfo[] } | undefined): string {
  return (info?.tags ?? [])
    .map(({ name, text }) => `@${name} ${ts.displayPartsToString([...(text ?? [])])}`)
    .join("\n");
}

/** The path under which a text is compiled. */
const TEXT = `${root}/tests/completions.ts`;

/** A language service for one text. */
function languageService(content: string): ts.LanguageService {
  const read = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const textOf = (name: string) => (name === TEXT ? content : ts.sys.readFile(name));
  return ts.createLanguageService({
    getScriptFileNames: () => [TEXT],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const found = textOf(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === TEXT || ts.sys.fileExists(name),
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}

/** A program of texts as if they were files of this repository, by their paths in it, with its settings and others. */
function programOf(texts: ReadonlyMap<string, string>, others: ts.CompilerOptions): ts.Program {
  const byPath = new Map([...texts].map(([file, text]) => [`${root}/${file}`, text]));
  const read = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const options = { ...ts.parseJsonConfigFileContent(read.config, ts.sys, root).options, ...others };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, readFile, fileExists } = host;
  host.readFile = (name) => byPath.get(name) ?? readFile(name);
  host.fileExists = (name) => byPath.has(name) || fileExists(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = byPath.get(name);
    return text === undefined ? getSourceFile(name, language, ...rest) : ts.createSourceFile(name, text, language);
  };
  return ts.createProgram([...byPath.keys()], options, host);
}

/** Compiles texts as if they were files of this repository, by their paths in it, with its settings and others. */
export function diagnose(texts: ReadonlyMap<string, string>, others: ts.CompilerOptions = {}): Diagnosis[] {
  const program = programOf(texts, others);
  return [...texts.keys()].flatMap((file) => diagnosesOf(program, file));
}

function diagnosesOf(program: ts.Program, file: string): Diagnosis[] {
  const source = program.getSourceFile(`${root}/${file}`);
  const isDeclared = program.getCompilerOptions().declaration === true;
  const all = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
    ...(isDeclared ? program.getDeclarationDiagnostics(source) : []),
  ];
  return all.map((each) => ({
    file,
    line: (source?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? 0) + 1,
    message: ts.flattenDiagnosticMessageText(each.messageText, "\n"),
  }));
}

/** How many types the compiler instantiates for each text, without those that it has instantiated for a text before it. */
export function instantiations(texts: ReadonlyMap<string, string>): {
  counts: Map<string, number>;
  errors: Diagnosis[];
} {
  const program = programOf(texts, {});
  const counts = new Map<string, number>();
  const errors = [...texts.keys()].flatMap((file) => {
    const before = program.getInstantiationCount();
    const found = diagnosesOf(program, file);
    counts.set(file, program.getInstantiationCount() - before);
    return found;
  });
  return { counts, errors };
}
