import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NpyArray } from "../../src/call/npy.ts";
import { decodeNpz, encodeNpz } from "../../src/call/npz.ts";
import { inDirectory, numpy, numpyHere } from "./numpy_files.ts";

const a: NpyArray = { dtype: "float32", shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
const n: NpyArray = { dtype: "int64", shape: [], data: BigInt64Array.of(7n) };
const arrays = new Map([
  ["a", a],
  ["n", n],
]);

describe(".npz", () => {
  it.each([true, false])("comes back as it was (compressed: %s)", (compress) => {
    expect(decodeNpz(encodeNpz(arrays, { compress }))).toEqual(arrays);
  });

  it.skipIf(!numpyHere).each(["savez", "savez_compressed"])("is read as np.%s writes it", (save) => {
    inDirectory((directory) => {
      numpy(directory, `np.${save}("x.npz", a=np.array([[1, 2], [3, 4]], np.float32), n=np.int64(7))`);
      expect(decodeNpz(readFileSync(join(directory, "x.npz")))).toEqual(arrays);
    });
  });

  it.skipIf(!numpyHere).each([true, false])("is read by np.load (compressed: %s)", (compress) => {
    inDirectory((directory) => {
      writeFileSync(join(directory, "x.npz"), encodeNpz(arrays, { compress }));
      expect(numpy(directory, `z = np.load("x.npz"); print(z["a"].tolist(), z["n"], z["n"].dtype)`)).toBe(
        "[[1.0, 2.0], [3.0, 4.0]] 7 int64\n",
      );
    });
  });

  it("says so when it is no zip, and which array is bad", () => {
    expect(() => decodeNpz(Uint8Array.of(1, 2, 3))).toThrow(/not a readable \.npz/);
  });
});
