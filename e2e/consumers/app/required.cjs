// A CommonJS app: every subpath by require().
const assert = require("node:assert");
const { exports: subpaths } = require("fourfold/package.json");

for (const subpath of Object.keys(subpaths)) {
  if (subpath.includes("*")) continue; // files, not code
  const name = subpath.replace(/^\./, "fourfold");
  assert(Object.keys(require(name)).length > 0, `${name} exports nothing`);
}

const { createClient } = require("fourfold");
const { createSandbox } = require("fourfold/testing");
const sandbox = createSandbox();
sandbox.warehouse.projects.add({ projectId: "p" });
createClient(sandbox.clientOptions)
  .warehouse.projects.list()
  .toArray({ limit: 1 })
  .then((projects) => {
    assert.equal(projects.length, 1);
    console.log("ok");
  });
