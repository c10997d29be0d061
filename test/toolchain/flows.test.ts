/** The programs of each flow, by stand-ins: which are called, with which words, and what is made of what they leave. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { canPlace, placeNetlist } from "../../src/toolchain/nextpnr.ts";
import { packBitstream } from "../../src/toolchain/packer.ts";
import { inDirectory } from "../call/numpy_files.ts";

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
      expect(await placeNetlist(job)).toMatchObject({ kind: "done", reachedMHz: 61.2, placed: "pins" });
      expect(readFileSync(join(folder, "said"), "utf8")).toBe(
        `${program} --json netlist.json --report report.json --freq 27.000 --seed 1 ${words} --timing-allow-fail --quiet\n`,
      );
      process.env.PATH = folder;
      expect(canPlace(device)).toBe(false);
    });
  });
});

describe.skipIf(process.platform === "win32")("packing", () => {
  const gowin = { tool: "apicula", device: "GW1N-9C", package: "GW1NR-LV9QN88PC6/I5", placed: "{}" } as const;
  const xilinx = { tool: "prjxray", device: "xc7a35t", package: "csg324-1", placed: "fasm" } as const;

  it("by gowin_pack", async () => {
    await inDirectory(async (folder) => {
      standIns(folder, { gowin_pack: "cp placed.txt bitstream.bin" });
      expect(await packBitstream(gowin)).toEqual({ kind: "done", bytes: Buffer.from("{}") });
      const said = readFileSync(join(folder, "said"), "utf8");
      expect(said).toBe("gowin_pack -d GW1N-9C -o bitstream.bin placed.txt\n");
    });
  });

  it("by the tools of prjxray", async () => {
    await inDirectory(async (folder) => {
      const scripts = {
        fasm2frames: "cp placed.txt frames.txt",
        xc7frames2bit: "cp frames.txt bitstream.bin",
      };
      standIns(folder, scripts);
      process.env.PRJXRAY_DB_DIR = "/db";
      expect(await packBitstream(xilinx)).toEqual({ kind: "done", bytes: Buffer.from("fasm") });
      const said = readFileSync(join(folder, "said"), "utf8");
      expect(said.split("\n")).toEqual([
        "fasm2frames --part xc7a35tcsg324-1 --db-root /db/artix7 placed.txt frames.txt",
        "xc7frames2bit --part_name xc7a35tcsg324-1 --part_file /db/artix7/xc7a35tcsg324-1/part.yaml --frm_file frames.txt --output_file bitstream.bin",
        "",
      ]);
      delete process.env.PRJXRAY_DB_DIR;
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
