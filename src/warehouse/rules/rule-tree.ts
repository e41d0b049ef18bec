import { addIssue, type RuleResult, type RuleSettings } from "../../schema/rules.js";
import { formatPath } from "../../values/issue-path.js";
import type { Scope, TableRule } from "./rule-builders.js";

/** The rules about a value, and the trees of the values inside it by name; `[]` is each element, `{}` each entry. */
interface RuleTree {
  readonly rules: TableRule[];
  readonly inside: Map<string, RuleTree>;
}

/** Arranges rules by the paths of their values, so that one walk of a table checks all of them. */
export function ruleTree(rules: readonly TableRule[]): RuleTree {
  const root: RuleTree = { rules: [], inside: new Map() };
  const treeAt = (path: string) =>
    path
      .replace(/\[\]|\{\}/g, ".$&")
      .split(".")
      .reduce(inner, root);
  for (const rule of rules) for (const path of rule.paths) treeAt(path).rules.push(rule);
  // A column is in a schema or in another column.
  for (const list of ["schema.fields", "externalDataConfiguration.schema.fields", "fields[].fields"]) {
    treeAt(list).inside.set("[]", treeAt("fields[]"));
  }
  root.inside.delete("fields");
  return root;
}

function inner(tree: RuleTree, name: string): RuleTree {
  const found = tree.inside.get(name) ?? { rules: [], inside: new Map() };
  tree.inside.set(name, found);
  return found;
}

/** Checks a resource against the rules of a tree. */
export function checkTree(root: RuleTree, resource: object, scope: Scope, settings: RuleSettings = {}): RuleResult {
  const result: RuleResult = { errors: [], warnings: [] };
  const path: (string | number)[] = [];
  const visit = (tree: RuleTree, value: unknown, holder: unknown, key: string | number, inList: boolean): void => {
    path.push(key);
    for (const rule of tree.rules) {
      const message = rule.problemOf(value, holder, scope, key, inList);
      if (message !== undefined) addIssue(result, rule, settings, formatPath(path), message);
    }
    if (typeof value === "object" && value !== null) visitInside(tree, value, holder, inList);
    path.pop();
  };
  const visitInside = (tree: RuleTree, value: object, holder: unknown, inList: boolean): void => {
    for (const [name, each] of tree.inside) {
      if (name === "[]")
        for (const [index, element] of (value as unknown[]).entries()) visit(each, element, holder, index, true);
      else if (name === "{}") for (const [key, entry] of Object.entries(value)) visit(each, entry, holder, key, inList);
      else visit(each, (value as Record<string, unknown>)[name], value, name, inList);
    }
  };
  visitInside(root, resource, undefined, false);
  return result;
}
