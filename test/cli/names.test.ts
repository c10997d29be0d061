/** Names that other languages lack letters for, or have already: every road takes them, and the text says what they became. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asciiNames } from "../../src/program/ascii_name.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { parseHeader } from "../corpus/header.ts";
import { verilatorAvailable } from "../hardware/verilator.ts";
import { lutra, write } from "./lutra.ts";

function corpus(name: string): { readonly text: string; readonly types: readonly string[] } {
  const text = readFileSync(`test/corpus/names/${name}.py`, "utf8");
  const types = parseHeader(text).args.flatMap((one) =>
    one.kind === "numpy" ? ["--arg", `${one.name}=${one.typeText}`] : [],
  );
  return { text, types };
}

const kernels = {
  größe: { ...corpus("unicode"), text: corpus("unicode").text.replace("def unicode", "def größe") },
  fadd: corpus("fadd"), // which the C library has
  testbench: corpus("testbench"),
};

describe.each(["größe", "fadd", "testbench"] as const)("%s", (name) => {
  const { text, types } = kernels[name];

  it("gives the same bits on every road that names things", { timeout: 120_000 }, () =>
    inDirectory(async (directory) => {
      const path = write(directory, `${name}.py`, text);
      const roads = "csim,merlin,opencl,circuit,icarus";
      const { out } = await lutra("verify", path, ...types, "--roads", roads, "--json");
      const endings = (JSON.parse(out) as { roads: { name: string; kind: string; message?: string }[] })
        .roads;
      for (const { name: road, kind, message } of endings) {
        expect(["measure", "same", "skipped"], `${road}: ${message}`).toContain(kind);
      }
    }),
  );

  it.skipIf(!verilatorAvailable())("is Verilog that Verilator reads, with its testbench", () =>
    inDirectory(async (directory) => {
      const path = write(directory, `${name}.py`, text);
      const folder = join(directory, "out");
      const built = await lutra("build", path, ...types, "--to", "verilog", "-o", folder);
      expect(built.err).toBe("");
      const lint = ["--lint-only", "--timing", "-Wno-fatal"];
      const made = spawnSync("bash", ["-c", `verilator ${lint.join(" ")} *.v`], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(made.stderr.split("\n").filter((line) => line.startsWith("%Error"))).toEqual([]);
    }),
  );
});

describe("what a name became", () => {
  it.each(["vitis", "merlin", "opencl", "verilog"])("is said in what is built --to %s", (to) =>
    inDirectory(async (directory) => {
      const { text, types } = kernels.größe;
      const { out } = await lutra("build", write(directory, "sizes.py", text), ...types, "--to", to);
      expect(out).toContain("// größe is gruf6udfe, ");
      expect(out).toContain("α is u3b1");
      expect(out).toContain("ö is uf6_");
    }),
  );

  it("is a different one for each name", () => {
    const names = asciiNames(["ö", "uf6", "uf6_1", "out.0", "out_0", "9"]);
    expect(Object.fromEntries(names)).toEqual({
      ö: "uf6_2",
      uf6: "uf6",
      uf6_1: "uf6_1",
      "out.0": "out_0_1",
      out_0: "out_0",
      "9": "_9",
    });
  });

  it("never ends a comment: the name of a file may hold anything", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k\nint x;.py", '@pylog\ndef k(a: "int32[4]"):\n    a[0] = 1\n');
      for (const to of ["vitis", "merlin", "opencl"]) {
        const { out } = await lutra("build", path, "--to", to);
        expect(out.split("\n").filter((line) => line.startsWith("int x;"))).toEqual([]);
        expect(out.split("\n")[0]).toMatch(/^\/\/ k int x;/);
      }
    }));
});

it("a circuit says what arguments are called whose names are those of its ports", () =>
  inDirectory(async (directory) => {
    const source = `from pylog import *

@pylog
def kernel(ready: "int16", a: "int32[4]", a_q: "int32", out: "int32[4]"):
    for i in range(4):
        out[i] = ready + a[i] + a_q
`;
    const path = write(directory, "kernel.py", source);
    const { out } = await lutra("build", path, "--to", "verilog", "--schedule", "none");
    expect(out).toContain("// ready is ready_in, a is a_.");
  }));
