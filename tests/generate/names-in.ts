import ts from "typescript";

/** An interface or type of a generated file. */
interface GeneratedType {
  /** Names of the fields of an interface, without the fields of its base; undefined for other types. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Names of the fields that are required. */
  readonly required: ReadonlySet<string>;
}

/** The declarations of a generated file. */
export interface GeneratedNames {
  readonly types: ReadonlyMap<string, GeneratedType>;
  /** The fields of the constants that are objects; the same, but from the schemas. */
  readonly schemas: ReadonlyMap<string, GeneratedType>;
  /** Names of the constants that are methods, in order. */
  readonly methods: readonly string[];
  /** Unexpected code in a generated file: statements and expressions that are neither declarations, schemas nor rows. */
  readonly foreign: readonly string[];
}

/** Parses a generated file. */
export function namesIn(text: string): GeneratedNames {
  const source = ts.createSourceFile("generated.ts", text, ts.ScriptTarget.Latest, true);
  const types = new Map<string, GeneratedType>();
  const schemas = new Map<string, GeneratedType>();
  const methods: string[] = [];
  const { parseDiagnostics } = source as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] }; // not public, but fast
  const foreign = parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) types.set(statement.name.text, fieldsOf(statement.members));
    else if (ts.isTypeAliasDeclaration(statement)) {
      types.set(statement.name.text, { fields: undefined, required: new Set() });
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const call = initializer && ts.isCallExpression(initializer) ? initializer : undefined;
        if (call !== undefined && ts.isIdentifier(call.expression)) methods.push(name.getText());
        else if (initializer !== undefined) schemas.set(name.getText(), fieldsOf(shapeIn(initializer)?.properties));
        foreign.push(...foreignIn(initializer));
      }
    } else if (!ts.isImportDeclaration(statement)) foreign.push(statement.getText());
  }
  return { types, schemas, methods, foreign };
}

function fieldsOf(members: ts.NodeArray<ts.TypeElement | ts.ObjectLiteralElementLike> | undefined): GeneratedType {
  const names = (members ?? []).map((member) => [nameOf(member.name), member] as const);
  const required = names.filter(([, member]) => {
    if (ts.isPropertySignature(member)) return member.questionToken === undefined;
    return !/^z\.optional\(/.test(schemaTextOf(member as ts.ObjectLiteralElementLike));
  });
  return {
    fields: members && new Set(names.map(([name]) => name)),
    required: new Set(required.map(([name]) => name)),
  };
}

/** The text of the schema of a property: its value, or what its getter returns. */
function schemaTextOf(property: ts.ObjectLiteralElementLike): string {
  if (ts.isPropertyAssignment(property)) return property.initializer.getText();
  const [statement] = ts.isGetAccessor(property) ? (property.body?.statements ?? []) : [];
  return (statement && ts.isReturnStatement(statement) && statement.expression?.getText()) || "";
}

function nameOf(name: ts.PropertyName | undefined): string {
  if (name === undefined) return "";
  const literal = ts.isComputedPropertyName(name) ? name.expression : name;
  return ts.isStringLiteral(literal) || ts.isIdentifier(literal) ? literal.text : literal.getText();
}

/** The outermost object literal, which contains the fields of a schema. */
function shapeIn(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  return ts.forEachChild(node, shapeIn);
}

const CALLED =
  /^(z\.(looseObject|object|optional|string|int|number|boolean|unknown|array|record|lazy|union|literal|regex|intersection)|z\.string\(\)\.check|defineMethod|patchOf)$/;

/** Expressions that a generated file has no reason to contain. */
function foreignIn(node: ts.Node | undefined): string[] {
  if (node === undefined || ts.isTypeNode(node)) return [];
  const inner: string[] = [];
  ts.forEachChild(node, (child) => void inner.push(...foreignIn(child)));
  const isFunctionCall =
    ts.isCallExpression(node) &&
    !CALLED.test(node.expression.getText()) &&
    !(ts.isParenthesizedExpression(node.expression) && ts.isArrowFunction(node.expression.expression));
  const isOther =
    isFunctionCall ||
    ts.isTemplateExpression(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isNewExpression(node) ||
    ts.isFunctionExpression(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isSpreadElement(node);
  return isOther ? [node.getText(), ...inner] : inner;
}

/** Fields that only the interface or only the schema of a type has, or that only one of them requires. */
export function mismatchesIn({ types, schemas }: GeneratedNames): string[] {
  return [...types].flatMap(([name, type]) => {
    if (name === "Double") return [];
    const schema = schemas.get(name);
    if (schema === undefined) return [`${name} has no schema`];
    if (type.fields === undefined) return [];
    return [
      ...differences(type.fields, schema.fields ?? new Set()).map((field) => `${name}.${field}`),
      ...differences(type.required, schema.required).map((field) => `${name}.${field} is required in one of them`),
    ];
  });
}

function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((each) => !b.has(each)), ...[...b].filter((each) => !a.has(each))];
}
