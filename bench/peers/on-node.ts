// Runs a script with the packages of this folder, on the Node version that they require: tsx bench/peers/on-node.ts
// <arguments>.
import { spawnSync } from "node:child_process";
import { binaries, installRuntimes } from "../../e2e/runtimes/installed.js";

installRuntimes();
const { status } = spawnSync(binaries.node(22), process.argv.slice(2), { stdio: "inherit" });
process.exitCode = status ?? 1;
