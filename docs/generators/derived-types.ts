// Declarations of the types that are derived from resources, such as `Input<TableSchema>`, with their fields and comments.
import { dirname, relative } from "node:path";
import ts from "typescript";
import { valuesFor } from "./enum-values.js";

const { factory } = ts;

/** The types that derive the fields of one resource from the fields of another, such as `Input<TableSchema>`. */
const DERIVING: ReadonlySet<string> = new Set(["Input", "InputPatch", "DesiredFields"]);

/** Mapped types of this package whose nested fields are written out, too. */
const NESTED: ReadonlySet<string> = new Set(["WholeBody", "MemberBodies"]);

/**
 * The name of a declaration in the namespace of a deriving type, such as `Input`; `Input<T, null>` is clearable. Compilers show
 * it to users who write an output-only field.
 */
const nameFor = (of: string, isClearable: boolean) =>
  `${isClearable ? "Clearable" : "Writable"}${of.replace(/Draft$/, "")}`;

/** Literal types and aliases are printed as they are written. */
const FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  ts.NodeBuilderFlags.InTypeAlias;

/** The declarations of the file that is being written. */
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
 *   name of the deriving type. All types that its fields name are replaced, too. They are not interfaces, because hovers
 *   would show `Input<T, …>.WritableTable` before the name of each field.
 * - The fields of `interface X extends Pick<Y, "a">` become fields of `X`; those of other mapped types, such as
 *   `Omit<Y, "a">`, are repeated in `X`.
 * - Fields of an interface that override inherited fields get the comments of those fields.
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
    return ts.isInterfaceDeclaration(node)
      ? withBases(withInherited(node, original, printing), original, printing)
      : node;
  });

  const declarations = new Map<string, ts.TypeAliasDeclaration[]>(); // by namespace
  // The map grows during the iteration: the fields of a type may name further types.
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

const isDescribed = (field: ts.Symbol, { checker }: Printing) => field.getDocumentationComment(checker).length > 0;

const isDocumented = (type: ts.Type, printing: Printing) =>
  type.getProperties().length > 0 && type.getProperties().every((field) => isDescribed(field, printing));

const isNull = ({ kind }: ts.Node) => kind === ts.SyntaxKind.NullKeyword;

const isMapped = (type: ts.Type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;

/** Replaces a mapped type without parameters by its fields if they have comments. */
function withMembers(node: ts.TypeAliasDeclaration, original: ts.Node, printing: Printing): ts.TypeAliasDeclaration {
  const isNested = NESTED.has(node.name.text);
  if (!ts.isMappedTypeNode(node.type) || !(isNested || isPlainExport(node))) return node;
  const type = printing.checker.getTypeAtLocation(original);
  if (!isNested && !isDocumented(type, printing)) return node;
  const parameters = node.typeParameters?.map(({ name }) => name.text) ?? [];
  const inScope = { ...printing, imported: new Set([...printing.imported, ...parameters]) };
  const literal = factory.createTypeLiteralNode(membersOf(type, inScope, isNested));
  return factory.updateTypeAliasDeclaration(node, node.modifiers, node.name, node.typeParameters, literal);
}

/** Adds the comments of overridden fields to the fields of an interface, because TypeScript 7 does not inherit comments. */
function withInherited(node: ts.InterfaceDeclaration, original: ts.Node, printing: Printing): ts.InterfaceDeclaration {
  if (node.heritageClauses === undefined) return node;
  const type = printing.checker.getTypeAtLocation(original);
  for (const member of node.members) {
    const symbol = member.name && ts.isIdentifier(member.name) ? type.getProperty(member.name.text) : undefined;
    const [declaration] = symbol?.declarations ?? [];
    if (symbol === undefined || declaration === undefined || ts.getJSDocCommentsAndTags(declaration).length > 0)
      continue;
    if (isDescribed(symbol, printing)) commented(member, symbol, printing);
  }
  return node;
}

/**
 * Names the bases of an interface that are derived types by their declarations, replaces `Pick` by its fields, and repeats the
 * fields of other mapped types. Those types stay as bases, because `Omit` includes the fields that users add to an interface.
 */
function withBases(
  node: ts.InterfaceDeclaration,
  original: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  printing: Printing,
): ts.InterfaceDeclaration {
  const bases = node.heritageClauses?.flatMap(({ types }) => types) ?? [];
  const originals = ts.isInterfaceDeclaration(original) ? original.heritageClauses?.flatMap(({ types }) => types) : [];
  const repeated: ts.PropertySignature[] = [];
  const kept = bases.flatMap((base, index) => {
    const type = printing.checker.getTypeAtLocation(originals?.[index] ?? fail(node.name.text));
    const name = nameOf(type);
    if (name !== undefined && isDeclared(name, fileOfAlias(type.aliasSymbol), printing)) {
      add(type, printing);
      return factory.createExpressionWithTypeArguments(factory.createIdentifier(name), undefined);
    }
    if (!isMapped(type) || !isPlainExport(node) || !isDocumented(type, printing)) return base;
    repeated.push(...membersOf(type, printing));
    return ts.isIdentifier(base.expression) && base.expression.text === "Pick" ? [] : base;
  });
  if (kept.every((base, index) => base === bases[index]) && repeated.length === 0) return node;
  const heritage = kept.length === 0 ? [] : [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, kept)];
  const own = new Set(node.members.map(({ name }) => name?.getText()));
  const members = [...repeated.filter(({ name }) => !own.has((name as ts.Identifier).text)), ...node.members];
  return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, node.typeParameters, heritage, members);
}

/** The name of the declaration of a derived type, such as `Input.WritableTableSchema`; undefined for other types. */
function nameOf({ aliasSymbol, aliasTypeArguments }: ts.Type): string | undefined {
  const [of, nulls] = aliasTypeArguments ?? [];
  if (aliasSymbol === undefined || of === undefined || !DERIVING.has(aliasSymbol.name)) return undefined;
  return `${aliasSymbol.name}.${nameFor(of.symbol.name, nulls?.flags === ts.TypeFlags.Null)}`;
}

/** The file that declares a deriving type, with its namespace. */
const fileOfAlias = (alias: ts.Symbol | undefined) => alias?.declarations?.[0]?.getSourceFile();

/** Whether a derived type has a declaration. All those of this file have one; of another file, those in the bases of its interfaces. */
function isDeclared(name: string, file: ts.SourceFile | undefined, { source, checker }: Printing): boolean {
  if (file === undefined || file === source) return file === source;
  const seen = new Set<string>();
  const visit = (type: ts.Type): void => {
    const each = nameOf(type);
    if (each !== undefined && !seen.has(each)) {
      seen.add(each);
      for (const field of checker.getPropertiesOfType(type))
        forEachDerived(checker.getTypeOfSymbol(field), checker, visit);
    }
  };
  const bases = file.statements
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ heritageClauses = [] }) => heritageClauses);
  for (const base of bases.flatMap(({ types }) => types)) visit(checker.getTypeAtLocation(base));
  return seen.has(name);
}

/** Calls a function with the derived types of a field: the type itself, alternatives, and elements of lists. */
function forEachDerived(type: ts.Type, checker: ts.TypeChecker, visit: (derived: ts.Type) => void): void {
  const each = (inner: ts.Type) => forEachDerived(inner, checker, visit);
  if (nameOf(type) !== undefined) visit(type);
  else if (type.isUnion()) type.types.forEach(each);
  else if (checker.isArrayType(type)) checker.getTypeArguments(type as ts.TypeReference).forEach(each);
}

/** Adds those derived types of a field that this file declares. */
function add(type: ts.Type, { source, types, checker }: Printing): void {
  forEachDerived(type, checker, (each) => {
    const name = nameOf(each) ?? fail("a type");
    if (fileOfAlias(each.aliasSymbol) === source) types.set(name, types.get(name) ?? each);
  });
}

function declarationOf(name: string, type: ts.Type, printing: Printing): ts.TypeAliasDeclaration {
  const [, own = fail(name)] = name.split(".");
  const literal = factory.createTypeLiteralNode(membersOf(type, printing));
  const [of = fail(name)] = type.aliasTypeArguments ?? [];
  return commented(factory.createTypeAliasDeclaration(undefined, own, undefined, literal), of.symbol, printing);
}

/** The fields of a type, with their comments. If `isNested`, the fields of nested mapped types are written out, too. */
function membersOf(type: ts.Type, printing: Printing, isNested = false): readonly ts.PropertySignature[] {
  const { source, checker } = printing;
  const literal = checker.typeToTypeNode(type, source, FLAGS);
  const elements = literal && ts.isTypeLiteralNode(literal) ? literal.members : [];
  return checker.getPropertiesOfType(type).map((symbol) => {
    const member = elements.find(({ name }) => name && !ts.isComputedPropertyName(name) && name.text === symbol.name);
    if (!member || !ts.isPropertySignature(member) || !member.type) return fail(symbol.name);
    add(checker.getTypeOfSymbol(symbol), printing);
    const modifiers = member.modifiers?.map(({ kind }) => factory.createModifier(kind as ts.ModifierSyntaxKind));
    const inner = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    const resolved =
      isNested && isMapped(inner) && checker.getPropertiesOfType(inner).length > 0
        ? factory.createTypeLiteralNode(membersOf(inner, printing, true))
        : resolve(member.type, printing);
    const field = factory.createPropertySignature(modifiers, member.name, member.questionToken, resolved);
    return isNested && !isDescribed(symbol, printing) ? field : commented(field, symbol, printing);
  });
}

/** Names derived types by their declarations, imports types of other files, and names `undefined` once. */
function resolve(type: ts.TypeNode, printing: Printing): ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    if (ts.isUnionTypeNode(node)) {
      const isFirst = ({ kind }: ts.Node, index: number) =>
        kind !== ts.SyntaxKind.UndefinedKeyword || node.types.findIndex((each) => each.kind === kind) === index;
      return ts.visitEachChild(factory.createUnionTypeNode(node.types.filter(isFirst)), visit, undefined);
    }
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
      const { text } = node.typeName;
      const [of, nulls] = node.typeArguments ?? [];
      if (DERIVING.has(text) && of && ts.isTypeReferenceNode(of) && ts.isIdentifier(of.typeName)) {
        const isClearable = nulls !== undefined && ts.isLiteralTypeNode(nulls) && isNull(nulls.literal);
        const own = nameFor(of.typeName.text, isClearable);
        if (isDeclared(`${text}.${own}`, declaringFileOf(text, printing), printing)) {
          importType(text, printing);
          const name = factory.createQualifiedName(factory.createIdentifier(text), own);
          return factory.createTypeReferenceNode(name);
        }
      }
      importType(text, printing);
    }
    return ts.visitEachChild(node, visit, undefined);
  };
  return ts.visitNode(type, visit, ts.isTypeNode) ?? type;
}

/** Imports a type unless it is in scope. The compiler omits an import that only function bodies use. */
function importType(name: string, printing: Printing): void {
  const { source, checker, imported, imports } = printing;
  const symbol = checker.resolveName(name, source, ts.SymbolFlags.Type, false);
  if (imported.has(name) || (symbol !== undefined && !isImport(symbol))) return;
  const file = declaringFileOf(name, printing);
  imports.set(file.fileName, new Set(imports.get(file.fileName)).add(name));
}

const isImport = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Alias) !== 0;

/** The file that declares a type of this package, in scope or not. */
function declaringFileOf(name: string, { source, program, checker }: Printing): ts.SourceFile {
  const symbol = checker.resolveName(name, source, ts.SymbolFlags.Type, false);
  const declared = symbol !== undefined && isImport(symbol) ? checker.getAliasedSymbol(symbol) : symbol;
  if (declared !== undefined) return declared.declarations?.[0]?.getSourceFile() ?? fail(name);
  const isDeclaration = (node: ts.Statement) => isNamed(node) && node.name.text === name;
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && file.statements.some(isDeclaration));
  return files.length === 1 && files[0] ? files[0] : fail(name);
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
