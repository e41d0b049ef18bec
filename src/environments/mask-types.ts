import type { Environment } from "./schemas/environment.js";
import type { MapPath, MemberMapPath, MemberRow, UpdatablePath, WholePath, WholeRow } from "./updatable-paths.js";

/** Type of the value at a path in a resource. */
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<Exclude<T[Head], undefined>, Rest>
    : never
  : P extends keyof T
    ? Exclude<T[P], undefined>
    : never;

/** A listed value in which `<product>` can be any string. */
type Spelled<V> = V extends `<product>${infer Rest}` ? `${string}${Rest}` : V;

/** Type of the value of each path. */
export type ValueOf = {
  [R in WholeRow as R["path"]]: R extends { values: readonly (infer V)[] } ? Spelled<V> : At<Environment, R["path"]>;
};

/** A body with one value at its path. Mapped from `T`, so that hovers show the comments of its fields. */
type Nest<T, P extends string, V, Optional extends boolean> = P extends `${infer Head}.${infer Rest}`
  ? Branch<Pick<T, Head & keyof T>, Rest, V, Optional>
  : Leaf<Pick<T, P & keyof T>, V, Optional>;

type Branch<O, Rest extends string, V, Optional extends boolean> = Optional extends true
  ? { readonly [K in keyof O]?: Nest<NonNullable<O[K]>, Rest, V, Optional> }
  : { readonly [K in keyof O]-?: Nest<NonNullable<O[K]>, Rest, V, Optional> };

type Leaf<O, V, Optional extends boolean> = Optional extends true
  ? { readonly [K in keyof O]?: V }
  : { readonly [K in keyof O]-?: V };

/** The bodies of whole paths. A map can be omitted, which clears it; other values are required. */
type WholeBody = { [P in WholePath]: Nest<Environment, P, ValueOf[P], P extends MapPath ? true : false> };

/** The names of entries of a map in the paths of a mask. */
type NamesIn<P, M extends string> = P extends `${M}.${infer Name}` ? Name : never;

/** The body of a mask that names entries of one map. Each entry can be omitted, which deletes it. */
type MemberBody<P extends string> = {
  [M in MemberMapPath]: [P] extends [`${M}.${string}`]
    ? Nest<Environment, M, { readonly [K in NamesIn<P, M>]?: string }, true>
    : never;
}[MemberMapPath];

/** The body for a valid mask. */
type BodyOf<P extends string> = [P] extends [WholePath] ? WholeBody[P] : MemberBody<P>;

/** The subject of a path: a whole value, or entries of a map. */
type UpdateTypeOf<P> = P extends WholePath
  ? P
  : { [M in MemberMapPath]: P extends `${M}.${string}` ? M : never }[MemberMapPath];

type IsUnion<T, U = T> = [T] extends [never] ? false : T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Paths whose entry has no name, or a name that is not allowed in a mask. */
type Misnamed<P> = Extract<P, `${string}.` | `${string}${"," | "`" | " " | "\t" | "\n"}${string}`>;

/**
 * An updatable path, or a path whose problem is a sentence: a name of an invalid form, for which the compiler would otherwise
 * suggest the path of the whole map, or Google's name of the map.
 */
export type MaskPath = UpdatablePath | `${SectionMapPath}.${string}` | GooglePath;
type SectionMapPath = Extract<MemberRow, { form: "section-property" }>["map"];
type GooglePath = `config.softwareConfig.airflowConfigOverrides.${string}`;
/** The problem of the paths of a mask, as one sentence; `never` if they are valid. */
type Problem<P> = [P] extends [never]
  ? "an empty mask changes nothing"
  : [UpdatablePath] extends [P]
    ? 'write the paths as a list of literals, such as ["labels.team"]; parseEnvironmentUpdate accepts a mask that is created at run time'
    : true extends IsUnion<UpdateTypeOf<P>>
      ? "a mask can contain only one update type; send several updates"
      : [Misnamed<P>] extends [never]
        ? [Extract<P, MapPath>] extends [never]
          ? [P] extends [UpdatablePath]
            ? never
            : [Extract<P, GooglePath>] extends [never]
              ? `\`${Exclude<P, UpdatablePath> & string}\`: the name must be section-property`
              : `\`${Extract<P, GooglePath>}\`: write orchestratorConfigOverrides instead of airflowConfigOverrides`
          : true extends IsUnion<P>
            ? `\`${Extract<P, MapPath>}\` replaces the whole map; name the map or its entries, not both`
            : never
        : `\`${Misnamed<P>}\`: the name of an entry must not be empty or contain a comma, a backtick or white space`;

/** Whether a list contains a literal path, not a template such as `labels.${string}`. */
type Holds<P extends readonly unknown[], Path extends string> =
  Record<never, never> extends Record<Path, unknown>
    ? false
    : true extends { [I in keyof P]: [P[I]] extends [Path] ? true : false }[number]
      ? true
      : false;

/** A sentence about the first duplicate path of a mask. Compares a path only if the rest of the mask may include it. */
type Repeated<P extends readonly unknown[]> = P extends readonly [infer Head, ...infer Rest]
  ? Head extends Rest[number]
    ? Holds<Rest, Head & string> extends true
      ? `\`${Head & string}\` is in the mask more than once`
      : Repeated<Rest>
    : Rest extends [unknown, unknown, ...unknown[]]
      ? Repeated<Rest>
      : never
  : never;

/** Accepts any value if there is no problem; otherwise only the problem itself, so that the error message shows it. */
export type Unless<Why> = [Why] extends [never] ? unknown : Why;

/** The problem of a mask, as one sentence; `never` if it is valid. */
export type MaskProblem<P extends readonly MaskPath[]> = Problem<P[number]> | Repeated<P>;

/** The body that a mask requires. */
export type MaskBody<P extends readonly MaskPath[]> = [Problem<P[number]>] extends [never] ? BodyOf<P[number]> : object;
