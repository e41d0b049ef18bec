import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** A parameter of a method, or a field of its options: `options.view`. */
export interface ParameterDoc {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A method of a client, as its declaration and its doc comment describe it. */
export interface MethodDoc {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly ParameterDoc[];
  readonly returns: { readonly type: string; readonly text: string };
  readonly throws: readonly { readonly type: string; readonly text: string }[];
  readonly see: string;
  readonly example: string;
}

const src = new URL("../../src/", import.meta.url);

/** Every interface of the sources by its name. */
const interfaces = new Map(
  readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ts.createSourceFile(path, readFileSync(new URL(path, src), "utf8"), ts.ScriptTarget.Latest, true))
    .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
    .map((node) => [node.name.text, node]),
);

function interfaceOf(name: string): ts.InterfaceDeclaration {
  const found = interfaces.get(name);
  if (found === undefined) throw new Error(`the sources declare no interface ${name}`);
  return found;
}

/** The methods of an interface in the order of their declaration; the first overload of each. */
export function methodsOf(name: string): MethodDoc[] {
  const methods = interfaceOf(name).members.filter(ts.isMethodSignature);
  const names = methods.map((method) => method.name.getText());
  return methods.filter((_, index) => names.indexOf(names[index] ?? "") === index).map(methodDoc);
}

/** The fields that an interface itself declares. */
export function ownFields(name: string): ParameterDoc[] {
  const fields = interfaceOf(name).members.filter(ts.isPropertySignature);
  return fields.map((field) => ({ name: field.name.getText(), type: typeOf(field), text: textOf(field) }));
}

function methodDoc(node: ts.MethodSignature): MethodDoc {
  const tags = ts.getJSDocTags(node).map((tag) => ({
    kind: tag.tagName.text,
    type: ts.isJSDocThrowsTag(tag) ? (tag.typeExpression?.type.getText() ?? "") : "",
    text: plain(tag.comment),
  }));
  const [returns, see, example] = ["returns", "see", "example"].map(
    (kind) => tags.find((tag) => tag.kind === kind)?.text,
  );
  return {
    name: node.name.getText(),
    text: textOf(node),
    parameters: node.parameters.flatMap(parameterDocs),
    returns: { type: typeOf(node), text: returns ?? "" },
    throws: tags.filter(({ kind }) => kind === "throws"),
    see: see ?? "",
    example: example ?? "",
  };
}

/** A parameter and the fields of its type, apart from those of `CallOptions`, which have a table of their own. */
function parameterDocs(node: ts.ParameterDeclaration): ParameterDoc[] {
  const [tag] = ts.getJSDocParameterTags(node);
  const name = node.name.getText();
  const type = typeOf(node);
  const text = plain(tag?.comment).replace(/^- /, "");
  const fields = fieldsOf(type).map((field) => ({ ...field, name: `${name}.${field.name}` }));
  return [{ name: node.questionToken ? `${name}?` : name, type, text }, ...fields];
}

function fieldsOf(type: string): ParameterDoc[] {
  if (type === "CallOptions" || !interfaces.has(type)) return [];
  const bases = interfaceOf(type).heritageClauses?.flatMap(({ types }) => types) ?? [];
  return [...ownFields(type), ...bases.flatMap((base) => fieldsOf(base.getText()))];
}

/** The type of a declaration, without what a reader of a page does not need. */
function typeOf({ type }: { readonly type?: ts.TypeNode | undefined }): string {
  const text = type?.getText() ?? "";
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ \| undefined$| \| \(string & \{\}\)/g, "")
    .replace(/^Readonly<(.+)>$/, "$1")
    .replaceAll(/(?:DeepReadonly|Readonly)<(\w+)>|\((\w+)\)/g, "$1$2");
}

/** The doc comment of a declaration, without its tags. */
function textOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return plain(comment?.comment);
}

/** A comment as Markdown. */
function plain(comment: ts.JSDoc["comment"]): string {
  return (ts.getTextOfJSDocComment(comment) ?? "")
    .replaceAll(/\{@link (http\S+) \| ([^}]+)\}/g, "[$2]($1)")
    .replaceAll(/\{@link (\w+)\}/g, "`$1`");
}
