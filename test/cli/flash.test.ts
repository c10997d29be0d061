/** Bitstreams onto boards, by a stand-in for openFPGALoader; and `lutra tools`, which says what is here. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

/** As the packers begin them. */
const up5k = Uint8Array.from(Buffer.from("ff0000ff7eaa997e510001059200206202b3820000720150", "hex"));
const hx8k = Uint8Array.from(Buffer.from("ff0000ff7eaa997e510001059200206203678200007200871100", "hex"));
const ecp25 = Uint8Array.from(Buffer.from("ff00ffffbdb3ffffffff3b000000e200000041111043", "hex"));

const bitsOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const gowin = (id: string): string => `1010010111000011\n00000110${"0".repeat(24)}${id}\n`;
const gw9 = bitsOf(`${"1".repeat(160)}\n${"1".repeat(16)}\n${gowin("00010001000000000100100000011011")}`);
const gw1 = bitsOf(gowin("00001001000000000010100000011011"));
const xilinx = (part: string): Uint8Array =>
  Uint8Array.from([...bitsOf(`\0\x09a\0\x04top\0b\0\x0d${part}\0`), 0xaa, 0x99, 0x55, 0x66]);
const [a35, a100] = [xilinx("7a35tcsg324"), xilinx("7a100tcsg324")];

const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
});

/** A program of that name in front of all others. */
function standIn(folder: string, name: string, script: string): void {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
  process.env.PATH = `${bin}:${path}`;
}

function built(folder: string, board: string, part: string, bytes: Uint8Array): string {
  const out = join(folder, "out");
  mkdirSync(out);
  writeFileSync(join(out, "add.bin"), bytes);
  write(out, "report.json", JSON.stringify({ board, part, bitstream: "add.bin" }));
  return out;
}

describe.skipIf(process.platform === "win32")("lutra flash", () => {
  it("calls openFPGALoader with the board's name and the file", async () => {
    await inDirectory(async (folder) => {
      standIn(folder, "openFPGALoader", `echo "$@" > ${folder}/said`);
      const out = built(folder, "icebreaker", "ice40up5k-sg48", up5k);
      expect(await lutra("flash", out)).toMatchObject({
        status: 0,
        out: expect.stringContaining("add.bin is on"),
      });
      expect(readFileSync(join(folder, "said"), "utf8")).toBe(`-b ice40_generic ${join(out, "add.bin")}\n`);
      const { out: json } = await lutra("flash", join(out, "add.bin"), "--keep", "--json");
      const command = ["openFPGALoader", "-b", "ice40_generic", "-f", join(out, "add.bin")];
      expect(JSON.parse(json)).toMatchObject({ ok: true, board: "icebreaker", command });
    });
  });

  it("says what to install where there is none", async () => {
    await inDirectory(async (folder) => {
      const out = built(folder, "icebreaker", "ice40up5k-sg48", up5k);
      process.env.PATH = folder;
      const { err, status } = await lutra("flash", out);
      expect(err).toBe(
        "error: openFPGALoader is not installed or not on the PATH\nhelp: install openfpgaloader (apt, brew and pacman have it)\n",
      );
      expect(status).toBe(2);
    });
  });

  it("tells what openFPGALoader says where no board is there", async () => {
    await inDirectory(async (folder) => {
      standIn(folder, "openFPGALoader", "echo 'unable to open ftdi device: -3 (device not found)'; exit 1");
      const { err, status } = await lutra("flash", built(folder, "icebreaker", "ice40up5k-sg48", up5k));
      expect(err).toContain("did not load");
      expect(err).toContain(
        "unable to open ftdi device: -3 (device not found)\nhelp: is icebreaker plugged in",
      );
      expect(status).toBe(2);
    });
  });

  it.each([
    ["icebreaker", up5k, "ice40_generic"],
    ["ice40-hx8k", hx8k, "ice40_generic"],
    ["ulx3s-25f", ecp25, "ulx3s"],
    ["tang-nano-9k", gw9, "tangnano9k"],
    ["arty-a7-35t", a35, "arty_a7_35t"],
  ])("loads a file for %s", async (board, bytes, name) => {
    await inDirectory(async (folder) => {
      standIn(folder, "openFPGALoader", `echo "$@" > ${folder}/said`);
      writeFileSync(join(folder, "bits"), bytes);
      expect(await lutra("flash", join(folder, "bits"), "--board", board)).toMatchObject({
        status: 0,
        err: "",
      });
      expect(readFileSync(join(folder, "said"), "utf8")).toBe(`-b ${name} ${join(folder, "bits")}\n`);
    });
  });

  it.each([
    ["another Gowin", ["add.bin", "--board", "tang-nano-9k"], gw1, "for another part than gw1nr"],
    ["another Artix", ["add.bin", "--board", "arty"], a100, "for another part than xc7a35t"],
    [
      "a file that says it",
      ["add.bin", "--board", "ice40-hx8k"],
      up5k,
      "for another part than ice40hx8k-ct256",
    ],
    [
      "another size of iCE40",
      ["add.bin", "--board", "icebreaker"],
      hx8k,
      "for another part than ice40up5k-sg48",
    ],
    ["another family", ["add.bin", "--board", "icebreaker"], ecp25, "for another part than ice40up5k-sg48"],
    [
      "another size of ECP5",
      ["add.bin", "--board", "ulx3s-85f"],
      ecp25,
      "for another part than lfe5u-85f-6bg381c",
    ],
    [
      "no bitstream",
      ["add.bin", "--board", "icebreaker"],
      Uint8Array.of(1, 2, 3),
      "no bitstream that is known here",
    ],
    ["no board", ["add.bin"], up5k, "nothing says which board"],
    ["a vendor's board", ["add.bin", "--board", "pynq-z2"], up5k, "pynq-z2 is not loaded by openFPGALoader"],
    ["no such file", ["nothing.bin", "--board", "icebreaker"], up5k, "no such file"],
    ["a folder without one", [".", "--board", "icebreaker"], up5k, "has no bitstream that Lutra built"],
  ])("refuses %s", async (_, [name = "", ...words], bytes, message) => {
    await inDirectory(async (folder) => {
      standIn(folder, "openFPGALoader", `touch ${folder}/called`);
      writeFileSync(join(folder, "add.bin"), bytes);
      const { err, status } = await lutra("flash", join(folder, name), ...words);
      expect(err).toContain(message);
      expect(status).toBe(1);
      expect(() => readFileSync(join(folder, "called"))).toThrow();
    });
  });

  it("refuses a folder that was built for another board", async () => {
    await inDirectory(async (folder) => {
      const out = built(folder, "icebreaker", "ice40up5k-sg48", up5k);
      const { err } = await lutra("flash", out, "--board", "ice40-hx8k");
      expect(err).toContain(
        "was built for ice40up5k-sg48, and ice40-hx8k has ice40hx8k-ct256\nhelp: `lutra build",
      );
    });
  });
});

describe.skipIf(process.platform === "win32")("lutra tools", () => {
  it("says of each flow what does it, or how to get that", async () => {
    await inDirectory(async (folder) => {
      standIn(folder, "nextpnr-ecp5", "exit 0");
      const { flows, loader } = JSON.parse((await lutra("tools", "--json")).out);
      const flow = (name: string) => flows.find((one: { flow: string }) => one.flow === name);
      expect(flow("icestorm")).toMatchObject({ found: true, install: null });
      const steps = flow("trellis").steps as { does: string; by: string | null }[];
      expect(steps).toContainEqual({ does: "place and route", by: "nextpnr-ecp5" });
      standIn(folder, "ecppack", "exit 0");
      standIn(folder, "openFPGALoader", "exit 0");
      expect(loader.name).toBe("openFPGALoader");
      const { out } = await lutra("tools");
      expect(out).toMatch(
        /✓ +ECP5 +yosys, nextpnr-ecp5, ecppack|✓ +ECP5 +@yowasp\/yosys, nextpnr-ecp5, ecppack/,
      );
      expect(out).toMatch(/✓ +flash +openFPGALoader/);
    });
  });
});
