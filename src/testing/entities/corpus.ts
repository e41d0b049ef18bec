import { nature } from "./corpus/nature.js";
import { organizations } from "./corpus/organizations.js";
import { people } from "./corpus/people.js";
import { places } from "./corpus/places.js";
import { works } from "./corpus/works.js";
import type { EntitySeed } from "./entity-seed.js";

/** The entities that every sandbox contains. */
export const corpus: readonly EntitySeed[] = /* @__PURE__ */ [
  ...people,
  ...places,
  ...organizations,
  ...works,
  ...nature,
];
