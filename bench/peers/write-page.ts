// Writes docs/benchmarks.md from docs/benchmarks.json, after a change to the page.
import { readFileSync, writeFileSync } from "node:fs";
import { benchmarksPage, type Results } from "./page.js";
import type { Profile } from "./profile.js";

type Stored<P> = Omit<P, "ours" | "theirs"> & Record<"ours" | "theirs", Readonly<Record<string, number>>>;

const docs = new URL("../../docs/", import.meta.url);
const stored = JSON.parse(readFileSync(new URL("benchmarks.json", docs), "utf8")) as Omit<Results, "profiles"> & {
  readonly profiles: readonly Stored<Profile>[];
};
const profiles = stored.profiles.map(({ ours, theirs, ...named }): Profile => {
  return { ...named, ours: new Map(Object.entries(ours)), theirs: new Map(Object.entries(theirs)) };
});
writeFileSync(new URL("benchmarks.md", docs), benchmarksPage({ ...stored, profiles }));
