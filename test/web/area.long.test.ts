/** Yosys in the tab counts what Yosys counts on the command line. */
import { expect, it } from "vitest";
import { circuitMade } from "../../src/driver/report.ts";
import { circuitLoops } from "../../src/driver/schedule.ts";
import { compile } from "../../src/index.ts";
import { measureArea } from "../../src/outside/area.ts";
import { browserPath, startExplorer } from "./browser.ts";
import { openTab, settled, writeSource } from "./person.ts";

const kernel = `from pylog import *


@pylog(board="icebreaker")
def mix(a: "uint8[16]", b: "uint8[16]"):
    for i in range(16):
        b[i] = (a[i] ^ 90) + 3
`;

it.skipIf(browserPath() === null)("the area of a circuit is measured in the tab", async () => {
  const explorer = await startExplorer();
  try {
    const { page, complaints } = await explorer.open();
    await settled(page);
    await writeSource(page, kernel);
    const panel = await openTab(page, "Report");
    await panel.getByRole("button", { name: "Measure with Yosys" }).click();
    const row = panel.locator("tr", { hasText: /^flip-flops\d+$/ });
    await row.waitFor({ timeout: 100_000 });
    const told = Object.fromEntries(
      await panel
        .locator("[role=status] tr")
        .evaluateAll((rows) => rows.map((one) => [...one.children].map((cell) => cell.textContent ?? ""))),
    );
    const compiled = compile({ path: "kernel.py", text: kernel });
    if (!compiled.ok) throw new Error("it is refused");
    const { made } = circuitMade(compiled, {}, circuitLoops(compiled, { schedule: "none" }));
    if (!made.ok) throw new Error("there is no circuit");
    const { area } = await measureArea(made.design, "ice40", { yosys: "embedded" });
    expect(told).toMatchObject({ LUTs: String(area.lut), "flip-flops": String(area.ff) });
    expect(complaints).toEqual([]);
  } finally {
    await explorer.close();
  }
});
