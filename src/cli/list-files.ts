import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { Failure } from "./failure.js";

/**
 * Lists the files in a folder and its folders, also behind symbolic links: paths relative to the folder, with `/`, sorted.
 *
 * @throws {Failure} If links are broken or lead out of the folder, with all of them.
 */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const files: string[] = [];
  const problems: string[] = [];
  const visit = async (path: string, inside: string, trail: readonly string[]): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const real = isLink ? await realpath(join(path, entry.name)).catch(() => "") : join(path, entry.name);
      if (!`${real}${sep}`.startsWith(`${root}${sep}`)) {
        problems.push(`${join(folder, name)}: must not be a broken link or a link out of the folder; copy the file`);
        continue;
      }
      const info = isLink ? await stat(real) : entry;
      if (info.isFile()) files.push(name);
      // A link to a folder around it would never end.
      else if (info.isDirectory() && !trail.includes(real)) await visit(real, name, [...trail, real]);
    }
  };
  await visit(root, "", [root]);
  if (problems.length > 0) throw new Failure(problems);
  return files.sort();
}
