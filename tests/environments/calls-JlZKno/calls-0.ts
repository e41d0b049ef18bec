import { environmentUpdate } from "fourfold/environments";
export const { fromMask } = environmentUpdate;
