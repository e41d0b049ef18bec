// Not exported: the build puts these modules into files without zod and ky, so that bundlers drop both.
export * from "./entities/entity.js";
export * from "./warehouse/decimal.js";
export * from "./warehouse/names.js";
export * from "./warehouse/rows/row-decoder.js";
export * from "./warehouse/schemas/enums.js";
