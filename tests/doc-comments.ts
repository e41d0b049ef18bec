import { fileURLToPath } from "node:url";
import ts from "typescript";
import { resolveAlias } from "../e2e/package/exported.js";
import manifest from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const src = `${root}src/`;

/** A public declaration with its doc comment. */
export interface Documented {
  /** Names from the export to the member, such as `Tables.get`, or a module, such as `fourfold/warehouse`. */
  readonly name: string;
  /** File and line, such as `src/warehouse/tables.ts:73`. */
  readonly at: string;
  /** Text of the comment before the first tag. */
  readonly text: string;
  /** Tags with their texts, such as `["param", "options", "The options."]`. */
  readonly tags: readonly DocTag[];
  /** Only for functions, methods and call signatures. */
  readonly signature?: SignatureFacts;
}

interface DocTag {
  readonly tag: string;
  /** Name of the parameter, for `param`. */
  readonly name?: string | undefined;
  readonly text: string;
}

interface SignatureFacts {
  readonly parameters: readonly string[];
}

/** Reads the doc comments of all exports of all entry points, and of their members. */
export function publicSurface(): readonly Documented[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [[subpath.replace(".", "fourfold"), target.default] as const],
  );
  const entryPoints = subpaths.map(([, built]) => built.replace(/^\.\/dist\/(.*)\.js$/, `${src}$1.ts`));
  const program = ts.createProgram(entryPoints, options);
  const checker = program.getTypeChecker();
  const symbols = new Set(
    entryPoints.flatMap((file) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file) ?? missing(file)) ?? missing(file);
      return checker.getExportsOfModule(module).map((symbol) => resolveAlias(symbol, checker));
    }),
  );
  const documented: Documented[] = [];
  const reader = new Reader(checker, documented);
  for (const [index, [subpath]] of subpaths.entries()) {
    const [first] = program.getSourceFile(entryPoints[index] ?? "")?.statements ?? [];
    reader.add(subpath, first ?? missing(subpath)); // the comment of the module
  }
  for (const symbol of symbols) reader.export(symbol);
  return documented;
}

function missing(file: string): never {
  throw new Error(`${file} is not a module`);
}

class Reader {
  readonly #seen = new Set<ts.Node>();

  readonly checker: ts.TypeChecker;
  readonly documented: Documented[];

  constructor(checker: ts.TypeChecker, documented: Documented[]) {
    this.checker = checker;
    this.documented = documented;
  }

  export(symbol: ts.Symbol): void {
    const declarations = (symbol.declarations ?? []).filter((each) => isOurs(each));
    const isTypeToo = declarations.some((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
    const isOverloaded = declarations.filter(ts.isFunctionDeclaration).length > 1;
    for (const node of declarations) {
      if (ts.isFunctionDeclaration(node)) {
        if (!isOverloaded || node.body === undefined) this.function(symbol.name, node, node);
      } else if (ts.isVariableDeclaration(node)) {
        // The doc comment of a resource is on its interface.
        if (isTypeToo) continue;
        const { initializer } = node;
        if (initializer !== undefined && isFunctionLike(initializer)) this.function(symbol.name, node, initializer);
        else this.add(symbol.name, node);
      } else if (ts.isClassDeclaration(node)) {
        this.add(symbol.name, node);
        this.members(symbol.name, node.members.filter(isPublic));
      } else if (ts.isInterfaceDeclaration(node)) {
        this.interface(symbol.name, node);
      } else if (ts.isTypeAliasDeclaration(node)) {
        this.add(symbol.name, node);
        this.literal(symbol.name, node.type);
      }
    }
  }

  interface(name: string, node: ts.InterfaceDeclaration): void {
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    this.add(name, node);
    this.members(name, [...node.members]);
    const own = new Set(node.members.map((member) => member.name?.getText()));
    for (const field of this.#shapeOf(node)) {
      const text = field.name?.getText();
      if (!own.has(text)) this.add(`${name}.${text}`, field);
    }
  }

  /** The fields of a resource: `interface X extends Fields<typeof xShape>`. */
  #shapeOf({ heritageClauses }: ts.InterfaceDeclaration): readonly ts.ObjectLiteralElementLike[] {
    const [fields] = heritageClauses?.flatMap(({ types }) => types) ?? [];
    const [query] = fields?.expression.getText() === "Fields" ? (fields.typeArguments ?? []) : [];
    if (query === undefined) return [];
    const shape = ts.isTypeQueryNode(query) ? this.checker.getSymbolAtLocation(query.exprName) : undefined;
    const declaration = shape?.valueDeclaration as ts.VariableDeclaration | undefined; // of a constant
    return (declaration?.initializer as ts.ObjectLiteralExpression | undefined)?.properties ?? missing(query.getText());
  }

  /** Members of object types within a type. */
  literal(name: string, type: ts.TypeNode): void {
    // The declaration that contains an object type in one line also documents its members.
    if (ts.isTypeLiteralNode(type) && type.getText().includes("\n")) this.members(name, [...type.members]);
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      for (const each of type.types) this.literal(name, each);
    else if (ts.isArrayTypeNode(type)) this.literal(name, type.elementType);
    else if (ts.isParenthesizedTypeNode(type)) this.literal(name, type.type);
    else if (ts.isTypeOperatorNode(type)) this.literal(name, type.type);
  }

  members(owner: string, members: readonly (ts.TypeElement | ts.ClassElement)[]): void {
    for (const member of members) {
      if (ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal")) continue;
      const name = `${owner}.${member.name ? member.name.getText() : "()"}`;
      if (ts.isMethodSignature(member) || ts.isCallSignatureDeclaration(member)) this.function(name, member, member);
      else if (ts.isMethodDeclaration(member)) this.function(name, member, member);
      else if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) {
        // A property that must be absent is documented by its alternative.
        if (member.type !== undefined && /^never\b|^undefined$/.test(member.type.getText())) continue;
        this.add(name, member);
        if (member.type !== undefined) this.literal(name, member.type);
      } else if (ts.isGetAccessor(member)) this.add(name, member);
    }
  }

  function(name: string, documentedBy: ts.Node, node: ts.SignatureDeclaration): void {
    const parameters = node.parameters.map((each) => each.name.getText()).filter((each) => each !== "this");
    this.add(name, documentedBy, { signature: { parameters } });
  }

  add(name: string, node: ts.Node, facts: Partial<Documented> = {}): void {
    const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
    const tags = ts.getJSDocTags(node).map(
      (each): DocTag => ({
        tag: each.tagName.text,
        name: ts.isJSDocParameterTag(each) ? each.name.getText() : undefined,
        text: tagText(each),
      }),
    );
    const text = comments.map((each) => ts.getTextOfJSDocComment(each.comment) ?? "").join("\n");
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const at = `${source.fileName.replace(root, "")}:${line + 1}`;
    this.documented.push({ name, at, text: text.trim(), tags, ...facts });
  }
}

function tagText(tag: ts.JSDocTag): string {
  const text = ts.getTextOfJSDocComment(tag.comment) ?? "";
  return text.replace(/^- /, "");
}

const isOurs = (node: ts.Node) => node.getSourceFile().fileName.startsWith(src);

const isFunctionLike = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0 && !(member.name && ts.isPrivateIdentifier(member.name));
}
