/** HPVM2FPGA's applications in plain Python: their circuits compute what CPython and NumPy do, on data that make sense. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory, numpy, numpyHere } from "../call/numpy_files.ts";
import { lutra } from "./lutra.ts";

const names = readdirSync("examples/hpvm").flatMap((name) =>
  name.endsWith(".py") ? [name.slice(0, -3)] : [],
);

/** NumPy's `exp` is not rounded correctly: a few bits of what is made of it may differ. */
const usesExp = (name: string): boolean => name === "backprop";

describe.skipIf(!numpyHere)("an application of HPVM2FPGA", () => {
  it("is one of seven", () => {
    expect(names).toEqual(["audio", "backprop", "bfs", "cava", "edge", "euler", "pre_euler"]);
  });

  it.each(names)("%s gives what CPython gives, as written and under Lutra's own schedule", (name) =>
    inDirectory(async (directory) => {
      const file = resolve("examples", "hpvm", `${name}.py`);
      const paths = JSON.stringify([resolve("test/numpy"), file]);
      numpy(
        directory,
        `
import sys
pylog, path = ${paths}
sys.path.insert(0, pylog)
module = {"__name__": "example"}
exec(compile(open(path).read(), path, "exec"), module)
arrays = module["data"](np.random.default_rng(1))
np.savez("data.npz", **arrays)
module["${name}"](**arrays)
np.savez("expected.npz", **arrays)
`,
      );
      for (const schedule of ["none", "auto"]) {
        const words = ["--on", "verilog", "--schedule", schedule, "--in", join(directory, "data.npz")];
        const ran = await lutra("run", file, ...words, "--out", join(directory, schedule), "--json");
        expect(ran.status, ran.err).toBe(0);
        const { cycles, predicted } = (
          JSON.parse(ran.out) as {
            hardware: { cycles: number; predicted: { least: number; most: number | null } };
          }
        ).hardware;
        expect(cycles).toBeGreaterThanOrEqual(predicted.least);
        expect(cycles).toBeLessThanOrEqual(predicted.most ?? Number.POSITIVE_INFINITY);
        numpy(
          directory,
          `
expected = np.load("expected.npz")
for name in expected:
    ours = np.load("${schedule}/" + name + ".npy")
    same = np.allclose(ours, expected[name], rtol=1e-5) if ${usesExp(name) ? "True" : "False"} else np.array_equal(ours, expected[name])
    assert same and not np.isnan(ours.astype(float)).any(), (name, ours, expected[name])
`,
        );
      }
    }),
  );
});
