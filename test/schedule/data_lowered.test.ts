/** The same primitives on loops that operators became, and on what CPython makes of the printed result. */
import { describe, expect, it } from "vitest";
import { compile, explain } from "../../src/driver/compile.ts";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { printLoops } from "../../src/loops/program.ts";
import { get } from "../../src/types/storage.ts";
import { askNumpy, numpyAvailable } from "../numpy/oracle.ts";
import { argumentsFor, expectSame, loadsOf, run, scheduled } from "./scheduled.ts";

function lowered(text: string): Loops {
  const compiled = compile({
    path: "kernel.py",
    text: `import numpy as np\nfrom pylog import *\n\n@pylog\n${text}`,
  });
  if (!compiled.ok) throw new Error(explain(compiled));
  const done = lower(compiled.program);
  if (!done.ok) throw new Error(done.diagnostics.map((one) => one.message).join("\n"));
  return done.loops;
}

const convolution = lowered(`def conv(img: "float32[10,12]", w: "float32[3,3]", out: "float32[8,10]"):
    out[:] = map(lambda x: dot(x[-1:2, -1:2], w), img[1:-1, 1:-1])
`);

const padded = lowered(`def blur(img: "int32[10,12]", out: "int32[10,12]"):
    out[:] = map(lambda x: x[-1, 0] + x[1, 0] + x[0, -1] + x[0, 1], img)
`);

describe("map with a window", () => {
  it("line and window buffer, fused and pipelined: each pixel is read once", () => {
    const after = expectSame(
      convolution,
      "reuse_at img out.0 name=lb\nreuse_at lb out.1 name=wb\nfuse_loops lb.1 out.1\npartition wb dim=0 complete\npartition wb dim=1 complete\npipeline lb.1 1",
    );
    expect([...loadsOf(after, "img").values()]).toEqual(Array(120).fill(1));
  });

  it("zeros outside: nothing outside is read", () => {
    const after = expectSame(padded, "reuse_at img out.0 name=lb\nreuse_at lb out.1 name=wb");
    expect([...loadsOf(after, "img").values()]).toEqual(Array(120).fill(1));
  });

  it("np.convolve with clipped bounds", () => {
    const full = lowered(`def fir(a: "float32[20]", h: "float32[4]", out: "float32[23]"):
    out[:] = np.convolve(a, h, "full")
`);
    const after = expectSame(full, "reuse_at a out.0");
    expect([...loadsOf(after, "a").values()]).toEqual(Array(20).fill(1));
  });
});

describe("matrix multiplication (HeteroCL, figure 11)", () => {
  const product = lowered(`def mmult(a: "int32[6,8]", b: "int32[8,5]", c: "int32[6,5]"):
    c[:] = a @ b
`);

  it("on-chip copies in memories that serve every lane", () => {
    const after = expectSame(
      product,
      "buffer a\nbuffer b\nbuffer c\npartition a_buffer dim=1 complete\npartition b_buffer dim=0 complete",
    );
    expect(loadsOf(after, "a").size).toBe(48);
    expect([...loadsOf(after, "b").values()]).toEqual(Array(40).fill(1));
  });

  it("all copies in one memory", () => {
    expectSame(product, "buffer a\nbuffer b\nreshape a_buffer dim=1 4");
    const transposed = lowered(`def k(a: "int32[6,8]", b: "int32[5,8]", c: "int32[6,5]"):
    c[:] = a @ b.T
`);
    const after = expectSame(transposed, "buffer a\nbuffer b\nmemmap m vertical a_buffer b_buffer");
    expect(after.arrays).toMatchObject([{ name: "m", shape: [11, 8] }]);
  });
});

describe.skipIf(!numpyAvailable())("CPython runs what is printed, to the same bits", () => {
  it.each([
    [
      "convolution",
      convolution,
      "reuse_at img out.0 name=lb\nreuse_at lb out.1 name=wb\nfuse_loops lb.1 out.1",
    ],
    ["padded", padded, "reuse_at img out.0 name=lb\nreuse_at lb out.1 name=wb\nbuffer out"],
    [
      "quantized",
      convolution,
      "buffer img name=p\nbuffer w name=q\nquantize p q to=fixed<10,4,nearest_even,saturate>\nquantize out_sum to=fixed<16,8>",
    ],
    ["small floats", convolution, "buffer w name=q\nquantize q out_sum to=float<5,6>"],
  ])("%s", (_, loops, text) => {
    const after = scheduled(loops, text);
    const ours = run(after).out?.map(Number);
    const args = [...argumentsFor(after, 1)].map(([name, value]) => {
      if (typeof value !== "object") return `${name} = ${value}`;
      const { shape } = value.type;
      const items = Array.from({ length: value.data.length }, (_, i) => get(value, i));
      const dtype = value.type.element.kind === "float" ? "float32" : "int32";
      return `${name} = np.array([${items}], dtype=np.${dtype}).reshape(${shape})`;
    });
    const call = `${after.name}(${after.params.map(({ name }) => name)})`;
    const script = `${printLoops(after)}\n${args.join("\n")}\n${call}\nprint([float(x) for x in out.ravel()])`;
    expect(JSON.parse(askNumpy(script))).toEqual(ours);
  });
});
