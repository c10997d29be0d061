/** A schedule of our own fits the part, if the loops as written do, or the smallest circuit that Lutra knows. */
import { expect, test } from "vitest";
import type { Compiled } from "../../src/driver/compile.ts";
import { targetOf } from "../../src/driver/device.ts";
import { circuitMade } from "../../src/driver/report.ts";
import { roomFor } from "../../src/driver/room.ts";
import { circuitLoops, type ScheduleOptions } from "../../src/driver/schedule.ts";
import { ofToday } from "../corpus/day.ts";
import { kernelAt, kernelPaths } from "../corpus/kernels.ts";

/** Null where no circuit can be made. */
function fits(compiled: Compiled, options: ScheduleOptions): boolean | null {
  const { made } = circuitMade(compiled, options, circuitLoops(compiled, options));
  return made.ok ? roomFor(made, targetOf(compiled, options).part).length === 0 : null;
}

const parts = ["ice40hx8k-ct256", "ice40up5k-sg48", "gw1nr-lv9qn88pc6/i5", "xc7z020clg400-1"];
const cases = kernelPaths.flatMap((path) => parts.map((part) => ({ path, part })));

test.each(ofToday(cases, 4))("$path on $part", { timeout: 300_000 }, ({ path, part }) => {
  const { program } = kernelAt(path);
  const compiled: Compiled = { ok: true, kernel: program.kernel, program, diagnostics: [] };
  const own = fits(compiled, { part });
  if (own === false)
    for (const options of [{ schedule: "none" }, { for: "size" }] as const)
      expect(fits(compiled, { part, ...options }), JSON.stringify(options)).not.toBe(true);
});
