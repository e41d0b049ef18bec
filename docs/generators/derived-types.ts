// Declarations of the types that are derived from resources, such as `Input<TableSchema>`, with their fields and comments.
import { dirname, relative } from "node:path";
import ts from "typescript";
import { valuesFor } from "./enum-values.js";

const { factory } = ts;

/** The types that derive the fields of one resource from those of another, such as `Input<TableSchema>`. */
const DERIVING: ReadonlySet<string> = new Set(["Input", "InputPatch", "DesiredInput", "DesiredFields"]);

/** The name of a declaration in the namespace of a deriving type. Compilers show it to users who write an output-only field. */
const nameFor = (of: string) => `Writable${of.replace(/Draft$/, "")}`;

/** Literal types and aliases are printed as they are written. */
const FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  ts.NodeBuilderFlags.InTypeAlias;

/** The declarations of one file that are being written. */
interface Printing {
  readonly source: ts.SourceFile;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** Derived types that fields name, by name. */
  readonly types: Map<string, ts.Type>;
  /** Names that the compiler imports. */
  readonly imported: ReadonlySet<string>;
  /** Names to import in addition. */
  readonly imports: Imports;
}

/** Names that a file has to import, by the file that declares them. */
export type Imports = Map<string, Set<string>>;

/**
 * Replaces derived types in the declarations of a file, because TypeScript 7 shows no comments for the fields of mapped types:
 *
 * - `interface TableInput extends Input<TableDraft>` becomes `… extends Input.WritableTable`, a type in a namespace with the
 *   name of the deriving type. All types that its fields name are replaced, too. They are no interfaces, because hovers
 *   would show `Input<T, …>.WritableTable` before the name of each field.
 * - The fields of `interface X extends Pick<Y, "a">` become fields of `X`.
 * - `type X = { [K in "a" | "b"]: … }` becomes an object type with these fields.
 */
export function withDerived(file: ts.SourceFile, program: ts.Program): ts.SourceFile {
  const source = program.getSourceFile(file.fileName) ?? fail(file.fileName);
  const checker = program.getTypeChecker();
  const types = new Map<string, ts.Type>();
  const printing = { source, program, checker, types, imported: importedBy(file), imports: new Map() };
  const declared = new Map(source.statements.flatMap((node) => (isNamed(node) ? [[node.name.text, node]] : [])));
  const statements = file.statements.map((node) => {
    const original = isNamed(node) ? declared.get(node.name.text) : undefined;
    if (original === undefined) return node;
    if (ts.isTypeAliasDeclaration(node)) return withMembers(node, original, printing);
    return ts.isInterfaceDeclaration(node) ? withBases(node, original, printing) : node;
  });

  const declarations = new Map<string, ts.TypeAliasDeclaration[]>(); // by namespace
  // The map grows while it is walked, by what the fields name.
  for (const [name, type] of types) {
    const namespace = type.aliasSymbol?.name ?? fail(name);
    // In the namespace, the name would mean its declaration instead of the type outside.
    const own = name.slice(namespace.length + 1);
    if (declared.has(own) || printing.imported.has(own)) fail(`${name} shadows ${own}`);
    declarations.set(namespace, [...(declarations.get(namespace) ?? []), declarationOf(name, type, printing)]);
  }
  const namespaces = [...declarations].map(([name, members]) =>
    factory.createModuleDeclaration(
      factory.createModifiersFromModifierFlags(ts.ModifierFlags.Export | ts.ModifierFlags.Ambient),
      factory.createIdentifier(name),
      factory.createModuleBlock(members),
      ts.NodeFlags.Namespace,
    ),
  );
  if (statements.every((node, index) => node === file.statements[index])) return file;
  return withImports(factory.updateSourceFile(file, [...statements, ...namespaces]), printing.imports);
}

/** Adds imports of types to the declarations of a file. */
export function withImports(file: ts.SourceFile, imports: Imports): ts.SourceFile {
  const added = [...imports].map(([from, names]) => {
    const path = relative(dirname(file.fileName), from).replace(/\.ts$/, ".js");
    const specifiers = [...names].sort().map((name) => {
      return factory.createImportSpecifier(false, undefined, factory.createIdentifier(name));
    });
    return factory.createImportDeclaration(
      undefined,
      factory.createImportClause(true, undefined, factory.createNamedImports(specifiers)),
      factory.createStringLiteral(path.startsWith(".") ? path : `./${path}`),
    );
  });
  return added.length === 0 ? file : factory.updateSourceFile(file, [...added, ...file.statements]);
}

const isNamed = (node: ts.Statement): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

const isPlainExport = ({ modifiers, typeParameters }: ts.InterfaceDeclaration | ts.TypeAliasDeclaration) =>
  typeParameters === undefined && modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

const isDocumented = (type: ts.Type, { checker }: Printing) =>
  type.getProperties().length > 0 &&
  type.getProperties().every((field) => field.getDocumentationComment(checker).length > 0);

/** Replaces a mapped type without parameters by its fields if they have comments. */
function withMembers(node: ts.TypeAliasDeclaration, original: ts.Node, printing: Printing): ts.TypeAliasDeclaration {
  if (!ts.isMappedTypeNode(node.type) || !isPlainExport(node)) return node;
  const type = printing.checker.getTypeAtLocation(original);
  if (!isDocumented(type, printing)) return node;
  const literal = factory.createTypeLiteralNode(membersOf(type, printing));
  return factory.updateTypeAliasDeclaration(node, node.modifiers, node.name, undefined, literal);
}

/**
 * Names the bases of an interface that are derived types by their declarations, and replaces `Pick` by its fields. `Omit` stays,
 * because it includes the fields that users add to an interface.
 */
function withBases(
  node: ts.InterfaceDeclaration,
  original: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  printing: Printing,
): ts.InterfaceDeclaration {
  const bases = node.heritageClauses?.flatMap(({ types }) => types) ?? [];
  const originals = ts.isInterfaceDeclaration(original) ? original.heritageClauses?.flatMap(({ types }) => types) : [];
  const picked: ts.PropertySignature[] = [];
  const kept = bases.flatMap((base, index) => {
    const type = printing.checker.getTypeAtLocation(originals?.[index] ?? fail(node.name.text));
    const name = nameOf(type);
    if (name !== undefined) {
      add(type, printing);
      return factory.createExpressionWithTypeArguments(factory.createIdentifier(name), undefined);
    }
    const isPicked = ts.isIdentifier(base.expression) && base.expression.text === "Pick";
    if (!isPicked || !isPlainExport(node) || !isDocumented(type, printing)) return base;
    picked.push(...membersOf(type, printing));
    return [];
  });
  if (kept.every((base, index) => base === bases[index]) && picked.length === 0) return node;
  const heritage = kept.length === 0 ? [] : [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, kept)];
  const own = new Set(node.members.map(({ name }) => name?.getText()));
  const members = [...picked.filter(({ name }) => !own.has((name as ts.Identifier).text)), ...node.members];
  return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, node.typeParameters, heritage, members);
}

/** The name of the declaration of a derived type, such as `Input.WritableTableSchema`; undefined for other types. */
function nameOf({ aliasSymbol, aliasTypeArguments }: ts.Type): string | undefined {
  const [of] = aliasTypeArguments ?? [];
  if (aliasSymbol === undefined || of === undefined || !DERIVING.has(aliasSymbol.name)) return undefined;
  return `${aliasSymbol.name}.${nameFor(of.symbol.name)}`;
}

/** Adds the derived types of a field: the type itself, alternatives, and elements of lists. */
function add(type: ts.Type, { types, checker }: Printing): void {
  const visit = (each: ts.Type): void => {
    const name = nameOf(each);
    if (name !== undefined) types.set(name, types.get(name) ?? each);
    else if (each.isUnion()) each.types.forEach(visit);
    else if (checker.isArrayType(each)) checker.getTypeArguments(each as ts.TypeReference).forEach(visit);
  };
  visit(type);
}

function declarationOf(name: string, type: ts.Type, printing: Printing): ts.TypeAliasDeclaration {
  const [, own = fail(name)] = name.split(".");
  const literal = factory.createTypeLiteralNode(membersOf(type, printing));
  const [of = fail(name)] = type.aliasTypeArguments ?? [];
  return commented(factory.createTypeAliasDeclaration(undefined, own, undefined, literal), of.symbol, printing);
}

/** The fields of a type, with their comments. */
function membersOf(type: ts.Type, printing: Printing): readonly ts.PropertySignature[] {
  const { source, checker } = printing;
  const literal = checker.typeToTypeNode(type, source, FLAGS);
  const elements = literal && ts.isTypeLiteralNode(literal) ? literal.members : [];
  return checker.getPropertiesOfType(type).map((symbol) => {
    const member = elements.find(({ name }) => name && !ts.isComputedPropertyName(name) && name.text === symbol.name);
    if (!member || !ts.isPropertySignature(member) || !member.type) return fail(symbol.name);
    add(checker.getTypeOfSymbol(symbol), printing);
    const modifiers = member.modifiers?.map(({ kind }) => factory.createModifier(kind as ts.ModifierSyntaxKind));
    const resolved = resolve(member.type, printing);
    const field = factory.createPropertySignature(modifiers, member.name, member.questionToken, resolved);
    return commented(field, symbol, printing);
  });
}

/** Names derived types by their declarations, imports types of other files, and names `undefined` once. */
function resolve(type: ts.TypeNode, printing: Printing): ts.TypeNode {
  const { imports } = printing;
  const visit = (node: ts.Node): ts.Node => {
    if (ts.isUnionTypeNode(node)) {
      const isFirst = ({ kind }: ts.Node, index: number) =>
        kind !== ts.SyntaxKind.UndefinedKeyword || node.types.findIndex((each) => each.kind === kind) === index;
      return ts.visitEachChild(factory.createUnionTypeNode(node.types.filter(isFirst)), visit, undefined);
    }
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      const { text } = node.typeName;
      const [of] = node.typeArguments ?? [];
      if (DERIVING.has(text) && of && ts.isTypeReferenceNode(of) && ts.isIdentifier(of.typeName)) {
        const name = factory.createQualifiedName(factory.createIdentifier(text), nameFor(of.typeName.text));
        return factory.createTypeReferenceNode(name);
      }
      const file = fileOf(text, printing);
      if (file !== undefined) imports.set(file.fileName, new Set(imports.get(file.fileName)).add(text));
    }
    return ts.visitEachChild(node, visit, undefined);
  };
  return ts.visitNode(type, visit, ts.isTypeNode) ?? type;
}

/** The file that declares a type that the declarations have to import; undefined for a type in scope. */
function fileOf(name: string, { source, program, checker, imported }: Printing): ts.SourceFile | undefined {
  const symbol = checker.resolveName(name, source, ts.SymbolFlags.Type, false);
  const isImport = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  if (symbol !== undefined && (!isImport || imported.has(name))) return undefined;
  // The compiler omits an import that only function bodies use.
  if (isImport) return checker.getAliasedSymbol(symbol).declarations?.[0]?.getSourceFile();
  const isDeclaration = (node: ts.Statement) => isNamed(node) && node.name.text === name;
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && file.statements.some(isDeclaration));
  return files.length === 1 ? files[0] : fail(name);
}

/** The names that the declarations of a file import. */
function importedBy(file: ts.SourceFile): ReadonlySet<string> {
  const clauses = file.statements.flatMap((node) => (ts.isImportDeclaration(node) ? (node.importClause ?? []) : []));
  const bindings = clauses.flatMap(({ namedBindings }) => namedBindings ?? []);
  return new Set(
    bindings.flatMap((each) => (ts.isNamedImports(each) ? each.elements.map(({ name }) => name.text) : [])),
  );
}

/** Adds the comment of a field or a type, and where it is declared. */
function commented<N extends ts.Node>(node: N, symbol: ts.Symbol, { checker }: Printing): N {
  const declaration = symbol.declarations?.[0] ?? fail(symbol.name);
  const [own] = ts.getJSDocCommentsAndTags(declaration);
  // A field that overrides another one inherits its comment.
  const inherited = () => `/** ${ts.displayPartsToString(symbol.getDocumentationComment(checker))} */`;
  const text = own?.getText() ?? inherited();
  if (!/\w/.test(text)) return fail(`${symbol.name} without a comment`);
  ts.setSourceMapRange(node, {
    pos: declaration.getStart(),
    end: declaration.end,
    source: declaration.getSourceFile(),
  });
  return withComment(node, text, declaration, checker);
}

/** Replaces the comment of a field by a text, with the values of its enumeration. */
export function withComment<N extends ts.Node>(
  node: N,
  comment: string,
  declaration: ts.Node,
  checker: ts.TypeChecker,
): N {
  const values = valuesFor(declaration, comment, checker);
  const own = comment.slice("/*".length, -"*/".length);
  // A tag such as `@deprecated` stays at the end.
  const [text = "", tags = ""] = own.split(/(?=\n\s*\*\s*\n\s*\* @)/, 2);
  const list = values === undefined ? "" : `\n *\n${values.replaceAll(/^/gm, " * ")}`;
  const full =
    values === undefined ? own : `${text.replace(/^\*[ \t]+/, "*\n * ").trimEnd()}${list}${tags.trimEnd()}\n `;
  const lines = full.replaceAll(/\n\s*/g, "\n "); // the printer indents them
  ts.setEmitFlags(node, ts.EmitFlags.NoLeadingComments);
  return ts.setSyntheticLeadingComments(node, [
    { kind: ts.SyntaxKind.MultiLineCommentTrivia, text: lines, hasTrailingNewLine: true, pos: -1, end: -1 },
  ]);
}

function fail(name: string): never {
  throw new Error(`cannot declare ${name}`);
}
