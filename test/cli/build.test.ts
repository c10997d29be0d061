import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const source = '@pylog\ndef add(a: "float32[4]", b: "float32[4]"):\n    return a + b\n';

describe("lutra build --to python", () => {
  it("prints to stdout", () =>
    inDirectory(async (directory) => {
      const { status, out } = await lutra("build", write(directory, "add.py", source), "--to", "python");
      expect(status).toBe(0);
      expect(out).toContain("def add(");
    }));

  it.each(["out.py", "folder", "deep/folder"])("writes to %s", (output) =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const target = join(directory, output);
      const { status, out } = await lutra("build", path, "--to", "python", "-o", target);
      const file = output.endsWith(".py") ? target : join(target, "add.py");
      expect(status).toBe(0);
      expect(out).toBe(`ok  wrote ${file}\n`);
      expect(readFileSync(file, "utf8")).toContain("def add(");
    }),
  );

  it("never writes over the source it was built from", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const { status, err } = await lutra("build", path, "--to", "python", "-o", path);
      expect(status).toBe(1);
      expect(err).toBe(
        `error: cannot write ${path}: this command reads it\nhelp: name another file or directory to write to\n`,
      );
      expect(readFileSync(path, "utf8")).toBe(source);
    }));

  it("gives the text or the file's name to a program", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const printed = JSON.parse((await lutra("build", path, "--to", "python", "--json")).out);
      expect(printed).toMatchObject({ ok: true, kernel: "add", to: "python" });
      expect(printed.text).toContain("def add(");
      const file = join(directory, "out.py");
      const written = JSON.parse((await lutra("build", path, "--to", "python", "-o", file, "--json")).out);
      expect(written.wrote).toEqual([file]);
    }));

  it("refuses a form it does not know, and writes nothing for a wrong source", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const unknown = await lutra("build", path, "--to", "vhdl");
      expect(unknown.status).toBe(1);
      expect(unknown.err).toBe(
        "error: --to vhdl: there is no such form; there is python, loops, schedule, vitis, merlin, opencl, verilog, axi\n",
      );
      const bad = write(directory, "bad.py", '@pylog\ndef bad(a: "int8"):\n    return a +\n');
      const target = join(directory, "bad_out.py");
      expect((await lutra("build", bad, "--to", "python", "-o", target)).status).toBe(1);
      expect(existsSync(target)).toBe(false);
    }));
});

it("makes no directory that is named as a file", () =>
  inDirectory(async (directory) => {
    const path = write(directory, "add.py", source);
    const target = join(directory, "out.cpp");
    const { status, err } = await lutra("build", path, "--to", "vitis", "-o", target);
    expect(status).toBe(1);
    expect(err).toMatch(/out\.cpp: there are \d+ files to write\nhelp: name a directory: -o .*out\n$/);
    expect(existsSync(target)).toBe(false);
  }));

describe("lutra build --to vitis", () => {
  it("prints the kernel, or writes the project around it with data and expected results", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      expect((await lutra("build", path, "--to", "vitis")).out).toContain('extern "C" void add(');
      const project = join(directory, "project");
      const { status, out } = await lutra("build", path, "--to", "vitis", "--board", "zed", "-o", project);
      expect(status).toBe(0);
      expect(out).toMatch(
        /^ok {2}wrote \d+ files to .*\n {4}schedule of our own: .*\n\nnext, in that directory:\n {2}make csim\n/,
      );
      for (const name of [
        "add.cpp",
        "add.h",
        "hls.tcl",
        "data/a.npy",
        "data/expected/return.npy",
        "lutra_npy.h",
      ])
        expect(existsSync(join(project, name)), name).toBe(true);
    }));

  it("has pragmas of Lutra's own schedule where nobody gives one, says so, and leaves loops as written where asked", () =>
    inDirectory(async (directory) => {
      const text = `from pylog import *
import numpy as np

@pylog
def rows(a: "int32[6,4]", b: "int32[6]"):
    own = np.zeros((6, 4), dtype=np.int32)
    for i in range(6):
        for j in range(4):
            own[i, j] = a[i, j] * 3
    for k in range(6):
        s = np.int32(0)
        for m in range(4):
            s += own[k, m] * own[5 - k, m]
        b[k] = s
`;
      const path = write(directory, "rows.py", text);
      const built = await lutra("build", path, "--to", "vitis");
      expect(built.out).toMatch(/#pragma HLS PIPELINE/);
      const fast = await lutra("build", path, "--to", "vitis", "--for", "speed");
      expect(fast.out).toMatch(/#pragma HLS ARRAY_PARTITION variable=own /);
      expect(built.err).toMatch(/^schedule of our own: .*pipeline/);
      const asked = await lutra("build", path, "--to", "vitis", "--schedule", "none");
      expect(asked.out).not.toMatch(/HLS (PIPELINE|ARRAY_PARTITION|UNROLL)/);
      expect(asked.err).toBe("");
      const { out } = await lutra("build", path, "--to", "vitis", "--json");
      expect(JSON.parse(out)).toMatchObject({
        schedule: expect.arrayContaining([expect.stringMatching(/^pipeline /)]),
      });
    }));

  it("keeps the kernel's files apart from those that are included or stand beside them", () =>
    inDirectory(async (directory) => {
      for (const name of ["host", "testbench", "math", "lutra_npy"]) {
        const path = write(directory, `${name}.py`, source.replace("add", name));
        const project = join(directory, `${name}_project`);
        await lutra("build", path, "--to", "vitis", "--board", "alveo_u250", "-o", project);
        const read = (file: string) => readFileSync(join(project, file), "utf8");
        expect(read(`${name}_kernel.cpp`)).toContain(`extern "C" void ${name}(`);
        expect(read("testbench.cpp")).toContain(`#include "${name}_kernel.h"`);
        expect(read("host.cpp")).toContain("int main(");
        expect(read("Makefile")).toContain(`testbench.cpp ${name}_kernel.cpp`);
        if (name === "math") expect(existsSync(join(project, "math.h"))).toBe(false);
      }
    }));

  it("takes board and clock from the kernel, and refuses others with what there is", () =>
    inDirectory(async (directory) => {
      const asks = write(
        directory,
        "add.py",
        source.replace("@pylog", '@pylog(board="alveo_u280", freq=250)'),
      );
      const project = join(directory, "project");
      await lutra("build", asks, "--to", "vitis", "-o", project);
      const script = readFileSync(join(project, "hls.tcl"), "utf8");
      expect(script).toContain("set_part {xcu280-fsvh2892-2L-e}\ncreate_clock -period 4 ");
      const wrong = await lutra("build", asks, "--to", "vitis", "--board", "zedbord");
      expect(wrong.err).toContain("error: there is no board zedbord\nhelp: did you mean zedboard?");
      const slow = await lutra("build", asks, "--to", "vitis", "--clock", "fast");
      expect(slow.err).toContain("error: --clock fast: expected a frequency or a period");
    }));
});

describe("lutra tools", () => {
  it("lists what was found and what was not", async () => {
    const { status, out } = await lutra("tools");
    expect(status).toBe(0);
    for (const name of [
      "Node.js",
      "CPython + NumPy",
      "g++",
      "Icarus Verilog",
      "Verilator",
      "Yosys",
      "PoCL",
    ]) {
      expect(out).toContain(name);
    }
    const facts = JSON.parse((await lutra("tools", "--json")).out);
    expect(facts.ok).toBe(true);
  });
});
