/** `build --to axi`: a folder that Vivado, Vitis and a host program can use. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { available } from "../toolchain/shell.ts";
import { lutra, write } from "./lutra.ts";

const source = `from pylog import *

@pylog
def scale(a: "int16[40]", gain: "int16", out: "int32[40]"):
    for i in range(40):
        out[i] = a[i] * gain
    return gain
`;

async function built(directory: string, ...options: readonly string[]): Promise<string> {
  const folder = join(directory, "made");
  const path = write(directory, "scale.py", source);
  const { status, err } = await lutra("build", path, "--to", "axi", "-o", folder, ...options);
  expect(err).toBe("");
  expect(status).toBe(0);
  return folder;
}

const text = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("lutra build --to axi", () => {
  it("writes the circuit, its registers, and what packages it", () =>
    inDirectory(async (directory) => {
      const folder = await built(directory, "--board", "alveo_u250", "--interface", "out=m_axi:back");
      expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toEqual(
        expect.arrayContaining([
          "scale_axi.v",
          "scale_axi.h",
          "registers.json",
          "kernel.xml",
          "package_ip.tcl",
          "package_xo.tcl",
        ]),
      );
      const { registers, arrays, ...call } = JSON.parse(text(folder, "registers.json")) as {
        readonly registers: readonly { readonly name: string; readonly offset: number }[];
        readonly arrays: readonly {
          readonly name: string;
          readonly bundle: string;
          readonly alignment: number;
          readonly isLoaded: boolean;
        }[];
      };
      expect(call).toMatchObject({
        ...{ kernel: "scale", module: "scale_axi", clockMHz: 300, mostCycles: expect.any(Number) },
        args: [
          { name: "a", type: "int16[40]" },
          { name: "gain", type: "int16" },
          { name: "out", type: "int32[40]" },
        ],
        results: [{ register: "return", type: "int16" }],
        identity: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      });
      expect(registers.slice(0, 4).map(({ name, offset }) => [name, offset])).toEqual([
        ["a", 0x10],
        ["gain", 0x1c],
        ["out", 0x24],
        ["return", 0x30],
      ]);
      expect(
        arrays.map(({ name, bundle, alignment, isLoaded }) => [name, bundle, alignment, isLoaded]),
      ).toEqual([
        ["a", "m_axi_gmem", 64, true],
        ["out", "m_axi_back", 64, false],
      ]);
      expect(text(folder, "kernel.xml")).toContain(
        '<arg name="out" addressQualifier="1" id="2" port="m_axi_back"',
      );
      expect(text(folder, "scale_axi.h")).toMatch(/#define SCALE_AXI_ARG_out +0x24/);
      expect(text(folder, "scale_axi.h")).toMatch(/#define SCALE_AXI_CIRCUIT_identity +0x/);
    }));

  it.skipIf(!icarusAvailable()).each([
    ["plain names", source],
    [
      "names that Verilog lacks, or has for itself",
      source.replaceAll("gain", "größe").replaceAll("out", "wire").replaceAll("scale", "module"),
    ],
  ])("has Verilog that Icarus Verilog takes without a warning: %s", (_, text) =>
    inDirectory(async (directory) => {
      const path = write(directory, "own.py", text);
      const target = join(directory, "x.v");
      const { status, out } = await lutra("build", path, "--to", "axi");
      expect(status).toBe(0);
      writeFileSync(target, out);
      const ran = spawnSync("iverilog", ["-g2005", "-Wall", "-Wno-timescale", "-o", "x", "x.v"], {
        cwd: directory,
        encoding: "utf8",
      });
      expect(ran.stderr).toBe("");
      expect(ran.status).toBe(0);
    }),
  );

  it.skipIf(!gppAvailable())("has a header that a C compiler takes", () =>
    inDirectory(async (directory) => {
      const folder = await built(directory);
      writeFileSync(
        join(folder, "x.c"),
        '#include "scale_axi.h"\nint x[] = {SCALE_AXI_CTRL, SCALE_AXI_RESULT_return_valid, SCALE_AXI_CALL_status, SCALE_AXI_STATUS_readFailed};\n',
      );
      const { status, stderr } = spawnSync("gcc", ["-Wall", "-Werror", "-c", "x.c"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(status).toBe(0);
    }),
  );

  it.skipIf(!available("tclsh"))(
    "has scripts that Tcl reads to their end, every command of which Vivado has",
    () =>
      inDirectory(async (directory) => {
        const folder = await built(directory, "--board", "zedboard");
        const commands = [
          "create_project",
          "add_files",
          "set_property",
          "update_compile_order",
          "current_fileset",
          "close_project",
          "package_xo",
        ];
        const ip = [
          "package_project",
          "current_core",
          "associate_bus_interfaces",
          "infer_bus_interface",
          "create_xgui_files",
          "update_checksums",
          "check_integrity",
          "save_core",
        ];
        writeFileSync(
          join(folder, "stub.tcl"),
          `namespace eval ipx {}
proc ipx::get_bus_interfaces {args} { return [lindex $args 1] }
foreach name {${[...commands, ...ip.map((one) => `ipx::${one}`)].join(" ")}} { proc $name {args} "puts \\[concat $name \\$args\\]" }
source package_xo.tcl
`,
        );
        const { status, stdout, stderr } = spawnSync("tclsh", ["stub.tcl"], {
          cwd: folder,
          encoding: "utf8",
        });
        expect(stderr).toBe("");
        expect(status).toBe(0);
        expect(stdout).toContain("create_project -in_memory -part xc7z020clg484-1");
        expect(stdout).toContain("ipx::associate_bus_interfaces -busif m_axi_gmem -clock ap_clk");
        expect(stdout).toMatch(/package_xo .*-kernel_name scale_axi/);
      }),
  );

  it.each([
    [["--bus-width", "48"], "--bus-width 48: expected 32, 64, 128, 256, 512"],
    [["--bus-clock", "fast"], "--bus-clock fast: expected a frequency or a period"],
    [["--interface", "b=m_axi:x"], "there is no array b in memory"],
    [["--interface", "a=axis"], "write `stream a` in a schedule"],
    [["--interface", "a=m_axi:1x"], "that is no name in Verilog"],
  ])("refuses %j", (options, message) =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", source);
      const { status, err } = await lutra("build", path, "--to", "axi", ...options);
      expect(status).not.toBe(0);
      expect(err).toContain(message);
    }),
  );

  it("gives the bus a clock of its own, and says so to people, programs and Vivado", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "two_clocks");
      const words = ["--to", "axi", "--board", "alveo_u250", "--clock", "200MHz", "--bus-clock", "300MHz"];
      const { out } = await lutra(
        "build",
        write(directory, "scale.py", source),
        ...words,
        "-o",
        folder,
        "--json",
      );
      expect(JSON.parse(out)).toMatchObject({ busMHz: 300 });
      const read = (name: string): string => readFileSync(join(folder, name), "utf8");
      expect(read("scale_axi.v")).toMatch(/input {2}wire ap_clk_2,\n {2}input {2}wire ap_rst_n_2/);
      expect(read("scale_axi.v").match(/lutra_async_fifo #\(\.WIDTH/g)).toHaveLength(2 * 5); // channels of the slave and of one master
      expect(read("scale_axi.xdc")).toContain("set_max_delay -datapath_only -from $bus -to $kernel 3.333");
      expect(read("package_ip.tcl")).toContain("scale_axi.xdc");
    }));

  it("has the bus that the source asks for, but for what the command line says", () =>
    inDirectory(async (directory) => {
      const path = (options: string): string =>
        write(
          directory,
          "copy.py",
          `from pylog import *\n\nPLACES = {"a": "gmem1"}\n\n@pylog(${options})\ndef copy(a: "int32[256]", b: "int32[256]"):\n    for i in range(256):\n        b[255 - i] = a[i] + b[i] * 0\n`,
        );
      const built = async (options: string, ...words: readonly string[]) => {
        const to = words.includes("--to") ? [] : ["--to", "axi"];
        return lutra("build", path(options), ...to, "--board", "pynq-z2", "--json", ...words);
      };
      const bus = async (options: string, ...words: readonly string[]): Promise<unknown> =>
        (JSON.parse((await built(options, ...words)).out) as { readonly bundles: unknown }).bundles;
      const both = 'bus_width=128, bundles={"a": "gmem1"}';
      const [a, b] = [
        { name: "gmem1", width: 128, arrays: ["a"] },
        { name: "gmem", width: 128, arrays: ["b"] },
      ];
      expect(await bus(both)).toEqual(expect.arrayContaining([a, b]));
      expect(await bus(both, "--bus-width", "32", "--interface", "a=m_axi:gmem")).toEqual([
        { name: "gmem", width: 32, arrays: ["a", "b"] },
      ]);
      expect((await built("bus_width=48")).out).toContain("bus_width=48: expected 32, 64, 128, 256, 512");
      expect((await built("bundles=PLACES")).out).toContain("`bundles=PLACES` of `@pylog` is not read here");
      const { out } = await built(both, "--to", "verilog");
      expect(out).toContain("`bus_width` of `@pylog` has no effect on --to verilog");
      expect(out).toContain("`bundles` of `@pylog` has no effect on --to verilog");
    }));

  it("says that a bus is for --to axi alone", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", source);
      expect((await lutra("build", path, "--to", "verilog", "--bus-width", "64")).err).toContain(
        "--bus-width has no effect on --to verilog",
      );
      expect((await lutra("build", path, "--to", "verilog", "--bus-clock", "64MHz")).err).toContain(
        "--bus-clock has no effect on --to verilog",
      );
      expect((await lutra("build", path, "--to", "vitis", "--interface", "a=m_axi:x")).err).toContain(
        "is for --to axi",
      );
    }));
});
