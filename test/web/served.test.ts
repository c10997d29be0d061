/** The page under `lutra explore FILE`: it follows the file, and writes the schedule when a person says so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kernelFile, scheduleBeside } from "../../src/cli/explore/kernel_file.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { cyclesOf, schedule, settled, source, until, writeSchedule } from "./person.ts";

const kernel = `from pylog import *


@pylog
def double(a: "int32[32]"):
    for i in range(32):
        a[i] = a[i] * 2
`;

it.skipIf(browserPath() === null)(
  "a file is shown, again when it changes, and its schedule is written",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "lutra-served-"));
    const path = join(folder, "double.py");
    writeFileSync(path, kernel);
    writeFileSync(scheduleBeside(path), "pipeline i\n");
    const explorer = await startExplorer(kernelFile(path, null, scheduleBeside(path)));
    try {
      const { page, complaints } = await explorer.open();
      await settled(page);
      expect(await page.locator("#source-title").textContent()).toBe("double.py");
      expect(await schedule(page).textContent()).toContain("pipeline i");
      const before = await cyclesOf(page);

      writeFileSync(path, kernel.replaceAll("32", "64"));
      await source(page).getByText("range(64)").waitFor();
      await until(page, "other cycles", async () => (await cyclesOf(page)) !== before);

      await writeSchedule(page, "unroll i 2\npipeline i\n");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("double.schedule is written.").waitFor();
      expect(readFileSync(scheduleBeside(path), "utf8")).toBe("unroll i 2\npipeline i\n");
      expect(complaints).toEqual([]);

      rmSync(path);
      await page.getByText("the file cannot be read").waitFor();
      expect(await source(page).textContent()).toContain("range(64)");
      expect(complaints.filter((text) => !text.includes("500"))).toEqual([]);
    } finally {
      await explorer.close();
      rmSync(folder, { recursive: true });
    }
  },
);

it.skipIf(browserPath() === null)("a kernel in TypeScript is shown, and followed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lutra-served-"));
  const path = join(folder, "double.ts");
  const text = `import { kernel } from "lutra";

export const double = kernel("double", { a: "int32[32]" }, ({ a }, h) => {
  h.for(32, (i) => a.at(i).set(a.at(i).mul(2)), "i");
});
`;
  writeFileSync(path, text);
  const explorer = await startExplorer(kernelFile(path, null, scheduleBeside(path)));
  try {
    const { page, complaints } = await explorer.open();
    await settled(page);
    expect(await page.locator("#source-title").textContent()).toBe("double.ts");
    const before = await cyclesOf(page);
    writeFileSync(path, text.replaceAll("32,", "16,"));
    await until(page, "fewer cycles", async () => (await cyclesOf(page)) < before);
    expect(complaints).toEqual([]);
  } finally {
    await explorer.close();
    rmSync(folder, { recursive: true });
  }
});
