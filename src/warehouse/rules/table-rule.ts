import type { ServiceNames } from "../../core/rename.js";
import type { RuleCheck } from "../../core/rules/rules.js";
import type { Table } from "../schemas/table.js";

/**
 * A resource for rules: in wire form (INT64 as strings, without output-only fields). Any field can be missing, and in a
 * patch `null` clears. Fields of a wrong type are omitted, because the shape check reports them.
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

/** Context of a rule, in addition to the table. */
export interface TableRuleContext {
  /**
   * Whether it is a whole table, not a patch. A field that a patch omits may be set in the service, so rules that compare
   * fields run only if all of them are present, and fields are required only inside lists, which a patch replaces.
   */
  readonly complete: boolean;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Whether the request asks the service to detect the schema of an external table. Default: `false`. */
  readonly autodetectSchema?: boolean | undefined;
  /** The naming profile of the service. Default: the neutral one. */
  readonly naming?: ServiceNames | undefined;
}

/** A rule about a table. */
export type TableRule = RuleCheck<Draft<Table>, TableRuleContext>;

/** A rule about a table whose id is known to the compiler. */
export type NamedTableRule<Id extends string> = TableRule & { readonly id: Id };
