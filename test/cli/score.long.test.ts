/** The circuit of a network over samples. */
import { expect, it } from "vitest";
import { lutra } from "./lutra.ts";
import { withFiles } from "./score_files.ts";

it("a circuit's calls are counted in cycles, and --samples are a call's: the last is filled up", () =>
  withFiles(async ({ model, npz }) => {
    const words = ["--data", `${npz}:images`, "--labels", npz, "--on", "verilog", "--samples", "2", "--json"];
    const { out, err } = await lutra("run", model, ...words);
    expect(err).toBe("");
    const { accuracy, hardware } = JSON.parse(out) as {
      readonly accuracy: number;
      readonly hardware: { readonly calls: number; readonly cycles: unknown; readonly predicted: unknown };
    };
    expect(accuracy).toBe(0.8);
    expect(hardware.calls).toBe(3);
    expect(hardware.cycles).toEqual(hardware.predicted);
  }));
