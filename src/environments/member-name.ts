import { MASK_BREAKERS } from "./field-mask.js";
import type { MemberPathRow } from "./updatable-paths.js";

/** What keeps a name from standing in a mask; undefined when nothing does. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "the name of a member must not be empty";
  return MASK_BREAKERS.test(name) ? "the name of a member holds a comma, a backtick or white space" : undefined;
}

/** What keeps a name from having the form that its map asks for; undefined when nothing does. */
export function formProblem(name: string, form: MemberPathRow["form"]): string | undefined {
  if (form === "name" || /^[^-[\].]+-[^=;.]+$/.test(name)) return undefined;
  return 'must be "section-property": no -, [, ] or . in the section, no =, ; or . in the property';
}
