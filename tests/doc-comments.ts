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
  /** Literals of the type, if it is an open enumeration: literals or any other string. */
  readonly values?: readonly string[];
}

interface DocTag {
  readonly tag: string;
  /** Name of the parameter, for `param`. */
  readonly name?: string | undefined;
  readonly text: string;
}

interface SignatureFacts {
  readonly parameters: readonly string[];
  /** Whether it returns a value, or a promise of one. */
  readonly returns: boolean;
  /** Whether it returns a promise, or an iterable of pages. */
  readonly isAsync: boolean;
  /** Whether its body, or a function that the body calls, has a `throw`. Unknown without a body. */
  readonly throws: boolean | undefined;
}

/** Everything that users see of the entry points. */
export interface PublicSurface {
  readonly documented: readonly Documented[];
  /** Names of the exported classes and interfaces of errors. */
  readonly errorClasses: ReadonlySet<string>;
}

/** Reads the doc comments of all exports of all entry points, and of their members. */
export function publicSurface(): PublicSurface {
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
  const errorClasses = [...symbols].filter((symbol) => checker.getDeclaredTypeOfSymbol(symbol).getProperty("stack"));
  return { documented, errorClasses: new Set(errorClasses.map(({ name }) => name)) };
}

function missing(file: string): never {
  throw new Error(`${file} is not a module`);
}

class Reader {
  readonly #throwing = new Map<ts.Node, boolean>();
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
        if (!isOverloaded || node.body === undefined) this.function(symbol.name, node, node, symbol);
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
        if (ts.isFunctionTypeNode(node.type)) this.add(symbol.name, node);
        else this.add(symbol.name, node, { values: this.#valuesOf(node.type) });
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
        this.add(name, member, { values: this.#valuesOf(member.type) });
        if (member.type !== undefined) this.literal(name, member.type);
      } else if (ts.isGetAccessor(member)) this.add(name, member);
    }
  }

  function(name: string, documentedBy: ts.Node, node: ts.SignatureDeclaration, symbol?: ts.Symbol): void {
    const signature = this.checker.getSignatureFromDeclaration(node) ?? missing(name);
    const type = this.checker.getReturnTypeOfSignature(signature);
    const awaited = this.checker.getAwaitedType(type) ?? type;
    const nothing = ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never;
    // Of an overloaded function, the implementation.
    const implementation = symbol?.valueDeclaration === undefined ? node : bodyOf(symbol);
    this.add(name, documentedBy, {
      signature: {
        parameters: node.parameters.map((each) => each.name.getText()).filter((each) => each !== "this"),
        returns: (awaited.flags & nothing) === 0 && !/^asserts /.test(node.type?.getText() ?? ""),
        isAsync: awaited !== type || /^(Pager|AsyncIterable|AsyncGenerator)\b/.test(this.checker.typeToString(type)),
        throws: implementation === undefined || !("body" in implementation) ? undefined : this.#throws(implementation),
      },
    });
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

  /** The literals of an open enumeration, or of a list of its values. */
  #valuesOf(node: ts.TypeNode | undefined): readonly string[] {
    if (node === undefined) return [];
    const named = node.getText().replace(/^readonly |\[\]$| \| undefined/g, "");
    const type = this.checker.getTypeFromTypeNode(node);
    const members = type.isUnion() ? type.types : [type];
    const elements = members.flatMap((each) =>
      this.checker.isArrayType(each) ? this.checker.getTypeArguments(each as ts.TypeReference) : [each],
    );
    const alternatives = elements.flatMap((each) => (each.isUnion() ? each.types : [each]));
    const isOpen = alternatives.some((each) => (each.flags & ts.TypeFlags.Intersection) !== 0);
    const literals = alternatives.filter((each) => each.isStringLiteral());
    // Types that are written in place show their values.
    return isOpen && (ts.isTypeAliasDeclaration(node.parent) || /^\w+$/.test(named))
      ? literals.map((each) => (each as ts.StringLiteralType).value)
      : [];
  }

  /** Whether a function has a `throw`, or calls a function of this package that has one. */
  #throws(node: ts.Node): boolean {
    const known = this.#throwing.get(node);
    if (known !== undefined) return known;
    this.#throwing.set(node, false); // for recursion
    const result = this.#mayThrow(node, node);
    this.#throwing.set(node, result);
    return result;
  }

  #mayThrow(node: ts.Node, top: ts.Node): boolean {
    if (ts.isThrowStatement(node)) return true;
    // A function that is created is not called, except as an argument of a method of lists.
    if (node !== top && isFunctionLike(node) && !ts.isCallExpression(node.parent)) return false;
    if (ts.isTryStatement(node) && node.catchClause !== undefined)
      return (
        this.#mayThrow(node.catchClause, top) || (node.finallyBlock ? this.#mayThrow(node.finallyBlock, top) : false)
      );
    if (ts.isCallExpression(node)) {
      let called = this.checker.getSymbolAtLocation(
        ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression,
      );
      if (called !== undefined) called = resolveAlias(called, this.checker);
      const body = called === undefined ? undefined : bodyOf(called);
      if (body !== undefined && this.#throws(body)) return true;
    }
    return ts.forEachChild(node, (child) => this.#mayThrow(child, top) || undefined) ?? false;
  }
}

function tagText(tag: ts.JSDocTag): string {
  const text = ts.getTextOfJSDocComment(tag.comment) ?? "";
  // The compiler takes the braces of @throws for a type, and the first word of @see for a name.
  if (ts.isJSDocThrowsTag(tag) && tag.typeExpression) return `${tag.typeExpression.getText()} ${text}`;
  if (ts.isJSDocSeeTag(tag) && tag.name) return `${tag.name.getText()}${text}`;
  return text.replace(/^- /, "");
}

function bodyOf(symbol: ts.Symbol): ts.SignatureDeclaration | undefined {
  for (const node of symbol.declarations ?? []) {
    if (!isOurs(node)) continue;
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body !== undefined) return node;
    if (ts.isVariableDeclaration(node) && node.initializer && isFunctionLike(node.initializer)) return node.initializer;
  }
  return undefined;
}

const isOurs = (node: ts.Node) => node.getSourceFile().fileName.startsWith(src);

const isFunctionLike = (node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression =>
  ts.isArrowFunction(node) || ts.isFunctionExpression(node);

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0 && !(member.name && ts.isPrivateIdentifier(member.name));
}
