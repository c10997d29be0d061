/** include/lutra_elementary_long.h against the definition in src/types, bit for bit, in every dialect it is written for. */
import { describe, it } from "vitest";
import { type FloatType, float, float64 } from "../../src/types/types.ts";
import { digests, everyFunction } from "./elementary_jobs.ts";
import { agree } from "./float_agree.ts";
import { compileDriver, dialectAvailable } from "./float_driver.ts";
import type { Expected } from "./float_ops.ts";

const narrower: readonly FloatType[] = [
  ...[float(11, 52, "ftz"), float(8, 24), float(9, 40, "flopoco"), float(2, 52), float(11, 22), float(5, 34)],
];

describe("the integer algorithms of long formats in C", () => {
  const available = dialectAvailable("c99");
  const run = available ? compileDriver("c99", "elementary_ops.h", ["-O2", "-DLONG_FORMATS"]) : () => [];

  it.runIf(available)("of float64", () => agree(run, everyFunction(float64, 200)));

  it.runIf(available)("of formats between float32 and float64", () => {
    for (const type of narrower) agree(run, everyFunction(type, 20));
  });

  /** Rounding hides most of what an algorithm does: this looks at all of it. */
  it.runIf(available)("have the integers of the definition before they round", () => {
    const pieces = compileDriver("c99", "elementary_pieces.h", ["-O1", "-DLONG_FORMATS"]);
    for (const type of [float64, ...narrower]) agree(pieces, digests(type, type === float64 ? 300 : 40));
  });
});

describe.each(["c99", "c++14", "opencl"] as const)("lutra_elementary_long.h as %s", (dialect) => {
  it.runIf(dialectAvailable(dialect))("gives what the definition gives", () => {
    const run = compileDriver(dialect, "elementary_ops.h", ["-DLONG_FORMATS"]);
    agree(run, everyFunction(float64, 30).map(byOwnFunction));
  });
});

/** The same by lutra_expd and its like. */
function byOwnFunction(job: Expected): Expected {
  return { ...job, job: { ...job.job, parameters: [11, 52, 0, 1] } };
}
