import { exactInteger } from "./exact-integer.js";
import type { Finding, Scope } from "./rule.js";

/** Makes a test that finds a text of another form. */
export function unlike(form: RegExp): (text: string) => Finding {
  return (text) => !form.test(text) && text;
}

/** Makes a test that finds an INT64 below `min`, exactly. */
export function below(min: bigint): (value: string | number) => Finding {
  return (value) => {
    const exact = exactInteger(value);
    return exact !== undefined && exact < min && exact;
  };
}

/** Finds a list of more than one element. */
export function several(list: readonly unknown[]): Finding {
  return list.length > 1 && list.length;
}

/** Makes a test that finds a text of more than `max` characters, which are not UTF-16 units. */
export function longerThan(max: number): (text: string) => Finding {
  return (text) => {
    const length = text.length > max ? Array.from(text).length : 0;
    return length > max && length;
  };
}

/** Finds a name that is none of the top-level columns. A member that is empty is for another rule to judge. */
export function unknownColumn(name: string, _: unknown, { columns }: Scope, key: string | number): Finding {
  const isElement = typeof key === "number";
  return (isElement || name !== "") && columns()?.has(name.toLowerCase()) === false && name;
}

/** Makes a test that finds the name of a top-level column of any other type, in capitals or small letters. */
export function columnOutside(types: readonly string[]): (name: string, _: unknown, scope: Scope) => Finding {
  return (name, _, { columns }) => {
    const type = columns()?.get(name.toLowerCase())?.type;
    return type != null && !types.includes(type.toUpperCase()) && type;
  };
}

/** Finds the mode of a top-level column that is repeated. */
export function repeatedColumn(name: string, _: unknown, { columns }: Scope): Finding {
  const mode = columns()?.get(name.toLowerCase())?.mode;
  return mode === "REPEATED" && mode;
}
