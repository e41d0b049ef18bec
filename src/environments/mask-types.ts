import type { Environment } from "./schemas/environment.js";
import type { MapPath, MemberMapPath, MemberRow, UpdatablePath, WholePath, WholeRow } from "./updatable-paths.js";

/** What a path leads to inside a resource. */
type At<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<Exclude<T[Head], undefined>, Rest>
    : never
  : P extends keyof T
    ? Exclude<T[P], undefined>
    : never;

/** `<product>` in a listed value stands for any word. */
type Spelled<V> = V extends `<product>${infer Rest}` ? `${string}${Rest}` : V;

/** What each path is set to. */
export type ValueOf = {
  [R in WholeRow as R["path"]]: R extends { values: readonly (infer V)[] } ? Spelled<V> : At<Environment, R["path"]>;
};

/** A body that holds one value, at its path. */
type Nest<P extends string, V, Optional extends boolean> = P extends `${infer Head}.${infer Rest}`
  ? Optional extends true
    ? { readonly [K in Head]?: Nest<Rest, V, Optional> }
    : { readonly [K in Head]: Nest<Rest, V, Optional> }
  : Optional extends true
    ? { readonly [K in P]?: V }
    : { readonly [K in P]: V };

/** The bodies of whole paths: a map may be left out, which clears it, any other value may not. */
type WholeBody = { [P in WholePath]: Nest<P, ValueOf[P], P extends MapPath ? true : false> };

/** The names of members of a map in the paths of a mask. */
type NamesIn<P, M extends string> = P extends `${M}.${infer Name}` ? Name : never;

/** The body of a mask that names members of one map: each may be left out, which deletes it. */
type MemberBody<P extends string> = {
  [M in MemberMapPath]: [P] extends [`${M}.${string}`]
    ? Nest<M, { readonly [K in NamesIn<P, M>]?: string }, true>
    : never;
}[MemberMapPath];

/** The body that belongs to a legal mask. */
type BodyOf<P extends string> = [P] extends [WholePath] ? WholeBody[P] : MemberBody<P>;

/** What a path changes: a whole value, or a map by its members. */
type UpdateTypeOf<P> = P extends WholePath
  ? P
  : { [M in MemberMapPath]: P extends `${M}.${string}` ? M : never }[MemberMapPath];

type IsUnion<T, U = T> = [T] extends [never] ? false : T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Paths whose member has no name, or one that a mask cannot carry. */
type Misnamed<P> = Extract<P, `${string}.` | `${string}${"," | "`" | " " | "\t" | "\n"}${string}`>;

/**
 * A path that a mask may name, or one that lacks the form of its map's names: were it not accepted here, the compiler
 * would suggest the path of the whole map.
 */
type MaskPath = UpdatablePath | `${SectionMapPath}.${string}`;
type SectionMapPath = Extract<MemberRow, { form: "section-property" }>["map"];
/** What is wrong with the paths of a mask, as one sentence; never when nothing is. */
type Problem<P> = [P] extends [never]
  ? "an empty mask changes nothing"
  : [UpdatablePath] extends [P]
    ? 'write the paths as a list of literals, such as ["labels.team"]; parseEnvironmentUpdate takes a mask that is made at run time'
    : true extends IsUnion<UpdateTypeOf<P>>
      ? "a mask holds one update type; send several updates"
      : [Misnamed<P>] extends [never]
        ? [Extract<P, MapPath>] extends [never]
          ? [P] extends [UpdatablePath]
            ? never
            : `\`${Exclude<P, UpdatablePath> & string}\`: the name must be section-property`
          : true extends IsUnion<P>
            ? `\`${Extract<P, MapPath>}\` replaces the whole map; name the map or its members, not both`
            : never
        : `\`${Misnamed<P>}\`: the name of a member is not empty and holds no comma, backtick or white space`;

/** Whether a list holds exactly a path, which a template such as `labels.${string}` is not. */
type Holds<P extends readonly unknown[], Path extends string> =
  Record<never, never> extends Record<Path, unknown>
    ? false
    : true extends { [I in keyof P]: [P[I]] extends [Path] ? true : false }[number]
      ? true
      : false;

/** The first path that a mask has twice, as a sentence. Only what its neighbours include is compared one by one. */
type Repeated<P extends readonly unknown[]> = P extends readonly [infer Head, ...infer Rest]
  ? Head extends Rest[number]
    ? Holds<Rest, Head & string> extends true
      ? `\`${Head & string}\` is in the mask more than once`
      : Repeated<Rest>
    : Rest extends [unknown, unknown, ...unknown[]]
      ? Repeated<Rest>
      : never
  : never;

/** Anything, unless there is a problem; then the problem itself, which no mask is. */
type Unless<Why> = [Why] extends [never] ? unknown : Why;

/** Takes a mask and a body that belongs to it. */
export type FromMask<Update> = <const P extends readonly MaskPath[]>(
  paths: P & Unless<Problem<P[number]> | Repeated<P>>,
  environment: [Problem<P[number]>] extends [never] ? BodyOf<P[number]> : object,
) => Update;
