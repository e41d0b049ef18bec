import { readdirSync } from "node:fs";

/** The files of a folder and its folders with this ending, as paths relative to the folder. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}
