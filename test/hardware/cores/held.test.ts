/** Between the stages of a core registers hold the bits that are needed later, and no others; latency.test.ts has the results. */
import { expect, it } from "vitest";
import { core } from "../../../src/hardware/cores/core.ts";
import { finish, input, output, startModule } from "../../../src/hardware/netlist/build.ts";
import { float64 } from "../../../src/types/types.ts";

it("each row of a divider leaves one digit for later, not its whole rest", () => {
  const b = startModule("test");
  const operands = ["a", "b"].map((name) => input(b, name, 64));
  output(b, "result", core("div", [float64, float64], float64, { latency: 30 }).build(b, operands));
  const bits = finish(b).registers.reduce((sum, { width }) => sum + width, 0);
  // A stage: a rest of 55 bits, the divisor of 53, that or its complement for the next row, half of 55 digits, exponents and signs.
  expect(bits).toBeLessThan(30 * (55 + 53 + 54 + 28 + 32));
});
