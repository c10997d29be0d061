/** What happens to a graph on its way: constants, batch norms, dead nodes, views, weights. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kernelOf, runProgram } from "../../../src/call/run.ts";
import { compileNetwork, explain } from "../../../src/driver/compile.ts";
import { formulas } from "../../../src/frontend/onnx/formula.ts";
import type { OnnxOptions } from "../../../src/frontend/onnx/index.ts";
import { commonShape, memoryIndex, refines } from "../../../src/frontend/onnx/layout.ts";
import type { Stmt } from "../../../src/program/nodes.ts";
import { statementsIn } from "../../../src/program/walk.ts";
import { parseType } from "../../../src/types/parse.ts";
import { call, expectClose, numbers } from "./call.ts";
import { type ModelText, modelBytes, noise, type Tensor, tensorOf } from "./model.ts";

function compiled(model: ModelText, options: OnnxOptions = {}) {
  const network = compileNetwork({ path: "model.onnx", bytes: modelBytes(model) }, options);
  if (!network.ok) throw new Error(explain(network));
  return network;
}

function loopNames(model: ModelText, options: OnnxOptions = {}): readonly string[] {
  const body: readonly Stmt[] = kernelOf(compiled(model, options).program).body;
  return [...statementsIn(body)].flatMap((stmt) => (stmt.kind === "for" ? [stmt.name ?? ""] : []));
}

const variance: Tensor = { shape: [3], data: [0.5, 1, 2] };
const normalised: ModelText = {
  inputs: { x: { shape: [1, 2, 6] } },
  weights: { w: tensorOf(1, 3, 2, 3), s: tensorOf(2, 3), b: tensorOf(3, 3), m: tensorOf(4, 3), v: variance },
  nodes: [
    { op: "Conv", name: "conv", inputs: ["x", "w"], outputs: ["c"] },
    { op: "BatchNormalization", name: "bn", inputs: ["c", "s", "b", "m", "v"], outputs: ["y"] },
  ],
  outputs: ["y"],
};

describe("batch norm", () => {
  it("is folded into the layer before it, or kept where that is asked", async () => {
    expect(loopNames(normalised)).toEqual(["conv.1", "conv.2", "conv.r0", "conv.r1"]);
    expect(loopNames(normalised, { batchNorm: "keep" })).toContain("bn.1");
    const x = noise(7, 12);
    const [folded = []] = await call(normalised, { x });
    const [kept = []] = await call(normalised, { x }, { batchNorm: "keep" });
    expectClose(folded, kept, { rtol: 1e-5, atol: 1e-6 });
  });
  it("is folded into Gemm and ConvTranspose", async () => {
    const layers: readonly [string, Tensor, readonly number[], number][] = [
      ["Gemm", tensorOf(1, 4, 3), [2, 4], 1],
      ["ConvTranspose", tensorOf(1, 2, 3, 2), [1, 2, 3], 1],
    ];
    for (const [op, w, shape] of layers) {
      const model: ModelText = {
        ...normalised,
        inputs: { x: { shape } },
        weights: { ...normalised.weights, w },
        nodes: normalised.nodes.map((node) => (node.name === "conv" ? { ...node, op } : node)),
      };
      expect(loopNames(model).some((name) => name.startsWith("bn"))).toBe(false);
      const x = noise(
        8,
        shape.reduce((a, b) => a * b, 1),
      );
      const [folded = []] = await call(model, { x });
      const [kept = []] = await call(model, { x }, { batchNorm: "keep" });
      expectClose(folded, kept, { rtol: 1e-5, atol: 1e-6 });
    }
  });
  it("stays where the layer is read by others, or its weights were quantised", () => {
    const shared = { ...normalised, outputs: ["y", "c"] };
    expect(loopNames(shared)).toContain("bn.1");
    const quantised: ModelText = {
      ...normalised,
      weights: { ...normalised.weights, one: { shape: [], data: [1] } },
      nodes: [
        { op: "BipolarQuant", domain: "qonnx.custom_op.general", inputs: ["w", "one"], outputs: ["q"] },
        ...normalised.nodes.map((node) => ({
          ...node,
          inputs: node.inputs.map((name) => (name === "w" ? "q" : name)),
        })),
      ],
    };
    expect(loopNames(quantised)).toContain("bn.1");
  });
});

describe("constants and views", () => {
  const flattened: ModelText = {
    inputs: { x: { shape: ["batch", 2, 4, 4] } },
    weights: {
      w: tensorOf(1, 3, 2, 3, 3),
      fc: tensorOf(2, 12, 2),
      one: { shape: [1], data: [-1], type: "int64" },
    },
    nodes: [
      { op: "Conv", name: "conv", inputs: ["x", "w"], outputs: ["c"] },
      { op: "Shape", inputs: ["c"], outputs: ["s"] },
      {
        op: "Constant",
        inputs: [],
        outputs: ["zero"],
        attributes: { value: { shape: [], data: [0], type: "int64" } },
      },
      { op: "Gather", inputs: ["s", "zero"], outputs: ["n"] },
      { op: "Unsqueeze", inputs: ["n"], outputs: ["n1"], attributes: { axes: [0] } },
      { op: "Concat", inputs: ["n1", "one"], outputs: ["shape"], attributes: { axis: 0 } },
      { op: "Reshape", inputs: ["c", "shape"], outputs: ["f"] },
      { op: "Sigmoid", name: "dead", inputs: ["f"], outputs: ["nobody"] },
      { op: "MatMul", name: "fc", inputs: ["f", "fc"], outputs: ["y"] },
    ],
    outputs: ["y"],
    opset: 11,
  };
  it("shapes are computed, dead nodes dropped, and Reshape is no loop", () => {
    expect(loopNames(flattened)).toEqual([
      "conv.1",
      "conv.2",
      "conv.3",
      "conv.r0",
      "conv.r1",
      "conv.r2",
      "fc.1",
      "fc.r0",
    ]);
    const { locals, params } = kernelOf(compiled(flattened).program);
    expect(params.map(({ name }) => name)).toEqual(["x"]);
    expect(locals.find(({ name }) => name === "conv")?.type).toMatchObject({ shape: [1, 12] });
  });
  it("the batch is 1, or what an argument or data says", () => {
    const type = parseType("float32[4,2,4,4]");
    if (!type.ok) throw new Error("no type");
    const { results } = kernelOf(compiled(flattened, { args: new Map([["x", type.type]]) }).program);
    expect(results).toMatchObject([{ shape: [4, 2] }]);
  });
  it("an output that is an input, a constant or given twice is memory of its own", async () => {
    const model: ModelText = {
      inputs: { x: { shape: [2, 2] } },
      weights: { w: tensorOf(3, 3) },
      nodes: [
        { op: "Flatten", inputs: ["x"], outputs: ["a"], attributes: { axis: 0 } },
        { op: "Relu", inputs: ["x"], outputs: ["b"] },
        { op: "Identity", inputs: ["b"], outputs: ["c"] },
        { op: "Neg", inputs: ["w"], outputs: ["d"] },
      ],
      outputs: ["a", "b", "c", "d", "x"],
    };
    const [a, b, c, d, x] = await call(model, { x: [1, -2, 3, -4] });
    expect([a, b, c, x]).toEqual([
      [1, -2, 3, -4],
      [1, 0, 3, 0],
      [1, 0, 3, 0],
      [1, -2, 3, -4],
    ]);
    expect(d).toEqual(noise(3, 3).map((value) => -value));
  });
});

describe("weights as arguments", () => {
  it("gives what tables give, and other weights give another result", async () => {
    const network = compiled(normalised, { weights: "argument" });
    expect(kernelOf(network.program).params.map(({ name }) => name)).toEqual(["x", "w", "s", "b", "m", "v"]);
    const [param] = kernelOf(network.program).params;
    if (param?.type.kind !== "array") throw new Error("x is an array");
    const x = { type: param.type, data: Float32Array.from(noise(7, 12)) };
    const run = (weights: typeof network.weights): readonly number[] => {
      const { results } = runProgram(network.program, { given: new Map([["x", x], ...weights]), seed: 1 });
      const value = results[0]?.value;
      return typeof value === "object" ? numbers({ value }) : [];
    };
    const [expected = []] = await call(normalised, { x: noise(7, 12) });
    expectClose(run(network.weights), expected);
    const bias = network.weights.get("b");
    if (bias === undefined) throw new Error("b is a weight");
    const moved = new Map([
      ...network.weights,
      ["b", { ...bias, data: Float32Array.from(numbers({ value: bias }), (v) => v + 1) }],
    ]);
    expectClose(
      run(moved),
      expected.map((value) => value + 1),
    );
  });
});

describe("memory that shapes share", () => {
  it("is the finest that all refine", () => {
    expect(
      commonShape([
        [1, 16, 5, 5],
        [1, 400],
      ]),
    ).toEqual([1, 400]);
    expect(
      commonShape([
        [2, 3, 4],
        [6, 4],
      ]),
    ).toEqual([6, 4]);
    expect(
      commonShape([
        [4, 6],
        [8, 3],
      ]),
    ).toEqual([24]);
    expect(commonShape([[1, 1], []])).toEqual([1, 1]);
    expect(
      commonShape([
        [2, 6],
        [4, 3],
        [2, 2, 3],
      ]),
    ).toEqual([12]);
  });
  it("holds the elements of each in their order", () => {
    const f = formulas({ from: 0, to: 0 });
    const dims = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 5 });
    fc.assert(
      fc.property(dims, fc.array(fc.nat(4), { maxLength: 4 }), (shape, cuts) => {
        // Another shape: neighbours joined, ones put in.
        const other: number[] = [...shape];
        for (const cut of cuts) {
          const at = cut % (other.length + 1);
          if (at + 1 < other.length) other.splice(at, 2, (other[at] ?? 1) * (other[at + 1] ?? 1));
          else other.push(1);
        }
        const memory = commonShape([shape, other]);
        expect(refines(shape, memory) && refines(other, memory)).toBe(true);
        for (const form of [shape, other]) {
          const count = form.reduce((a, b) => a * b, 1);
          for (let flat = 0; flat < count; flat++) {
            const index = form.map((extent, axis) => {
              const stride = form.slice(axis + 1).reduce((a, b) => a * b, 1);
              return f.whole(Math.floor(flat / stride) % extent);
            });
            const place = memoryIndex(f, form, memory, index);
            const back = place.reduce(
              (sum, one, axis) =>
                sum * (memory[axis] ?? 1) + (one.kind === "const" ? Number(one.value) : Number.NaN),
              0,
            );
            expect(back).toBe(flat);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
