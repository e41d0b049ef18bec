import { bothNames, fromWire, type Names, pathToWire, type RenamedPlaces, textToWire } from "../core/rename.js";
import { valueAt } from "../core/value-at.js";
import type { Issue } from "../errors/issue.js";

/** Paths of a table with names that differ from the code, such as `biglakeConfiguration` in Google's profile. */
export const tablePlaces: RenamedPlaces = {
  members: [
    "vendorLakeConfiguration",
    "externalDataConfiguration.vendorTableOptions",
    "externalDataConfiguration.vendorSheetsOptions",
  ],
  values: ["externalDataConfiguration.sourceFormat"],
};

/** A table or a patch as input, in neutral names. */
export interface NeutralInput {
  readonly table: unknown;
  /** Issues of fields that the input has in both names. */
  readonly issues: readonly Issue[];
  /** Returns an issue with the path that the value has in the input, and a message in the names of the profile. */
  named(issue: Issue): Issue;
}

/** Translates an input to neutral names. It may have the names of the profile instead. */
export function neutralInput(input: unknown, naming: Names): NeutralInput {
  const isOwn = (place: string) => {
    const own = pathToWire(place, tablePlaces, naming);
    return valueAt(input, own.split(".")) !== undefined;
  };
  const members = tablePlaces.members.filter(isOwn);
  const table = fromWire(input, tablePlaces, naming);
  const textOf = (message: string) => (table === input ? message : textToWire(message, naming));
  return {
    table,
    issues: bothNames(input, tablePlaces, naming),
    named: (issue) => ({
      ...issue,
      path: pathToWire(issue.path, { members }, naming),
      message: textOf(issue.message),
    }),
  };
}
