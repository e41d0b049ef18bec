// The package, except that every client is created with an instance of ky 1.14.

import ky from "ky-1";
import { createClient as create } from "./node_modules/fourfold/dist/index.js";

export * from "./node_modules/fourfold/dist/index.js";
export const createClient = (options) => create({ ...options, ky: ky.create({}) });
