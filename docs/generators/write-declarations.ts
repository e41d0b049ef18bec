// Part of npm run build: writes the declarations of the package to dist. They are those of the compiler, except that the
// interface of a resource contains its fields, with their comments, instead of a type that derives them from its shape.
// Compilers resolve such interfaces faster, and TypeScript 7 shows no comments for derived fields.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { withComment, withDerived, withImports } from "./derived-types.js";

const { factory } = ts;
const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** A field as the compiler declares it in a shape: `friendlyName: OptionalFieldSchema<string>`. */
interface Field {
  readonly isOptional: boolean;
  readonly isOutputOnly: boolean;
  readonly type: ts.TypeNode;
}

/** Reads the type of a schema. Throws for an unknown one: a field would silently lose its type. */
function fieldOf(schema: ts.TypeNode): Field {
  const [name, [argument] = []] = referenceOf(schema);
  const field = { isOptional: false, isOutputOnly: false };
  if (name === "ZodString") return { ...field, type: factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword) };
  if (argument === undefined) throw new Error(`no field for ${name}`);
  switch (name) {
    case "SchemaOf":
    case "ZodType":
    case "RequiredFieldSchema":
      return { ...field, type: argument };
    case "ZodArray":
      return { ...field, type: factory.createArrayTypeNode(fieldOf(argument).type) };
    case "OptionalFieldSchema":
      return { ...field, isOptional: true, type: argument };
    case "OutputOnlySchema":
      return { isOptional: true, isOutputOnly: true, type: argument };
    default:
      throw new Error(`no field for ${name}`);
  }
}

/** The last name and the arguments of `Name<A>`, `z.Name<A>` or `import("…").Name<A>`. */
function referenceOf(node: ts.TypeNode): readonly [name: string, typeArguments?: readonly ts.TypeNode[] | undefined] {
  const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isImportTypeNode(node) ? node.qualifier : undefined;
  if (name === undefined) return [ts.SyntaxKind[node.kind]];
  const { typeArguments } = node as ts.NodeWithTypeArguments; // checked above
  return [ts.isIdentifier(name) ? name.text : name.right.text, typeArguments];
}

/** The name of the shape in `interface Table extends Fields<typeof tableShape>`. */
function shapeOf(node: ts.Statement): string | undefined {
  if (!ts.isInterfaceDeclaration(node)) return undefined;
  const [base] = node.heritageClauses?.flatMap(({ types }) => types) ?? [];
  if (base === undefined || !ts.isIdentifier(base.expression) || base.expression.text !== "Fields") return undefined;
  const [query] = base.typeArguments ?? [];
  if (query === undefined || !ts.isTypeQueryNode(query) || !ts.isIdentifier(query.exprName))
    throw new Error("no shape");
  return query.exprName.text;
}

/** The shapes of a file: `declare const tableShape: { … }`. */
function shapesIn(file: ts.SourceFile): ReadonlyMap<string, readonly ts.TypeElement[]> {
  const names = new Set(file.statements.map(shapeOf));
  const variables = file.statements.filter(ts.isVariableStatement).flatMap((each) => each.declarationList.declarations);
  return new Map(
    variables.flatMap(({ name, type }) =>
      ts.isIdentifier(name) && names.has(name.text) && type && ts.isTypeLiteralNode(type)
        ? [[name.text, type.members]]
        : [],
    ),
  );
}

const withFields: ts.TransformerFactory<ts.SourceFile | ts.Bundle> = () => (file) => {
  if (ts.isBundle(file)) return file;
  const shapes = shapesIn(file);
  if (shapes.size === 0) return file;
  const statements = file.statements.flatMap((node) => {
    const shape = shapes.get(shapeOf(node) ?? "");
    if (shape !== undefined) return interfaceWith(shape, node as ts.InterfaceDeclaration, file); // `shapeOf` has checked it
    const declarations = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
    return declarations.some(({ name }) => ts.isIdentifier(name) && shapes.has(name.text)) ? [] : node;
  });
  return factory.updateSourceFile(file, statements);
};

const int64File = `${src}schema/scalars.ts`;

/** Names 64-bit integers, which the compiler prints as `` `${bigint}` ``. */
const withInt64: ts.TransformerFactory<ts.SourceFile | ts.Bundle> = (context) => (file) => {
  if (ts.isBundle(file) || file.fileName === int64File) return file;
  let isFound = false;
  const visit = (node: ts.Node): ts.Node => {
    if (!ts.isTemplateLiteralTypeNode(node)) return ts.visitEachChild(node, visit, context);
    const [span, another] = node.templateSpans;
    const isInt64 =
      node.head.text === "" && span?.type.kind === ts.SyntaxKind.BigIntKeyword && span.literal.text === "" && !another;
    isFound ||= isInt64;
    return isInt64 ? factory.createTypeReferenceNode("Int64") : node;
  };
  const named = ts.visitEachChild(file, visit, context);
  return isFound ? withImports(named, new Map([[int64File, new Set(["Int64"])]])) : file;
};

function interfaceWith(
  shape: readonly ts.TypeElement[],
  node: ts.InterfaceDeclaration,
  file: ts.SourceFile,
): ts.InterfaceDeclaration {
  const checker = program.getTypeChecker();
  const declared = program.getSourceFile(file.fileName)?.statements.find((each): each is ts.InterfaceDeclaration => {
    return ts.isInterfaceDeclaration(each) && each.name.text === node.name.text;
  });
  const type = declared && checker.getTypeAtLocation(declared);
  /** Adds the values of an enumeration to the comment of a field. */
  const described = (field: ts.PropertySignature): ts.PropertySignature => {
    const [declaration] = type?.getProperty(nameOf(field.name))?.declarations ?? [];
    const [comment] = declaration === undefined ? [] : ts.getJSDocCommentsAndTags(declaration);
    if (declaration === undefined || comment === undefined) return field;
    return withComment(field, comment.getText(), declaration, checker);
  };
  const own = new Set(node.members.map(({ name }) => name && nameOf(name)));
  const inherited = shape.filter(({ name }) => name && !own.has(nameOf(name)));
  const members = [...inherited.map((field) => described(memberOf(field))), ...node.members];
  return factory.updateInterfaceDeclaration(node, node.modifiers, node.name, node.typeParameters, undefined, members);
}

const nameOf = (name: ts.PropertyName) =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();

function memberOf(node: ts.TypeElement): ts.PropertySignature {
  if (!ts.isPropertySignature(node) || node.type === undefined) throw new Error(`no field for ${node.name?.getText()}`);
  const { isOptional, isOutputOnly, type } = fieldOf(node.type);
  const absent = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  return factory.updatePropertySignature(
    node,
    isOutputOnly ? [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)] : [],
    node.name,
    isOptional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
    isOptional ? factory.createUnionTypeNode([...parts, absent]) : type,
  );
}

const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(`${src}tsconfig.json`, {}, host) ?? {
  fileNames: [],
  options: {},
};
const program = ts.createProgram(fileNames, options);
const { diagnostics } = program.emit(undefined, undefined, undefined, true, {
  afterDeclarations: [withFields, () => (file) => (ts.isBundle(file) ? file : withDerived(file, program)), withInt64],
});
const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
problems.forEach(report);
if (problems.length > 0) process.exitCode = 1;

function report(problem: ts.Diagnostic): void {
  const format = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: process.cwd,
    getNewLine: () => "\n",
  };
  console.error(ts.formatDiagnostic(problem, format));
}

function fail(problem: ts.Diagnostic): never {
  report(problem);
  process.exit(1);
}
