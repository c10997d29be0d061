/** Kernels on boards, from the command line. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const source = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] + b[i]
    return c[3]
`;

describe("run --on board", () => {
  it.each(["sim:icebreaker", "sim:arty-a7-35t", "sim:pynq-z2"])(
    "%s gives what the reference gives, in the cycles that were predicted",
    async (board) => {
      await inDirectory(async (folder) => {
        write(folder, "add.py", source);
        const facts = async (...words: readonly string[]): Promise<Record<string, unknown>> =>
          JSON.parse((await lutra("run", join(folder, "add.py"), "--json", ...words)).out) as Record<
            string,
            unknown
          >;
        const found = await facts("--on", "board", "--board", board);
        const expected = await facts();
        expect(found.arguments).toEqual(expected.arguments);
        expect(found.returns).toEqual(expected.returns);
        const { cycles, withMemory, predicted } = found.hardware as {
          cycles: number;
          withMemory?: number;
          predicted: { most: number };
        };
        expect(cycles).toBe(predicted.most);
        expect(withMemory ?? cycles).toBeGreaterThanOrEqual(cycles);
        expect(withMemory !== undefined).toBe(board === "sim:pynq-z2");
      });
    },
  );

  it.each([
    [["--on", "board"], "--on board needs --board"],
    [["--on", "board", "--board", "icebreaker"], "--on board needs the port of icebreaker"],
    [
      ["--on", "board", "--board", "sim:icebreaker", "--port", "x"],
      "--port has no effect on --board sim:icebreaker",
    ],
    [["--on", "wasm", "--port", "x"], "--port has no effect on --on wasm"],
    [["--on", "board", "--board", "sim:icebraker"], "did you mean icebreaker?"],
    [["--on", "board", "--board", "sim:pynq-z2", "--port", "x"], "--port has no effect"],
    [["--on", "board", "--board", "sim:"], "there is no board sim:"],
    [["--on", "board", "--board", "sim:icebreaker", "--clock", "0.1MHz"], "no clock as slow as 0.1 MHz"],
    [["--on", "board", "--board", "sim:icebreaker", "--vcd", "x.vcd"], "--vcd has no effect on --on board"],
  ])("%j is refused", async (words, message) => {
    await inDirectory(async (folder) => {
      write(folder, "add.py", source);
      const { err, status } = await lutra("run", join(folder, "add.py"), ...words);
      expect(err).toContain(message);
      expect(status).toBe(1);
    });
  });
});

describe("build --to bitstream", () => {
  it.each([
    [["--board", "icebreaker"], "needs a directory"],
    [["--board", "pynq-z2", "-o", "out"], "no bitstream for pynq-z2"],
    [["--board", "icebreaker", "--clock", "3MHz", "-o", "out"], "no clock as slow as 3 MHz"],
    [["--board", "icebreaker", "--part", "ecp5", "-o", "out"], "--part has no effect on --to bitstream"],
    [["--board", "icebreaker", "-o", "/proc/lutra"], "cannot write /proc/lutra"],
  ])("%j is refused", async (words, message) => {
    await inDirectory(async (folder) => {
      write(folder, "add.py", source);
      const given = words.map((word) => (word === "out" ? join(folder, "out") : word));
      const { err, status } = await lutra("build", join(folder, "add.py"), "--to", "bitstream", ...given);
      expect(err).toContain(message);
      expect(status).toBe(1);
    });
  });

  it("refuses arrays that are more than the memory of the part, before anything is built", async () => {
    await inDirectory(async (folder) => {
      write(folder, "add.py", source.replaceAll("[8]", "[20000]").replace("range(8)", "range(20000)"));
      const words = ["--to", "bitstream", "--board", "icebreaker", "-o", join(folder, "out")];
      const { err, status } = await lutra("build", join(folder, "add.py"), ...words);
      expect(err).toContain("arrays take 1875 Kbit, and block RAMs of icebreaker have 120 Kbit");
      expect(status).toBe(1);
    });
  });

  it("refuses arguments that are streams", async () => {
    await inDirectory(async (folder) => {
      write(folder, "add.py", source);
      write(folder, "s", "stream a\n");
      const words = [
        "--to",
        "bitstream",
        "--board",
        "icebreaker",
        "--schedule",
        join(folder, "s"),
        "-o",
        join(folder, "out"),
      ];
      const { err } = await lutra("build", join(folder, "add.py"), ...words);
      expect(err).toContain("`a` is a stream");
    });
  });
});
