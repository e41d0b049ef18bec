import { cached, isObject } from "../../values/objects.js";
import type { JsonObject, Store } from "../fake-service.js";
import { corpus, type EntitySeed } from "./corpus.js";

/** An entity in the store. */
interface StoredEntity {
  /** Id, without `kg:`. */
  readonly id: string;
  readonly types: readonly string[];
  /** Names and aliases, normalized for comparison. */
  readonly names: readonly string[];
  readonly fame: number;
  /** The entity in responses, with texts in all languages. */
  readonly body: JsonObject;
}

/** Criteria of a search. */
interface EntityFilter {
  readonly query: string | undefined;
  readonly ids: readonly string[];
  readonly types: readonly string[];
  readonly prefix: boolean;
}

/** The entities of a sandbox: the corpus, and the entities that were added. */
export class EntityStore implements Store {
  state: { readonly added: EntitySeed[] } = { added: [] };

  add(seed: EntitySeed): void {
    this.state.added.push(JSON.parse(JSON.stringify(seed)));
  }

  /** Returns the entities that match a filter, the best match first. */
  find({ query, ids, types, prefix }: EntityFilter): readonly { readonly body: JsonObject; readonly score: number }[] {
    const wantedIds = new Set(ids.map(plainId));
    const text = query === undefined || query === "" ? undefined : foldText(query);
    const isWanted = ({ id, types: own }: StoredEntity) =>
      (ids.length === 0 || wantedIds.has(id)) && (types.length === 0 || types.some((type) => own.includes(type)));
    const entities = [...corpus, ...this.state.added].map(storedEntity);
    return [...new Map(entities.map((entity) => [entity.id, entity])).values()]
      .filter(isWanted)
      .map((entity) => ({ entity, quality: text === undefined ? 1 : qualityOf(entity, text, prefix) }))
      .filter(({ quality }) => quality > 0)
      .map(({ entity: { body, fame }, quality }) => ({ body, score: quality * 1_000 + fame }))
      .sort((a, b) => b.score - a.score);
  }
}

/** Prepares an entity for searches, once. */
const storedEntity = cached(
  ({ "@id": name, "@type": type, aliases, resultScore, ...rest }: EntitySeed): StoredEntity => {
    const id = plainId(name);
    const types = typeof type === "string" ? [type] : [...(type ?? ["Thing"])]; // null counts as absent
    return {
      id,
      types,
      names: [...textsOf(rest.name), ...(aliases ?? [])].map(foldText),
      fame: resultScore ?? 100,
      body: { "@id": `kg:${id}`, "@type": types, ...rest },
    };
  },
);

function plainId(id: string): string {
  return id.replace(/^kg:/, "");
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) => (isObject(each) && typeof each["@value"] === "string" ? [each["@value"]] : []));
}

/** How well the best of its names matches a search text. */
function qualityOf({ names }: StoredEntity, text: string, prefix: boolean): number {
  if (text === "") return 0;
  return names.reduce((quality, name) => Math.max(quality, matchQuality(name, text, prefix)), 0);
}

/** The words of a string in lower case and without diacritics, with one space before, between and after them. */
function foldText(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** How well a name matches a search text: the higher, the better; 0 for no match. */
function matchQuality(name: string, text: string, prefix: boolean): number {
  if (name === text) return 3;
  const wanted = prefix ? text.slice(0, -1) : text;
  return name.startsWith(wanted) ? 2 : Number(name.includes(wanted));
}
