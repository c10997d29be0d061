/** Clocks, LUTs and DSPs of elementary functions change only knowingly: UPDATE=1 node build/bench/hardware/elementary.js */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { elementaryRows } from "../../bench/hardware/elementary_rows.ts";

test("elementary functions take the clocks, LUTs and DSPs of the table", { timeout: 60_000 }, () => {
  expect(elementaryRows()).toEqual(JSON.parse(readFileSync("bench/hardware/elementary.json", "utf8")));
});
