import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { toNpy } from "../../src/call/exchange.ts";
import { encodeNpy } from "../../src/call/npy.ts";
import { kernelOf } from "../../src/call/run.ts";
import { seededArgument } from "../../src/call/seeded.ts";
import { demo } from "../../src/cli/demo.ts";
import { compile, explain } from "../../src/index.ts";
import { inDirectory, numpy, numpyHere } from "../call/numpy_files.ts";
import { ofToday } from "../corpus/day.ts";
import { becomesCircuit, circuitsADay, examples } from "./example-circuits.ts";
import { lutra } from "./lutra.ts";

describe("every example", () => {
  it("is one of a dozen", () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(examples)("%s is accepted without a warning, and runs as it stands", async (name) => {
    const checked = await lutra("check", `examples/${name}`, "--json");
    expect(JSON.parse(checked.out)).toMatchObject({ ok: true, diagnostics: [] });
    const run = await lutra("run", `examples/${name}`, "--json");
    expect(JSON.parse(run.out)).toMatchObject({ ok: true });
    const facts = JSON.parse(run.out) as { arguments: { nan: number }[]; returns: { nan: number }[] };
    for (const { nan } of [...facts.arguments, ...facts.returns]) expect(nan).toBe(0);
  });

  it.each(ofToday(examples, circuitsADay))("%s becomes a circuit, without a warning", becomesCircuit);
});

describe("every example of NumPy's own types", () => {
  const plain = examples.filter(
    (name) => !/fixed<|uint<|int</.test(readFileSync(`examples/${name}`, "utf8")),
  );

  it.skipIf(!numpyHere).each(plain)("%s gives what CPython and NumPy give", (name) =>
    inDirectory(async (directory) => {
      const source = readFileSync(`examples/${name}`, "utf8");
      const kernel = compile({ path: name, text: source });
      if (!kernel.ok) throw new Error(explain(kernel));
      const inputs = kernelOf(kernel.program).params.flatMap(({ name: argument, type }) => {
        const path = join(directory, `${argument}.npy`);
        writeFileSync(path, encodeNpy(toNpy(type, seededArgument(type, argument, 1))));
        return ["--in", `${argument}=${path}`];
      });
      const { status, err } = await lutra(
        "run",
        `examples/${name}`,
        ...inputs,
        "--out",
        join(directory, "ours"),
      );
      expect(err).toBe("");
      expect(status).toBe(0);
      const oracle = JSON.stringify([resolve("test/numpy"), resolve("examples", name)]);
      numpy(
        directory,
        `
import sys, os
pylog, path = ${oracle}
sys.path.insert(0, pylog)
module = {"__name__": "example"}
exec(compile(open(path).read(), path, "exec"), module)
kernel = [f for f in module.values() if getattr(f, "is_kernel", False)][0]
names = kernel.__code__.co_varnames[:kernel.__code__.co_argcount]
args = {n: np.load(n + ".npy") for n in names}
returned = kernel(**{n: v if v.ndim else v.item() for n, v in args.items()})
args["return"] = returned
for name, theirs in args.items():
    ours = "ours/" + name + ".npy"
    if os.path.exists(ours) and not (name == "out" and "conv2d" in path):
        mine = np.load(ours)
        assert mine.dtype.kind == np.asarray(theirs).dtype.kind, (name, mine.dtype)
        assert np.allclose(mine, theirs, rtol=1e-9, atol=0), (name, mine, theirs)
`,
      );
    }),
  );
});

describe("the demo", () => {
  const nothing = {
    lut: 0,
    memoryLut: 0,
    carry: 0,
    mux: 0,
    ff: 0,
    latch: 0,
    dsp: 16,
    bram: 0,
    uram: 0,
    other: [],
  };
  const measure = async () => ({ area: nothing, tool: "nobody" }); // synthesis has tests of its own, and takes long
  const makeBits = async () => ({ bytes: new Uint8Array(7), clockMHz: 24, reachedMHz: 30 }); // so has this
  const seen = async (color: boolean): Promise<string> => {
    let out = "";
    const out_ = (text: string): void => {
      out += text;
    };
    await demo({ out: out_, err: out_, color, errorColor: color, interactive: false }, measure, makeBits);
    return out;
  };

  it("shows kernels, types, pictures and times in plain text", async () => {
    const text = await seen(false);
    for (const part of [
      "2-D convolution",
      "Matrix multiply",
      "Histogram",
      "float32[64,64]",
      "▓",
      "ran 262144 multiply-adds in",
      "A filter as a circuit",
      "lines of Verilog, with 16 multipliers",
      "A kernel on a board",
      "over the serial line: the bits of the reference",
      "a bitstream of 7 bytes at 24 MHz (30 reached), a call in ",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/pipeline n {2}\d+ cycles, /);
    expect(text).not.toContain("\x1b");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("uses greys where there are colours", async () => {
    expect(await seen(true)).toContain("\x1b[38;5;");
  });
});
