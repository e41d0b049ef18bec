import { expect, test } from "vitest";
import { attemptNumbers } from "../../../site/playground/attempts.js";

const get = { sandbox: 1, method: "GET", path: "/a", body: "" };

test("an identical request after a transient failure is a retry", () => {
  const attempts = [
    { ...get, status: 503 },
    { ...get, error: "fetch failed" },
    { ...get, path: "/b", status: 200 },
    { ...get, sandbox: 2, status: 200 },
    { ...get, status: 200 },
    { ...get, status: 200 },
    get,
  ];
  expect(attemptNumbers(attempts)).toEqual([1, 2, 1, 1, 3, 1, 1]);
});

test("a permanent failure is not retried", () => {
  expect(attemptNumbers([{ ...get, status: 404 }, get])).toEqual([1, 1]);
});
