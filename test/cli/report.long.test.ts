/** `lutra report` with an outside tool that takes seconds: place and route. */
import { expect, it } from "vitest";
import { findFlows } from "../../src/toolchain/flows.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const smooth = `from pylog import *

@pylog
def smooth(x: "int8[16]"):
    for i in range(1, 16):
        x[i] = x[i] + x[i - 1]
`;

it("--place tells the clock that a circuit reaches on iCE40", { timeout: 180_000 }, () =>
  inDirectory(async (directory) => {
    const path = write(directory, "smooth.py", smooth);
    const words = ["--schedule", "none", "--part", "ice40", "--clock", "50MHz", "--place"];
    const { status, out } = await lutra("report", path, ...words);
    expect(status).toBe(0);
    expect(out).toMatch(/reached\s+\d+\.\d MHz of 50 MHz asked for\s+by nextpnr-ice40, on hx8k/);
  }),
);

it("--place of a Zynq board takes its own part", { timeout: 300_000 }, ({ skip }) => {
  if (findFlows().find(({ flow }) => flow === "prjxray")?.found !== true)
    skip("nextpnr for Xilinx and the database of prjxray are not here");
  return inDirectory(async (directory) => {
    const path = write(directory, "smooth.py", smooth);
    const { status, out } = await lutra("report", path, "--board", "pynq-z2", "--place");
    expect(status).toBe(0);
    expect(out).toMatch(/reached\s+\d+\.\d MHz of 100 MHz asked for\s+by \S+, on xc7z020clg400-1/);
  });
});
