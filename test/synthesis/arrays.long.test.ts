/**
 * Cycles of the benchmark's systolic arrays and stencils are exact: none may change unnoticed.
 *
 *     UPDATE=1 npm run bench:arrays     keeps what is counted now
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measuredArray, recordPath, works } from "../../bench/hardware/array.ts";

const record = JSON.parse(readFileSync(recordPath, "utf8")) as Readonly<Record<string, unknown>>;

test.each(works)("$name", (work) => {
  expect(measuredArray(work).figures).toEqual(record[work.name]);
});
