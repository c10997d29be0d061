/** Whole networks against stored outputs, where they are: LUTRA_ONNX_NETWORKS, or a folder beside this one. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBuilds } from "../../../src/call/builds.ts";
import type { NpyArray } from "../../../src/call/npy.ts";
import { decodeNpz } from "../../../src/call/npz.ts";
import { kernelOf, runLoops } from "../../../src/call/run.ts";
import { toLoops } from "../../../src/driver/compile.ts";
import { allocate, set } from "../../../src/types/storage.ts";
import { array, fixed } from "../../../src/types/types.ts";
import { scheduled } from "../../schedule/scheduled.ts";
import { runCircuit } from "../../synthesis/kernel-run.ts";
import { compiledModel, numbers } from "./call.ts";

const folder = process.env.LUTRA_ONNX_NETWORKS ?? "../shared/data/networks";
const isHere = existsSync(join(folder, "README.md"));

function arrays(name: string): ReadonlyMap<string, NpyArray> {
  return decodeNpz(readFileSync(join(folder, name)), { most: 2 ** 30 });
}

function rowsOf(array: NpyArray | undefined, scale = 1): readonly Float32Array[] {
  if (array === undefined) throw new Error("no such array");
  const [count = 0] = array.shape;
  const length = array.data.length / count;
  return Array.from({ length: count }, (_, i) =>
    Float32Array.from({ length }, (_, k) => Number(array.data[i * length + k]) * scale),
  );
}

/** The network on WebAssembly, called once for each sample. */
async function outputsOf(
  file: string,
  samples: readonly Float32Array[],
): Promise<readonly (readonly number[])[]> {
  const compiled = compiledModel(readFileSync(join(folder, file)), new Map());
  const lowered = toLoops(compiled);
  const [param] = kernelOf(compiled.program).params;
  if (!lowered.ok || param?.type.kind !== "array") throw new Error("a network has loops and an input");
  const { name, type } = param;
  const builds = createBuilds();
  const found: (readonly number[])[] = [];
  for (const data of samples) {
    const given = new Map([[name, { type, data }]]);
    const { results } = await runLoops(lowered.loops, "wasm", { given, seed: 1, builds });
    found.push(results[0] === undefined ? [] : numbers(results[0]));
  }
  await builds.remove();
  return found;
}

function farthest(found: readonly (readonly number[])[], expected: readonly Float32Array[]): number {
  expect(found.length).toBe(expected.length);
  return Math.max(
    ...found.flatMap((row, i) => row.map((one, k) => Math.abs(one - (expected[i]?.[k] ?? Number.NaN)))),
  );
}

function argmax(row: ArrayLike<number>): number {
  return Array.from(row).reduce((best, one, i, all) => (one > (all[best] ?? 0) ? i : best), 0);
}

const flatSteps = `
quantize Add_3_out0_out to=fixed<17,6>
fixed_point
flatten sample
partition global_in dim=1 complete
partition Add_3_out0_out dim=1 complete
`;

/** Sums of a layer side by side; batch norms and signs written out, so that each is a comparison with a constant. */
const binarySteps = [
  "fixed_point",
  "pipeline t0_flat.3",
  ...["Mul_7.1", "Sub_9.1", "BipolarQuant_11.1"].map((loop) => `pipeline ${loop}`),
  ...["MatMul_16", "MatMul_24", "MatMul_32", "MatMul_40"].flatMap((layer) => [
    `privatize ${layer}_acc ${layer}.1`,
    `reorder ${layer}.r0 ${layer}.1`,
    `pipeline ${layer}.r0`,
    `unroll ${layer}.1`,
  ]),
  ...[17, 25, 33].map((node) => `unroll BatchNormalization_${node}.1`),
  ...[19, 27, 35].map((node) => `unroll BipolarQuant_${node}.1`),
].join("\n");

describe("networks", () => {
  it.skipIf(isHere)(`networks are not in ${folder}: skipped`, () => {});

  // Tolerances are those of the folder's README, or a few units in the last place of what the outputs are.
  it.skipIf(!isHere).each([
    ["braggnn.onnx", "braggnn_io.npz", 1e-5],
    ["three_layer_keras.onnx", "three_layer_keras_io.npz", 1e-5],
    ["conv2d_small_keras.onnx", "conv2d_small_keras_io.npz", 1e-5],
    ["mlperf_tiny_kws.onnx", "mlperf_tiny_kws_io.npz", 1e-4],
    ["mlperf_tiny_ad01.onnx", "mlperf_tiny_ad01_io.npz", 1e-4],
    // Outputs up to 62; the stored ones are 3.3e-4 from the same network in double, ours add in row-major order.
    ["mlperf_tiny_ad01.onnx", "mlperf_tiny_ad01_real.npz", 2e-3],
  ])("%s on %s is within %f", async (file, data, tolerance) => {
    const io = arrays(data);
    expect(farthest(await outputsOf(file, rowsOf(io.get("x"))), rowsOf(io.get("y")))).toBeLessThan(tolerance);
  });

  it.skipIf(!isHere)("mnist-8 gives the stored logits, and 98.7 % of 1,000 labels", async () => {
    const io = arrays("mnist_test_0_1000.npz");
    const logits = rowsOf(io.get("mnist8_logits"));
    const found = await outputsOf("mnist-8.onnx", rowsOf(io.get("images")));
    const largest = Math.max(...logits.flatMap((row) => [...row].map(Math.abs)));
    expect(farthest(found, logits) / largest).toBeLessThan(1e-5);
    const labels = io.get("labels");
    const right = found.filter((row, i) => argmax(row) === Number(labels?.data[i])).length;
    expect(right).toBeGreaterThanOrEqual(987);
  });

  it.skipIf(!isHere).each(["TFC_1W1A.onnx", "TFC_1W1A_std.onnx"])(
    "%s chooses as the stored logits do",
    async (file) => {
      const images = rowsOf(arrays("mnist_test_0_1000.npz").get("images"), 1 / 255);
      const logits = rowsOf(arrays("TFC_1W1A_logits.npz").get("o")).slice(0, images.length);
      const found = await outputsOf(file, images);
      expect(found.filter((row, i) => argmax(row) !== argmax(logits[i] ?? [])).length).toBe(0);
    },
  );

  it.skipIf(!isHere)("TFC_1W1A as a circuit chooses as the stored logits do, on 100 images", async () => {
    const type = fixed(8, 0, false);
    const compiled = compiledModel(readFileSync(join(folder, "TFC_1W1A.onnx")), new Map(), {
      results: ["MatMul_40"],
      args: new Map([["t0", array(type, [1, 1, 28, 28])]]),
    });
    const lowered = toLoops(compiled);
    if (!lowered.ok) throw new Error("a network has loops");
    const loops = scheduled(lowered.loops, binarySteps);
    const images = rowsOf(arrays("mnist_test_0_1000.npz").get("images")).slice(0, 100);
    const logits = rowsOf(arrays("TFC_1W1A_logits.npz").get("o"));
    const hardware = { sim: "lutra", target: { family: "xc7", periodNs: 10 } } as const;
    const builds = createBuilds();
    for (const [i, image] of images.entries()) {
      const t0 = allocate(array(type, [1, 1, 28, 28]));
      for (const [k, grey] of image.entries()) set(t0, k, grey); // in steps of 1/256: 128 is the first beyond 0.5, as of 1/255
      const given = new Map([["t0", t0]]);
      const ran = await runLoops(loops, "verilog", { given, seed: 1, builds, hardware });
      const [sums] = ran.results;
      expect(argmax(sums === undefined ? [] : numbers(sums))).toBe(argmax(logits[i] ?? []));
      expect(ran.hardware).toMatchObject({ cycles: 4329, predicted: { least: 4329, most: 4329 } });
    }
    await builds.remove();
  });

  it.skipIf(!isHere).each(["jet_qkeras6b.qonnx.onnx", "jet_qkeras6b.std.onnx"])(
    "%s is the softmax of its integer reference",
    async (file) => {
      const io = arrays("jet_int8in_reference.npz");
      const expected = rowsOf(io.get("y_half_even"), 2 ** -11).map((row) => {
        const powers = [...row].map(Math.exp);
        const sum = powers.reduce((total, one) => total + one, 0);
        return Float32Array.from(powers, (one) => one / sum);
      });
      const found = await outputsOf(file, rowsOf(io.get("x"), 2 ** -4));
      expect(farthest(found, expected)).toBeLessThan(1e-6);
    },
  );

  it.skipIf(!isHere).each(["jet_qkeras6b.qonnx.onnx", "jet_qkeras6b.std.onnx"])(
    "%s as a flat circuit takes a sample a cycle, and gives every integer of the reference",
    async (file) => {
      const io = arrays("jet_int8in_reference.npz");
      const [x, y] = [io.get("x"), io.get("y_half_even")];
      const samples = x?.shape[0] ?? 0;
      const compiled = compiledModel(readFileSync(join(folder, file)), new Map(), {
        samples,
        results: ["Add_3"],
        args: new Map([["global_in", array(fixed(8, 4), [1, 16])]]),
      });
      const lowered = toLoops(compiled);
      if (!lowered.ok) throw new Error("a network has loops");
      const given = allocate(array(fixed(8, 4), [samples, 16]));
      for (let i = 0; i < given.data.length; i++) set(given, i, Number(x?.data[i])); // in steps of 2^-4
      const ran = await runCircuit(scheduled(lowered.loops, flatSteps), { global_in: given });
      if (ran.kind !== "ran") throw new Error(ran.message);
      expect(ran.cycles - samples).toBeLessThanOrEqual(8); // one of them asks for the first sample
      expect(ran.left.results.flat(3).map(Number)).toEqual(Array.from(y?.data ?? [], Number));
    },
  );
});
