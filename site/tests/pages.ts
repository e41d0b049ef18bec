import { readdirSync } from "node:fs";

/** Returns the files in a folder and its subfolders whose names have this ending, as paths relative to the folder. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}
