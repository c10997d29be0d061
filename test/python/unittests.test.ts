/** The package's own tests, written in Python: each file is one process of CPython. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pythonAvailable, root, runPython } from "./package.ts";
import { expectUnittest, isLong } from "./unittest.ts";

const files = readdirSync(import.meta.dirname).filter(
  (name) => /^test_.*\.py$/.test(name) && !isLong(name), // see unittests.long.test.ts
);

describe.skipIf(!pythonAvailable())("the pylog package", () => {
  it.each(files)("%s", { timeout: 120_000 }, (name) => {
    expectUnittest(name);
  });

  it.each(["docs/python.md", "docs/boards.md", "python/README.md"])(
    "the program of %s runs, from its first block to its last",
    { timeout: 60_000 },
    (path) => {
      const blocks = [...readFileSync(join(root, path), "utf8").matchAll(/^```python\n([\s\S]*?)^```/gm)];
      const complete = blocks.map(([, text = ""]) => text).filter((text) => !/^@pylog\(.*\)\n$/.test(text)); // options alone
      const program = complete.join("\n");
      expect(program).toContain("@pylog");
      const folder = mkdtempSync(join(tmpdir(), "lutra-document-"));
      writeFileSync(join(folder, "program.py"), `${program}\nprint(out if "out" in globals() else c)\n`);
      const { stdout, stderr } = runPython([join(folder, "program.py")], { cwd: folder });
      rmSync(folder, { recursive: true });
      expect(stderr).toBe("");
      expect(stdout).toMatch(/^\[/);
    },
  );
});
