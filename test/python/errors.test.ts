/** Programs that are wrong, and the one exception each of them gives. `UPDATE=1` writes the expected texts anew. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pythonAvailable, runPython } from "./package.ts";

const folder = join(import.meta.dirname, "errors");
const driver = join(import.meta.dirname, "errors.py");
const cases = readdirSync(folder).filter((name) => name.endsWith(".py"));
const alone = cases.filter((name) => readFileSync(join(folder, name), "utf8").startsWith("# alone"));
const together = cases.filter((name) => !alone.includes(name));

describe.skipIf(!pythonAvailable())("one clear exception", () => {
  const said = new Map<string, string>();

  beforeAll(() => {
    for (const names of [together, ...alone.map((name) => [name])]) {
      const { stdout, stderr } = runPython([driver, ...names], { cwd: folder });
      for (const line of stdout.trim().split("\n")) {
        const { name, text } = JSON.parse(line) as { name: string; text: string };
        said.set(name, text);
      }
      expect(stderr).toBe("");
    }
  }, 120_000);

  it.each(cases)("%s", (name) => {
    const golden = join(folder, name.replace(/\.py$/, ".expect"));
    const text = said.get(name) ?? "";
    if (process.env.UPDATE) writeFileSync(golden, text);
    expect(existsSync(golden) ? readFileSync(golden, "utf8") : "no golden").toBe(text);
  });
});
