/** Shapes and ranges of a few letters that mean terabytes or years: told before anything is begun. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const first = "@pylog\ndef first(a):\n    a[0] = a[1]\n";
const size = ["--arg", "a=int32[1000000000]"];
const tooLarge =
  "the array a, int32[1000000000], takes 3.73 GiB; 2 GiB is the most that a call may use: " +
  "make it smaller, or allow more with LUTRA_MEMORY=16GiB";

describe("an array of 4 GB", () => {
  it.each([
    ["run", []],
    ["run", ["--on", "wasm"]],
    ["run", ["--on", "csim"]],
    ["run", ["--on", "verilog"]],
    ["verify", ["--roads", "wasm"]],
  ])("lutra %s %j says how much it is", (command, words) =>
    inDirectory(async (directory) => {
      const path = write(directory, "first.py", first);
      expect(await lutra(command, path, ...size, ...words)).toEqual({
        status: 1,
        out: "",
        err: `error: ${tooLarge}\n`,
      });
    }),
  );

  it("may be built: the project has no data then", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "first.py", first);
      const folder = join(directory, "out");
      const { status, err } = await lutra("build", path, ...size, "--to", "vitis", "-o", folder);
      expect(status).toBe(0);
      expect(err).toContain(`warning[no-test-data]: the testbench gets no data: ${tooLarge}`);
      expect(readdirSync(folder)).toContain("first.cpp");
      expect(existsSync(join(folder, "data"))).toBe(false);
    }));

  it("may be a circuit, alone: its testbench would be made from data", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "first.py", first);
      const refused = await lutra("build", path, ...size, "--to", "verilog", "-o", join(directory, "out"));
      expect(refused).toEqual({
        status: 1,
        out: "",
        err: `error: ${tooLarge}\nhelp: -o first.v writes the circuit alone, without a testbench\n`,
      });
      expect(existsSync(join(directory, "out"))).toBe(false);
      const alone = await lutra("build", path, ...size, "--to", "verilog", "-o", join(directory, "first.v"));
      expect(alone.status).toBe(0);
    }));

  it("is written out: an extent is no formula", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "first.py", first);
      const { status, err } = await lutra("run", path, "--arg", "a=int32[10**9]");
      expect(status).toBe(1);
      expect(err).toContain("a type cannot contain '*': an extent is a whole number, written out");
    }));
});

describe("loops that nobody waits for", () => {
  const kernel = (body: string): string =>
    `@pylog\ndef k(a: "int32[4]", n: int):\n    x = 0\n${body}    a[0] = x\n`;
  const loop = (range: string): string => kernel(`    for i in range(${range}):\n        x = (x + i) % 7\n`);
  const kernels = {
    "a range": loop("10**15"),
    "a range that the call gives": loop("n"),
    "a range under a condition": kernel(
      "    if n > 1:\n        for i in range(10**15):\n            x = (x + i) % 7\n",
    ),
    "a nest": kernel(
      "    for i in range(10**6):\n        for j in range(10**6):\n            for k in range(10**6):\n                x = (x + k) % 7\n",
    ),
  };

  it.each(Object.entries(kernels))("%s is told at once, on the reference and on WebAssembly", (_, text) =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", text);
      for (const [on, most] of Object.entries({ reference: "10,000,000,000", wasm: "100,000,000,000" })) {
        const { status, err } = await lutra("run", path, "--in", "n=1000000000000000", "--on", on);
        expect(status).toBe(1);
        expect(err).toMatch(
          new RegExp(`no end: this loop brings the call to [\\d,]{21,} iterations, and ${most} is the most`),
        );
        expect(err).toMatch(/for i in range/);
      }
    }),
  );

  it("is told of C++ and of circuits too", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", kernels["a range"]);
      expect((await lutra("run", path, "--on", "csim")).err).toContain(
        "1,000,000,000,000 is the most that are run",
      );
      const circuit = await lutra("run", path, "--on", "verilog");
      expect(circuit.err).toMatch(/k takes \d+ cycles or more, and no more than 1000000000 are simulated/);
    }));

  it("runs where a long range is left early", () =>
    inDirectory(async (directory) => {
      const text = kernel(
        "    for i in range(10**15):\n        x = x + i\n        if x > 1000:\n            break\n",
      );
      const path = write(directory, "k.py", text);
      for (const on of ["reference", "wasm"]) {
        expect((await lutra("run", path, "--on", on)).status).toBe(0);
      }
    }));

  it("leaves nothing to verify", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", kernels["a range"]);
      const { status, out, err } = await lutra("verify", path);
      expect(status).toBe(1);
      expect(out).toMatch(/- {2}source .*not walked: the reference did not come to an end/);
      expect(err).toContain(
        "error: the reference did not come to an end, so there is nothing to compare with\n",
      );
    }));
});
