/** A search in the tab: the front grows, a point is loaded, two are compared. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { cyclesOf, openExample, openTab, schedule, settled, until } from "./person.ts";

describe.skipIf(browserPath() === null)("a search in the tab", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
    await settled(page);
  });
  afterAll(() => explorer?.close());

  it("finds a front, whose points load their schedules and have the cycles that they said", async () => {
    const panel = await openTab(page, "Search");
    await panel.getByLabel("Schedules", { exact: true }).fill("16");
    await panel.getByRole("button", { name: "Search", exact: true }).click();
    await panel.getByText(/^Done: \d+ schedules tried/).waitFor({ timeout: 100_000 });
    const points = panel.locator("circle.on-front");
    expect(await points.count()).toBeGreaterThan(1);
    for (const point of [points.first(), points.last()]) {
      const label = (await point.getAttribute("aria-label")) ?? "";
      await point.click();
      await settled(page);
      const cycles = Number(/([\d,]+) cycles/.exec(label)?.[1]?.replaceAll(",", ""));
      expect(await cyclesOf(page)).toBe(cycles);
    }
    expect(await schedule(page).textContent()).not.toBe("");
    expect(await panel.locator(".pair section").count()).toBe(2);
    expect(await panel.locator(".pair .differs").count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it("finds the same front in several workers", async () => {
    const panel = await openTab(page, "Search");
    const frontWith = async (workers: number): Promise<readonly string[]> => {
      await panel.getByLabel("Schedules", { exact: true }).fill("12");
      await panel.getByLabel("Workers").fill(String(workers));
      await panel.getByRole("button", { name: "Search", exact: true }).click();
      await panel.getByText(/^Done: \d+ schedules tried/).waitFor({ timeout: 100_000 });
      return panel.locator("tbody tr").allTextContents();
    };
    const alone = await frontWith(1);
    expect(alone.length).toBeGreaterThan(1);
    expect(await frontWith(3)).toEqual(alone);
  });

  it("stops when it is told to, with all workers that it has started", async () => {
    const before = page.workers().length;
    const panel = await openTab(page, "Search");
    await panel.getByLabel("Schedules", { exact: true }).fill("4000");
    await panel.getByLabel("Workers").fill("2");
    await panel.getByRole("button", { name: "Search", exact: true }).click();
    await panel.getByText(/schedules tried/).waitFor();
    expect(page.workers().length).toBeGreaterThan(before + 1);
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText(/^Stopped: /).waitFor();
    await until(page, "workers that have ended", async () => page.workers().length <= before);
  });

  it("forgets what it has found of another kernel", async () => {
    const panel = await openTab(page, "Search");
    expect(await panel.locator("circle").count()).toBeGreaterThan(0);
    await openExample(page, "checksum");
    expect(await panel.locator("circle").count()).toBe(0);
    await panel.getByText("nothing is changed until you click a point").waitFor();
    expect(complaints).toEqual([]);
  });
});
