/** What `pip install ./python` builds: the package remembers the compiler that it was installed from. */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { builtCompiler, pythonAvailable, root, runPython } from "./package.ts";

const folder = mkdtempSync(join(tmpdir(), "lutra-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import numpy as np
import pylog as package
from pylog import *

@pylog
def double(a):
    return a * 2

print(package.__file__, double(np.arange(3)))
`;

describe.skipIf(!pythonAvailable() || !hasSetuptools())("installing", () => {
  it("finds its compiler afterwards, without any variable", { timeout: 120_000 }, () => {
    const checkout = join(folder, "checkout");
    cpSync(join(root, "python"), join(checkout, "python"), { recursive: true });
    for (const name of ["bin", "dist", "node_modules", "package.json", "include"]) {
      symlinkSync(join(builtCompiler(), name), join(checkout, name));
    }
    const target = join(folder, "installed");
    const built = runPython(["setup.py", "--quiet", "build", "--build-lib", target], {
      cwd: join(checkout, "python"),
    });
    expect(built.status, built.stderr).toBe(0);
    const path = join(folder, "program.py");
    writeFileSync(path, program);
    const { stdout, stderr } = runPython([path], {
      cwd: folder,
      env: { PYTHONPATH: target, LUTRA_HOME: "" },
    });
    expect(stderr).toBe("");
    expect(stdout).toBe(`${join(target, "pylog", "__init__.py")} [0 2 4]\n`);
  });
});

/** What pip builds the package with; without it pip would have to fetch it. */
function hasSetuptools(): boolean {
  return runPython(["-c", "import setuptools"]).status === 0;
}
