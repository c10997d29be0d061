/** Operators on small models, against formulas written down here: no data of others is needed. */
import { describe, expect, it } from "vitest";
import { expectClose } from "./call.ts";
import { noise, size, type Tensor, tensorOf } from "./model.ts";
import { type Attributes, one, run } from "./one.ts";

function ints(...values: readonly number[]): Tensor {
  return { shape: [values.length], data: values, type: "int64" };
}

function at({ shape, data }: Tensor, ...index: readonly number[]): number {
  if (index.some((i, axis) => i < 0 || i >= (shape[axis] ?? 1))) return 0;
  return data[index.reduce((flat, i, axis) => flat * (shape[axis] ?? 1) + i, 0)] ?? Number.NaN;
}

/** Every index of a shape, in row-major order. */
function places(shape: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: size(shape) }, (_, flat) => {
    const index: number[] = [];
    let rest = flat;
    for (const extent of shape.toReversed()) {
      index.unshift(rest % extent);
      rest = Math.floor(rest / extent);
    }
    return index;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Conv {
  readonly x: readonly number[];
  readonly w: readonly number[];
  readonly strides?: readonly number[];
  readonly pads?: readonly number[];
  readonly dilations?: readonly number[];
  readonly group?: number;
}

/** The definition, with padding as zeros that are not there. */
function convolution(x: Tensor, w: Tensor, bias: Tensor, conv: Conv): readonly number[] {
  const [batch = 1, , ...extents] = x.shape;
  const [filters = 1, channels = 1, ...kernel] = w.shape;
  const rank = extents.length;
  const {
    strides = kernel.map(() => 1),
    pads = Array(2 * rank).fill(0),
    dilations = kernel.map(() => 1),
    group = 1,
  } = conv;
  const outputs = extents.map(
    (extent, a) =>
      Math.floor(
        (extent + (pads[a] ?? 0) + (pads[a + rank] ?? 0) - ((kernel[a] ?? 1) - 1) * (dilations[a] ?? 1) - 1) /
          (strides[a] ?? 1),
      ) + 1,
  );
  return places([batch, filters, ...outputs]).map(([n = 0, m = 0, ...o]) => {
    const first = Math.floor(m / (filters / group)) * channels;
    const terms = places([channels, ...kernel]).map(([c = 0, ...k]) => {
      const place = o.map(
        (i, a) => i * (strides[a] ?? 1) + (k[a] ?? 0) * (dilations[a] ?? 1) - (pads[a] ?? 0),
      );
      return at(x, n, first + c, ...place) * at(w, m, c, ...k);
    });
    return sum(terms) + at(bias, m);
  });
}

describe("Conv", () => {
  const cases: readonly Conv[] = [
    { x: [1, 2, 9], w: [3, 2, 3] },
    { x: [2, 1, 9], w: [2, 1, 3], strides: [2], pads: [1, 0], dilations: [2] },
    { x: [1, 3, 6, 5], w: [4, 3, 3, 2], pads: [1, 0, 1, 1] },
    { x: [1, 4, 6, 6], w: [6, 2, 3, 3], group: 2, strides: [2, 1] },
    { x: [2, 3, 5, 5], w: [3, 1, 3, 3], group: 3, pads: [1, 1, 1, 1] },
    { x: [1, 3, 5, 5], w: [6, 1, 2, 2], group: 3, dilations: [2, 1] },
    { x: [1, 1, 4, 4, 3], w: [2, 1, 2, 2, 2], pads: [0, 1, 0, 0, 0, 1] },
  ];
  it.each(cases)("%j", async (conv) => {
    const [x, w, b] = [tensorOf(1, ...conv.x), tensorOf(2, ...conv.w), tensorOf(3, conv.w[0] ?? 1)];
    const { strides, pads, dilations, group } = conv;
    const attributes = Object.fromEntries(
      Object.entries({ strides, pads, dilations, group }).filter(([, value]) => value !== undefined),
    ) as Attributes;
    expectClose(await one("Conv", [x, w, b], attributes), convolution(x, w, b, conv));
  });

  it("pads as SAME_UPPER and SAME_LOWER say", async () => {
    const [x, w] = [tensorOf(4, 1, 1, 5, 6), tensorOf(5, 1, 1, 2, 3)];
    const none = { shape: [1], data: [0] };
    const upper = await one("Conv", [x, w], { auto_pad: "SAME_UPPER" });
    expectClose(upper, convolution(x, w, none, { x: x.shape, w: w.shape, pads: [0, 1, 1, 1] }));
    const lower = await one("Conv", [x, w], { auto_pad: "SAME_LOWER" });
    expectClose(lower, convolution(x, w, none, { x: x.shape, w: w.shape, pads: [1, 1, 0, 1] }));
  });
});

describe("ConvTranspose", () => {
  /** Scatters each element of the input, as the definition says. */
  function transposed(
    x: Tensor,
    w: Tensor,
    stride: number,
    pad: number,
    extra: number,
    group: number,
  ): readonly number[] {
    const [, channels = 1, height = 1, width = 1] = x.shape;
    const [, perGroup = 1, kh = 1, kw = 1] = w.shape;
    const [oh, ow] = [
      stride * (height - 1) + extra + kh - 2 * pad,
      stride * (width - 1) + extra + kw - 2 * pad,
    ];
    const out = new Array<number>(perGroup * group * oh * ow).fill(0);
    for (const [c = 0, i = 0, j = 0, m = 0, a = 0, b = 0] of places([
      channels,
      height,
      width,
      perGroup,
      kh,
      kw,
    ])) {
      const filter = Math.floor(c / (channels / group)) * perGroup + m;
      const [y, z] = [i * stride + a - pad, j * stride + b - pad];
      if (y < 0 || y >= oh || z < 0 || z >= ow) continue;
      const place = (filter * oh + y) * ow + z;
      out[place] = (out[place] ?? 0) + at(x, 0, c, i, j) * at(w, c, m, a, b);
    }
    return out;
  }
  it.each([
    [1, 0, 0, 1],
    [2, 1, 1, 1],
    [2, 0, 0, 2],
    [3, 1, 0, 4],
  ])("stride %i, pads %i, output_padding %i, %i groups", async (stride, pad, extra, group) => {
    const [x, w] = [tensorOf(1, 1, 4, 3, 4), tensorOf(2, 4, 2, 3, 3)];
    const attributes = {
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      output_padding: [extra, extra],
      group,
    };
    expectClose(await one("ConvTranspose", [x, w], attributes), transposed(x, w, stride, pad, extra, group));
  });
  it("cuts or extends to what auto_pad and output_shape say", async () => {
    const [x, w] = [tensorOf(1, 1, 4, 3, 4), tensorOf(2, 4, 2, 3, 3)];
    const whole: Tensor = { shape: [2, 7, 9], data: transposed(x, w, 2, 0, 0, 1) };
    const part = (height: number, width: number, first: number): readonly number[] =>
      places([2, height, width]).map(([m = 0, i = 0, j = 0]) => at(whole, m, i + first, j + first));
    const upper = await one("ConvTranspose", [x, w], { strides: [2, 2], auto_pad: "SAME_UPPER" });
    expectClose(upper, part(6, 8, 0));
    const lower = await one("ConvTranspose", [x, w], { strides: [2, 2], auto_pad: "SAME_LOWER" });
    expectClose(lower, part(6, 8, 1));
    const larger = await one("ConvTranspose", [x, w], { strides: [2, 2], output_shape: [8, 10] });
    expectClose(larger, part(8, 10, 0));
  });
});

describe("pools", () => {
  const x = tensorOf(7, 1, 2, 5, 6);
  function pooled(
    attributes: { kernel: readonly number[]; strides: readonly number[]; pad: number },
    of: (window: readonly number[]) => number,
  ) {
    const { kernel, strides, pad } = attributes;
    const extents = [5, 6];
    const outputs = extents.map(
      (extent, a) => Math.floor((extent + 2 * pad - (kernel[a] ?? 1)) / (strides[a] ?? 1)) + 1,
    );
    return places([1, 2, ...outputs]).map(([n = 0, c = 0, ...o]) => {
      const window = places(kernel).flatMap((k) => {
        const place = o.map((i, a) => i * (strides[a] ?? 1) + (k[a] ?? 0) - pad);
        return place.every((p, a) => p >= 0 && p < (extents[a] ?? 0)) ? [at(x, n, c, ...place)] : [];
      });
      return of(window);
    });
  }
  it.each([
    [[2, 2], [2, 2], 0],
    [[3, 2], [1, 2], 1],
  ] as const)("%j, strides %j, padding %i", async (kernel, strides, pad) => {
    const attributes = { kernel_shape: kernel, strides, pads: [pad, pad, pad, pad] };
    const shape = { kernel, strides, pad };
    expectClose(
      await one("MaxPool", [x], attributes),
      pooled(shape, (window) => Math.max(...window)),
    );
    expectClose(
      await one("AveragePool", [x], attributes),
      pooled(shape, (window) => sum(window) / window.length),
    );
    const counted = pooled(shape, (window) => sum(window) / size(kernel));
    expectClose(await one("AveragePool", [x], { ...attributes, count_include_pad: 1 }), counted);
  });
  it("over everything", async () => {
    const channel = (c: number): readonly number[] => x.data.slice(30 * c, 30 * c + 30);
    expectClose(
      await one("GlobalAveragePool", [x]),
      [0, 1].map((c) => sum(channel(c)) / 30),
    );
    expectClose(
      await one("GlobalMaxPool", [x]),
      [0, 1].map((c) => Math.max(...channel(c))),
    );
  });
});

describe("matrices", () => {
  it("Gemm: alpha A' B + beta C", async () => {
    const [a, b, c] = [tensorOf(1, 4, 3), tensorOf(2, 5, 4), tensorOf(3, 5)];
    const expected = places([3, 5]).map(
      ([i = 0, j = 0]) => 0.5 * sum([0, 1, 2, 3].map((r) => at(a, r, i) * at(b, j, r))) + 0.25 * at(c, j),
    );
    const attributes = { alpha: 0.5, beta: 0.25, transA: 1, transB: 1 };
    expectClose(await one("Gemm", [a, b, c], attributes), expected);
  });
  it("MatMul broadcasts leading axes, and takes vectors", async () => {
    const [a, b] = [tensorOf(1, 2, 1, 3, 4), tensorOf(2, 5, 4, 2)];
    const expected = places([2, 5, 3, 2]).map(([n = 0, m = 0, i = 0, j = 0]) =>
      sum([0, 1, 2, 3].map((r) => at(a, n, 0, i, r) * at(b, m, r, j))),
    );
    expectClose(await one("MatMul", [a, b]), expected);
    const [v, w] = [tensorOf(3, 4), tensorOf(4, 4)];
    expectClose(await one("MatMul", [v, w]), [sum([0, 1, 2, 3].map((r) => at(v, r) * at(w, r)))]);
  });
});

const erf = (x: number): number => {
  // The series of the integral; enough terms for |x| < 4.
  let [term, total] = [x, x];
  for (let n = 1; n < 80; n++) {
    term *= (-x * x) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
};

describe("element by element", () => {
  const x: Tensor = { shape: [2, 8], data: noise(9, 16).map((value) => Math.fround(3 * value)) };
  const positive: Tensor = {
    shape: [2, 8],
    data: noise(9, 16).map((value) => Math.fround(Math.abs(value) + 0.01)),
  };
  const infinities: Tensor = {
    shape: [4],
    data: [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN],
  };
  const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v));
  const functions: readonly (readonly [string, (v: number) => number, Attributes?, Tensor?])[] = [
    ["Relu", (v) => Math.max(0, v)],
    ["LeakyRelu", (v) => (v < 0 ? 0.1 * v : v), { alpha: 0.1 }],
    ["Elu", (v) => (v < 0 ? 0.5 * Math.expm1(v) : v), { alpha: 0.5 }],
    ["Sigmoid", sigmoid],
    ["HardSigmoid", (v) => Math.max(0, Math.min(1, 0.2 * v + 0.5))],
    ["HardSwish", (v) => v * Math.max(0, Math.min(1, v / 6 + 0.5))],
    ["Tanh", Math.tanh],
    ["Softplus", (v) => Math.log1p(Math.exp(v))],
    ["Softsign", (v) => v / (1 + Math.abs(v))],
    ["Erf", erf],
    ["Gelu", (v) => 0.5 * v * (1 + erf(v / Math.SQRT2))],
    [
      "Gelu",
      (v) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3))),
      { approximate: "tanh" },
    ],
    ["Mish", (v) => v * Math.tanh(Math.log1p(Math.exp(v)))],
    ["Selu", (v) => 1.0507010221481323 * (v < 0 ? 1.6732631921768188 * Math.expm1(v) : v)],
    ["Celu", (v) => (v < 0 ? 2 * Math.expm1(v / 2) : v), { alpha: { float: 2 } }],
    ["ThresholdedRelu", (v) => (v > 0.5 ? v : 0), { alpha: 0.5 }],
    ["Sqrt", Math.sqrt, {}, positive],
    ["Log", Math.log, {}, positive],
    ["Exp", Math.exp],
    ["Reciprocal", (v) => 1 / v, {}, positive],
    ["Abs", Math.abs],
    ["Neg", (v) => -v],
    ["Floor", Math.floor],
    ["Ceil", Math.ceil],
    ["Sign", Math.sign],
    ["Sin", Math.sin],
    ["Cos", Math.cos],
    ["Atan", Math.atan],
    ["Asinh", Math.asinh],
    ["Acosh", (v) => Math.acosh(v), {}, { shape: [4], data: [1, 1.5, 4, 100] }],
    ["Atanh", Math.atanh, {}, { shape: [4], data: [0, 0.5, -0.5, 0.25] }],
    ["IsInf", (v) => Number(v === Number.POSITIVE_INFINITY), { detect_negative: 0 }, infinities],
    ["IsNaN", (v) => Number(Number.isNaN(v)), {}, infinities],
    ["Identity", (v) => v],
    ["Clip", (v) => Math.max(-1, Math.min(0.5, v)), { min: { float: -1 }, max: 0.5 }],
  ];
  it.each(
    functions.map(([op, expected, attributes = {}, operand = x]) => ({ op, expected, attributes, operand })),
  )("$op", async ({ op, expected, attributes, operand }) => {
    const opset = op === "Gelu" ? 20 : op === "Clip" ? 10 : 18;
    expectClose(await one(op, [operand], attributes, { opset }), operand.data.map(expected), {
      rtol: 2e-6,
      atol: 2e-6,
    });
  });

  const row = tensorOf(10, 1, 8);
  const pairs: readonly (readonly [string, (a: number, b: number) => number])[] = [
    ["Add", (a, b) => a + b],
    ["Sub", (a, b) => a - b],
    ["Mul", (a, b) => a * b],
    ["Div", (a, b) => a / b],
    ["Max", Math.max],
    ["Min", Math.min],
    ["PRelu", (a, b) => (a < 0 ? a * b : a)],
    ["Less", (a, b) => Number(a < b)],
    ["LessOrEqual", (a, b) => Number(a <= b)],
    ["Greater", (a, b) => Number(a > b)],
    ["GreaterOrEqual", (a, b) => Number(a >= b)],
    ["Equal", (a, b) => Number(a === b)],
  ];
  it.each(pairs)("%s broadcasts", async (op, expected) => {
    expectClose(
      await one(op, [x, row]),
      x.data.map((v, i) => expected(v, row.data[i % 8] ?? 0)),
    );
  });

  it("integers divide toward zero", async () => {
    const [a, b]: Tensor[] = [
      { shape: [4], data: [7, -7, 7, -7], type: "int32" },
      { shape: [4], data: [2, 2, -2, -2], type: "int32" },
    ];
    expect(await one("Div", [a as Tensor, b as Tensor])).toEqual([3, -3, -3, 3]);
  });

  it("truth values", async () => {
    const [a, b]: readonly Tensor[] = [
      { shape: [4], data: [0, 0, 1, 1], type: "bool" },
      { shape: [4], data: [0, 1, 0, 1], type: "bool" },
    ];
    const both = async (op: string): Promise<readonly number[]> =>
      one(op, [a as Tensor, b as Tensor], {}, { inputs: 2 });
    expect(await both("And")).toEqual([0, 0, 0, 1]);
    expect(await both("Or")).toEqual([0, 1, 1, 1]);
    expect(await both("Xor")).toEqual([0, 1, 1, 0]);
    expect(await both("Equal")).toEqual([1, 0, 0, 1]);
    expect(await one("Not", [a as Tensor])).toEqual([1, 1, 0, 0]);
    expect(await one("Cast", [a as Tensor], { to: 1 })).toEqual([0, 0, 1, 1]);
    expect(await one("ReduceMin", [a as Tensor], {}, { opset: 20 })).toEqual([0]);
  });

  it("integers: remainders, shifts, bits, powers", async () => {
    const a: Tensor = { shape: [4], data: [7, -7, 7, -7], type: "int32" };
    const b: Tensor = { shape: [4], data: [3, 3, -3, -3], type: "int32" };
    expect(await one("Mod", [a, b])).toEqual([1, 2, -2, -1]);
    expect((await one("Mod", [a, b], { fmod: 1 })).map((v) => v + 0)).toEqual([1, -1, 1, -1]);
    expect(await one("BitwiseAnd", [a, b], {}, { opset: 18 })).toEqual(
      a.data.map((v, i) => v & (b.data[i] ?? 0)),
    );
    const bytes: Tensor = { shape: [3], data: [16, 4, 1], type: "uint8" };
    const by: Tensor = { shape: [3], data: [1, 2, 3], type: "uint8" };
    expect(await one("BitShift", [bytes, by], { direction: "RIGHT" })).toEqual([8, 1, 0]);
    expect(await one("BitShift", [bytes, by], { direction: "LEFT" })).toEqual([32, 16, 8]);
    const base: Tensor = { shape: [3], data: [1, 2, 3], type: "int64" };
    expect(await one("Pow", [base, { shape: [], data: [2] }])).toEqual([1, 4, 9]);
  });

  it("values from shapes alone", async () => {
    const scalar = (value: number): Tensor => ({ shape: [], data: [value], type: "int64" });
    expect(await one("Range", [scalar(10), scalar(4), scalar(-2)], {}, { inputs: 0 })).toEqual([10, 8, 6]);
    expect(await one("Shape", [x])).toEqual([2, 8]);
    expect(await one("Shape", [x], { start: -1 })).toEqual([8]);
    expect(await one("Size", [x])).toEqual([16]);
    const filled = await one(
      "ConstantOfShape",
      [ints(2, 2)],
      { value: { shape: [1], data: [3], type: "int32" } },
      { inputs: 0 },
    );
    expect(filled).toEqual([3, 3, 3, 3]);
    expect(await one("ConstantOfShape", [ints(0)], {}, { inputs: 0 })).toEqual([]);
    const none: Tensor = { shape: [2, 0, 2], data: [] };
    expect(await one("ReduceMax", [none], { axes: [1], keepdims: 0 }, { opset: 12 })).toEqual(
      Array(4).fill(Number.NEGATIVE_INFINITY),
    );
    expect(await one("Reshape", [{ shape: [0, 3], data: [] }, ints(3, 0)], { allowzero: 1 })).toEqual([]);
  });

  it("Where and Cast", async () => {
    const chosen = await one("Where", [{ shape: [2, 1], data: [1, 0], type: "bool" }, x, row]);
    expect(chosen).toEqual(places([2, 8]).map(([i = 0, j = 0]) => (i === 0 ? at(x, 0, j) : at(row, 0, j))));
    expect(await one("Cast", [x], { to: 6 })).toEqual(x.data.map(Math.trunc).map((v) => v + 0));
  });
});

describe("reductions", () => {
  const x = tensorOf(11, 2, 3, 4);
  const kept = (of: (row: readonly number[]) => number): readonly number[] =>
    places([2, 4]).map(([n = 0, k = 0]) => of([0, 1, 2].map((c) => at(x, n, c, k))));
  const functions: readonly (readonly [string, (row: readonly number[]) => number])[] = [
    ["ReduceSum", sum],
    ["ReduceMean", (row) => sum(row) / 3],
    ["ReduceMax", (row) => Math.max(...row)],
    ["ReduceMin", (row) => Math.min(...row)],
    ["ReduceProd", (row) => row.reduce((a, b) => a * b, 1)],
    ["ReduceL1", (row) => sum(row.map(Math.abs))],
    ["ReduceL2", (row) => Math.hypot(...row)],
    ["ReduceSumSquare", (row) => sum(row.map((v) => v * v))],
    ["ReduceLogSumExp", (row) => Math.log(sum(row.map(Math.exp)))],
    ["ArgMax", (row) => row.indexOf(Math.max(...row))],
    ["ArgMin", (row) => row.indexOf(Math.min(...row))],
  ];
  it.each(functions)("%s", async (op, expected) => {
    const attributes: Attributes = op.startsWith("Arg")
      ? { axis: 1, keepdims: 0 }
      : { axes: [-2], keepdims: 0 };
    expectClose(await one(op, [x], attributes, { opset: 12 }), kept(expected));
  });
  it("over all axes, kept or not", async () => {
    expectClose(await one("ReduceSum", [x]), [sum(x.data)]);
    expectClose(await one("ReduceMax", [x], { keepdims: 0 }, { opset: 12 }), [Math.max(...x.data)]);
  });
});

describe("normalisations", () => {
  const x = tensorOf(12, 2, 3, 4);
  const softmax = (row: readonly number[]): readonly number[] => {
    const powers = row.map(Math.exp);
    return powers.map((power) => power / sum(powers));
  };
  it("Softmax of an axis, and of all that follow it before opset 13", async () => {
    const rows = [0, 1].flatMap((n) =>
      [0, 1, 2].map((c) => x.data.slice((n * 3 + c) * 4, (n * 3 + c) * 4 + 4)),
    );
    expectClose(await one("Softmax", [x], { axis: -1 }), rows.flatMap(softmax));
    expectClose(
      await one("LogSoftmax", [x], { axis: -1 }),
      rows.flatMap((row) => softmax(row).map(Math.log)),
    );
    const old = [x.data.slice(0, 12), x.data.slice(12)].flatMap(softmax);
    expectClose(await one("Softmax", [x], { axis: 1 }, { opset: 11 }), old);
  });
  it("LayerNormalization, InstanceNormalization", async () => {
    const [scale, bias] = [tensorOf(13, 4), tensorOf(14, 4)];
    const normal = (row: readonly number[]): readonly number[] => {
      const mean = sum(row) / row.length;
      const variance = sum(row.map((v) => (v - mean) ** 2)) / row.length;
      return row.map((v) => (v - mean) / Math.sqrt(variance + 1e-5));
    };
    const rows = Array.from({ length: 6 }, (_, i) => normal(x.data.slice(4 * i, 4 * i + 4)));
    const layer = rows.flatMap((row) => row.map((v, k) => v * at(scale, k) + at(bias, k)));
    expectClose(await one("LayerNormalization", [x, scale, bias]), layer);
    const [channelScale, channelBias] = [tensorOf(15, 3), tensorOf(16, 3)];
    const instance = rows.flatMap((row, i) =>
      row.map((v) => v * at(channelScale, i % 3) + at(channelBias, i % 3)),
    );
    expectClose(await one("InstanceNormalization", [x, channelScale, channelBias]), instance);
  });
  it("BatchNormalization with statistics that are known, and that are inputs", async () => {
    const [scale, bias, mean] = [tensorOf(13, 3), tensorOf(14, 3), tensorOf(15, 3)];
    const variance = { shape: [3], data: [0.5, 1.5, 2] };
    const expected = places([2, 3, 4]).map(
      ([n = 0, c = 0, k = 0]) =>
        ((at(x, n, c, k) - at(mean, c)) / Math.sqrt(at(variance, c) + 1e-5)) * at(scale, c) + at(bias, c),
    );
    for (const inputs of [1, 5]) {
      expectClose(
        await one("BatchNormalization", [x, scale, bias, mean, variance], {}, { inputs }),
        expected,
      );
    }
  });
});

describe("moves", () => {
  const x = tensorOf(17, 2, 3, 4);
  it("Transpose, Slice, Pad, Tile, Expand, Gather", async () => {
    expect(await one("Transpose", [x], { perm: [2, 0, 1] })).toEqual(
      places([4, 2, 3]).map(([k = 0, n = 0, c = 0]) => at(x, n, c, k)),
    );
    expect(await one("Slice", [x, ints(3, 0), ints(-5, 2), ints(2, 1), ints(-2, 1)])).toEqual(
      places([2, 2, 2]).map(([n = 0, c = 0, k = 0]) => at(x, n, c, 3 - 2 * k)),
    );
    expect(await one("Pad", [x, ints(0, 1, 0, 0, 0, 2)])).toEqual(
      places([2, 4, 6]).map(([n = 0, c = 0, k = 0]) => at(x, n, c - 1, k)),
    );
    const reflected = [2, 1, 0, 1, 2, 3, 2];
    expect(await one("Pad", [x, ints(0, 0, 2, 0, 0, 1)], { mode: "reflect" })).toEqual(
      places([2, 3, 7]).map(([n = 0, c = 0, k = 0]) => at(x, n, c, reflected[k] ?? 0)),
    );
    expect(await one("Tile", [x, ints(1, 2, 1)])).toEqual(
      places([2, 6, 4]).map(([n = 0, c = 0, k = 0]) => at(x, n, c % 3, k)),
    );
    const thin = tensorOf(18, 3, 1);
    expect(await one("Expand", [thin, ints(2, 1, 4)])).toEqual(
      places([2, 3, 4]).map(([, c = 0]) => at(thin, c, 0)),
    );
    const chosen: Tensor = { shape: [2, 2], data: [0, -1, 2, 1], type: "int64" };
    expect(await one("Gather", [x, chosen], { axis: 1 })).toEqual(
      places([2, 2, 2, 4]).map(([n = 0, i = 0, j = 0, k = 0]) => at(x, n, [0, 2, 2, 1][2 * i + j] ?? 0, k)),
    );
    expect(await one("Gather", [x, chosen], { axis: 1 }, { inputs: 2 })).toEqual(
      await one("Gather", [x, chosen], { axis: 1 }),
    );
  });
  it("Concat and Split undo each other", async () => {
    const [a, b] = (await run("Split", [x, ints(1, 3)], { axis: 2 }, { outputs: 2 })) as [number[], number[]];
    const parts: Tensor[] = [
      { shape: [2, 3, 1], data: a },
      { shape: [2, 3, 3], data: b },
    ];
    expect(await one("Concat", parts, { axis: -1 }, { inputs: 2 })).toEqual(x.data);
  });
});

describe("quantised", () => {
  it("QuantizeLinear saturates and rounds half to even; DequantizeLinear undoes it", async () => {
    const x: Tensor = { shape: [6], data: [0.25, 0.75, -0.25, 100, -100, 1] };
    const scale: Tensor = { shape: [], data: [0.5] };
    const zero: Tensor = { shape: [], data: [3], type: "int8" };
    const quantised = await one("QuantizeLinear", [x, scale, zero]);
    expect(quantised).toEqual([3, 5, 3, 127, -128, 5]);
    const back = await one("DequantizeLinear", [{ shape: [6], data: quantised, type: "int8" }, scale, zero]);
    expect(back).toEqual([0, 1, 0, 62, -65.5, 1]);
  });
  it("MatMulInteger, and QONNX's Quant and BipolarQuant", async () => {
    const a: Tensor = { shape: [2, 3], data: [11, 7, 3, 10, 6, 2], type: "uint8" };
    const b: Tensor = { shape: [3, 1], data: [1, 2, -4], type: "int8" };
    const zero: Tensor = { shape: [], data: [12], type: "uint8" };
    expect(await one("MatMulInteger", [a, b, zero])).toEqual([-1 - 10 + 36, -2 - 12 + 40]);
    const x: Tensor = { shape: [5], data: [0.3, -0.3, 5, -5, 0.375] };
    const [scale, none, bits] = [0.25, 0, 4].map((value): Tensor => ({ shape: [], data: [value] }));
    const domain = "qonnx.custom_op.general";
    const operands = [x, scale, none, bits] as Tensor[];
    const signed = await one("Quant", operands, { signed: 1, narrow: 0, rounding_mode: "ROUND" }, { domain });
    expect(signed.map((v) => v + 0)).toEqual([0.25, -0.25, 1.75, -2, 0.5]);
    const narrow = await one("Quant", operands, { signed: 1, narrow: 1, rounding_mode: "FLOOR" }, { domain });
    expect(narrow).toEqual([0.25, -0.5, 1.75, -1.75, 0.25]);
    const halves: Tensor = { shape: [4], data: [0.375, -0.375, 0.3, -0.3] };
    const modes = {
      ROUND: [0.5, -0.5, 0.25, -0.25],
      HALF_DOWN: [0.25, -0.25, 0.25, -0.25],
      HALF_UP: [0.5, -0.5, 0.25, -0.25],
      UP: [0.5, -0.5, 0.5, -0.5],
      DOWN: [0.25, -0.25, 0.25, -0.25],
      CEIL: [0.5, -0.25, 0.5, -0.25],
    };
    for (const [rounding_mode, expected] of Object.entries(modes)) {
      const found = await one("Quant", [halves, ...operands.slice(1)], { rounding_mode }, { domain });
      expect([rounding_mode, found]).toEqual([rounding_mode, expected]);
    }
    expect(await one("BipolarQuant", [x, scale] as Tensor[], {}, { domain })).toEqual([
      0.25, -0.25, 0.25, -0.25, 0.25,
    ]);
  });
});
