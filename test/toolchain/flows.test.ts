/** The programs of each flow, by stand-ins: which are called, with which words, and what is made of what they leave. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { canPlace, placeNetlist } from "../../src/toolchain/nextpnr.ts";
import { packBitstream } from "../../src/toolchain/packer.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { madeUpDatabase } from "./xray.ts";

const { PATH, PRJXRAY_DB_DIR } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
  if (PRJXRAY_DB_DIR === undefined) delete process.env.PRJXRAY_DB_DIR;
  else process.env.PRJXRAY_DB_DIR = PRJXRAY_DB_DIR;
});

function standIns(folder: string, scripts: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, "bin"));
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, "bin", name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $@" >> ${folder}/said\n${script}\n`);
    chmodSync(file, 0o755);
  }
  process.env.PATH = `${join(folder, "bin")}:${PATH}`;
}

const report = `echo '{"fmax":{"c":{"achieved":61.2}},"critical_paths":[],"utilization":{}}' > report.json`;

describe.skipIf(process.platform === "win32")("place and route", () => {
  it.each([
    [
      ...(["nextpnr-himbaechel-gowin", "GW1N-9C", "GW1NR-LV9QN88PC6/I5"] as const),
      "--device GW1NR-LV9QN88PC6/I5 --vopt family=GW1N-9C --write placed.txt --vopt cst=pins.txt",
    ],
    [
      ...(["nextpnr-himbaechel-xilinx", "xc7a35t", "csg324-1"] as const),
      "--device xc7a35tcsg324-1 --vopt fasm=placed.txt --vopt xdc=pins.txt",
    ],
  ] as const)("by %s", async (program, device, body, words) => {
    await inDirectory(async (folder) => {
      standIns(folder, { [program]: `${report}; cat pins.txt > placed.txt` });
      expect(canPlace(device)).toBe(true);
      const job = { json: "{}", device, package: body, clockMHz: 27, constraints: "pins" } as const;
      expect(await placeNetlist(job)).toMatchObject({
        kind: "done",
        reachedMHz: 61.2,
        placed: "pins",
        holdViolations: 0,
      });
      expect(readFileSync(join(folder, "said"), "utf8")).toBe(
        `${program} --json netlist.json --report report.json --freq 27.000 --seed 1 ${words} --timing-allow-fail --quiet\n`,
      );
      process.env.PATH = folder;
      expect(canPlace(device)).toBe(false);
    });
  });
});

describe.skipIf(process.platform === "win32")("a clock", () => {
  it("that nextpnr does not tell is not reached", async () => {
    await inDirectory(async (folder) => {
      const empty = `echo '{"fmax":{},"critical_paths":[],"utilization":{}}' > report.json; touch placed.txt`;
      standIns(folder, { "nextpnr-himbaechel-gowin": empty });
      const job = { json: "{}", device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5", clockMHz: 27 } as const;
      expect(await placeNetlist(job)).toEqual({
        ...{ kind: "failed", reason: "other" },
        message: "nextpnr-himbaechel-gowin: it found no way between registers, and tells no clock",
      });
    });
  });
});

describe.skipIf(process.platform === "win32")("hold times", () => {
  it("that are not kept are told", async () => {
    await inDirectory(async (folder) => {
      const said = "echo \"Warning: Hold/min time violation for clock 'c' (posedge -> posedge): -0.06 ns\"";
      standIns(folder, { "nextpnr-himbaechel-xilinx": `${report}; ${said}; touch placed.txt` });
      const job = { json: "{}", device: "xc7a35t", package: "csg324-1", clockMHz: 100 } as const;
      expect(await placeNetlist(job)).toMatchObject({ kind: "done", holdViolations: 1 });
    });
  });
});

describe.skipIf(process.platform === "win32")("packing", () => {
  const gowin = { tool: "apicula", device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5", placed: "{}" } as const;
  const xilinx = {
    tool: "prjxray",
    device: "xc7a35t",
    package: "csg324-1",
    placed: "CLB_X1Y0.SLICE_X0.USED\n",
  } as const;

  it("by gowin_pack", async () => {
    await inDirectory(async (folder) => {
      standIns(folder, { gowin_pack: "cp placed.txt bitstream.bin" });
      expect(await packBitstream(gowin)).toEqual({ kind: "done", bytes: Buffer.from("{}") });
      const said = readFileSync(join(folder, "said"), "utf8");
      expect(said).toBe("gowin_pack -d GW1N-9C -o bitstream.bin placed.txt\n");
    });
  });

  it("by xc7frames2bit, of frames made here", async () => {
    await inDirectory(async (folder) => {
      standIns(folder, { xc7frames2bit: "cat frames.txt part.yaml > bitstream.bin" });
      process.env.PRJXRAY_DB_DIR = join(folder, "db");
      madeUpDatabase(join(folder, "db"));
      const outcome = await packBitstream(xilinx);
      if (outcome.kind === "failed") throw new Error(outcome.message);
      expect(Buffer.from(outcome.bytes).toString()).toMatch(
        /^0x00000101 0x00000000,0x00000000,0x00000008,.*\npart\n$/,
      );
      const said = readFileSync(join(folder, "said"), "utf8");
      expect(said.split("\n")).toEqual([
        "xc7frames2bit --part_name xc7a35tcsg324-1 --part_file part.yaml --frm_file frames.txt --output_file bitstream.bin",
        "",
      ]);
      expect(await packBitstream({ ...xilinx, package: "csg324-9" })).toMatchObject({
        ...{
          kind: "failed",
          reason: "other",
          message: expect.stringContaining("does not know xc7a35tcsg324-9"),
        },
      });
      process.env.PRJXRAY_DB_DIR = join(folder, "nowhere");
      expect(await packBitstream(xilinx)).toMatchObject({
        ...{ kind: "failed", reason: "other", message: expect.stringContaining("PRJXRAY_DB_DIR") },
      });
    });
  });

  it("by tools that are not here", async () => {
    await inDirectory(async (folder) => {
      process.env.PATH = folder;
      expect(await packBitstream(gowin)).toMatchObject({ kind: "failed", reason: "missing" });
    });
  });
});
