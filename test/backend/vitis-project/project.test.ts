/** The files around a generated kernel: read as a person would, and run against stand-ins for XRT and PYNQ. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Parameter, Signature } from "../../../src/backend/c/signature.ts";
import { printHlsTcl } from "../../../src/backend/vitis/project/hls.ts";
import { nextSteps, projectFiles } from "../../../src/backend/vitis/project/index.ts";
import { decodeNpy, encodeNpy } from "../../../src/call/npy.ts";
import { vendorBoards } from "../../../src/device/board.ts";
import { fixed, int32, type ScalarType } from "../../../src/types/types.ts";
import { numpyAvailable } from "../../numpy/oracle.ts";
import { gppAvailable } from "../../toolchain/gpp.ts";

/** total = sum of a * gain; level[i] = a[i] / 4 as fixed<16,6>. */
const signature: Signature = {
  kernel: "scale",
  name: "scale",
  parameters: [
    parameter("array", "a", "a", "in", int32, "int32_t", [4]),
    parameter("scalar", "gain", "gain", "in", int32, "int32_t", []),
    parameter("array", "level", "level", "out", fixed(16, 6), "ap_fixed<16, 6>", [4]),
    parameter("scalar", "total", null, "out", int32, "int32_t", []),
  ],
  results: [{ parameter: "total", file: "return" }],
};

function parameter(
  kind: Parameter["kind"],
  name: string,
  source: string | null,
  direction: Parameter["direction"],
  type: ScalarType,
  ctype: string,
  shape: readonly number[],
): Parameter {
  return { kind, name, source, direction, type, ctype, shape, stream: false };
}

function filesFor(board: string): ReadonlyMap<string, string> {
  const found = vendorBoards.find(({ name }) => name === board);
  if (found === undefined) throw new Error(`no board ${board}`);
  return projectFiles(signature, {
    board: found,
    clockMHz: 200,
    sources: ["scale.cpp"],
    header: "scale.h",
  });
}

describe("what is written", () => {
  it("a card gets a host program and a link configuration, a Zynq board Vivado's script and a Python host", () => {
    expect([...filesFor("alveo_u250").keys()]).toEqual([
      ...["testbench.cpp", "hls.tcl", "link.cfg", "host.cpp", "Makefile"],
    ]);
    expect([...filesFor("pynq-z2").keys()]).toEqual([
      ...["testbench.cpp", "hls.tcl", "vivado.tcl", "host.py", "Makefile"],
    ]);
  });

  it("arrays are spread over the memories of the card, results among them", () => {
    expect(filesFor("alveo_u250").get("link.cfg")).toBe(
      `# v++ -l -t hw --config link.cfg -o scale.xclbin scale.xo
platform=xilinx_u250_gen3x16_xdma_4_1_202210_1

[clock]
freqHz=200000000:scale_1.ap_clk

[connectivity]
nk=scale:1:scale_1
sp=scale_1.a:DDR[0]
sp=scale_1.level:DDR[1]
sp=scale_1.total:DDR[2]
`,
    );
  });

  it("the testbench declares, reads, calls, writes", () => {
    expect(filesFor("zedboard").get("testbench.cpp")).toBe(
      `// Calls scale on .npy files: testbench IN_DIR OUT_DIR [EXPECTED_DIR]
#include "lutra_testbench.h"
#include "lutra_testbench_ap.h"
#include "scale.h"

int main(int argc, char **argv) {
  lutra::testbench bench(argc, argv);
  static int32_t a[4];
  static int32_t gain;
  static ap_fixed<16, 6> level[4];
  static int32_t total;
  bench.read("a", a);
  bench.read("gain", gain);
  bench.call([&] { scale(a, gain, level, &total); });
  bench.write("level", level);
  bench.write("return", total);
  return bench.finish();
}
`,
    );
  });

  it("every board has its part, its clock and its export in the Vitis HLS script, with balanced brackets", () => {
    for (const board of vendorBoards) {
      const text = printHlsTcl(signature, { board, clockMHz: 100, sources: ["scale.cpp"] });
      expect(text).toContain(`set_part {${board.part.name}}`);
      expect(text).toContain("create_clock -period 10 ");
      expect(text).toContain(board.host === "card" ? "-format xo" : "-format ip_catalog");
      for (const script of [text, filesFor(board.name).get("vivado.tcl") ?? ""]) {
        for (const [open, close] of ["{}", "[]"].map((pair) => [...pair] as [string, string])) {
          expect(script.split(open).length, board.name).toBe(script.split(close).length);
        }
      }
      expect(nextSteps(signature, board)).toContain("vitis_hls -f hls.tcl");
    }
  });
});

const here = resolve(import.meta.dirname);
const include = resolve(here, "../../../include");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lutra-project-"));
  mkdirSync(join(folder, "data"));
  mkdirSync(join(folder, "out"));
  const save = (name: string, shape: number[], values: number[]): void =>
    writeFileSync(
      join(folder, "data", `${name}.npy`),
      encodeNpy({ dtype: "int32", shape, data: Int32Array.from(values) }),
    );
  save("a", [4], [1, 2, 3, -6]);
  save("gain", [], [10]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function outputs(): Record<string, readonly number[]> {
  const read = (name: string): readonly number[] =>
    Array.from(decodeNpy(readFileSync(join(folder, "out", `${name}.npy`))).data, Number);
  return { level: read("level"), return: read("return") };
}

const expected = { level: [0.25, 0.5, 0.75, -1.5], return: [0] };

function compileAndRun(files: readonly string[], words: readonly string[], args: readonly string[]): void {
  const compiled = spawnSync("g++", [...words, `-I${include}`, ...files, "-o", "program"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(compiled.stderr).toBe("");
  const ran = spawnSync(join(folder, "program"), args, { cwd: folder, encoding: "utf8" });
  expect(ran.stderr).toBe("");
  expect(ran.status).toBe(0);
}

const warnings = ["-Wall", "-Wextra", "-Werror"];

describe.skipIf(!gppAvailable())("what runs", () => {
  it("the testbench calls the kernel on .npy files", () => {
    writeFileSync(join(folder, "testbench.cpp"), filesFor("zedboard").get("testbench.cpp") ?? "");
    writeFileSync(
      join(folder, "scale.h"),
      '#include <cstdint>\n#include "ap_fixed.h"\nvoid scale(const int32_t a[4], int32_t gain, ap_fixed<16, 6> level[4], int32_t *total);\n',
    );
    writeFileSync(
      join(folder, "scale.cpp"),
      `#include "scale.h"
void scale(const int32_t a[4], int32_t gain, ap_fixed<16, 6> level[4], int32_t *total) {
  *total = 0;
  for (int i = 0; i < 4; i++) {
    *total += a[i] * gain;
    level[i] = ap_fixed<16, 6>(a[i] * 0.25);
  }
}
`,
    );
    compileAndRun(
      ["testbench.cpp", "scale.cpp"],
      ["-std=c++14", ...warnings, "-DLUTRA_STACK_BYTES=100000000", "-pthread"],
      ["data", "out"],
    );
    expect(outputs()).toEqual(expected);
  });

  it("the XRT host copies in what is read and out what is written", () => {
    writeFileSync(join(folder, "host.cpp"), filesFor("alveo_u280").get("host.cpp") ?? "");
    writeFileSync(
      join(folder, "card.cpp"),
      `#include <cstdint>
#include "xrt/fake.h"
void xrt::launch(const std::string &, const std::vector<argument> &arguments) {
  const int32_t *a = static_cast<const int32_t *>(arguments[0].pointer);
  int16_t *level = static_cast<int16_t *>(arguments[2].pointer);
  int32_t *total = static_cast<int32_t *>(arguments[3].pointer);
  *total = 0;
  for (int i = 0; i < 4; i++) {
    *total += a[i] * (int32_t)arguments[1].value;
    level[i] = (int16_t)(a[i] * 256);
  }
}
`,
    );
    compileAndRun(
      ["host.cpp", "card.cpp"],
      ["-std=c++17", ...warnings, `-I${here}`],
      ["x.xclbin", "data", "out"],
    );
    expect(outputs()).toEqual(expected);
  });
});

describe.skipIf(!numpyAvailable())("on a board", () => {
  it("the PYNQ host sets registers, flushes, starts, waits, invalidates", () => {
    writeFileSync(join(folder, "host.py"), filesFor("ultra96").get("host.py") ?? "");
    writeFileSync(join(folder, "scale.bit"), "");
    writeFileSync(
      join(folder, "scale_card.py"),
      `registers = ["a_1", "a_2", "gain", "level_1", "level_2", "total_1", "total_2"]

def kernel(values, buffers):
    at = lambda name: buffers[values[name + "_1"] | values[name + "_2"] << 32]
    a, level, total = at("a"), at("level"), at("total")
    total[0] = (a * values["gain"]).sum()
    level[:] = a * 256
`,
    );
    const ran = spawnSync(process.env.LUTRA_PYTHON ?? "python3", ["host.py", "data", "out"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: `${join(here, "pynq")}:${folder}`, FAKE_KERNEL: "scale_card" },
    });
    expect(ran.stderr).toBe("");
    expect(outputs()).toEqual(expected);
  });
});
