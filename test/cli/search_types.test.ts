/** `lutra search --quantize`: types among what is chosen, as long as results are near enough on given data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeNpy } from "../../src/call/npy.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write, writeNpy } from "./lutra.ts";

const fir = (types: boolean): string => `from pylog import *
import numpy as np

@pylog
def fir(x${types ? ': "float32[24]"' : ""}, h${types ? ': "float32[8]"' : ""}, y${types ? ': "float32[17]"' : ""}):
    for n in range(17):
        s = np.float32(0)
        for k in range(8):
            s += x[n + k] * h[k]
        y[n] = s
`;

function wave(size: number, by: number): Float32Array {
  return Float32Array.from({ length: size }, (_, i) => Math.sin(1 + by * i));
}

function dataIn(directory: string): readonly string[] {
  const arrays = { x: wave(24, 0.7), h: wave(8, 1.9).map((one) => one / 8), y: new Float32Array(17) };
  return Object.entries(arrays).flatMap(([name, data]) => [
    "--in",
    `${name}=${writeNpy(directory, `${name}.npy`, { dtype: "float32", shape: [data.length], data })}`,
  ]);
}

interface Facts {
  readonly front: readonly {
    readonly objectives: { readonly cycles: number; readonly luts: number };
    readonly schedule: string;
  }[];
}

const small = ["--part", "ice40", "--objective", "cycles,luts", "--budget", "30", "--json"];

describe("types of arrays", () => {
  it("make circuits smaller, and leave results as near as is asked for", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "fir.py", fir(true));
      const data = dataIn(directory);
      const output = join(directory, "found");
      const words = ["--quantize", "x,h,s", "--max-error", "0.02", ...data, "-o", output];
      const { status, out, err } = await lutra("search", file, ...words, "--workers", "1", ...small);
      expect(status, err).toBe(0);
      const { front } = JSON.parse(out) as Facts;
      const smallest = front.toSorted((a, b) => a.objectives.luts - b.objectives.luts)[0];
      expect(smallest?.schedule).toMatch(/^quantize \w to=/);
      const journal = readFileSync(join(output, "search.jsonl"), "utf8");
      expect(journal).toMatch(/"reason":"y is off by [\d.e-]+, and 0.02 is allowed"/);
      const first = journal.split("\n").find((line) => line.includes('"index":0'));
      expect(smallest?.objectives.luts).toBeLessThan(JSON.parse(first ?? "{}").objectives[1] / 2);

      const schedule = write(directory, "small.schedule", smallest?.schedule ?? "");
      const results = ["as_written", "typed"].map((name) => join(directory, `${name}.npy`));
      const [exact = "", typed = ""] = results;
      await lutra("run", file, ...data, "--out", `y=${exact}`);
      const ran = await lutra(
        ...["run", file, ...data, "--on", "verilog", "--part", "ice40"],
        ...["--schedule", schedule, "--out", `y=${typed}`, "--json"],
      );
      expect(ran.status, ran.err).toBe(0);
      expect(JSON.parse(ran.out)).toMatchObject({ hardware: { cycles: smallest?.objectives.cycles } });
      const [right, found] = [exact, typed].map((path) =>
        Array.from(decodeNpy(readFileSync(path)).data, Number),
      );
      const errors = (found ?? []).map((value, i) => Math.abs(value - (right?.[i] ?? 0)));
      expect(Math.max(...errors)).toBeLessThanOrEqual(0.02);
      expect(Math.max(...errors)).toBeGreaterThan(0);
    }));

  it("stay what they are where no error is allowed", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "fir.py", fir(false)); // the types of arguments are those of the data
      const words = ["--quantize", "x,h", "--max-error", "0", ...dataIn(directory), "--workers", "1"];
      const { status, out, err } = await lutra("search", file, ...words, ...small);
      expect(status, err).toBe(0);
      for (const { schedule } of (JSON.parse(out) as Facts).front) expect(schedule).not.toContain("quantize");
    }));

  it.each([
    ["q", ["--max-error", "1"], "--quantize q: there is no such array or scalar; there is x, h, y, s"],
    ["y", ["--max-error", "1"], "--quantize y: `y` is an argument: the caller decides its type"],
    ["x", [], "--quantize needs --max-error"],
    ["x", ["--max-error", "-1"], "--quantize needs --max-error"],
  ])("%s %j: %s", (name, more, said) =>
    inDirectory(async (directory) => {
      const file = write(directory, "fir.py", fir(true));
      const { status, err } = await lutra("search", file, "--quantize", name, ...more, ...dataIn(directory));
      expect(status).toBe(1);
      expect(err).toContain(said);
    }),
  );

  it("need data for all arguments, and are all that data are for", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "fir.py", fir(true));
      const [, x = ""] = dataIn(directory);
      const some = await lutra("search", file, "--quantize", "x", "--max-error", "1", "--in", x);
      expect(some.err).toContain("--quantize: there are no data for h");
      const none = await lutra("search", file, "--in", x);
      expect(none.err).toContain("--in says nothing without --quantize");
    }));
});
