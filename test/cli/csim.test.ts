/** `lutra run --on csim`: the generated C++, compiled by g++, on the same data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { lutra, write } from "./lutra.ts";

const mixed = `import numpy as np

@pylog
def mixed(a: "float32[5]", b: "int<12>[5]", c: "fixed<16,6>[5]", d: "uint<100>[5]", h: "float16[5]", e: "float<5,4>[5]", n: "int32"):
    s = np.float32(0)
    for i in range(5):
        s += a[i] * a[i]
        b[i] = b[i] * 3 - n
        c[i] = c[i] * c[i]
        d[i] = d[i] * d[i] + 1
        h[i] = h[i] / 3
        e[i] = e[i] * e[i]
    return s, n // 3
`;

const wrong = `@pylog
def wrong(a: "int32[8]", k: "int32[8]"):
    t = 0
    for i in range(8):
        a[i] = a[k[i] + 100]
    return t
`;

describe.skipIf(!gppAvailable())("lutra run --on csim", () => {
  it("gives the bits of the reference for every kind of type", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "mixed.py", mixed);
      const [ours, theirs] = [join(directory, "reference"), join(directory, "csim")];
      expect((await lutra("run", path, "--out", ours)).status).toBe(0);
      expect(await lutra("run", path, "--on", "csim", "--out", theirs)).toMatchObject({ status: 0, err: "" });
      for (const name of ["a", "b", "c", "d", "h", "e", "return_0", "return_1"]) {
        const file = `${name}.npy`;
        expect(readFileSync(join(theirs, file)), name).toEqual(readFileSync(join(ours, file)));
      }
    }));

  it("shows a fault at its line of the source", () =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("run", write(directory, "wrong.py", wrong), "--on", "csim");
      expect(status).toBe(1);
      expect(err).toContain("error[run-fault]: index out of range: index ");
      expect(err).toContain("wrong.py:5:");
    }));

  it("takes arguments that are called like something of the testbench", () =>
    inDirectory(async (directory) => {
      const text = `@pylog\ndef main(argc: "int32[4]", bench: "int32", argv: "int32[4]"):\n    argv[:] = argc + bench\n    return bench\n`;
      const seen = await lutra("run", write(directory, "main.py", text), "--on", "csim");
      expect(seen).toMatchObject({ status: 0, err: "" });
    }));

  it("says in one line that there is no compiler", () =>
    inDirectory(async (directory) => {
      const before = process.env.LUTRA_CXX;
      process.env.LUTRA_CXX = "no-such-compiler";
      try {
        const { status, err } = await lutra("run", write(directory, "mixed.py", mixed), "--on", "csim");
        expect(status).toBe(2);
        expect(err).toBe(
          "error: no-such-compiler is not installed or not on the PATH\n" +
            "help: install g++, or name a C++ compiler in LUTRA_CXX; --on wasm needs no compiler\n",
        );
      } finally {
        if (before === undefined) delete process.env.LUTRA_CXX;
        else process.env.LUTRA_CXX = before;
      }
    }));
});
