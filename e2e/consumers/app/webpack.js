// Bundles an app for browsers with webpack, and prints its warnings and errors.
import webpack from "webpack";

const settings = {
  mode: "production",
  target: ["web", "es2022"],
  entry: "./main.js",
  experiments: { outputModule: true },
  output: { path: `${process.cwd()}/webpack`, filename: "main.js", module: true, clean: true },
  performance: false,
};

webpack(settings, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors() || stats.hasWarnings())
    console.log(stats.toString({ all: false, errors: true, warnings: true }));
});
