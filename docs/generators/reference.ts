import {
  Application,
  Comment,
  ContainerReflection,
  Converter,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type TypeDocOptions,
} from "typedoc";
import manifest from "../../package.json" with { type: "json" };

/** Helper types that the reference omits, because it shows the resolved types instead. */
const machinery = [
  "core/rules.ts:RuleSetting",
  "environments/update/build.ts:NoFunction",
  "gateway/secure-document.ts:NamesOf",
  "gateway/secure-document.ts:OperationIn",
  "naming/rule-ids.ts:ENTITY_RULES",
  "naming/rule-ids.ts:ENVIRONMENT_RULES",
  "naming/rule-ids.ts:WAREHOUSE_RULES",
  "warehouse/input.ts:NoOutputOnly",
  "naming/scopes.ts:Resolved",
  "naming/method-scopes.ts:METHOD_SCOPES",
  "naming/method-scopes.ts:METHOD_PERMISSIONS",
  "core/events.ts:LEVELS",
  "core/path.ts:Template",
  "core/path.ts:Names",
  "core/define-method.ts:Checked",
  "core/path.ts:Bare",
  "core/path.ts:HttpProblem",
  "core/define-method.ts:InputOf",
  "core/define-method.ts:ItemOf",
  "core/define-method.ts:Maybe",
  "core/define-method.ts:PagingProblem",
  "core/define-method.ts:ResultOf",
  "core/method.ts:RowTypes",
  "core/schema/fields.ts:FieldSchema",
  "core/schema/fields.ts:Parsing",
  "core/schema/fields.ts:Same",
  "core/schema/standard-schema.ts:SchemaOutput",
  "errors/error-code.ts:API_ERROR_CODES",
  "errors/error-code.ts:OTHER_CODES",
  "errors/error-code.ts:TOKEN_ERRORS",
  "errors/error-code.ts:USER_INFO_ERRORS",
  "environments/update/build.ts:MaskBody",
  "environments/update/build.ts:MaskPath",
  "environments/update/build.ts:MaskProblem",
  "environments/update/build.ts:Unless",
  "environments/schemas/operation.ts:OperationSchema",
  "environments/update/paths.ts:MemberPathRow",
  "environments/update/paths.ts:MemberRow",
  "environments/update/paths.ts:Row",
  "environments/update/paths.ts:WholePathRow",
  "environments/update/paths.ts:WholeRow",
  "gateway/rules.ts:rows",
  "gateway/secure-document.ts:Part",
  "gateway/secure-document.ts:VerbOf",
  "gateway/secure-document.ts:Definitions2",
  "gateway/secure-document.ts:Definitions3",
  "gateway/secure-document.ts:EitherDefinitions",
  "testing/method-route.ts:JsonOf",
  "core/schema/patch.ts:PatchSchemaOf",
  "core/schema/compile.ts:Schema",
  "core/define-method.ts:JsonOf",
  "testing/issuer/issuer.ts:WRONG",
  "testing/issuer/keys.ts:SIGNING_ALGORITHMS",
  "testing/warehouse/seeds.ts:Reported",
  "warehouse/define/schema.ts:Row",
  "warehouse/tables.ts:ChangeTableQuery",
  "warehouse/tables.ts:GetTableQuery",
];

/** The source of each subpath; that of the root last, so that each name is described in its area. */
const entryPoints = Object.values(manifest.exports)
  .flatMap((target) => (typeof target === "string" ? [] : [target.default]))
  .map((built) => built.replace(/^\.\/dist\/(.*)\.js$/, "src/$1.ts"))
  .reverse();

/**
 * Writes the API reference.
 *
 * @param output - Where and in which format: options of TypeDoc and its plugins.
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
    intentionallyNotExported: machinery.map((name) => `src/${name}`),
    validation: { invalidLink: true, notExported: true, notDocumented: true },
    treatWarningsAsErrors: true,
    ...output,
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    reflection.name = reflection.name === "index" ? "fourfold" : `fourfold/${reflection.name}`;
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) describeSchema(variable);
    app.options.setValue("intentionallyNotDocumented", membersOfLiterals(project));
  });
  const project = await app.convert();
  if (project === undefined) return false;
  app.validate(project);
  await app.generateOutputs(project);
  return !app.logger.hasErrors() && !app.logger.hasWarnings();
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
