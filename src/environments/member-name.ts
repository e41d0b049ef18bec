import { MASK_BREAKERS } from "./field-mask.js";
import type { MemberPathRow } from "./updatable-paths.js";

/** Returns why a mask cannot contain a name; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "the name of an entry must not be empty";
  return MASK_BREAKERS.test(name)
    ? "the name of an entry must not contain a comma, a backtick or white space"
    : undefined;
}

/** Returns why a name does not have the form that its map requires; undefined if it does. */
export function formProblem(name: string, form: MemberPathRow["form"]): string | undefined {
  if (form === "name" || /^[^-[\].]+-[^=;.]+$/.test(name)) return undefined;
  return 'must be "section-property": no -, [, ] or . in the section, no =, ; or . in the property';
}
