/** `lutra run MODEL --data`: a network over samples, judged by labels or by what was expected. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lutra, readNpy, writeNpy } from "./lutra.ts";
import { images, labels, withFiles } from "./score_files.ts";

describe("lutra run MODEL --data --labels", () => {
  it.each(["reference", "wasm"])("counts samples whose largest output is the label's, on %s", (on) =>
    withFiles(async ({ model, npz }) => {
      const { status, out, err } = await lutra(
        "run",
        model,
        "--data",
        `${npz}:images`,
        "--labels",
        npz,
        "--on",
        on,
      );
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(out).toMatch(/^80\.00 % right: 4 of 5 samples$/m);
    }),
  );

  it("tells a program which were wrong", () =>
    withFiles(async ({ model, npz }) => {
      const { out } = await lutra(
        "run",
        model,
        "--data",
        `${npz}:images`,
        "--labels",
        `${npz}:labels`,
        "--json",
      );
      const wrong = [{ sample: 3, label: 0, chosen: 1 }];
      expect(JSON.parse(out)).toMatchObject({ ok: true, samples: 5, right: 4, accuracy: 0.8, wrong });
    }));

  it("reads labels and samples from .npy files, and rounds samples to the type that is asked for", () =>
    withFiles(async ({ model, directory }) => {
      const words = [
        ...["--data", writeNpy(directory, "x.npy", images), "--labels", writeNpy(directory, "l.npy", labels)],
        ...["--arg", "x=fixed<4,4,nearest_even,saturate>[1,3]"], // 9 and 7 are 7
      ];
      expect((await lutra("run", model, ...words)).out).toMatch(/4 of 5 samples/);
    }));
});

it("a sample whose outputs are not numbers has no class, not class 0", () =>
  withFiles(async ({ model, directory }) => {
    const floats = Float32Array.from(images.data as Uint8Array);
    floats[1] = Number.NaN; // of a sample of class 0
    const data = writeNpy(directory, "x.npy", { dtype: "float32", shape: [5, 3], data: floats });
    const words = ["--data", data, "--labels", writeNpy(directory, "l.npy", labels)];
    const { out } = await lutra("run", model, ...words);
    expect(out).toMatch(/^60\.00 % right: 3 of 5 samples; 1 gave NaN, which is no class$/m);
    expect(JSON.parse((await lutra("run", model, ...words, "--json")).out)).toMatchObject({ unclear: 1 });
  }));

describe("lutra run MODEL --data --expected", () => {
  it("gives the distance of outputs from what was expected", () =>
    withFiles(async ({ model, npz, directory }) => {
      const kept = join(directory, "found.npy");
      const words = [
        "--data",
        `${npz}:images`,
        "--expected",
        `${npz}:y`,
        "--out",
        `return=${kept}`,
        "--json",
      ];
      const { out, err } = await lutra("run", model, ...words);
      expect(err).toBe("");
      expect(JSON.parse(out)).toMatchObject({ error: { mean: 1, median: 0, largest: 5, worst: 1 } });
      const { dtype, shape, data } = readNpy(kept);
      expect({ dtype, shape, first: Array.from(data.slice(0, 3), Number) }).toEqual({
        ...{ dtype: "float32", shape: [5, 3], first: [18, 2, 2] }, // in the type of the output
      });
    }));
});

describe("what cannot be", () => {
  it.each([
    [["--labels", "NPZ"], /--labels has no effect without --data/],
    [["--data", "NPZ"], /could be samples of x; it has images, uint8\[5,3\]; .*\nhelp: say which: .*:images/],
    [["--data", "NPZ:images"], /nothing to compare the outputs with/],
    [["--data", "NPZ:pictures"], /has no array pictures: it has images/],
    [["--data", "NPZ:labels", "--labels", "NPZ"], /samples of \(\), where the network takes float32\[1,3\]/],
    [["--data", "NPZ:images", "--labels", "NPZ:images"], /is of shape \(5, 3\): expected 5 labels/],
    [["--data", "NPZ:images", "--labels", "NPZ", "--expected", "NPZ:y"], /compared with one of them/],
    [["--data", "NPZ:images", "--expected", "NPZ:labels"], /expected 5 samples of 3 numbers/],
    [["--data", "NPZ:images", "--labels", "NPZ", "--calls", "3"], /--calls has no effect with --data/],
    [["--data", "none.npz", "--labels", "NPZ"], /none\.npz/],
    [["--data", "NPZ:images", "--labels", "labels.txt"], /expected FILE\.npz/],
  ])("%j is one message", (words, message) =>
    withFiles(async ({ model, npz }) => {
      const { status, err } = await lutra("run", model, ...words.map((word) => word.replace("NPZ", npz)));
      expect(status).toBe(1);
      expect(err).toMatch(message);
      expect(err.match(/^error/gm)?.length).toBe(1);
    }),
  );

  it("samples of an argument that is given for every call", () =>
    withFiles(async ({ model, npz, directory }) => {
      const x = writeNpy(directory, "x.npy", {
        dtype: "float32",
        shape: [1, 3],
        data: Float32Array.of(1, 2, 3),
      });
      const words = ["--in", `x=${x}`, "--data", `${npz}:images`, "--labels", npz];
      const { status, err } = await lutra("run", model, ...words);
      expect(status).toBe(1);
      expect(err).toMatch(/^error: --data has no effect: x is given by --in\nhelp: /);
    }));

  it("labels beyond the classes, and several results", () =>
    withFiles(async ({ model, directory }) => {
      const data = writeNpy(directory, "x.npy", images);
      const far = writeNpy(directory, "far.npy", {
        dtype: "uint8",
        shape: [5],
        data: Uint8Array.of(0, 1, 3, 0, 0),
      });
      expect((await lutra("run", model, "--data", data, "--labels", far)).err).toMatch(
        /\[2\] is 3: the network gives 3 numbers a sample, for classes 0 to 2/,
      );
      const words = ["--result", "twice", "--result", "twice", "--data", data, "--labels", far];
      expect((await lutra("run", model, ...words)).err).toMatch(
        /returns 2 values.*\nhelp: --result NODE says which/,
      );
    }));
});
