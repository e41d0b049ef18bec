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
  "naming/rule-ids.ts:ENTITY_RULES",
  "naming/rule-ids.ts:ENVIRONMENT_RULES",
  "naming/rule-ids.ts:WAREHOUSE_RULES",
  "warehouse/input.ts:NoOutputOnly",
  "naming/scopes.ts:Resolved",
  "core/path.ts:Template",
  "core/path.ts:Names",
  "core/define-method.ts:Checked",
  "core/path.ts:Bare",
  "core/path.ts:HttpProblem",
  "core/define-method.ts:InputOf",
  "core/define-method.ts:ItemOf",
  "core/define-method.ts:Maybe",
  "core/define-method.ts:PagingProblem",
  "gateway/user-info.ts:UserInfoBy",
  "environments/update/rules.ts:EnvironmentRuleSettings",
  "environments/update/plan.ts:PlanEnvironmentUpdatesOptions",
  "environments/update/plan.ts:Desired",
  "environments/update/paths.ts:WholePath",
  "environments/update/paths.ts:MemberPath",
  "environments/update/build.ts:ParseEnvironmentUpdateOptions",
  "environments/update/build.ts:NoFunction",
  "environments/update/build.ts:NotAllowed",
  "environments/operation.ts:RunningOperation",
  "environments/operation.ts:DoneOperation",
  "core/define-method.ts:ResultOf",
  "core/schema/fields.ts:FieldSchema",
  "core/schema/fields.ts:Parsing",
  "core/schema/standard-schema.ts:SchemaOutput",
  "environments/schemas/operation.ts:OperationSchema",
  "environments/update/build.ts:MaskBody",
  "environments/update/build.ts:MaskPath",
  "environments/update/build.ts:MaskProblem",
  "environments/update/build.ts:Unless",
  "errors/error-code.ts:API_ERROR_CODES",
  "errors/error-code.ts:OTHER_CODES",
  "gateway/rules.ts:rows",
  "gateway/secure-document.ts:Definitions",
  "core/schema/patch.ts:PatchSchemaOf",
  "core/schema/compile.ts:Schema",
  "core/define-method.ts:JsonOf",
  "warehouse/rows/row-types.ts:ColumnsOf",
  "warehouse/rows/row-types.ts:DecodedValues",
  "warehouse/rows/row-types.ts:InputValues",
  "warehouse/rows/row-types.ts:Row",
  "warehouse/rows/row-types.ts:RowForms",
  "warehouse/tables.ts:ChangeTableQuery",
  "warehouse/tables.ts:GetTableQuery",
  "client.ts:ClientRuleSettings",
  "core/events.ts:EventLogger",
  "core/events.ts:LogEventsOptions",
  "core/http/auth.ts:AccessToken",
  "core/http/auth.ts:AccessTokenRequest",
  "core/http/transport.ts:AttemptError",
  "core/path.ts:Verb",
  "core/schema/fields.ts:OutputOnly",
  "core/schema/patch.ts:PatchValue",
  "core/schema/scalars.ts:Int64Options",
  "core/schema/standard-schema.ts:StandardSchemaResult",
  "entities/entity.ts:TypeNameOf",
  "entities/json-ld.ts:JsonLdContexts",
  "entities/rules.ts:EntityRuleSettings",
  "entities/schemas/entity.ts:SchemaOrgType",
  "environments/client.ts:ApplyStep",
  "environments/image-version.ts:VersionNumbers",
  "environments/schemas/environment.ts:ENVIRONMENT_SIZES",
  "errors/call-errors.ts:ApiErrorFacts",
  "errors/error-code.ts:TokenErrorCode",
  "errors/error-code.ts:UserInfoErrorCode",
  "errors/is-fourfold-error.ts:WithCode",
  "gateway/claims-and-headers.ts:HeadersLike",
  "gateway/secure-document.ts:OperationSecurity",
  "gateway/token-location.ts:FindAccessTokenOptions",
  "gateway/token-location.ts:WithAccessTokenOptions",
  "naming/naming.ts:Area",
  "naming/naming.ts:GatewayExtensions",
  "naming/naming.ts:SearchVocabulary",
  "testing/environments/store.ts:OperationFailure",
  "testing/faults.ts:FaultMatch",
  "testing/gateway/backend.ts:GatewayBackend",
  "testing/method-route.ts:RouteResponse",
  "warehouse/decimal.ts:DecimalTypeLimits",
  "warehouse/decimal.ts:SourceDecimal",
  "warehouse/define/config.ts:ConfigClient",
  "warehouse/define/schema.ts:DefineSchemaOptions",
  "warehouse/define/schema.ts:Inferred",
  "warehouse/rows/row-decoder.ts:ResponseSchema",
  "warehouse/rows/row-decoder.ts:RowDecoderOptions",
  "warehouse/rows/row-schema.ts:RowSchemaOptions",
  "warehouse/rows/row-types.ts:RowJsonOf",
  "testing/warehouse/encode-rows.ts:EncodedRows",
  "warehouse/define/source.ts:TableSourceOptions",
  "warehouse/define/table.ts:ColumnNames",
  "warehouse/define/table.ts:DefineTableOptions",
  "warehouse/define/table.ts:DefinitionForeignKey",
  "warehouse/define/table.ts:DefinitionTableSchema",
  "warehouse/define/table.ts:NamedClustering",
  "warehouse/define/table.ts:NamedConstraints",
  "warehouse/define/table.ts:NamedRangePartitioning",
  "warehouse/define/table.ts:NamedTimePartitioning",
  "warehouse/input.ts:DesiredInputValue",
  "warehouse/input.ts:InputPatchValue",
  "warehouse/input.ts:InputValue",
  "warehouse/rules/rule-builders.ts:WarehouseRuleSettings",
  "warehouse/schemas/enums.ts:AuditLogType",
  "warehouse/schemas/enums.ts:BigtableEncoding",
  "warehouse/schemas/enums.ts:BigtableValueType",
  "warehouse/schemas/enums.ts:CatalogSource",
  "warehouse/schemas/enums.ts:Collation",
  "warehouse/schemas/enums.ts:CsvEncoding",
  "warehouse/schemas/enums.ts:DatasetAccessTargetType",
  "warehouse/schemas/enums.ts:DatasetRole",
  "warehouse/schemas/enums.ts:DatasetType",
  "warehouse/schemas/enums.ts:DecimalTargetType",
  "warehouse/schemas/enums.ts:FileFormat",
  "warehouse/schemas/enums.ts:FileSetSpecType",
  "warehouse/schemas/enums.ts:GeneratedMode",
  "warehouse/schemas/enums.ts:HivePartitioningMode",
  "warehouse/schemas/enums.ts:JoinCondition",
  "warehouse/schemas/enums.ts:JsonEncoding",
  "warehouse/schemas/enums.ts:JsonExtension",
  "warehouse/schemas/enums.ts:LinkState",
  "warehouse/schemas/enums.ts:ManagedTableType",
  "warehouse/schemas/enums.ts:MapTargetType",
  "warehouse/schemas/enums.ts:MetadataCacheMode",
  "warehouse/schemas/enums.ts:ObjectMetadata",
  "warehouse/schemas/enums.ts:RangeElementType",
  "warehouse/schemas/enums.ts:ReplicationStatus",
  "warehouse/schemas/enums.ts:RestrictionType",
  "warehouse/schemas/enums.ts:RoundingMode",
  "warehouse/schemas/enums.ts:SourceColumnMatch",
  "warehouse/schemas/enums.ts:SourceCompression",
  "warehouse/schemas/enums.ts:SpecialGroup",
  "warehouse/schemas/enums.ts:StorageBillingModel",
  "warehouse/schemas/enums.ts:TableFormat",
  "warehouse/schemas/enums.ts:TimePartitioningType",
  "warehouse/schemas/enums.ts:TypeSystem",
  "warehouse/tables.ts:TablePermission",
  "core/method.ts:PagingNames",
  "gateway/token-verifier.ts:TokenAlgorithm",
];

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
