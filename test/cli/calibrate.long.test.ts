/** `lutra calibrate` on a network with weights from a seed, and the circuit that comes of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Found, json, withDigits } from "./calibrate_files.ts";
import { lutra } from "./lutra.ts";

describe("--type", () => {
  it.each(["float<5,4>", "fixed<12,5,nearest_even,saturate>"])(
    "%s gives the same bits on every road",
    (type) =>
      withDigits(async ({ model }) => {
        const { out, err } = await lutra("verify", model, "--type", type, "--roads", "reference,wasm,loops");
        expect(err).toBe("");
        expect(out).toMatch(/all agree/);
      }),
  );
});

describe("lutra calibrate", () => {
  it("writes a schedule that --type and --schedule take; accuracy and saturation are as it says", () =>
    withDigits(async ({ model, data, directory }) => {
      const file = join(directory, "digits.schedule");
      const set = ["--data", `${data}:images`, "--labels", data];
      const found = await json<Found>("calibrate", model, ...set, "--bits", "6", "-o", file);
      expect(found.before.accuracy).toBe(1);
      expect(found.tensors.every(({ type }) => /^u?fixed<6,/.test(type))).toBe(true);
      expect(readFileSync(file, "utf8")).toMatch(/^# Fixed-point types for digits, .* from 40 samples\.\n/);
      for (const option of ["--type", "--schedule"]) {
        const ran = await json<{ readonly accuracy: number }>(
          "run",
          model,
          ...set,
          "--on",
          "wasm",
          option,
          file,
        );
        expect(ran.accuracy).toBe(found.after.accuracy);
      }
    }));

  it("keeps sums exact, also those whose bias and Relu are nodes of their own", () =>
    withDigits(async ({ model, data }) => {
      const { schedule, tensors } = await json<Found>(
        "calibrate",
        model,
        "--data",
        `${data}:images`,
        "--bits",
        "8",
      );
      const names = tensors.map(({ name }) => name);
      expect(names).toEqual(
        [
          "x",
          "conv_weight",
          "bias",
          "relu",
          "pool",
          "fc_weight",
          "fc",
          "out_weight",
          "out_bias",
          "leaky",
          "out",
        ].sort((a, b) => names.indexOf(a) - names.indexOf(b)),
      );
      expect(schedule.find((step) => step.includes("conv_acc"))).toMatch(
        /^quantize conv_acc conv( add)? to=fixed<19,/,
      );
    }));

  it("takes the fewest bits with which accuracy drops by no more than is allowed", () =>
    withDigits(async ({ model, data }) => {
      const set = ["--data", `${data}:images`, "--labels", data];
      const bitsOf = ({ tensors }: Found): number =>
        tensors.reduce((sum, { type }) => sum + Number(/<(\d+)/.exec(type)?.[1]), 0);
      const exact = await json<Found>("calibrate", model, ...set, "--max-drop", "0%");
      const loose = await json<Found>("calibrate", model, ...set, "--max-drop", "10%");
      expect(exact.after.accuracy).toBe(1);
      expect(loose.after.accuracy).toBeGreaterThanOrEqual(0.9);
      expect(bitsOf(loose)).toBeLessThan(bitsOf(exact));
    }));

  it("judges by expected outputs, or by those of floats", () =>
    withDigits(async ({ model, data }) => {
      const words = ["calibrate", model, "--data", `${data}:images`, "--max-drop", "2%"];
      const { after } = await json<{ readonly after: { readonly distance: number } }>(...words);
      expect(after.distance).toBeGreaterThan(0);
      expect(after.distance).toBeLessThanOrEqual(0.02);
    }));

  it("its types make a circuit that gives every output of WebAssembly, in the cycles that were predicted", () =>
    withDigits(async ({ model, data, directory }) => {
      const file = join(directory, "digits.schedule");
      const set = ["--data", `${data}:images`, "--labels", data];
      await json<Found>("calibrate", model, ...set, "--bits", "8", "-o", file);
      const run = (on: string) =>
        json<{
          readonly wrong: unknown;
          readonly hardware?: { readonly cycles: unknown; readonly predicted: unknown };
        }>("run", model, ...set, "--type", file, "--on", on);
      const [wasm, circuit] = [await run("wasm"), await run("verilog")];
      expect(circuit.wrong).toEqual(wasm.wrong);
      expect(circuit.hardware?.cycles).toEqual(circuit.hardware?.predicted);
    }));
});
