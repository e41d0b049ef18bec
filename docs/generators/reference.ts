import {
  Application,
  Comment,
  ContainerReflection,
  type Context,
  Converter,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type SignatureReflection,
  type TypeDocOptions,
} from "typedoc";
import ts from "typescript";
import manifest from "../../package.json" with { type: "json" };

/** The source of each subpath; the source of the root is last, so that each name is described in its area. */
const entryPoints = Object.values(manifest.exports)
  .flatMap((target) => (typeof target === "string" ? [] : [target.default]))
  .map((built) => built.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts"))
  .reverse();

/**
 * Writes the API reference.
 *
 * @param output - Location and format of the output: options of TypeDoc and its plugins.
 * @returns Whether every export is documented and every link works. Problems are printed.
 */
export async function writeReference(output: TypeDocOptions & Record<string, unknown>): Promise<boolean> {
  const app = await Application.bootstrapWithPlugins({
    name: `fourfold ${manifest.version}`,
    tsconfig: "src/tsconfig.json",
    entryPoints,
    readme: "none",
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    sort: ["source-order"],
    validation: { invalidLink: true, notExported: false, notDocumented: true },
    treatWarningsAsErrors: true,
    ...output,
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    reflection.name = reflection.name === "index" ? "fourfold" : `fourfold/${reflection.name}`;
  });
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, nameTypes);
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) describeSchema(variable);
    app.options.setValue("intentionallyNotDocumented", membersOfLiterals(project));
  });
  const project = await app.convert();
  if (project === undefined) return false;
  // Members have the order of the source, exports of a module that of the alphabet.
  for (const group of project.children?.flatMap(({ groups = [] }) => groups) ?? [])
    group.children.sort((a, b) => a.name.localeCompare(b.name));
  app.validate(project);
  await app.generateOutputs(project);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
}

/** Names the types of parameters as they are declared: TypeDoc writes out a mapped type, such as `DeepReadonly<TableInput>`. */
function nameTypes(context: Context, { parameters = [] }: SignatureReflection): void {
  for (const parameter of parameters) {
    const declaration = context.getSymbolFromReflection(parameter)?.valueDeclaration;
    const declared = declaration && ts.isParameter(declaration) ? declaration.type : undefined;
    if (parameter.type?.type === "reflection" && declared && ts.isTypeReferenceNode(declared))
      parameter.type = context.converter.convertType(context, declared);
  }
}

/** Documents a schema by its type, which has the same name. */
function describeSchema(variable: Reflection): void {
  const siblings = variable.parent instanceof ContainerReflection ? (variable.parent.children ?? []) : [];
  const types = ReflectionKind.Interface | ReflectionKind.TypeAlias;
  const described = siblings.some((each) => each.name === variable.name && each.kindOf(types));
  if (variable.comment || !described) return;
  const text = "The schema of the type with this name: it validates a value and returns it with that type.";
  variable.comment = new Comment([{ kind: "text", text }]);
}

/** Undocumented properties of inline object types; the declaration that contains them is documented. */
function membersOfLiterals(project: ProjectReflection): string[] {
  const isIn = (kind: ReflectionKind, { parent }: Reflection): boolean =>
    parent !== undefined && (parent.kindOf(kind) || isIn(kind, parent));
  const isSilent = (each: Reflection) =>
    !each.hasComment() && !(each.isDeclaration() && each.signatures?.some((signature) => signature.hasComment()));
  const members = project
    .getReflectionsByKind(ReflectionKind.Property | ReflectionKind.Method)
    // TypeDoc does not require comments on parameters anyway.
    .filter((each) => isIn(ReflectionKind.TypeLiteral, each) && !isIn(ReflectionKind.Parameter, each));
  return [...new Set(members.filter(isSilent).map((member) => member.getFriendlyFullName()))];
}
