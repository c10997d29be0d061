/**
 * Cycles, intervals and queues of the benchmark networks are exact: none may change unnoticed.
 *
 *     UPDATE=1 npm run bench:networks     keeps what is counted now
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measuredNetwork, names, recordPath } from "../../bench/hardware/network.ts";

const record = JSON.parse(readFileSync(recordPath, "utf8")) as Readonly<Record<string, unknown>>;

test.each(names)("%s", (name) => {
  expect(measuredNetwork(name).figures).toEqual(record[name]);
});

test.each(["image_pipeline", "cnn_int8", "tasks"])(
  "%s takes about as long as its longest process",
  (name) => {
    const { cycles, longest } = record[name] as { readonly cycles: number; readonly longest: number };
    expect(cycles).toBeLessThan(1.1 * longest);
  },
);
