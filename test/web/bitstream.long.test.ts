/** Placement and packing in the tab: the bits that the command line makes of the same kernel with the same seed. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobOf } from "../../src/deploy/bitstreams.ts";
import { boardCircuit } from "../../src/driver/board.ts";
import { compile, parseSchedule } from "../../src/index.ts";
import { type BitstreamTools, bitstreamBy, toolsHere } from "../../src/outside/bitstream.ts";
import { placeNetlist } from "../../src/toolchain/nextpnr.ts";
import { netlistOfVerilog } from "../../src/toolchain/yosys.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { openTab, settled, writeSchedule, writeSource } from "./person.ts";

const kernel = `from pylog import *


@pylog
def mix(a: "uint8[16]", b: "uint8[16]"):
    for i in range(16):
        b[i] = (a[i] ^ 90) + 3
`;

/** The programs that come with Lutra, whatever is installed: other versions place otherwise. */
const embedded: BitstreamTools = {
  ...toolsHere,
  netlist: (verilog, job) => netlistOfVerilog({ ...job, files: { "system.v": verilog }, yosys: "embedded" }),
  place: (job) => placeNetlist({ ...job, nextpnr: "embedded" }),
};

describe.skipIf(browserPath() === null)("a bitstream in the tab", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
    await settled(page);
    await writeSource(page, kernel);
    await writeSchedule(page, "pipeline i\n");
  });
  afterAll(() => explorer?.close());

  it("is built stage by stage until it is cancelled", async () => {
    const panel = await openTab(page, "Report");
    await panel.getByRole("button", { name: "Build bitstream" }).click();
    await panel.locator(".stages [aria-current]", { hasText: "synthesis at" }).waitFor();
    await panel.getByRole("button", { name: "Cancel" }).click();
    await panel.getByText(/^Cancelled after \d+ s/).waitFor();
  });

  it("is the one that the command line builds with the same seed", { timeout: 600_000 }, async () => {
    const panel = await openTab(page, "Report");
    await panel.getByLabel("Seed").fill("2");
    await panel.getByRole("button", { name: "Build bitstream" }).click();
    const button = panel.getByRole("button", { name: "Download mix.bin" });
    await button.waitFor({ timeout: 400_000 });
    expect(await panel.locator("tr", { hasText: "ICESTORM_LC" }).textContent()).toMatch(/5,280/);
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);

    const compiled = compile({ path: "kernel.py", text: kernel });
    if (!compiled.ok) throw new Error("it is refused");
    const schedule = parseSchedule("pipeline i\n");
    if (!schedule.ok) throw new Error("its schedule is refused");
    const circuit = boardCircuit(compiled, { board: "icebreaker", schedule: schedule.schedule });
    const { bytes, reachedMHz } = await bitstreamBy(embedded, { ...jobOf(circuit), seed: 2 });
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true);
    expect(await panel.locator(".same").textContent()).toContain(
      `${Number(reachedMHz.toFixed(2))} MHz are reached`,
    );
    expect(complaints).toEqual([]);
  });
});
