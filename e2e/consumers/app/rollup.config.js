import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: "main.js",
  output: { dir: "rollup", format: "es" },
  plugins: [nodeResolve({ browser: true })],
};
