import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: "main.js",
  output: { dir: "rollup", format: "es" },
  plugins: [nodeResolve({ browser: true })],
  onwarn(warning) {
    // zod has circular imports, and comments that mention annotations.
    if ([warning.ids ?? warning.id ?? ""].flat().every((file) => file.includes("/node_modules/zod/"))) return;
    throw new Error(warning.message);
  },
};
