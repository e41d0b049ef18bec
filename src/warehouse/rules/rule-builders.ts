import { type Finding, type Place, type RuleRow, rule } from "../../checks/rules.js";
import type { TypoContext } from "../../checks/typos.js";
import type { DeepReadonly } from "../../schema/fields.js";
import type { Patch } from "../../schema/patch.js";
import { exactInteger } from "../../schema/scalars.js";
import { listed, shown } from "../../values/describe.js";
import { isNotKnown, nearMiss } from "../../values/nearest.js";
import { cached, isSame } from "../../values/objects.js";
import { FIELD_TYPES } from "../schemas/enums.js";
import type { Table } from "../schemas/table.js";
import type { TableReference } from "../schemas/table-parts.js";
import type { TableFieldSchema, TableSchema } from "../schemas/table-schema.js";

/**
 * A resource for rules: in wire form (INT64 as strings, without output-only fields). Any field can be missing, and in a
 * patch `null` clears. Fields of a wrong type are omitted, because the shape check reports them.
 */
export type Draft<T> = DeepReadonly<Patch<T>>;

/** A field of a schema, for rules. */
export type FieldDraft = Draft<TableFieldSchema>;

/** The source of rules that the service enforced when this table was created; its comments contain the responses. */
export const RECORDED_TABLE =
  "https://github.com/GoogleCloudPlatform/k8s-config-connector/blob/master/pkg/test/resourcefixture/testdata/basic/bigquery/v1beta1/bigquerytable/bigquerytable-externaldata-csv/create.yaml";

/** Returns the top-level columns of a table by name in lower case; undefined if the table has no schema. */
export function columnsOf(table: Draft<Table>): ReadonlyMap<string, FieldDraft> | undefined {
  const schema = [table.schema, table.externalDataConfiguration?.schema].find((each) => !lacksColumns(each));
  return schema == null ? undefined : fieldsByName(schema.fields ?? []);
}

/** Returns fields by name in lower case. */
export const fieldsByName: (fields: readonly (FieldDraft | null | undefined)[]) => ReadonlyMap<string, FieldDraft> =
  cached((fields) => {
    const byName = new Map<string, FieldDraft>();
    for (const field of fields) if (field?.name != null) byName.set(field.name.toLowerCase(), field);
    return byName;
  });

/**
 * Whether a schema has no columns, which is the same as no schema. In a patch, which is not `complete`, a schema
 * without `fields` leaves the columns as they are.
 */
export function lacksColumns(schema: Draft<TableSchema> | null | undefined, complete = true): boolean {
  const fields = schema === null ? null : schema?.fields;
  return fields === undefined ? complete : fields === null || fields.length === 0;
}

/** Context of a rule, in addition to the table. */
export interface TableRuleContext extends TypoContext {
  /**
   * Whether the rules check a whole table, not a patch. A field that a patch omits may be set in the service, so rules
   * that compare fields run only if all of them are present, and fields are required only inside lists, which a patch
   * replaces.
   */
  readonly complete: boolean;
  /** Whether the request creates the table. Default: `false`. */
  readonly isNew?: boolean | undefined;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Whether the request asks the service to detect the schema of an external table. Default: `false`. */
  readonly autodetectSchema?: boolean | undefined;
  /**
   * Whether the service accepts more values than those that are known, so that only typos of known values are invalid.
   * Default: `false`.
   */
  readonly openValues?: boolean | undefined;
  /** Whether the table may have columns that its schema does not list. Default: `false`. */
  readonly moreColumns?: boolean | undefined;
  /** Finds a table that a foreign key references. Default: no other table is known. */
  readonly referenced?: FindTable | undefined;
}

/** Finds a table; null if it does not exist, undefined if that is not known. */
export type FindTable = (reference: Draft<TableReference>) => Draft<Table> | null | undefined;

/** A rule about the values at one or more paths of a table; `fields[].mode` is the path in columns at every depth. */
export type TableRule<Id extends string = string> = RuleRow<Id, Scope>;

/** A value in a table, in an object of the type `Holder`. */
export type At<Value, Holder = unknown> = Place<Value, Holder, Scope>;

/** Context of the rules of a table. */
export interface Scope extends TableRuleContext {
  readonly table: Draft<Table>;
  readonly referenced: FindTable;
  /**
   * Returns the top-level columns by name in lower case; undefined if the request contains no schema, or if the service
   * derives the columns from a query, files or folders.
   */
  columns(): ReadonlyMap<string, FieldDraft> | undefined;
}

/** Creates the context in which a table is checked. */
export function scopeOf(table: Draft<Table>, context: TableRuleContext): Scope {
  return {
    ...context,
    table,
    columns: () => (derivesColumns(table) ? undefined : columnsOf(table)),
    referenced: (reference) =>
      isSame(reference, table.tableReference) && !context.moreColumns ? table : context.referenced?.(reference),
  };
}

function derivesColumns({ view, materializedView, externalDataConfiguration: external }: Draft<Table>): boolean {
  return (view ?? materializedView ?? external?.hivePartitioningOptions) != null || external?.autodetect === true;
}

/** Options of a rule about the allowed values of a field. */
export interface OneOfOptions {
  /** Values that the real service knows and the spec does not list. Default: none. */
  readonly beyondSpec?: readonly string[];
  /** Whether the real service accepts more values than those that are known. Default: `false`. */
  readonly isOpen?: boolean;
  /** Names from other systems, in upper case, with the values that replace them. Default: none. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** Options of a rule of {@link required}. */
interface RequiredOptions<V, H> {
  /** Description of the value, if the name of the field is not sufficient. */
  readonly hint?: string;
  /** Whether the field is required in an object. Default: it is required in every object. */
  readonly when?: (place: At<V, H>) => boolean;
  /** Whether a value counts as absent. Default: the empty string and the empty list count as absent. */
  readonly isEmpty?: (place: At<V, H>) => boolean;
}

/**
 * Creates a rule that requires a field. A patch merges objects and replaces lists, so in a patch a field is required only
 * inside lists; outside of lists it must not be cleared.
 */
export function required<const Id extends string, V, H>(
  id: Id,
  source: string,
  path: string | readonly string[],
  options: RequiredOptions<V, H> = {},
): TableRule<Id> {
  const { hint, when = () => true, isEmpty = isEmptyValue } = options;
  const requirement = hint === undefined ? "is required" : `is required: ${hint}`;
  const test = (place: At<V, H>): Finding => {
    const { value, path, context } = place;
    const isInList = path.some((segment) => typeof segment === "number");
    if (value === undefined && !context.complete && !isInList) return undefined;
    if ((value != null && !isEmpty(place)) || !when(place)) return undefined;
    return value === null && !context.complete ? { message: `${requirement}; null would clear it` } : true;
  };
  // A missing value is tested, too; the types are those at the path.
  return { ...rule(id, source, path, requirement, test), test: (place) => test(place as At<V, H>) };
}

/** Creates a rule that limits a field to the values that the spec lists. */
export function oneOf<const Id extends string>(
  id: Id,
  source: string,
  path: string,
  values: readonly string[],
  options: OneOfOptions = {},
): TableRule<Id> {
  const specified = values.filter((value) => !options.beyondSpec?.includes(value));
  const requirement = `must be ${listed(specified.map((value) => value || '""'))}`;
  const test = ({ value, context }: At<unknown>) => {
    if (typeof value !== "string" || specified.includes(value)) return;
    return options.isOpen && context.openValues && value !== "" ? typo(value, values, options.aliases) : value;
  };
  return rule(id, source, path, requirement, test);
}

/** Reports a name from another system, and a probable typo of a known value. Services may ignore the case of a value. */
export function typo(value: string, known: readonly string[], aliases: Readonly<Record<string, string>> = {}): Finding {
  const word = value.replace(/^ARRAY<|[(<>].*$/gis, "").toUpperCase(); // the type in ARRAY<STRING> and VARCHAR(255)
  const meant = Object.hasOwn(aliases, word) ? aliases[word] : known.includes(word) ? word : nearMiss(value, known);
  if (meant === undefined || meant.toLowerCase() === value.toLowerCase()) return undefined;
  const mode = /^ARRAY</i.test(value) ? ' (with mode: "REPEATED")' : "";
  return { message: `${shown(value)} ${isNotKnown(meant)}${mode}` };
}

function isEmptyValue({ value }: At<unknown>): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** Matches an object-storage URI: a scheme other than http and https, and a bucket. */
export const OBJECT_URI = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^/\s]+(\/|$)/i;

/** Reports an INT64 below `min`, compared exactly. */
export function below(min: bigint): (place: At<string | number>) => Finding {
  return ({ value }) => {
    const exact = exactInteger(value); // the shape check reports an invalid value
    return exact !== undefined && exact < min && exact;
  };
}

/** Reports lists of several elements. */
export function several({ value }: At<readonly unknown[]>): Finding {
  return value.length > 1 && value.length;
}

/** Reports each element of a list that equals an earlier one. */
export function repeated(list: readonly string[]): readonly string[] {
  const unseen = new Set(list);
  return list.filter((each) => each != null && !unseen.delete(each)); // an invalid element is null
}

/** Requirement of a rule with the test {@link unknownColumn}. */
export const IS_COLUMN = "must be a top-level column of the schema";

/** Reports an unknown top-level column. Another rule checks empty names. */
export function unknownColumn({ value: name, key, context: scope }: At<string>): Finding {
  const isElement = typeof key === "number";
  if (scope.moreColumns || (!isElement && name === "")) return undefined;
  const columns = scope.columns();
  if (columns === undefined || columns.has(name.toLowerCase())) return undefined;
  // A list may have as many names as the schema has columns.
  const meant = isElement
    ? undefined
    : nearMiss(
        name,
        [...columns.values()].map((column) => column.name ?? ""),
      );
  return meant === undefined ? name : { message: `${IS_COLUMN}, got ${shown(name)}; did you mean ${shown(meant)}?` };
}

/** Whether a field is certainly absent. A field that a patch omits may be set in the service. */
export function isAbsent(member: unknown, complete: boolean): boolean {
  return member === null || (complete && member === undefined);
}

/** Whether a type or mode is one of several. Ignores case, because other rules check the spelling. */
export function isAnyOf(word: string | null | undefined, words: readonly string[]): word is string {
  return word != null && words.includes(word.toUpperCase());
}

/** Returns the type of a top-level column; undefined if it is not known. */
export function typeOfColumn(name: string | null | undefined, { columns }: Scope): string | undefined {
  return columns()?.get(name?.toLowerCase() ?? "")?.type ?? undefined;
}

/**
 * Creates a test that reports a top-level column whose type is not one of the given ones. An unknown type passes if the
 * service may have more types.
 */
export function columnOutside(...types: readonly string[]): (place: At<string>) => string | undefined {
  return ({ value: name, context }) => {
    const type = typeOfColumn(name, context);
    if (isAnyOf(type, types) || (context.openValues && !isAnyOf(type, FIELD_TYPES))) return undefined;
    return type;
  };
}

/** Creates a test that reports a top-level column with one of several types. */
export function columnOf(...types: readonly string[]): (place: At<string>) => Finding {
  return ({ value: name, context }) => {
    const type = typeOfColumn(name, context);
    return isAnyOf(type, types) && type;
  };
}

/** Reports a top-level column with the mode `REPEATED`. */
export function repeatedColumn({ value, context }: At<string>): Finding {
  const mode = context.columns()?.get(value.toLowerCase())?.mode;
  return isAnyOf(mode, ["REPEATED"]) && mode;
}
