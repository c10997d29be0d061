/** The package's own tests, written in Python: each file is one process of CPython. */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pythonAvailable, runPython } from "./package.ts";

const files = readdirSync(import.meta.dirname).filter((name) => /^test_.*\.py$/.test(name));

describe.skipIf(!pythonAvailable())("the pylog package", () => {
  it.each(files)("%s", { timeout: 120_000 }, (name) => {
    const { status, stderr } = runPython(
      ["-W", "error::ResourceWarning", "-m", "unittest", name.slice(0, -3)],
      {
        cwd: import.meta.dirname,
      },
    );
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("ResourceWarning");
  });
});
