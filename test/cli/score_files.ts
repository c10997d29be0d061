/** A network that doubles, and samples with labels and outputs for it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NpyArray } from "../../src/call/npy.ts";
import { encodeNpz } from "../../src/call/npz.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { type ModelText, modelBytes } from "../frontend/onnx/model.ts";

/** Three numbers in, three out: twice what came in. */
const doubling: ModelText = {
  inputs: { x: { shape: ["N", 3] } },
  weights: { w: { shape: [3, 3], data: [2, 0, 0, 0, 2, 0, 0, 0, 2] } },
  nodes: [{ op: "MatMul", name: "twice", inputs: ["x", "w"], outputs: ["y"] }],
  outputs: ["y"],
};

/** The largest is at 0, 1, 2, 1, 0. */
export const images: NpyArray = {
  dtype: "uint8",
  shape: [5, 3],
  data: Uint8Array.of(9, 1, 1, 1, 9, 1, 1, 1, 9, 2, 3, 2, 7, 7, 0),
};
export const labels: NpyArray = { dtype: "int64", shape: [5], data: BigInt64Array.of(0n, 1n, 2n, 0n, 0n) };
const outputs: NpyArray = {
  dtype: "float32",
  shape: [5, 3],
  data: Float32Array.from(images.data as Uint8Array, (one, i) => 2 * one + (i === 3 ? 3 : i === 4 ? 4 : 0)),
};

export interface Files {
  readonly model: string;
  readonly npz: string;
  readonly directory: string;
}

export function withFiles(act: (files: Files) => Promise<void>): Promise<void> {
  return inDirectory(async (directory) => {
    const [model, npz] = [join(directory, "doubling.onnx"), join(directory, "test.npz")];
    writeFileSync(model, modelBytes(doubling));
    writeFileSync(
      npz,
      encodeNpz(
        new Map([
          ["images", images],
          ["labels", labels],
          ["y", outputs],
        ]),
        { compress: true },
      ),
    );
    await act({ model, npz, directory });
  });
}
