// JSON Schemas of the resources and inputs: form and bounds are those of the zod schemas, names of enumerated values and
// descriptions those of the interfaces.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as z from "zod";
import { resolveAlias } from "../../e2e/package/api-report.js";
import * as fourfold from "../../src/index.js";
import { markOf } from "../../src/schema/schema.js";
import { valuesFor } from "./enum-values.js";

type JsonSchema = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** Inputs that are not resources: the name of the type, and the schema of the resource that it is made of. */
const inputs: Readonly<Record<string, Schema | undefined>> = {
  TableInput: fourfold.Table,
  TableFieldInput: fourfold.TableFieldSchema,
  TablePatch: fourfold.Table,
  DesiredTable: fourfold.Table,
  DatasetInput: fourfold.Dataset,
  DesiredEnvironment: fourfold.Environment,
  EnvironmentUpdate: z.object({ environment: fourfold.Environment }),
  EntitySearchQuery: z.object({ limit: z.int().check(z.gte(1), z.lte(500)) }),
};

const index = fileURLToPath(new URL("../../src/index.ts", import.meta.url));
const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase();

/** JSON Schemas by file name: of each resource as it is read, and of each input. */
export type JsonSchemas = ReadonlyMap<string, JsonSchema>;

/** Returns the JSON Schemas. */
export function jsonSchemas(): JsonSchemas {
  const program = ts.createProgram([index], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const surface = checker.getSymbolAtLocation(program.getSourceFile(index) as ts.SourceFile) as ts.Symbol;
  const exported = new Map(checker.getExportsOfModule(surface).map((symbol) => [symbol.name, symbol]));
  const resources = Object.entries(fourfold).filter(
    (entry): entry is [string, typeof fourfold.Table] => entry[1] instanceof z.core.$ZodType,
  );
  const all = [
    ...resources.map(([name, schema]) => ({ name, schema, isInput: false })),
    ...Object.entries(inputs).map(([name, schema]) => ({ name, schema, isInput: true })),
  ];
  return new Map(
    all
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, schema, isInput }) => {
        const symbol = exported.get(name);
        if (symbol === undefined) throw new Error(`src/index.ts does not export ${name}`);
        const target = resolveAlias(symbol, checker);
        const type = checker.getDeclaredTypeOfSymbol(target);
        const file = `${kebab(name)}.json`;
        const id = { $schema: "https://json-schema.org/draft/2020-12/schema", $id: `urn:fourfold:${file}` };
        return [file, { ...id, title: name, ...documentOf(checker, target, type, schema, isInput) }];
      }),
  );
}

/** Returns a JSON Schema with all referenced definitions in `$defs`. */
function documentOf(
  checker: ts.TypeChecker,
  root: ts.Symbol,
  rootType: ts.Type,
  rootSchema: Schema | undefined,
  isInput: boolean,
): JsonSchema {
  const names = new Map<ts.Type, string>([[rootType, ""]]);
  const definitions: Record<string, JsonSchema> = {};

  const describe = (symbol: ts.Symbol): JsonSchema => {
    const own = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const values = symbol.declarations?.map((field) => valuesFor(field, own, checker)).find(Boolean);
    const text = [own, ...(values === undefined ? [] : [values])]
      .join("\n\n")
      .replace(commentOfSchema(symbol), "")
      .replaceAll(/\{@link (\w+)[^}]*\}/g, "$1");
    // Lines of a paragraph are broken for the source only.
    return text === "" ? {} : { description: text.replaceAll(/(?<!\n)\n(?![\n-])/g, " ").trim() };
  };

  /** A reference to the definition of an object type, which is added when it is first needed. */
  const reference = (type: ts.Type, schema: Schema | undefined): JsonSchema => {
    let name = names.get(type);
    if (name === undefined) {
      const part = interfaceOf(type);
      name = `${part.name}${type.aliasTypeArguments === undefined ? "" : type.aliasSymbol?.name}`;
      if (Object.hasOwn(definitions, name)) throw new Error(`two types are named ${name}`);
      names.set(type, name);
      definitions[name] = {}; // keeps the order in which the definitions are needed
      definitions[name] = { ...describe(part), ...objectOf(type, schema) };
    }
    return { $ref: name === "" ? "#" : `#/$defs/${name}` };
  };

  /** The properties of an object type. */
  const objectOf = (type: ts.Type, schema: Schema | undefined): JsonSchema => {
    const shape = schema === undefined ? {} : shapeOf(schema);
    // The types of a union have different properties, such as those of an operation that is running or done.
    const symbols = new Map<string, ts.Symbol>();
    for (const each of type.isUnion() ? type.types : [type]) {
      for (const symbol of checker.getPropertiesOfType(each)) {
        if (isBrand(symbol)) continue;
        const isAbsent = checker.getTypeOfSymbol(symbol).flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never);
        if (!symbols.has(symbol.name) || !isAbsent) symbols.set(symbol.name, symbol);
      }
    }
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    const names = Object.keys(shape);
    const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
    for (const [name, symbol] of [...symbols].sort(([a], [b]) => rank(a) - rank(b))) {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const isOutputOnly = field !== undefined && markOf(field).outputOnly === true;
      if (isInput && isOutputOnly) continue;
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      const isAbsentAllowed = isInput || field === undefined ? isOptional : field._zod.optin === "optional";
      const given = checker.getTypeOfSymbol(symbol);
      // Responses may contain null as the value of an optional field.
      const isNullable = isInput || field === undefined ? hasNull(given) : isAbsentAllowed;
      const value = formOf(checker.getNonNullableType(given), field === undefined ? undefined : unwrapped(field));
      const form = isNullable ? orNull(value) : value;
      properties[name] = { ...describe(symbol), ...form, ...(isOutputOnly ? { readOnly: true } : {}) };
      if (!isAbsentAllowed) required.push(name);
    }
    return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  };

  const formOf = (given: ts.Type, schema: Schema | undefined): JsonSchema => {
    const type = (given.isTypeParameter() && checker.getBaseConstraintOfType(given)) || given;
    const parts = type.isUnion() ? type.types : [type];
    const element = elementOf(checker, type);
    if (element !== undefined) return { type: "array", items: formOf(element, schema && elementSchemaOf(schema)) };
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (isInput && values !== undefined) return { type: "object", additionalProperties: inputMapOf(values) };
    const lists = parts.filter((part) => elementOf(checker, part) !== undefined);
    if (lists.length > 0) {
      // One value, or a list of values.
      const options = (schema && optionsOf(schema)) ?? [];
      const single = formOfParts(
        parts.filter((part) => !lists.includes(part)),
        options.find((option) => !isList(option)),
      );
      return { anyOf: [single, ...lists.map((list) => formOf(list, options.find(isList)))] };
    }
    return formOfParts(parts, schema);
  };

  /** The values of a map in an input. */
  const inputMapOf = (values: ts.Type): JsonSchema => {
    const form = formOf(checker.getNonNullableType(values), undefined);
    return hasNull(values) ? orNull(form) : form;
  };

  /** Values that are neither lists nor maps. */
  const formOfParts = (parts: readonly ts.Type[], schema: Schema | undefined): JsonSchema => {
    const [part] = parts;
    if (part !== undefined && isObject(part)) {
      if (parts.length > 1)
        throw new Error(`no form for ${parts.map((each) => checker.typeToString(each)).join(" | ")}`);
      return reference(part, schema);
    }
    const literals = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
    const base = schema === undefined ? primitiveOf(checker, parts) : leafOf(schema, isInput);
    return literals.length > 0 ? { anyOf: [{ enum: literals }, base] } : base;
  };

  /** The interface that declares an object type, or the properties of a mapped type. */
  const interfaceOf = (type: ts.Type): ts.Symbol => {
    if (type.symbol.flags & ts.SymbolFlags.Interface) return type.symbol;
    // A field of a mapped type is declared in an interface, or in the shape of one.
    const holder = checker.getPropertiesOfType(type)[0]?.declarations?.[0]?.parent;
    const name = holder && (ts.isObjectLiteralExpression(holder) ? interfaceOfShape(holder) : nameOf(holder));
    return (name && checker.getSymbolAtLocation(name)) ?? type.symbol;
  };

  /** Whether a property exists in types only. */
  const isBrand = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((declaration) => ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private);

  /** Whether values are objects with known properties. */
  const isObject = (type: ts.Type): boolean =>
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    elementOf(checker, type) === undefined &&
    checker.getIndexInfoOfType(type, ts.IndexKind.String) === undefined &&
    checker.getPropertiesOfType(type).length > 0;

  const document = { ...describe(root), ...objectOf(rootType, rootSchema) };
  return Object.keys(definitions).length > 0 ? { ...document, $defs: definitions } : document;
}

const nameOf = (node: ts.Node) => (ts.isInterfaceDeclaration(node) ? node.name : undefined);

/** The name of the interface that has the fields of a shape: `interface X extends Fields<typeof xShape>`. */
function interfaceOfShape(shape: ts.ObjectLiteralExpression): ts.Identifier | undefined {
  const heritage = `extends Fields<typeof ${(shape.parent as ts.VariableDeclaration).name.getText()}>`;
  const isOfShape = (node: ts.Statement) =>
    ts.isInterfaceDeclaration(node) && node.heritageClauses?.some((clause) => clause.getText() === heritage);
  const found = shape.getSourceFile().statements.find(isOfShape);
  return found && nameOf(found);
}

/** The comment of a schema with the same name as a type, which TypeScript appends to the comment of the type. */
function commentOfSchema({ valueDeclaration }: ts.Symbol): string {
  if (valueDeclaration === undefined || !ts.isVariableDeclaration(valueDeclaration)) return "";
  const [comment] = ts.getJSDocCommentsAndTags(valueDeclaration);
  return ts.getTextOfJSDocComment(comment?.comment) ?? "";
}

/** The type of the elements of a list. */
function elementOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  return checker.isArrayType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined;
}

/** The JSON Schema of a value or null. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...others } = schema;
  if (typeof type === "string") return { type: [type, "null"], ...others };
  return { anyOf: [...(Array.isArray(anyOf) ? anyOf : [schema]), { type: "null" }] };
}

const hasNull = (type: ts.Type) => type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);

type Def = z.core.$ZodTypes["_zod"]["def"];
const defOf = (schema: Schema) => schema._zod.def as Def; // a union that `type` narrows

function unwrapped(schema: Schema): Schema {
  const def = defOf(schema);
  return def.type === "optional" || def.type === "nullable" ? unwrapped(def.innerType) : schema;
}

function shapeOf(schema: Schema): Readonly<Record<string, Schema>> {
  const def = defOf(unwrapped(schema));
  return def.type === "object" ? def.shape : {};
}

function optionsOf(schema: Schema): readonly Schema[] | undefined {
  const def = defOf(schema);
  return def.type === "union" ? (def.options as readonly Schema[]) : undefined;
}

const isList = (schema: Schema) => defOf(schema).type === "array";

function elementSchemaOf(schema: Schema): Schema | undefined {
  const def = defOf(schema);
  return def.type === "array" ? def.element : undefined;
}

/** The JSON Schema of a value without properties. */
function leafOf(schema: Schema, isInput: boolean): JsonSchema {
  const { $schema: _, type, ...json } = z.toJSONSchema(schema, { io: isInput ? "input" : "output" });
  return { ...typed(type), ...json };
}

/** The JSON Schema of a value that no schema describes. */
function primitiveOf(checker: ts.TypeChecker, parts: readonly ts.Type[]): JsonSchema {
  const names = parts.map((part) => checker.typeToString(checker.getBaseTypeOfLiteralType(part)));
  const types = [...new Set(names)].flatMap((name) => (["string", "number", "boolean"].includes(name) ? [name] : []));
  return types.length === 0 ? {} : typed(types.length === 1 ? types[0] : types);
}

/** The JSON Schema of a type or several; strict validators allow no list of types. */
function typed(type: unknown): JsonSchema {
  if (Array.isArray(type)) return { anyOf: type.map((each) => ({ type: each })) };
  return type === undefined ? {} : { type };
}
