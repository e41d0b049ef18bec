import { joinPath } from "../../values/issue-path.js";
import { mergePatch, withoutNulls } from "../../values/merge-patch.js";
import { isObject } from "../../values/objects.js";
import {
  type Column,
  columnsIn,
  dottedName,
  modeOf,
  PARAMETERS,
  pairColumns,
  typeOf,
  withoutDefaults,
  withoutForeignType,
} from "../../warehouse/columns.js";
import type { Change, ChangeKind } from "./change-kinds.js";
import { isDefault, type Meaning, matches, meaningIn, meaningOfTable } from "./meaning.js";

/** How columns are compared. */
interface ColumnOptions {
  /** Whether the service accepts any change of these columns. */
  readonly isFree: boolean;
  /** Treatment of live columns that the wanted list omits. */
  readonly extra: "drop" | "keep" | "report";
}

/** A {@link Change} without the properties that locate it in a request. */
type ColumnChange = Omit<Change, "at" | "value">;

/** A column or a list of columns in the schema. */
interface Place {
  readonly path: string;
  /** Dotted name of the column; empty for the top level. */
  readonly name: string;
  readonly isFree: boolean;
}

/** Compares columns by name, at every depth. Also returns the columns for a request. */
export function compareColumns(
  live: readonly unknown[],
  wanted: readonly unknown[],
  path: string,
  options: ColumnOptions,
): { readonly changes: readonly ColumnChange[]; readonly columns: readonly Column[] } {
  const comparison = new ColumnComparison(options);
  const columns = comparison.columns(live, wanted, { path, name: "", isFree: options.isFree });
  return { columns, changes: comparison.changes };
}

/** Meaning of the columns of a table. */
const COLUMN: Meaning = ["schema", "fields", "[]"].reduce(meaningIn, meaningOfTable());
/** Properties of a column that are its type. */
const TYPES: readonly string[] = ["type", "rangeElementType"];

class ColumnComparison {
  readonly changes: ColumnChange[] = [];
  readonly #options: ColumnOptions;

  constructor(options: ColumnOptions) {
    this.#options = options;
  }

  columns(live: readonly unknown[], wanted: readonly unknown[], list: Place): readonly Column[] {
    return pairColumns(live, wanted).pairs.flatMap(({ live: before, proposed: after, index }) => {
      const name = dottedName(list.name, (before ?? after) as Column); // each pair has at least one column
      const place = { ...list, path: joinPath(list.path, index), name };
      if (after === undefined) return this.#missing(before as Column, place);
      return before === undefined ? this.#added(after, place) : this.#merged(before, after, place);
    });
  }

  #missing(column: Column, place: Place): readonly Column[] {
    const { extra, isFree } = this.#options;
    const isRetyped = place.isFree !== isFree; // whether the type of the outer column changes
    if (extra === "drop") this.#add("column-dropped", place, undefined, column, null);
    if (extra === "report") this.#add(isRetyped ? "value" : "column-missing", place, undefined, column, null);
    return extra === "drop" ? [] : [column];
  }

  #added(column: Column, place: Place): Column {
    const value = withoutNulls(withoutDefaults(column)) as Column; // still a column
    this.#add("column-added", place, undefined, null, value);
    if (place.isFree) return value;
    if (modeOf(column) === "REQUIRED") this.#add("column-required", place, "mode", null, column.mode);
    if (withoutDefaults(column) !== column) {
      this.#add("column-default", place, "defaultValueExpression", null, column.defaultValueExpression);
    }
    return value;
  }

  #merged(live: Column, given: Column, place: Place): Column {
    const wanted = withoutForeignType(given, live);
    const [type, wantedType] = [typeOf(live), typeOf(wanted, live)];
    const isRetyped = type !== wantedType;
    if (isRetyped) this.#add(place.isFree ? "value" : "column-type", place, "type", type, wantedType);
    if (live.name !== wanted.name && !place.isFree) this.#add("column-case", place, "name", live.name, wanted.name);
    const inner = { ...place, isFree: place.isFree || isRetyped };
    const values = new Map(Object.entries(live));
    for (const [property, given] of Object.entries(wanted)) {
      const meaning = meaningIn(COLUMN, property);
      const after = isCleared(given, meaning) ? null : given;
      if (property === "fields") {
        const columns = columnsIn(wanted);
        if (columns.length === 0) continue; // an empty list counts as none
        values.set(
          property,
          this.columns(columnsIn(live), columns, { ...inner, path: joinPath(place.path, property) }),
        );
      } else if (property !== "name" && !matches(live[property], after, meaning)) {
        const value = columnValue(live[property], after, meaning);
        if (value === null) values.delete(property);
        else values.set(property, value);
        if (!isRetyped || !TYPES.includes(property)) this.#changed(property, live, wanted, inner);
      }
    }
    return Object.fromEntries(values);
  }

  /** Adds the change of a property other than the type and the nested columns. */
  #changed(property: string, live: Column, wanted: Column, place: Place): void {
    const [before, after] = [live[property], withoutNulls(wanted[property])];
    const isModeFixed = modeOf(live) !== "REQUIRED" || modeOf(wanted) !== "NULLABLE";
    if (property === "mode" && isModeFixed && !place.isFree) {
      this.#add("column-mode", place, property, modeOf(live), modeOf(wanted));
    } else {
      const isFixed = PARAMETERS.includes(property) && !place.isFree;
      this.#add(isFixed ? "column-parameter" : "value", place, property, before, after);
    }
  }

  #add(kind: ChangeKind, { path, name }: Place, property: string | undefined, before: unknown, after: unknown): void {
    const at = property === undefined ? path : joinPath(path, property);
    this.changes.push({ kind, path: at, column: name, before: before ?? null, after: after ?? null });
  }
}

/** Properties of a column that are objects around a list, so that an empty object clears the list. */
const LISTS: readonly string[] = ["column.policyTags", "column.dataPolicyList", "column.dataGovernanceTagsInfo"];

/** Whether a property of a column is cleared. */
function isCleared(wanted: unknown, meaning: Meaning): boolean {
  return wanted === null || (LISTS.includes(meaning.path) && isDefault(wanted, meaning));
}

/** Returns the value of a property of a column in a request; null to omit it. */
function columnValue(before: unknown, wanted: unknown, meaning: Meaning): unknown {
  if (wanted === null) {
    // The service keeps these tags if the request omits them.
    if (meaning.path === "column.policyTags") return { names: [] };
    if (meaning.path === "column.dataGovernanceTagsInfo") return {};
  }
  return isObject(before) && isObject(wanted) ? mergePatch(before, wanted) : withoutNulls(wanted);
}
