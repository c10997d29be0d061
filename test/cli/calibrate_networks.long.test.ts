/** Known networks in fixed point, where they are: LUTRA_ONNX_NETWORKS, or a folder beside this one. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NpyArray } from "../../src/call/npy.ts";
import { decodeNpz, encodeNpz } from "../../src/call/npz.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { json } from "./calibrate_files.ts";

const folder = process.env.LUTRA_ONNX_NETWORKS ?? "../shared/data/networks";
const isHere = existsSync(join(folder, "README.md"));

function arrays(name: string): ReadonlyMap<string, NpyArray> {
  return decodeNpz(readFileSync(join(folder, name)), { most: 2 ** 30 });
}

function first(count: number, array: NpyArray | undefined): NpyArray {
  if (array === undefined) throw new Error("no such array");
  const [all = 1, ...shape] = array.shape;
  const each = array.data.length / all;
  return { ...array, shape: [count, ...shape], data: array.data.slice(0, count * each) as NpyArray["data"] };
}

interface Simulated {
  readonly wrong: unknown;
  readonly hardware?: { readonly cycles: unknown; readonly predicted: unknown };
}

describe("networks in fixed point", () => {
  it.skipIf(isHere)(`networks are not in ${folder}: skipped`, () => {});

  it.skipIf(!isHere)(
    "mnist-8 in 8 bits, types from 100 images, is right on 98.7 % of 1,000",
    { timeout: 600_000 },
    () =>
      inDirectory(async (directory) => {
        const io = arrays("mnist_test_0_1000.npz");
        const [few, types] = [join(directory, "few.npz"), join(directory, "mnist.schedule")];
        const some = new Map([...io].map(([name, array]) => [name, first(100, array)]));
        writeFileSync(few, encodeNpz(some, { compress: false }));
        const model = join(folder, "mnist-8.onnx");
        await json(
          "calibrate",
          model,
          "--data",
          `${few}:images`,
          "--labels",
          few,
          "--bits",
          "8",
          "-o",
          types,
        );
        const all = join(folder, "mnist_test_0_1000.npz");
        const words = [
          "run",
          model,
          "--data",
          `${all}:images`,
          "--labels",
          all,
          "--on",
          "wasm",
          "--type",
          types,
        ];
        const { right } = await json<{ readonly right: number }>(...words);
        expect(right).toBeGreaterThanOrEqual(987);
        // The circuit, on 100 of them.
        const circuit = ["--type", types, "--arg", "Input3=ufixed<8,8>[1,1,28,28]"];
        const judged = ["run", model, "--data", `${few}:images`, "--labels", few, ...circuit];
        const onWasm = await json<Simulated>(...judged, "--on", "wasm");
        const simulated = await json<Simulated>(...judged, "--on", "verilog");
        expect(simulated.wrong).toEqual(onWasm.wrong);
        expect(simulated.hardware?.cycles).toEqual(simulated.hardware?.predicted);
      }),
  );

  it.skipIf(!isHere)(
    "BraggNN in 10 bits finds peaks within 0.09 pixels (median)",
    { timeout: 1_200_000 },
    () =>
      inDirectory(async (directory) => {
        const io = arrays("braggnn_io.npz");
        const [few, all, types] = ["few.npz", "all.npz", "bragg.schedule"].map((name) =>
          join(directory, name),
        );
        const centres = io.get("centre_col_row") ?? first(1, undefined);
        // The network gives places as parts of the 11 pixels of a side.
        const expected = {
          ...centres,
          data: Float32Array.from(centres.data as Float32Array, (one) => one / 11),
        };
        for (const [path = "", count] of [[few, 32] as const, [all, 256] as const]) {
          const set = new Map([
            ["x", first(count, io.get("x"))],
            ["centres", first(count, expected)],
          ]);
          writeFileSync(path, encodeNpz(set, { compress: false }));
        }
        const model = join(folder, "braggnn.onnx");
        const judged = (data = "") => ["--data", data, "--expected", `${data}:centres`];
        await json("calibrate", model, ...judged(few), "--bits", "10", "-o", types ?? "");
        const words = ["run", model, ...judged(all), "--on", "wasm", "--type", types ?? ""];
        const { error } = await json<{ readonly error: { readonly median: number } }>(...words);
        expect(error.median * 11).toBeLessThanOrEqual(0.09);
      }),
  );
});
