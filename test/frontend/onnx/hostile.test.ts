/** Files that are wrong, cut short or meant to harm: one clear message each, no stack trace, no file read elsewhere. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { families } from "../../../src/diagnostics/catalogue/index.ts";
import { compileNetwork, explain } from "../../../src/driver/compile.ts";
import type { OnnxFile, OnnxOptions } from "../../../src/frontend/onnx/index.ts";
import { operators } from "../../../src/frontend/onnx/operators/index.ts";
import { encodeModel, type ModelProto } from "../../../src/frontend/onnx/schema.ts";
import { day } from "../../corpus/day.ts";
import { type ModelText, modelBytes, modelProto, type Tensor, tensorOf, tensorProto } from "./model.ts";

const small: ModelText = {
  inputs: { x: { shape: [1, 2, 5, 5] } },
  weights: { w: tensorOf(1, 3, 2, 3, 3), shape: { shape: [2], data: [1, 27], type: "int64" } },
  nodes: [
    { op: "Conv", name: "conv1", inputs: ["x", "w"], outputs: ["c"] },
    { op: "Relu", name: "relu1", inputs: ["c"], outputs: ["r"] },
    { op: "Reshape", name: "flat", inputs: ["r", "shape"], outputs: ["y"] },
  ],
  outputs: ["y"],
};

function said(bytes: Uint8Array, file: Partial<OnnxFile> = {}, options: OnnxOptions = {}): string {
  const compiled = compileNetwork({ path: "model.onnx", bytes, ...file }, options);
  return compiled.ok ? "" : explain(compiled);
}

function withNodes(nodes: ModelText["nodes"], more: Partial<ModelText> = {}): Uint8Array {
  return modelBytes({ ...small, nodes, outputs: ["y"], ...more });
}

function withTensor(change: object): Uint8Array {
  const model = modelProto(small);
  const initializer = [
    { ...tensorProto(tensorOf(1, 3, 2, 3, 3), "w"), ...change },
    ...(model.graph?.initializer?.slice(1) ?? []),
  ];
  return encodeModel({ ...model, graph: { ...model.graph, initializer } } as ModelProto);
}

const relu = { op: "Relu", name: "relu1", inputs: ["x"], outputs: ["y"] };
const reads: string[] = [];
const folder = (location: string): Uint8Array | null => {
  reads.push(location);
  return null;
};

/** By name: what the file is like, and what is said. */
const wrong: Readonly<Record<string, () => string>> = {
  "no protobuf": () => said(new TextEncoder().encode("import torch\n")),
  "an empty file": () => said(new Uint8Array()),
  "opset 6": () => said(modelBytes({ ...small, opset: 6 })),
  "opset 99": () => said(modelBytes({ ...small, opset: 99 })),
  "an operator that is not there": () => said(withNodes([{ ...relu, op: "Rellu" }])),
  "an operator of a domain that is not there": () =>
    said(withNodes([{ ...relu, op: "FusedConv", domain: "com.example" }])),
  "an attribute that is not supported": () => said(withNodes([{ ...relu, attributes: { alpha: 0.5 } }])),
  "an attribute of another type": () =>
    said(withNodes([{ ...relu, op: "Softmax", attributes: { axis: "last" } }])),
  "too few inputs": () => said(withNodes([{ ...relu, op: "Add" }])),
  "shapes that do not fit": () =>
    said(withNodes([{ op: "MatMul", name: "fc", inputs: ["x", "w"], outputs: ["y"] }])),
  "a reshape that does not fit": () =>
    said(
      withNodes(small.nodes, {
        weights: { ...small.weights, shape: { shape: [2], data: [1, 28], type: "int64" } },
      }),
    ),
  "a window that does not fit": () =>
    said(
      withNodes([
        { op: "MaxPool", name: "pool", inputs: ["x"], outputs: ["y"], attributes: { kernel_shape: [7, 7] } },
      ]),
    ),
  "a shape that is an input": () =>
    said(
      withNodes([{ op: "Reshape", name: "flat", inputs: ["x", "s"], outputs: ["y"] }], {
        inputs: { ...small.inputs, s: { shape: [2], type: "int64" } },
      }),
    ),
  "a cycle": () =>
    said(
      withNodes([
        { op: "Add", name: "a", inputs: ["x", "q"], outputs: ["p"] },
        { op: "Relu", name: "b", inputs: ["p"], outputs: ["q"] },
        { op: "Relu", name: "c", inputs: ["q"], outputs: ["y"] },
      ]),
    ),
  "a name that nothing computes": () => said(withNodes([{ ...relu, inputs: ["xx"] }])),
  "an output that nothing computes": () => said(withNodes([relu], { outputs: ["z"] })),
  "two nodes with one output": () => said(withNodes([relu, { ...relu, name: "relu2" }])),
  "a result that no node computes": () => said(modelBytes(small), {}, { results: ["relu2"] }),
  "an extent that is not known": () => said(withNodes([relu], { inputs: { x: { shape: ["N", "C"] } } })),
  "an extent that is negative": () => said(withTensor({ dims: [-3, 2, 3, 3] })),
  "a claim of 2 GB": () => said(withTensor({ dims: [2 ** 20, 2 ** 9, 1] })),
  "a claim that no number holds": () => said(withTensor({ dims: [2 ** 40, 2 ** 40, 2 ** 40] })),
  "less data than claimed": () => said(withTensor({ rawData: new Uint8Array(40) })),
  "an element type that is no number": () => said(withTensor({ dataType: 8 })),
  "a constant of 64 GB": () =>
    said(
      withNodes([{ op: "ConstantOfShape", name: "huge", inputs: ["shape"], outputs: ["y"] }], {
        weights: { shape: { shape: [2], data: [2 ** 20, 2 ** 14], type: "int64" } },
      }),
    ),
  "data in a file, and no folder": () => said(withTensor(external("w.bin"))),
  "data in a file outside of the folder": () =>
    said(withTensor(external("../../etc/passwd")), { external: folder }),
  "data in a file with an absolute path": () =>
    said(withTensor(external("/etc/passwd")), { external: folder }),
  "data in a file that is not there": () => said(withTensor(external("w.bin")), { external: folder }),
  "data outside of a file": () =>
    said(withTensor(external("w.bin", 8)), { external: () => new Uint8Array(16) }),
};

function external(location: string, offset = 0): object {
  const entries = [
    { key: "location", value: location },
    { key: "offset", value: String(offset) },
    { key: "length", value: "216" },
  ];
  return { rawData: new Uint8Array(), dataLocation: 1, externalData: entries };
}

const golden = join(dirname(fileURLToPath(import.meta.url)), "hostile.expect");

describe("files that are wrong", () => {
  it("each gets its message", () => {
    const all = Object.entries(wrong)
      .map(([name, act]) => `# ${name}\n${act()}`)
      .join("\n");
    if (process.env.UPDATE === "1") writeFileSync(golden, all);
    expect(all).toBe(readFileSync(golden, "utf8"));
    expect(all).not.toMatch(/\[object|undefined|\bNaN\b|\n {4}at /);
    expect(Object.keys(families.networks).filter((code) => !all.includes(`[${code}]`))).toEqual([]);
  });

  it("asks only for files that are named beside the model", () => {
    expect(reads).toEqual(["w.bin"]);
  });

  it("is refused or read wherever it is cut", () => {
    const bytes = modelBytes(small);
    expect(said(bytes)).toBe("");
    for (let length = 0; length < bytes.length; length++) {
      expect(() => said(bytes.subarray(0, length))).not.toThrow();
    }
  });

  it("is refused or read whatever its attributes, shapes and constants claim", () => {
    const extent = fc.constantFrom(0, 1, 2, 3, 2 ** 20);
    const number = fc.constantFrom(0, 1, -1, 2, 3, 7, -(2 ** 31), 2 ** 31, 2 ** 52);
    const value = fc.oneof(
      number,
      fc.array(number, { maxLength: 6 }),
      fc.constantFrom("SAME_UPPER", "reflect", "x"),
    );
    const operand = fc.record({
      shape: fc.array(extent, { maxLength: 5 }),
      isConstant: fc.boolean(),
      values: fc.array(number, { minLength: 1, maxLength: 4 }),
      isWhole: fc.boolean(),
    });
    const node = fc.constantFrom(...operators).chain((operator) =>
      fc.record({
        operator: fc.constant(operator),
        operands: fc.array(operand, {
          minLength: operator.inputs[0],
          maxLength: Math.min(9, operator.inputs[1]),
        }),
        outputs: fc.integer({ min: 1, max: 2 }),
        attributes: fc.dictionary(fc.constantFrom("none", ...operator.attributes), value, { maxKeys: 4 }),
        opset: fc.integer({ min: 7, max: 22 }),
      }),
    );
    fc.assert(
      fc.property(node, ({ operator, operands, outputs, attributes, opset }) => {
        const weights: Record<string, Tensor> = {};
        const inputs: Record<string, { shape: readonly number[]; type?: "int64" }> = {};
        for (const [i, { shape, isConstant, values, isWhole }] of operands.entries()) {
          if (isConstant)
            weights[`t${i}`] = { shape: [values.length], data: values, type: isWhole ? "int64" : "float32" };
          else inputs[`t${i}`] = isWhole ? { shape, type: "int64" } : { shape };
        }
        const names = Array.from({ length: outputs }, (_, i) => `y${i}`);
        const one = {
          op: operator.name,
          domain: operator.domains?.[0] ?? "",
          inputs: operands.map((_, i) => `t${i}`),
          outputs: names,
          attributes,
        };
        said(modelBytes({ inputs, weights, nodes: [one], outputs: names.slice(0, 1), opset }));
      }),
      { numRuns: 500, seed: day },
    );
  });

  it("is refused or read whatever bytes are changed", () => {
    const bytes = modelBytes(small);
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const broken = bytes.slice();
        for (const [at, byte] of changes) broken[at] = byte;
        said(broken);
      }),
      { numRuns: 300 },
    );
  });
});
