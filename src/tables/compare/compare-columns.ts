import { joinPath } from "../../core/issue-path.js";
import { mergePatch, withoutNulls } from "../../core/merge-patch.js";
import { isObject, valueAt } from "../../core/objects.js";
import {
  type Column,
  columnsIn,
  dottedName,
  modeOf,
  pairColumns,
  typeOf,
  withoutDefaults,
} from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Change, ChangeKind } from "./change-kinds.js";
import { type Meaning, matches, meaningIn, meaningOfTable } from "./meaning.js";

/** Treatment of live columns that the wanted list omits. */
export type ExtraColumns = "drop" | "keep" | "report";

/** How columns are compared. */
interface ColumnOptions {
  /** Whether an omitted property stays unchanged. Otherwise, an omitted property means its default value. */
  readonly keepsOmitted: boolean;
  /** Whether the service accepts any change of these columns. */
  readonly isFree: boolean;
  readonly extra: ExtraColumns;
}

/** A {@link Change} without the properties that locate it in a request. */
type ColumnChange = Omit<Change, "at" | "value">;

/** Compares columns by name, at every depth. Returns the columns for a request: `live` itself if nothing changes. */
export function compareColumns(
  live: readonly unknown[],
  wanted: readonly unknown[],
  path: string,
  options: ColumnOptions,
): { readonly found: readonly ColumnChange[]; readonly columns: readonly unknown[] } {
  const comparison = new ColumnComparison(options);
  const columns = comparison.columns(live, wanted, { path: () => path, name: () => "", isFree: options.isFree });
  return { columns, found: comparison.found };
}

/** A column or a list of columns in the schema. Paths and names are only computed for changes. */
interface Place {
  readonly path: () => string;
  /** Dotted name of the column; empty for the top level. */
  readonly name: () => string;
  readonly isFree: boolean;
}

/** Properties of a column that are its type. */
const TYPES: readonly string[] = ["type", "rangeElementType"];
/** Properties of a column whose changes the service ignores. */
const PARAMETERS: readonly string[] = ["maxLength", "precision", "scale"];

class ColumnComparison {
  readonly found: ColumnChange[] = [];
  readonly #options: ColumnOptions;

  constructor(options: ColumnOptions) {
    this.#options = options;
  }

  columns(live: readonly unknown[], wanted: readonly unknown[], list: Place): readonly unknown[] {
    let isChanged = false;
    const columns: unknown[] = [];
    for (const { live: before, proposed: after, index } of pairColumns(live, wanted).pairs) {
      const place: Place = {
        path: () => joinPath(list.path(), index),
        name: () => dottedName(list.name(), (before ?? after) as Column), // one of the two is given
        isFree: list.isFree,
      };
      const result =
        after === undefined
          ? this.#missing(before as Column, place)
          : before === undefined
            ? this.#added(after, place)
            : this.#merged(before, after, place);
      isChanged ||= result !== before;
      if (result !== undefined) columns.push(result);
    }
    return isChanged ? columns : live;
  }

  #missing(column: Column, place: Place): Column | undefined {
    const { extra } = this.#options;
    if (extra === "keep") return column;
    if (extra === "drop") {
      this.#add("column-dropped", place, undefined, column, null);
      return undefined;
    }
    this.#addUnlessFree("column-missing", place, undefined, column, null);
    return column;
  }

  #added(column: Column, place: Place): unknown {
    const { keepsOmitted } = this.#options;
    const value = withoutNulls(keepsOmitted ? withoutDefaults(column) : column);
    this.#add("column-added", place, undefined, null, value);
    if (place.isFree) return value;
    if (modeOf(column) === "REQUIRED") this.#add("column-required", place, "mode", null, column.mode);
    if (!keepsOmitted && withoutDefaults(column) !== column) {
      this.#add("column-default", place, "defaultValueExpression", null, column.defaultValueExpression);
    }
    return value;
  }

  #merged(live: Column, wanted: Column, place: Place): Column {
    const [type, wantedType] = [typeOf(live), typeOf(wanted, live)];
    const isRetyped = type !== wantedType;
    if (isRetyped) this.#addUnlessFree("column-type", place, "type", type, wantedType);
    const inner = { ...place, isFree: place.isFree || isRetyped };
    const values = new Map<string, unknown>();
    for (const property of namesIn(live, wanted, this.#options.keepsOmitted)) {
      if (property === "fields") {
        const liveColumns = columnsIn(live);
        const columns = this.#nested(liveColumns, columnsIn(wanted), inner);
        if (columns !== liveColumns) values.set(property, columns);
      } else if (property === "name") {
        const { keepsOmitted } = this.#options;
        if (!keepsOmitted && live.name !== wanted.name)
          this.#addUnlessFree("column-case", place, "name", live.name, wanted.name);
      } else {
        const [before, after] = [live[property], wantedIn(wanted, property, this.#options.keepsOmitted)];
        const meaning = meaningIn(meaningOfColumn(), property);
        if (matches(before, after, meaning)) continue;
        values.set(property, columnValue(before, after, meaning));
        if (!isRetyped || !TYPES.includes(property)) this.#changed(property, live, wanted, after, inner);
      }
    }
    if (values.size === 0) return live;
    const entries = [...new Map([...Object.entries(live), ...values])];
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  }

  #nested(live: readonly unknown[], wanted: readonly unknown[], column: Place): readonly unknown[] {
    // An empty list counts as none.
    if (wanted.length === 0 && this.#options.keepsOmitted) return live;
    return this.columns(live, wanted, { ...column, path: () => joinPath(column.path(), "fields") });
  }

  /** Adds the change of a property other than the type and the nested columns. */
  #changed(property: string, live: Column, wanted: Column, after: unknown, place: Place): void {
    const before = live[property];
    const meaning = meaningIn(meaningOfColumn(), property);
    if (property === "mode" && isModeFixed(live, wanted)) {
      this.#addUnlessFree("column-mode", place, property, modeOf(live), modeOf(wanted));
    } else if (PARAMETERS.includes(property)) {
      this.#addUnlessFree("column-parameter", place, property, before, after);
    } else {
      const path = joinPath(place.path(), property);
      this.#values(before, isCleared(after, meaning) ? null : after, meaning, path, place.name());
    }
  }

  /** Adds the changes inside a property. */
  #values(before: unknown, after: unknown, meaning: Meaning, path: string, column: string): void {
    const { keepsOmitted } = this.#options;
    if (isObject(before) && isObject(after)) {
      for (const key of namesIn(before, after, keepsOmitted)) {
        const [old, next] = [valueAt(before, [key]), wantedIn(after, key, keepsOmitted)];
        this.#values(old, next, meaningIn(meaning, key), joinPath(path, key), column);
      }
    } else if (!matches(before, after, meaning)) {
      this.found.push({ kind: "value", path, column, before: before ?? null, after: withoutNulls(after) ?? null });
    }
  }

  #addUnlessFree(kind: ChangeKind, place: Place, property: string | undefined, before: unknown, after: unknown): void {
    this.#add(place.isFree ? "value" : kind, place, property, before, after);
  }

  #add(kind: ChangeKind, { path, name }: Place, property: string | undefined, before: unknown, after: unknown): void {
    const at = property === undefined ? path() : joinPath(path(), property);
    this.found.push({ kind, path: at, column: name(), before: before ?? null, after: after ?? null });
  }
}

/** The properties to compare. */
export function namesIn(before: TableJson, wanted: TableJson, keepsOmitted: boolean): readonly string[] {
  return keepsOmitted ? Object.keys(wanted) : [...new Set([...Object.keys(wanted), ...Object.keys(before)])];
}

/** The wanted value of a property; null if it is omitted and thereby cleared. */
export function wantedIn(wanted: TableJson, name: string, keepsOmitted: boolean): unknown {
  const value = valueAt(wanted, [name]);
  return value === undefined && !keepsOmitted ? null : value;
}

const columnMeaning = ["schema", "fields", "[]"];

/** Returns the {@link Meaning} of the columns of a table. */
function meaningOfColumn(): Meaning {
  return columnMeaning.reduce(meaningIn, meaningOfTable());
}

function isModeFixed(live: Column, wanted: Column): boolean {
  return modeOf(live) !== "REQUIRED" || modeOf(wanted) !== "NULLABLE";
}

/** Whether tags of a column are removed. */
function isCleared(wanted: unknown, { path }: Meaning): boolean {
  return wanted === null || (path.endsWith(".policyTags") && valueAt(wanted, ["names"]) === null);
}

/** Returns the value of a property of a column in a request; null to omit it. */
function columnValue(before: unknown, wanted: unknown, meaning: Meaning): unknown {
  if (isCleared(wanted, meaning)) {
    // The service keeps these tags if the request omits them.
    if (meaning.path.endsWith(".policyTags")) return { names: [] };
    if (meaning.path.endsWith(".dataGovernanceTagsInfo")) return {};
  }
  return isObject(before) && isObject(wanted) ? mergePatch(before, wanted) : withoutNulls(wanted);
}
