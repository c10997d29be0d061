/** `lutra verify`: a table of roads, and the first element that differs when one leads astray. */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { numpyAvailable } from "../numpy/oracle.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { lutra, write } from "./lutra.ts";
import { endings, halves, named, small, turns, wide } from "./verify-kernels.ts";

const source = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] + b[i]
    return c[3]
`;

// Verilator compiles for longer than all other roads together.
beforeAll(() => void vi.stubEnv("LUTRA_VERILATOR", "no-verilator"));
afterAll(() => void vi.unstubAllEnvs());

async function withCompiler<T>(path: string, act: () => Promise<T>): Promise<T> {
  const before = process.env.LUTRA_CXX;
  process.env.LUTRA_CXX = path;
  try {
    return await act();
  } finally {
    if (before === undefined) delete process.env.LUTRA_CXX;
    else process.env.LUTRA_CXX = before;
  }
}

describe.skipIf(!gppAvailable() || !numpyAvailable())("lutra verify", () => {
  it("walks every road and finds the same bits", () =>
    inDirectory(async (directory) => {
      const { status, out } = await lutra("verify", write(directory, "add.py", source), "--json");
      expect(status).toBe(0);
      expect(endings(out)).toMatchObject({
        reference: "measure",
        source: "same",
        printed: "same",
        loops: "same",
        "printed loops": "same",
        wasm: "same",
        csim: "same",
        circuit: "same",
      });
    }));

  it("lets sums of float16 differ by a few of its last bits", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "halves.py", halves);
      const { status, out } = await lutra("verify", path, "--roads", "source,loops,circuit", "--json");
      expect(status).toBe(0);
      expect(endings(out)).toMatchObject({ source: "close", loops: "same", circuit: "same" });
    }));

  it("lets elementary functions of complex numbers differ by a last bit", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "turns.py", turns);
      const { status, out } = await lutra("verify", path, "--roads", "source,loops,wasm", "--json");
      expect(status).toBe(0);
      expect(endings(out)).toMatchObject({ source: "close", loops: "same", wasm: "same" });
    }));

  it("gives the source arrays of numbers that no NumPy type holds, and leaves out a type that CPython does not know", () =>
    inDirectory(async (directory) => {
      const words = ["--roads", "source,printed,circuit", "--json"];
      const { out } = await lutra("verify", write(directory, "wide.py", wide), ...words);
      expect(endings(out)).toMatchObject({ source: "same", printed: "same", circuit: "same" });
      const { status, out: other } = await lutra("verify", write(directory, "small.py", small), ...words);
      expect(status).toBe(0);
      expect(endings(other)).toMatchObject({ source: "skipped", printed: "same", circuit: "same" });
    }));

  it("calls a kernel and arguments whose names Python has already, with a scalar of two words", () =>
    inDirectory(async (directory) => {
      const words = ["--roads", "source,printed,printed loops", "--json"];
      const { out } = await lutra("verify", write(directory, "named.py", named), ...words);
      expect(endings(out)).toMatchObject({ source: "same", printed: "same", "printed loops": "same" });
    }));

  it("shows the first element that differs, and fails", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      // A compiler that adds one too many.
      const wrong = write(
        directory,
        "g++wrong",
        `#!/bin/sh\nsed -i 's/a.i. + b.i./a[i] + b[i] + (i == 5)/' add.cpp\nexec g++ "$@"\n`,
      );
      chmodSync(wrong, 0o755);
      const { status, out, err } = await withCompiler(wrong, () =>
        lutra("verify", path, "--seed", "3", "--roads", "csim"),
      );
      expect(status).toBe(1);
      expect(out).toMatch(/✗ {2}csim .* c\[5\] is -?\d+, expected -?\d+ \(1 of 25 differ\)/);
      expect(err).toContain("error: csim does not agree with the reference\n");
    }));

  it("fails when the compiler refuses what we generated", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const picky = write(directory, "picky", "#!/bin/sh\necho 'add.cpp:1: error: no' >&2\nexit 1\n");
      chmodSync(picky, 0o755);
      const { status, out } = await withCompiler(picky, () => lutra("verify", path, "--roads", "csim"));
      expect(status).toBe(1);
      expect(out).toMatch(/✗ {2}csim .* refused the generated C\+\+/);
    }));

  it("expects the same fault everywhere, and says which roads were not walked", () =>
    inDirectory(async (directory) => {
      const fault = source.replace("a[i] + b[i]", "a[i + a[i] - a[i] + 1] + b[i]");
      const path = write(directory, "add.py", fault);
      const { status, out } = await withCompiler("no-such-compiler", () => lutra("verify", path));
      expect(status).toBe(0);
      expect(out).toMatch(/✓ {2}wasm .* the same fault: index 8 is out of range/);
      expect(out).toMatch(/✓ {2}circuit .* the same fault: /);
      expect(out).toMatch(/- {2}csim .* not walked: no-such-compiler is not installed or not on the PATH/);
    }));
});

describe("the roads of lutra verify", () => {
  const names = (json: string): readonly string[] => Object.keys(endings(json));
  const verified = (words: readonly string[]) =>
    inDirectory((directory) => lutra("verify", write(directory, "add.py", source), ...words));

  it("are those that --roads names, and what they are compared with", async () => {
    const { status, out } = await verified(["--roads", "wasm,loops", "--json"]);
    expect(status).toBe(0);
    expect(names(out)).toEqual(["reference", "loops", "wasm"]);
  });

  it("are compared with the scheduled loops where there is a schedule", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const schedule = write(directory, "fast.schedule", "split i 4\n");
      const { out } = await lutra("verify", path, "--schedule", schedule, "--roads", "wasm", "--json");
      expect(names(out)).toEqual(["reference", "scheduled", "wasm"]);
    }));

  it("without Python are none that CPython walks: module-level code of the file is not executed", () =>
    inDirectory(async (directory) => {
      const marker = join(directory, "executed");
      const path = write(directory, "add.py", `${source}\nopen(${JSON.stringify(marker)}, "w").close()\n`);
      process.env.LUTRA_CXX = "no-such-compiler";
      const { out } = await lutra("verify", path, "--no-python", "--json");
      delete process.env.LUTRA_CXX;
      expect(names(out)).not.toEqual(expect.arrayContaining(["source"]));
      expect(names(out)).toEqual(expect.arrayContaining(["reference", "loops", "wasm", "circuit"]));
      expect(existsSync(marker)).toBe(false);
    }));

  it.each([
    [["--roads", "wsm"], "error: --roads wsm: there is no such road; there is reference, "],
    [["--roads", "wsm"], "help: did you mean wasm?"],
    [["--roads", ""], "error: --roads : there is no such road"],
    [
      ["--roads", "scheduled"],
      "error: --roads scheduled: there is no such road here: no schedule changes the loops\n",
    ],
    [
      ["--roads", "source", "--no-python"],
      "error: --roads source and --no-python: CPython walks that road\n",
    ],
  ])("%j is refused", async (words, message) => {
    const { status, err } = await verified(words);
    expect(status).toBe(1);
    expect(err).toContain(message);
  });

  it("are told about in the help, with what is executed", async () => {
    const { out } = await lutra("verify", "--help");
    expect(out).toContain("executes FILE in CPython, all of its module-level code");
    expect(out).toContain("--no-python");
  });
});
