/** Signatures read as Python reads them. */
import { expect, test } from "vitest";
import { parseSignature } from "../../../src/frontend/python/builtins/arguments.ts";

test("names, defaults and keywords", () => {
  expect(parseSignature("a, axis=None, keepdims=False")).toEqual([
    { name: "a", form: "plain", default: null, positional: true, keyword: true },
    { name: "axis", form: "plain", default: "None", positional: true, keyword: true },
    { name: "keepdims", form: "plain", default: "False", positional: true, keyword: true },
  ]);
});

test("what stands before a slash has no keyword, what follows a star has no position", () => {
  expect(parseSignature("x, /, y, *, z=1").map((p) => [p.name, p.positional, p.keyword])).toEqual([
    ["x", true, false],
    ["y", true, true],
    ["z", false, true],
  ]);
});

test("a starred name takes the rest; an exclamation mark refuses all but the default", () => {
  expect(parseSignature("a, *shape, !order='C'").map((p) => [p.name, p.form, p.default])).toEqual([
    ["a", "plain", null],
    ["shape", "rest", null],
    ["order", "refused", "'C'"],
  ]);
});
