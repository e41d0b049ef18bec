import type { RuleCheck } from "../../core/rules/rules.js";
import type { Table } from "../schemas/table.js";

/**
 * A resource as rules see it: in wire form (INT64 are strings, output-only members are gone), any member may be
 * missing, and in a patch `null` clears. Members of a wrong type have been reported already and are left out.
 */
export type Draft<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly Draft<E>[]
    : T extends object
      ? string extends keyof T
        ? Readonly<Record<string, string | null>>
        : { readonly [K in keyof T]?: Draft<Exclude<T[K], undefined>> | null | undefined }
      : T;

/** What a rule knows beside the table. */
export interface TableRuleContext {
  /**
   * Whether the table is the whole table. In a patch it is not: a member that is missing may well be set in the
   * service, so rules that compare members run only when all of them are there, and members are demanded only
   * inside lists, which a patch replaces whole.
   */
  readonly complete: boolean;
  /** The time now, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether the request asks the service to detect the schema of an external table. Default: `false`. */
  readonly autodetectSchema?: boolean | undefined;
}

/** A rule about a table. */
export type TableRule = RuleCheck<Draft<Table>, TableRuleContext>;

/** A rule about a table whose id is known to the compiler. */
export type NamedTableRule<Id extends string> = TableRule & { readonly id: Id };
