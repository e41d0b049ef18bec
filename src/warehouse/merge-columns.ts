import { mergePatch, withoutNulls } from "../core/merge-patch.js";
import { isObject, valueAt } from "../core/objects.js";
import { type Column, columnsIn, pairColumns } from "./plan/columns.js";
import { type Meaning, matches, meaningIn } from "./plan/meaning.js";
import { meaningOfColumn, withoutDefaults } from "./schema-changes.js";

/**
 * Merges desired columns into live ones, at every depth: live columns keep their order, their names and the properties that
 * the desired columns omit; new columns are appended, without their default values. Merge the result again to set these.
 *
 * @param replaces - Whether live columns that the desired list omits are dropped.
 * @returns `live` itself if nothing changes.
 */
export function mergeColumns(
  live: readonly unknown[],
  desired: readonly unknown[],
  replaces: boolean,
): readonly unknown[] {
  const meaning = meaningOfColumn();
  const merge = (from: readonly unknown[], to: readonly unknown[]): readonly unknown[] => {
    let isChanged = false;
    const columns = pairColumns(from, to).pairs.flatMap(({ live: old, proposed }) => {
      const kept = replaces ? undefined : old;
      const merged =
        proposed === undefined
          ? kept
          : old === undefined
            ? withoutNulls(withoutDefaults(proposed))
            : overlay(old, proposed);
      isChanged ||= merged !== old;
      return merged === undefined ? [] : [merged];
    });
    return isChanged ? columns : from;
  };
  const overlay = (old: Column, wanted: Column): Column => {
    const changes: [string, unknown][] = [];
    for (const [name, value] of Object.entries(wanted)) {
      const change = name === "fields" ? nested(old, wanted) : changeOf(old[name], value, meaningIn(meaning, name));
      if (change !== undefined) changes.push([name, change]);
    }
    if (changes.length === 0) return old;
    const merged = new Map([...Object.entries(old), ...changes]);
    return Object.fromEntries([...merged].filter(([, value]) => value !== null));
  };
  const nested = (old: Column, wanted: Column): unknown => {
    const before = columnsIn(old);
    // An empty list counts as none.
    const fields = columnsIn(wanted).length === 0 ? before : merge(before, columnsIn(wanted));
    return fields === before ? undefined : fields;
  };
  return merge(live, desired);
}

function changeOf(live: unknown, wanted: unknown, meaning: Meaning): unknown {
  if (matches(live, wanted, meaning)) return undefined;
  // The service keeps these tags of a column if the request omits them.
  const isCleared = wanted === null || valueAt(wanted, ["names"]) === null;
  if (isCleared && meaning.path.endsWith(".policyTags")) return { names: [] };
  if (wanted === null && meaning.path.endsWith(".dataGovernanceTagsInfo")) return {};
  return isObject(live) && isObject(wanted) ? mergePatch(live, wanted) : withoutNulls(wanted);
}
