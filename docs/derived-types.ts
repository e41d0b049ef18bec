// Declarations of the types that are derived from resources, such as `Input<TableSchema>`, with their fields and comments.
import { dirname, relative } from "node:path";
import ts from "typescript";

const { factory } = ts;

/**
 * The types that derive the fields of one resource from those of another, such as `Input<TableSchema>`, and how the names of
 * their declarations begin. Compilers show the name to who writes a field that is output only.
 */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["Input", "Writable"],
  ["Patch", "Writable"],
  ["DesiredInput", "Writable"],
  ["DesiredFields", "Desired"],
]);

const nameFor = (deriving: string, of: string) => `${PREFIXES.get(deriving)}${of.replace(/Draft$/, "")}`;

/** Literal types and aliases are printed as they are written. */
const FLAGS = ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * Replaces derived types in the declarations of a file by types in a namespace with the name of the deriving type:
 * `interface TableInput extends Input<TableDraft>` becomes `… extends Input.WritableTable`. All types that their fields name
 * are replaced, too. They are no interfaces, because hovers show these before the name of each field.
 */
export function withDerived(file: ts.SourceFile, program: ts.Program): ts.SourceFile {
  const source = program.getSourceFile(file.fileName) ?? fail(file.fileName);
  const checker = program.getTypeChecker();
  const types = new Map<string, ts.Type>();
  for (const node of source.statements) {
    if (!ts.isInterfaceDeclaration(node) || baseOf(node) === undefined) continue;
    for (const base of checker.getBaseTypes(checker.getTypeAtLocation(node) as ts.InterfaceType))
      add(base, types, checker);
  }
  if (types.size === 0) return file;

  const declarations = new Map<string, ts.TypeAliasDeclaration[]>(); // by namespace
  // The map grows while it is walked, by what the fields name.
  for (const [name, type] of types) {
    const namespace = type.aliasSymbol?.name ?? fail(name);
    declarations.set(namespace, [
      ...(declarations.get(namespace) ?? []),
      declarationOf(name, type, source, types, program),
    ]);
  }
  const statements = file.statements.map((node) => (ts.isInterfaceDeclaration(node) ? withBase(node) : node));
  const namespaces = [...declarations].map(([name, members]) =>
    factory.createModuleDeclaration(
      factory.createModifiersFromModifierFlags(ts.ModifierFlags.Export | ts.ModifierFlags.Ambient),
      factory.createIdentifier(name),
      factory.createModuleBlock(members),
      ts.NodeFlags.Namespace,
    ),
  );
  return factory.updateSourceFile(file, [...statements, ...namespaces]);
}

/** The deriving type and its argument in `interface TableInput extends Input<TableDraft>`. */
function baseOf({ heritageClauses }: ts.InterfaceDeclaration): readonly [deriving: string, of: string] | undefined {
  const [base] = heritageClauses?.flatMap(({ types }) => types) ?? [];
  const [argument] = base?.typeArguments ?? [];
  if (!base || !ts.isIdentifier(base.expression) || !PREFIXES.has(base.expression.text)) return undefined;
  if (!argument || !ts.isTypeReferenceNode(argument) || !ts.isIdentifier(argument.typeName)) return fail("a base");
  return [base.expression.text, argument.typeName.text];
}

function withBase(node: ts.InterfaceDeclaration): ts.InterfaceDeclaration {
  const [deriving, of] = baseOf(node) ?? [];
  if (deriving === undefined || of === undefined) return node;
  const name = factory.createPropertyAccessExpression(factory.createIdentifier(deriving), nameFor(deriving, of));
  const base = factory.createExpressionWithTypeArguments(name, undefined);
  const heritage = factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [base]);
  return factory.updateInterfaceDeclaration(
    node,
    node.modifiers,
    node.name,
    node.typeParameters,
    [heritage],
    node.members,
  );
}

/** The name of the declaration of a derived type, such as `Input.WritableTableSchema`; undefined for other types. */
function nameOf({ aliasSymbol, aliasTypeArguments }: ts.Type): string | undefined {
  const [of] = aliasTypeArguments ?? [];
  if (aliasSymbol === undefined || of === undefined || !PREFIXES.has(aliasSymbol.name)) return undefined;
  return `${aliasSymbol.name}.${nameFor(aliasSymbol.name, of.symbol.name)}`;
}

/** Adds the derived types of a field: the type itself, alternatives, and elements of lists. */
function add(type: ts.Type, types: Map<string, ts.Type>, checker: ts.TypeChecker): void {
  const name = nameOf(type);
  if (name !== undefined) types.set(name, types.get(name) ?? type);
  else if (type.isUnion()) for (const each of type.types) add(each, types, checker);
  else if (checker.isArrayType(type))
    add(checker.getTypeArguments(type as ts.TypeReference)[0] ?? type, types, checker);
}

function declarationOf(
  name: string,
  type: ts.Type,
  source: ts.SourceFile,
  types: Map<string, ts.Type>,
  program: ts.Program,
): ts.TypeAliasDeclaration {
  const checker = program.getTypeChecker();
  const literal = checker.typeToTypeNode(type, source, FLAGS | ts.NodeBuilderFlags.InTypeAlias);
  if (!literal || !ts.isTypeLiteralNode(literal)) return fail(name);
  const members = literal.members.map((member) => {
    if (!ts.isPropertySignature(member) || !member.type || !member.name || ts.isComputedPropertyName(member.name)) {
      return fail(name);
    }
    const symbol = type.getProperty(member.name.text) ?? fail(member.name.text);
    add(checker.getTypeOfSymbol(symbol), types, checker);
    const modifiers = member.modifiers?.map(({ kind }) => factory.createModifier(kind as ts.ModifierSyntaxKind));
    const resolved = resolve(member.type, source, program);
    const field = factory.createPropertySignature(modifiers, member.name.text, member.questionToken, resolved);
    return commented(field, symbol, checker);
  });
  return factory.createTypeAliasDeclaration(
    undefined,
    name.split(".")[1] ?? fail(name),
    undefined,
    factory.createTypeLiteralNode(members),
  );
}

/** Names derived types by their declarations, and types of other files by imports. */
function resolve(type: ts.TypeNode, source: ts.SourceFile, program: ts.Program): ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName))
      return ts.visitEachChild(node, visit, undefined);
    const { text } = node.typeName;
    const [of] = node.typeArguments ?? [];
    if (PREFIXES.has(text) && of && ts.isTypeReferenceNode(of) && ts.isIdentifier(of.typeName)) {
      const name = factory.createQualifiedName(factory.createIdentifier(text), nameFor(text, of.typeName.text));
      return factory.createTypeReferenceNode(name);
    }
    const file = fileOf(text, source, program);
    if (file === undefined) return ts.visitEachChild(node, visit, undefined);
    const path = relative(dirname(source.fileName), file.fileName).replace(/\.ts$/, ".js");
    const module = factory.createLiteralTypeNode(
      factory.createStringLiteral(path.startsWith(".") ? path : `./${path}`),
    );
    return factory.createImportTypeNode(module, undefined, factory.createIdentifier(text), node.typeArguments);
  };
  return ts.visitNode(type, visit, ts.isTypeNode) ?? type;
}

/** The file that declares a type that is not in scope; undefined for a type in scope. */
function fileOf(name: string, source: ts.SourceFile, program: ts.Program): ts.SourceFile | undefined {
  const checker = program.getTypeChecker();
  if (checker.resolveName(name, source, ts.SymbolFlags.Type, false)) return undefined;
  const isDeclaration = (node: ts.Statement) =>
    (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name.text === name;
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && file.statements.some(isDeclaration));
  return files.length === 1 ? files[0] : fail(name);
}

/** Adds the comment of a field, and where it is declared. */
function commented(node: ts.PropertySignature, symbol: ts.Symbol, checker: ts.TypeChecker): ts.PropertySignature {
  const declaration = symbol.declarations?.[0] ?? fail(symbol.name);
  const [own] = ts.getJSDocCommentsAndTags(declaration);
  // A field that overrides another one inherits its comment.
  const inherited = () => `/** ${ts.displayPartsToString(symbol.getDocumentationComment(checker))} */`;
  const text = (own?.getText() ?? inherited()).slice("/*".length, -"*/".length);
  if (!/\w/.test(text)) return fail(`${symbol.name} without a comment`);
  ts.setSourceMapRange(node, {
    pos: declaration.getStart(),
    end: declaration.end,
    source: declaration.getSourceFile(),
  });
  const lines = text.replaceAll(/\n\s*/g, "\n "); // the printer indents them
  return ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, lines, true);
}

function fail(name: string): never {
  throw new Error(`cannot declare ${name}`);
}
