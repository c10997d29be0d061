/**
 * PyLog's eight programs and HPVM's edge detection as whole systems in a simulation: over a serial line on an Arty, and on AXI beside the memory of
 * a PYNQ-Z2, with streams where arrays are large enough. They check themselves against NumPy.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pythonAvailable, root, runPython } from "./package.ts";

const programs = readdirSync(join(root, "examples", "pylog"))
  .filter((name) => name.endsWith(".py") && name !== "program.py")
  .map((name) => name.slice(0, -3));

const env = {
  PYTHONPATH: ["python", "examples/pylog", "examples/hpvm"].map((folder) => join(root, folder)).join(":"),
};

/** Gives what it said. */
function ran(script: string, ...words: readonly string[]): string {
  const { stdout, stderr, status } = runPython(["-c", script, ...words], {
    cwd: join(root, "examples", "pylog"),
    env,
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** The nest that reads the image gets a window of lines, four pixels a cycle: a beat of the port has as many. */
const stencils = `
import sys
import numpy as np
import gaussian, jacobi
rng = np.random.default_rng(2)
for one in (jacobi, gaussian):
    kernel = getattr(one, one.__name__)
    arguments = one.data(rng, rows=40, columns=64)
    arguments["out"] = rng.integers(0, 2**15, (40, 64)) / 128
    wanted = one.expected(**{name: np.copy(value) for name, value in arguments.items()})
    kernel.using(mode="deploy", board=sys.argv[1], schedule="stencil out.0 unroll=4")(**arguments)
    assert all((arguments[name] == array).all() for name, array in wanted.items()), one.__name__
    print("as NumPy has it")
`;

const edge = `
import sys
import numpy as np
from edge import data, edge
found = data(np.random.default_rng(3))
wanted = {name: value.copy() for name, value in found.items()}
edge.using(mode="pysim")(**wanted)
edge.using(mode="deploy", board=sys.argv[1])(**found)
assert all((found[name] == wanted[name]).all() for name in found)
print("as NumPy has it")
`;

describe.skipIf(!pythonAvailable()).each(["sim:arty-a7-35t", "sim:pynq-z2"])(
  "on %s",
  { timeout: 600_000 },
  (board) => {
    it.each(programs)("%s gives NumPy's bits", (name) => {
      const said = ran(
        `import runpy, sys\nsys.argv = [sys.argv[1]] + sys.argv[2:]\nrunpy.run_path(sys.argv[0], run_name="__main__")`,
        ...[`${name}.py`, "--size", "small", "--board", board],
      );
      expect(said).toContain("as NumPy has it");
    });

    it("edge detection gives NumPy's bits", () => {
      expect(ran(edge, board)).toContain("as NumPy has it");
    });

    it("stencils of several lanes do, and borders stay", () => {
      expect(ran(stencils, board).match(/as NumPy has it/g)).toHaveLength(2);
    });
  },
);
