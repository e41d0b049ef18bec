// The settings of an app for browsers, with a name for its file that can be foretold.
export default {
  build: {
    outDir: "vite",
    rollupOptions: { input: "main.js", output: { entryFileNames: "main.js" } },
    modulePreload: { polyfill: false },
  },
};
