import { type Int64, int64, toDate } from "fourfold";
import { expectTypeOf } from "vitest";

// An Int64 is a decimal string, and its type shows it.
export const fine: Int64[] = ["5", "0", "-5", "9223372036854775807"];
expectTypeOf<Int64>().toExtend<string>();
expectTypeOf<string>().not.toExtend<Int64>();
expectTypeOf<number>().not.toExtend<Int64>();
expectTypeOf<bigint>().not.toExtend<Int64>();

// @ts-expect-error no number
export const text: Int64 = "abc";
// @ts-expect-error no integer
export const fraction: Int64 = "1.5";
// @ts-expect-error nothing
export const empty: Int64 = "";
// @ts-expect-error a number is made into one by int64()
export const number: Int64 = 5;
// @ts-expect-error so is a bigint
export const big: Int64 = 5n;

// int64() also converts a string that is known only at run time.
declare const anyText: string;
// @ts-expect-error it may be anything
export const unknownText: Int64 = anyText;
export const checked: Int64 = int64(anyText);

expectTypeOf(int64("5")).toEqualTypeOf<Int64>();
expectTypeOf(int64(5)).toEqualTypeOf<Int64>();
expectTypeOf(int64(5n)).toEqualTypeOf<Int64>();
// @ts-expect-error there is nothing to make it from
int64(undefined);

// BigInt and Number accept an Int64.
declare const value: Int64;
expectTypeOf(BigInt(value)).toEqualTypeOf<bigint>();
expectTypeOf(Number(value)).toEqualTypeOf<number>();

// toDate keeps undefined, and only that.
declare const maybe: Int64 | undefined;
expectTypeOf(toDate(value)).toEqualTypeOf<Date>();
expectTypeOf(toDate(5)).toEqualTypeOf<Date>();
expectTypeOf(toDate(maybe)).toEqualTypeOf<Date | undefined>();
// @ts-expect-error null is not undefined
toDate(null);
