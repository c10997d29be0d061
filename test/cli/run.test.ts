import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NpyArray } from "../../src/call/npy.ts";
import { encodeNpz } from "../../src/call/npz.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, readNpy, write, writeNpy } from "./lutra.ts";

const scale = `from pylog import *

@pylog
def scale(a: "float32[4]", gain: float):
    a[:] = a * gain
    return a[0], a + 1
`;
const a: NpyArray = { dtype: "float32", shape: [4], data: Float32Array.of(1, 2, 3, 4) };

describe("lutra run", () => {
  it("calls the kernel on files and numbers, and writes what comes out", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const file = writeNpy(directory, "in.npy", a);
      const out = join(directory, "deep", "results");
      const seen = await lutra("run", path, "--in", `a=${file}`, "--in", "gain=0.5", "--out", out);
      expect(seen.err).toBe("");
      expect(seen.status).toBe(0);
      expect(seen.out).toContain("[0.5, 1.0, 1.5, 2.0]");
      expect(seen.out).toContain(`wrote ${join(out, "return_1.npy")}`);
      expect(readdirSync(out).sort()).toEqual(["a.npy", "return_0.npy", "return_1.npy"]);
      expect(readNpy(out, "a.npy").data).toEqual(Float32Array.of(0.5, 1, 1.5, 2));
      expect(readNpy(out, "return_0.npy")).toEqual({
        dtype: "float32",
        shape: [],
        data: Float32Array.of(0.5),
      });
      expect(readNpy(out, "return_1.npy").data).toEqual(Float32Array.of(1.5, 2, 2.5, 3));
    }));

  it("on wasm gives what the reference gives, and tells the same fault at the same place", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const facts = async (on: string): Promise<unknown> => {
        const { out } = await lutra("run", path, "--seed", "3", "--on", on, "--json");
        return { ...JSON.parse(out), on: null, milliseconds: null };
      };
      expect(await facts("wasm")).toEqual(await facts("reference"));
      const outside = write(
        directory,
        "outside.py",
        `from pylog import *\n\n@pylog\ndef f(a: "float32[4]", n: int):\n    return a[n]\n`,
      );
      const told = async (on: string) => lutra("run", outside, "--in", "n=9", "--on", on);
      expect(await told("wasm")).toEqual(await told("reference"));
      expect((await told("wasm")).status).toBe(1);
    }));

  it("takes complex numbers as Python writes them", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", "@pylog\ndef k(z: complex):\n    return z * 2\n");
      const returned = async (z: string) =>
        (await lutra("run", path, "--in", `z=${z}`)).out.match(/returned.*/)?.[0];
      expect(await returned("1.5-2j")).toMatch(/3\.0-4\.0j$/);
      expect(await returned("(-1e2+.5j)")).toMatch(/-200\.0\+1\.0j$/);
      expect(await returned("2j")).toMatch(/0\.0\+4\.0j$/);
      expect(await returned("3")).toMatch(/6\.0\+0\.0j$/);
      expect((await lutra("run", path, "--in", "z=1+j")).err).toContain("this is neither a number nor");
    }));

  it("one returned value is return.npy", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", '@pylog\ndef k(n: "int8"):\n    return n\n');
      await lutra("run", path, "--in", "n=-5", "--out", directory);
      expect(readNpy(directory, "return.npy")).toEqual({ dtype: "int8", shape: [], data: Int8Array.of(-5) });
    }));

  it("makes what is not given from the seed, says so, and does it again the same way", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const [first, again, other] = await Promise.all(
        ["7", "7", "8"].map(async (seed) => {
          const { out } = await lutra("run", path, "--seed", seed, "--json");
          return JSON.parse(out);
        }),
      );
      expect(first.arguments).toEqual(again.arguments);
      expect(first.arguments).not.toEqual(other.arguments);
      expect(first.arguments[0]).toMatchObject({ name: "a", from: "seed", type: "float32[4]", elements: 4 });
      const { out } = await lutra("run", path, "--in", "gain=2");
      expect(out).toMatch(/a\s+float32\[4\].*from seed 1, written/);
      expect(out).not.toMatch(/gain.*from seed/);
    }));

  it("takes types from the data where nothing else says them", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", "@pylog\ndef k(a, n):\n    return a * n\n");
      const file = writeNpy(directory, "a.npy", { dtype: "int16", shape: [2], data: Int16Array.of(3, 4) });
      const { out } = await lutra("run", path, "--in", `a=${file}`, "--in", "n=5");
      expect(out).toMatch(/returned\s+int16\[2\]\s+\[15, 20\]/);
    }));

  it("takes all arrays of a .npz, and says which are no argument", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const gain: NpyArray = { dtype: "float64", shape: [], data: Float64Array.of(2) };
      const arrays = new Map([
        ["a", a],
        ["gain", gain],
        ["label", gain],
      ]);
      writeFileSync(join(directory, "data.npz"), encodeNpz(arrays, { compress: true }));
      const { status, out } = await lutra("run", path, "--in", join(directory, "data.npz"));
      expect(status).toBe(0);
      expect(out).toContain("[2.0, 4.0, 6.0, 8.0]");
      expect(out).toContain("note: not an argument, not used: label");
    }));

  it("exact types travel as files too", () =>
    inDirectory(async (directory) => {
      const source = '@pylog\ndef k(w: "uint<100>[2]", f: "fixed<8,4>[2]"):\n    return w, f\n';
      const path = write(directory, "k.py", source);
      const first = join(directory, "first");
      const second = join(directory, "second");
      await lutra("run", path, "--out", first);
      const { status } = await lutra(
        ...["run", path, "--out", second],
        ...["--in", `w=${join(first, "w.npy")}`, "--in", `f=${join(first, "f.npy")}`],
      );
      expect(status).toBe(0);
      for (const name of ["w.npy", "f.npy", "return_0.npy", "return_1.npy"]) {
        expect(readNpy(second, name)).toEqual(readNpy(first, name));
      }
    }));
});

describe("what run refuses", () => {
  it.each([
    [
      "a name that is no argument",
      ["--in", "gaim=2"],
      /--in: scale has no argument gaim.*\nhelp: did you mean gain\?/,
    ],
    ["no name", ["--in", "2"], /--in 2: expected NAME=VALUE/],
    ["no number", ["--in", "gain=fast"], /neither a number nor a \.npy/],
    ["a number for an array", ["--in", "a=2"], /argument a is float32\[4\]; --in a=2 gives one number/],
    ["a file that is not there", ["--in", "a=none.npy"], /cannot read none\.npy: no such file/],
    ["an argument given twice", ["--in", "gain=1", "--in", "gain=2"], /--in gives argument gain twice/],
    ["another target", ["--on", "gpu"], /--on gpu: there is no such target; there is reference, wasm/],
    ["a seed that is no number", ["--seed", "x"], /--seed x: expected a whole number/],
  ])("%s", (_, options, message) =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("run", write(directory, "scale.py", scale), ...options);
      expect(err).toMatch(message);
      expect(status).toBe(1);
    }),
  );

  it("a file that is no .npy, with its name", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const file = write(directory, "text.npy", "1,2,3,4");
      const { status, err } = await lutra("run", path, "--in", `a=${file}`);
      expect(status).toBe(1);
      expect(err).toBe(`error: ${file}: this is not a .npy file: it does not start with \\x93NUMPY\n`);
    }));

  it("a file of another shape than the annotation", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const file = writeNpy(directory, "a.npy", {
        dtype: "float32",
        shape: [2, 2],
        data: new Float32Array(4),
      });
      const { status, err } = await lutra("run", path, "--in", `a=${file}`);
      expect(status).toBe(1);
      expect(err).toBe(`error: ${file}: argument a is float32[4]; it was given float32[2,2]\n`);
    }));

  it("an output directory that is a file, before it runs", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const { status, err } = await lutra("run", path, "--out", path);
      expect(status).toBe(1);
      expect(err).toBe(`error: --out ${path}: it is a file; expected a directory\n`);
    }));

  it.skipIf(!existsSync("/proc/self"))("says where no directory can be made, and ends", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", '@pylog\ndef k(a: "int32[4]"):\n    a[0] = 1\n');
      const { status, err } = await lutra("run", path, "--out", "/proc/lutra/results");
      expect(status).toBe(1);
      expect(err).toBe("error: cannot write /proc/lutra: no directory can be made there\n");
    }),
  );

  it("a failed write leaves nothing behind", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const out = join(directory, "out");
      mkdirSync(join(out, "return_1.npy"), { recursive: true }); // a directory is in the way
      const { status } = await lutra("run", path, "--out", out);
      expect(status).not.toBe(0);
      expect(readdirSync(out).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    }));

  it("what goes wrong while it runs, at its place in the source, and no file is written", () =>
    inDirectory(async (directory) => {
      const source = '@pylog\ndef k(a: "int8[4]", n: int):\n    return a[n]\n';
      const path = write(directory, "k.py", source);
      const out = join(directory, "out");
      const { status, err } = await lutra("run", path, "--in", "n=9", "--out", out);
      expect(status).toBe(1);
      expect(err).toMatch(/k\.py:3:12/);
      expect(err).toMatch(/index/);
      expect(existsSync(out)).toBe(false);
    }));
});

describe("a number that cannot be meant", () => {
  it("is not made up where a default is no number", () =>
    inDirectory(async (directory) => {
      const text = "K = 9\n@pylog\ndef f(n: int, d: int = K):\n    return n + d\n";
      const path = write(directory, "f.py", text);
      expect(await lutra("run", path, "--in", "n=1")).toEqual({
        status: 1,
        out: "",
        err: "error: argument d has the default K, which the command line does not read\nhelp: give it: --in d=...\n",
      });
      expect((await lutra("run", path, "--in", "n=1", "--in", "d=2")).out).toContain("3");
    }));

  it("is refused beyond the 64 bits of a Python int, on every target", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "f.py", "@pylog\ndef f(n: int):\n    return n + 0\n");
      for (const on of ["reference", "wasm", "verilog"]) {
        const { status, err } = await lutra("run", path, "--in", "n=18446744073709551617", "--on", on);
        expect(err).toContain("it does not fit the 64 bits of a Python int in a kernel");
        expect(status).toBe(1);
      }
    }));
});
