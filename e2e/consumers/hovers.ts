import { readFileSync } from "node:fs";
import ts from "typescript";

/** Code with a mark behind the name that is hovered over, and what the hover must say. */
const hovers: [code: string, says: RegExp[]][] = [
  ["table.numBytes/**/", [/Table\.numBytes/, /bigint/, /bytes/i, /output only/i]],
  ["table.expirationTime/**/", [/bigint/, /milliseconds/i]],
  ["table.schema!.fields![0]!.fields![0]!.maxLength/**/", [/bigint/, /STRING/, /BYTES/]],
  ["table.schema!.fields/**/", [/TableFieldSchema\[\]/]],
  ["table.timePartitioning!.expirationMs/**/", [/bigint/, /milliseconds/i]],
  ["table.externalDataConfiguration!.csvOptions!.skipLeadingRows/**/", [/bigint/, /default/i]],
  ["table.materializedView!.refreshIntervalMs/**/", [/1.?800.?000/]],
  ["Table.parse/**/(0)", [/Table\b/]],
  ["entity.detailedDescription/**/", [/DetailedDescription/, /longer text/i]],
  ['entity["@type"]/**/', [/string\[\]/, /schema\.org/]],
  ["client.entities.suggest/**/", [/outdated/]],
  ["createClient/**/", [/one client/i]],
  ["createClient({ baseUrl/**/: address })", [/Base address/, /Required unless/]],
  ["createClient({ baseUrl: address, timeoutMs/**/: 5 })", [/milliseconds/, /30 000/]],
  ["client.warehouse.tables.modify/**/", [/If-Match/]],
  ["client.warehouse.tables.ensure/**/", [/Concurrent calls are safe/]],
];

/** Reads hover texts out of the packed declarations, through the compiler's own language service. */
export function checkHovers(folder: string): string[] {
  const file = `${folder}/hover.ts`;
  const lines = hovers.map(([code]) => `${code.replace("/**/", "")};`);
  const text = [
    'import { createClient, type Entity, Table } from "fourfold";',
    'const address = "http://localhost";',
    "declare const table: Table;",
    "declare const entity: Entity;",
    'const client = createClient({ baseUrl: "http://localhost" });',
    ...lines,
  ].join("\n");
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.fileExists(name) ? readFileSync(name, "utf8") : undefined;
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const problems = service
    .getSemanticDiagnostics(file)
    .map((each) => ts.flattenDiagnosticMessageText(each.messageText, "\n"));
  for (const [code, says] of hovers) {
    const before = code.slice(0, code.indexOf("/**/"));
    const at = text.lastIndexOf(`${code.replace("/**/", "")};`) + before.length - 1;
    const info = service.getQuickInfoAtPosition(file, at);
    const shown = `${ts.displayPartsToString(info?.displayParts)}\n${ts.displayPartsToString(info?.documentation)}`;
    for (const pattern of says) {
      if (!pattern.test(shown)) problems.push(`hovering over ${before} does not say ${pattern}: ${shown}`);
    }
    if (info?.documentation?.length === 0) problems.push(`hovering over ${before} says nothing: ${shown}`);
    if (/\bany\b/.test(ts.displayPartsToString(info?.displayParts))) problems.push(`${before} is any: ${shown}`);
  }
  return problems;
}
