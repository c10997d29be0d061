/** Networks on the command line: an `.onnx` file is a kernel like any other. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodePng } from "../../src/call/png.ts";
import { encodeModel, type ModelProto } from "../../src/frontend/onnx/schema.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { type ModelText, modelBytes, modelProto, tensorOf, tensorProto } from "../frontend/onnx/model.ts";
import { lutra, readNpy, writeNpy } from "./lutra.ts";

const lenet: ModelText = {
  inputs: { x: { shape: ["N", 1, 6, 6] } },
  weights: {
    "conv.weight": tensorOf(1, 2, 1, 3, 3),
    "fc.weight": tensorOf(2, 8, 3),
    "fc.bias": tensorOf(3, 3),
  },
  nodes: [
    { op: "Conv", name: "/conv/Conv", inputs: ["x", "conv.weight"], outputs: ["c"] },
    { op: "Relu", name: "/Relu", inputs: ["c"], outputs: ["r"] },
    {
      op: "MaxPool",
      name: "/pool",
      inputs: ["r"],
      outputs: ["p"],
      attributes: { kernel_shape: [2, 2], strides: [2, 2] },
    },
    { op: "Flatten", inputs: ["p"], outputs: ["f"] },
    { op: "Gemm", name: "/fc/Gemm", inputs: ["f", "fc.weight", "fc.bias"], outputs: ["y"] },
  ],
  outputs: ["y"],
};

function saved(directory: string, model: ModelText = lenet, name = "lenet.onnx"): string {
  const path = join(directory, name);
  writeFileSync(path, modelBytes(model));
  return path;
}

describe("lutra check model.onnx", () => {
  it("shows layers by their names", () =>
    inDirectory(async (directory) => {
      const { status, out, err } = await lutra("check", saved(directory));
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(out).toMatch(/^lenet {2}/);
      expect(out).toMatch(/arguments\s+x\s+float32\[1,1,6,6\]\n/);
      expect(out).toMatch(/conv_Conv\s+float32\[1,2,4,4\]/);
      expect(out).toMatch(/returns\s+float32\[1,3\]\n/);
    }));

  it("takes another batch from --arg", () =>
    inDirectory(async (directory) => {
      const { out } = await lutra("check", saved(directory), "--arg", "x=float32[4,1,6,6]");
      expect(out).toMatch(/returns\s+float32\[4,3\]\n/);
    }));

  it("says what is wrong with a file in one message", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "cut.onnx");
      writeFileSync(path, modelBytes(lenet).subarray(0, 200));
      const { status, err } = await lutra("check", path);
      expect(status).toBe(1);
      expect(err).toMatch(/^error\[onnx-/);
      expect(err).not.toMatch(/\n {4}at /);
    }));

  it("knows one network a file, and no other words", () =>
    inDirectory(async (directory) => {
      const path = saved(directory);
      expect((await lutra("check", `${path}:other`)).err).toMatch(
        /has no kernel other: it is one network, lenet/,
      );
      expect((await lutra("check", path, "--weights", "rom")).err).toMatch(/--weights rom: there is no such/);
      expect((await lutra("check", "examples/conv2d.py", "--weights", "argument")).err).toMatch(
        /only networks/,
      );
      expect((await lutra("check", path, "--arg", "x=float32[1,2,6,6]")).err).toMatch(
        /--arg says float32\[1,2,6,6\]/,
      );
    }));
});

describe("lutra run model.onnx", () => {
  const image = {
    dtype: "uint8",
    shape: [6, 6],
    data: Uint8Array.from({ length: 36 }, (_, i) => (i * 37) % 256),
  } as const;

  it("takes .npy, .npz and pictures without axes of length 1, on reference and WebAssembly", () =>
    inDirectory(async (directory) => {
      const path = saved(directory);
      writeFileSync(join(directory, "x.png"), encodePng(image));
      const array = writeNpy(directory, "x.npy", image);
      const results: unknown[] = [];
      for (const [data, on] of [
        [array, "reference"],
        [array, "wasm"],
        [join(directory, "x.png"), "reference"],
      ] as const) {
        const folder = join(directory, `out${results.length}`);
        const { status, err } = await lutra("run", path, "--in", `x=${data}`, "--on", on, "--out", folder);
        expect(err).toBe("");
        expect(status).toBe(0);
        results.push(Array.from(readNpy(join(folder, "return.npy")).data as Float32Array));
      }
      expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1);
    }));

  it("gives weights from the model where they are arguments, or others", () =>
    inDirectory(async (directory) => {
      const path = saved(directory);
      const value = async (...words: readonly string[]): Promise<string> => {
        const { out, err } = await lutra("run", path, "--json", ...words);
        expect(err).toBe("");
        return JSON.stringify((JSON.parse(out) as { readonly returns: unknown }).returns);
      };
      expect(await value("--weights", "argument")).toBe(await value());
      const bias = writeNpy(directory, "b.npy", {
        dtype: "float32",
        shape: [3],
        data: Float32Array.of(9, 9, 9),
      });
      expect(await value("--weights", "argument", "--in", `fc_bias=${bias}`)).not.toBe(await value());
    }));
});

describe("every other command", () => {
  it("verify walks its roads", () =>
    inDirectory(async (directory) => {
      const { status, out, err } = await lutra("verify", saved(directory), "--roads", "wasm,loops");
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(out).toMatch(/roads were walked, and all agree/);
    }));

  it("loops and tables are named after layers and weights, and a schedule may name them", () =>
    inDirectory(async (directory) => {
      const steps = join(directory, "fast.schedule");
      writeFileSync(
        steps,
        "unroll conv_Conv.r1\npipeline conv_Conv.3\npartition conv_weight dim=0 complete\n",
      );
      const { status, out, err } = await lutra(
        "build",
        saved(directory),
        "--to",
        "loops",
        "--schedule",
        steps,
      );
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(out).toMatch(/for fc_Gemm_r0 in range\(8\)/);
    }));

  it("build writes Python that runs by itself", () =>
    inDirectory(async (directory) => {
      const output = join(directory, "lenet.py");
      const { status, err } = await lutra("build", saved(directory), "--to", "python", "-o", output);
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(readFileSync(output, "utf8")).toMatch(/^def lenet\(x: "float32\[1,1,6,6\]"\)/m);
    }));
});

describe("data beside a model", () => {
  const weights = tensorOf(1, 2, 1, 3, 3);
  function external(location: string): Uint8Array {
    const model = modelProto(lenet);
    const initializer = (model.graph?.initializer ?? []).map((tensor) =>
      tensor.name === "conv.weight"
        ? {
            ...tensorProto(weights, "conv.weight"),
            rawData: new Uint8Array(),
            dataLocation: 1,
            externalData: [{ key: "location", value: location }],
          }
        : tensor,
    );
    return encodeModel({ ...model, graph: { ...model.graph, initializer } } as ModelProto);
  }

  it("is read from the folder, and never from outside of it", () =>
    inDirectory(async (directory) => {
      const inside = join(directory, "model");
      mkdirSync(inside);
      const bytes = new Uint8Array(Float32Array.from(weights.data).buffer);
      writeFileSync(join(inside, "w.bin"), bytes);
      writeFileSync(join(directory, "secret.bin"), bytes);
      symlinkSync(join(directory, "secret.bin"), join(inside, "link.bin"));
      const check = async (location: string): Promise<string> => {
        writeFileSync(join(inside, "lenet.onnx"), external(location));
        return (await lutra("check", join(inside, "lenet.onnx"))).err;
      };
      expect(await check("w.bin")).toBe("");
      expect(await check("../secret.bin")).toMatch(/only files in the folder of the model are read/);
      expect(await check("link.bin")).toMatch(/there is no such file beside the model/);
    }));
});
