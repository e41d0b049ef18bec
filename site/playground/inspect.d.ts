// The types of node-inspect-extracted do not compile with TypeScript 5.9; its functions are those of Node.js.
export { formatWithOptions, inspect } from "node:util";
