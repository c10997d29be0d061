/** Clock constraints: the lines that each format takes, and the clock that they ask for. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clockConstraints, constraintFormats } from "../../src/hardware/verilog/constraints.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra } from "../cli/lutra.ts";

const clocks = [
  { port: "clk", mhz: 100 },
  { port: "slow", mhz: 1000 / 30 },
  { port: "odd", mhz: 30 },
];

describe("clock constraints", () => {
  it("have the form of each tool", () => {
    const lines = (format: (typeof constraintFormats)[number]) =>
      clockConstraints(format, clocks).trimEnd().split("\n").slice(1);
    const tcl = [
      "create_clock -name clk -period 10.000 [get_ports clk]",
      "create_clock -name slow -period 30.000 [get_ports slow]",
      "create_clock -name odd -period 33.333 [get_ports odd]",
    ];
    expect(lines("xdc")).toEqual(tcl);
    expect(lines("sdc")).toEqual(tcl);
    expect(lines("lpf")).toEqual([
      'FREQUENCY PORT "clk" 100 MHZ;',
      'FREQUENCY PORT "slow" 33.3334 MHZ;',
      'FREQUENCY PORT "odd" 30 MHZ;',
    ]);
    expect(lines("pcf")).toEqual([
      "set_frequency clk 100",
      "set_frequency slow 33.3334",
      "set_frequency odd 30",
    ]);
  });

  it("never ask for less than was asked for", () => {
    for (let mhz = 1; mhz < 700; mhz += 0.37) {
      const [, period = ""] = /-period (\S+)/.exec(clockConstraints("sdc", [{ port: "c", mhz }])) ?? [];
      expect(1000 / Number(period)).toBeGreaterThanOrEqual(mhz - 1e-6);
      const [, rate = ""] = /_frequency c (\S+)/.exec(clockConstraints("pcf", [{ port: "c", mhz }])) ?? [];
      expect(Number(rate)).toBeGreaterThanOrEqual(mhz - 1e-6);
    }
  });

  const hasTcl = spawnSync("tclsh", { input: "exit 0" }).status === 0;
  it.runIf(hasTcl)("of Vivado and of SDC are Tcl", () => {
    const commands = "proc create_clock {args} {puts $args}; proc get_ports {p} {return port:$p}\n";
    const { stdout } = spawnSync("tclsh", {
      input: commands + clockConstraints("xdc", clocks),
      encoding: "utf8",
    });
    expect(stdout.split("\n")[0]).toBe("-name clk -period 10.000 port:clk");
  });

  it.each([
    [["--to", "verilog", "--part", "ice40", "--clock", "40MHz"], "popcount", 40, "clk"],
    [["--to", "verilog", "--part", "ecp5", "--clock", "12.5ns"], "popcount", 80, "clk"],
    [["--to", "axi", "--board", "ultra96", "--clock", "150MHz"], "popcount_axi", 150, "ap_clk"],
  ])("stand in the folder of build %j", (words, name, mhz, port) =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      const { status, err } = await lutra(
        "build",
        "examples/popcount.py",
        "--schedule",
        "none",
        ...words,
        "-o",
        folder,
      );
      expect({ status, err }).toMatchObject({ status: 0 });
      for (const format of constraintFormats) {
        const text = readFileSync(join(folder, "constraints", `${name}.${format}`), "utf8");
        expect(text).toBe(clockConstraints(format, [{ port, mhz }]));
      }
      const verilog = readFileSync(join(folder, `${name}.v`), "utf8");
      expect(verilog).toMatch(new RegExp(`module ${name} \\([^;]*input +wire ${port}\\b`));
    }),
  );

  it("of two clocks name both", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      const words = ["--to", "axi", "--clock", "100MHz", "--bus-clock", "200MHz", "-o", folder];
      await lutra("build", "examples/popcount.py", "--schedule", "none", ...words);
      const text = readFileSync(join(folder, "constraints", "popcount_axi.sdc"), "utf8");
      expect(text).toContain("-name ap_clk -period 5.000 ");
      expect(text).toContain("-name ap_clk_2 -period 10.000 ");
    }));

  it("are not beside a single file, which says its clock itself", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "circuit.v");
      await lutra(
        "build",
        "examples/popcount.py",
        "--schedule",
        "none",
        "--to",
        "verilog",
        "--part",
        "ecp5",
        "--clock",
        "80MHz",
        "-o",
        path,
      );
      expect(existsSync(join(directory, "constraints"))).toBe(false);
      expect(readFileSync(path, "utf8")).toMatch(/^\/\/ made for \S+ at 80 MHz\n/);
    }));
});
