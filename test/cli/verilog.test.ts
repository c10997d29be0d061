/** Kernels as circuits, from the command line. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { lutra, write } from "./lutra.ts";

const source = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] + b[i]
    return c[3]
`;

const halves = `
import numpy as np
from pylog import *

@pylog
def halves(a: "uint8[4]", c: "uint8[4]"):
    for i in range(4):
        x = a[i]
        n = np.uint8(0)
        while x > 0:
            x = x >> 1
            n += 1
        c[i] = n
`;

const faulty = source.replace("a[i] + b[i]", "a[i + a[i] - a[i] + 1] + b[i]");

interface Report {
  readonly returns: readonly { readonly first: readonly string[] }[];
  readonly hardware: {
    readonly cycles: number;
    readonly predicted: { readonly least: number; readonly most: number };
  };
}

describe("lutra run --on verilog", () => {
  it("computes what the reference does, and says how long that takes", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const wanted = JSON.parse((await lutra("run", path, "--json")).out) as Report;
      const { status, out } = await lutra("run", path, "--on", "verilog", "--json");
      const { returns, hardware } = JSON.parse(out) as Report;
      expect(status).toBe(0);
      expect(returns).toEqual(wanted.returns);
      expect(hardware).toMatchObject({ sim: "lutra", family: "xc7", clockMHz: 100 });
      expect(hardware.predicted).toEqual({ least: hardware.cycles, most: hardware.cycles });
    }));

  it("shows cycles, and the time they take at the clock", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const { out } = await lutra("run", path, "--on", "verilog", "--clock", "50MHz", "--part", "ecp5");
      expect(out).toMatch(/\nok {2}\d+ cycles, \d+ ns at 50 MHz {2}ran in /);
    }));

  it.skipIf(!icarusAvailable())("runs in Icarus Verilog, and writes waveforms", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const waves = join(directory, "add.vcd");
      const { status, out } = await lutra("run", path, "--on", "verilog", "--sim", "icarus", "--vcd", waves);
      expect(status).toBe(0);
      expect(out).toContain(`wrote ${waves}\n`);
      expect(readFileSync(waves, "utf8")).toContain("$enddefinitions");
    }),
  );

  it("says where waveforms cannot be written", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const waves = join(path, "add.vcd");
      const { status, err } = await lutra("run", path, "--on", "verilog", "--vcd", waves);
      expect(status).toBe(1);
      expect(err).toBe(`error: cannot write ${waves}: a part of the path is a file, not a directory\n`);
    }));

  it("--calls tells how often calls follow each other, and wants arguments that are memories", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "vadd.py", source);
      const calls = async (count: string, steps: string) =>
        lutra("run", path, "--on", "verilog", "--calls", count, "--schedule", write(directory, "s", steps));
      expect((await calls("6", "pipeline i\n")).out).toMatch(
        /6 calls in a row: .*, a new one every \d+ cycles;/,
      );
      expect((await calls("4", "pipeline i\n")).out).toMatch(/shows from 5 calls on/);
      expect(await calls("6", "stream a\nstream b\n")).toMatchObject({
        status: 1,
        err: `error: --calls runs kernels whose array arguments are memories, and a, b are streams
help: run one call, or leave out \`stream\` of arguments for this run
`,
      });
    }));

  it("--vcd beside --calls says whose waveforms they are", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "vadd.py", source);
      const waves = join(directory, "a.vcd");
      const { out } = await lutra("run", path, "--on", "verilog", "--calls", "5", "--vcd", waves);
      expect(out).toContain(`wrote ${waves}: one call by itself, not those in a row\n`);
    }));

  it("--calls says where data decide how often calls follow each other", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "halves.py", halves);
      const { out } = await lutra("run", path, "--on", "verilog", "--calls", "6");
      expect(out).toMatch(/6 calls in a row: .*; data decide how often they follow each other;/);
    }));

  it("shows a fault at its place", () =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("run", write(directory, "add.py", faulty), "--on", "verilog");
      expect(status).toBe(1);
      expect(err).toContain("index out of range");
      expect(err).toContain("add.py:6:");
    }));

  it.each([
    [["--sim", "spice", "--on", "verilog"], "--sim spice: there is no such simulator"],
    [["--part", "xc9", "--on", "verilog"], "--part xc9: there is no part xc9"],
    [["--vcd", "a.vcd"], "--vcd has no effect on --on reference"],
  ])("refuses %j", (words, message) =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("run", write(directory, "add.py", source), ...words);
      expect(status).toBe(1);
      expect(err).toContain(message);
    }),
  );
});

describe("lutra build --to verilog", () => {
  it("prints the circuit", () =>
    inDirectory(async (directory) => {
      const { out } = await lutra("build", write(directory, "add.py", source), "--to", "verilog");
      expect(out).toMatch(/^module add \(/m);
    }));

  it("writes one file where one is named", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      await lutra("build", path, "--to", "verilog", "-o", join(directory, "circuit.v"));
      expect(readdirSync(directory).sort()).toEqual(["add.py", "circuit.v"]);
    }));

  it.skipIf(!icarusAvailable())("writes a project whose testbench passes", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const folder = join(directory, "project");
      const { out } = await lutra("build", path, "--to", "verilog", "-o", folder);
      expect(out).toMatch(/wrote 13 files to .*\n {4}\d+ cycles, \d+ ns at 100 MHz\n[\s\S]*make icarus/);
      const { status, stdout } = spawnSync("make", ["icarus"], { cwd: folder, encoding: "utf8" });
      expect(stdout).toContain("PASS add: 9 values as expected");
      expect(status).toBe(0);
    }),
  );

  it("compares nothing where the reference faults on the data", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", faulty);
      const folder = join(directory, "project");
      await lutra("build", path, "--to", "verilog", "-o", folder);
      expect(existsSync(join(folder, "expected"))).toBe(false);
      expect(readFileSync(join(folder, "Makefile"), "utf8")).toContain("ARGS = +nocheck\n");
    }));
});
