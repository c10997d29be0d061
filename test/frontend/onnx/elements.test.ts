/** Operators on elements that are no float32: integers, short floats, four bits. */
import { describe, expect, it } from "vitest";
import { call } from "./call.ts";
import { noise, type Tensor } from "./model.ts";
import { type Attributes, one, run } from "./one.ts";

const x: Tensor = { shape: [2, 3], data: [-7, 2, 0, 5, -9, 1], type: "int32" };

describe("integers", () => {
  it("ReduceMean drops the fraction, as a division does", async () => {
    expect(await one("ReduceMean", [x], { axes: [1], keepdims: 0 }, { opset: 13 })).toEqual([-1, -1]);
  });

  it("what is a real number of integers is computed so, and its fraction dropped", async () => {
    const of = (op: string): Promise<readonly number[]> =>
      one(op, [x], { axes: [1], keepdims: 0 }, { opset: 13 });
    expect(await of("ReduceL2")).toEqual([7, 10]); // sqrt(53), sqrt(107)
    expect(await of("ReduceLogSumExp")).toEqual([2, 5]);
    const positive: Tensor = { shape: [1, 3], data: [10, 20, 30], type: "int64" };
    expect(await one("ReduceLogSum", [positive], {}, { opset: 13 })).toEqual([4]); // log(60)
  });
});

describe("CastLike", () => {
  it.each([[[4]], [[2, 1, 1]], [[0]], [[]]])(
    "the shape of what it is like does not matter: %j",
    async (shape) => {
      const like: Tensor = { shape, data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 1) };
      expect(await one("CastLike", [x, like])).toEqual(x.data);
    },
  );
});

describe("short floats", () => {
  const values: Tensor = { shape: [16], data: noise(5, 16).map((value) => Math.fround(3 * value)) };

  /** In float16, from inputs and to outputs of float32. */
  async function half(op: string, attributes: Attributes = {}): Promise<readonly number[]> {
    const [found = []] = await call(
      {
        inputs: { x: values },
        nodes: [
          { op: "Cast", inputs: ["x"], outputs: ["short"], attributes: { to: 10 } },
          { op, inputs: ["short"], outputs: ["y"], attributes },
          { op: "Cast", inputs: ["y"], outputs: ["long"], attributes: { to: 1 } },
        ],
        outputs: ["long", "short"],
        opset: 20,
      },
      { x: values.data },
    );
    return found;
  }

  it.each(["Sigmoid", "HardSwish", "Erf", "Gelu", "Elu", "Mish"])("%s rounds once", async (op) => {
    const shortened = await half("Identity");
    const exact = await one(op, [{ shape: [16], data: shortened }], {}, { opset: 20 });
    const found = await half(op);
    // Half a unit in the last place of eleven bits, and what float32 itself is away.
    for (const [i, value] of exact.entries())
      expect(Math.abs((found[i] ?? 0) - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -11 + 2 ** -23);
  });

  it("Pow is computed in the wider type of the two", async () => {
    const [found = []] = await call(
      {
        inputs: { x: { shape: [1] }, e: { shape: [1] } },
        nodes: [
          { op: "Cast", inputs: ["x"], outputs: ["short"], attributes: { to: 10 } },
          { op: "Pow", inputs: ["short", "e"], outputs: ["y"] },
          { op: "Cast", inputs: ["y"], outputs: ["long"], attributes: { to: 1 } },
        ],
        outputs: ["long"],
      },
      { x: [3], e: [6.002] },
    );
    expect(found).toEqual([730.5]); // 6.002 would be 6.0039 in float16, and the result 732
  });
});

describe("four bits", () => {
  it("QuantizeLinear and DequantizeLinear", async () => {
    const floats: Tensor = { shape: [5], data: [0.25, 0.75, -0.25, 100, -100] };
    const scale: Tensor = { shape: [], data: [0.5] };
    const zero: Tensor = { shape: [], data: [-1], type: "int4" };
    const steps = await one("QuantizeLinear", [floats, scale, zero], {}, { opset: 21 });
    expect(steps).toEqual([-1, 1, -1, 7, -8]);
    const back = await one("DequantizeLinear", [{ shape: [5], data: steps, type: "int4" }, scale, zero]);
    expect(back).toEqual([0, 1, 0, 4, -3.5]);
  });

  it("weights, two a byte", async () => {
    const weights: Tensor = { shape: [3], data: [15, 0, 9], type: "uint4" };
    const scale: Tensor = { shape: [], data: [2] };
    expect(await one("DequantizeLinear", [weights, scale], {}, { opset: 21, inputs: 0 })).toEqual([
      30, 0, 18,
    ]);
  });
});

describe("Dropout", () => {
  it("has a mask of the elements' type before opset 10", async () => {
    const values: Tensor = { shape: [2], data: [3, -1] };
    for (const opset of [7, 10, 13])
      expect(await run("Dropout", [values], {}, { outputs: 2, opset })).toEqual([
        [3, -1],
        [1, 1],
      ]);
  });
});
