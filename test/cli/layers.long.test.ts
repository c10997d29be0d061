/** `lutra report model.onnx`: layers, and the picture of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { LayerFacts } from "../../src/driver/layers.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { json, withDigits } from "./calibrate_files.ts";
import { lutra } from "./lutra.ts";

interface Told {
  readonly layers: readonly LayerFacts[];
  readonly circuit: { readonly cycles: { readonly most: number } };
}

it("lists layers with what they give, hold and compute, and what the circuit takes for each", () =>
  withDigits(async ({ model, directory }) => {
    const picture = join(directory, "digits.svg");
    const { layers, circuit } = await json<Told>("report", model, "--svg", picture);
    const of = (name: string) => layers.find((layer) => layer.name === name);
    expect(layers.map(({ operator }) => operator)).toEqual([
      "Conv",
      "Add",
      "Relu",
      "MaxPool",
      "Flatten",
      "MatMul",
      "LeakyRelu",
      "Gemm",
    ]);
    // 3 x 6 x 6 outputs, 9 products and 9 sums each.
    expect(of("conv")).toMatchObject({
      type: "float32[1,3,6,6]",
      parameters: 27,
      operations: 3 * 36 * 18,
      reads: ["x"],
    });
    expect(of("add")).toMatchObject({ parameters: 3, operations: 3 * 36, reads: ["conv"] });
    expect(of("flat")).toMatchObject({ type: "", operations: 0 }); // a view
    expect(of("fc")).toMatchObject({ parameters: 27 * 6, operations: 2 * 27 * 6, reads: ["pool"] });
    expect(of("out")).toMatchObject({ parameters: 28, operations: 2 * 24 + 4, reads: ["leaky"] });
    const cycles = layers.map((layer) => layer.circuit?.cycles ?? 0);
    expect(circuit.cycles.most - cycles.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2); // taking arguments
    for (const { circuit: own, operations } of layers) {
      if (own === null || own.utilisation === null) continue;
      expect(own.utilisation).toBeLessThanOrEqual(1);
      expect(own.utilisation).toBeCloseTo(Math.min(1, operations / (own.cycles * own.units)), 9);
    }
    const svg = readFileSync(picture, "utf8");
    for (const { name, type, circuit: own } of layers)
      if (type !== "") expect(svg).toMatch(new RegExp(`>${name} .*<[^]*>${own?.cycles} cycles`));
    const { out } = await lutra("report", model, "--type", "fixed<8,3>");
    expect(out).toMatch(/layers +weights +operations +cycles +units +used\n/);
    expect(out).toMatch(/conv +Conv +fixed<8,3>\[1,3,6,6\] +27 +1944 /);
  }));

it("a kernel of another kind has no layers", () =>
  inDirectory(async () => {
    expect((await lutra("report", "examples/histogram.py", "--schedule", "none")).out).not.toMatch(/layers/);
  }));
