export { formatWithOptions, inspect } from "node-inspect-extracted";
