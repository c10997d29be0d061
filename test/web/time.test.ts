/** The time of a call in the tab: what one call did, and signals that a person chooses. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { openExample, openTab, writeSchedule, writeSource } from "./person.ts";

const network = `from pylog import *


@pylog
def chain(a: "int32[16]", out: "int32[16]"):
    t = np.zeros(16, np.int32)
    for i in range(16):
        x = a[i]
        n = 0
        while x > 0:
            x = x >> 1
            n += 1
        t[i] = n
    for j in range(16):
        out[j] = t[j] * 2
`;

const products = `from pylog import *


@pylog
def products(a: "int32[16]", b: "int32[16]"):
    s = 0
    for i in range(16):
        s += a[i] * b[i] + a[15 - i] * b[15 - i]
    t = 0
    for j in range(16):
        t += a[j] * a[j]
    return s, t
`;

describe.skipIf(browserPath() === null)("the time of one call", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
  }, 120_000);
  afterAll(() => explorer.close());

  async function cyclesOfRun(): Promise<string> {
    const run = await openTab(page, "Run");
    await run.getByRole("button", { name: "Run", exact: true }).click();
    const facts = (await run.getByText(/cycles, where .* were predicted/).textContent()) ?? "";
    return /^[\d,]+/.exec(facts)?.[0] ?? "no cycles";
  }

  const time = (): Promise<Locator> => openTab(page, "Time");

  it("is shown after a run: where data decide, the cycles that this call took", async () => {
    await openExample(page, "gcd");
    expect(await (await time()).textContent()).toContain("513 cycles or more");
    const cycles = await cyclesOfRun();
    const panel = await time();
    await panel.getByText(`This call took ${cycles} cycles`).waitFor();
    expect(await panel.textContent()).toContain("iterations in 64 runs");
    const widthOf = (picture: string): Promise<number> =>
      panel.locator(picture).evaluate((element) => element.getBoundingClientRect().width);
    expect(await widthOf('.lt-pane svg[role="img"]')).toBeGreaterThanOrEqual(await widthOf(".lt-chart")); // made while nobody saw it
    await panel.getByRole("button", { name: "Any call" }).click();
    await panel.getByText("A call takes 513 cycles or more").waitFor();
    await panel.getByRole("button", { name: "This call" }).click();
    await panel.getByText(`This call took ${cycles} cycles`).waitFor();
  });

  it("has the signals that are searched for and ticked, by keyboard, cycle by cycle below the loops", async () => {
    const panel = await time();
    await panel.getByText("Signals", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("done");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await panel.getByText("Signals: 1 chosen").waitFor();
    await panel.getByText("Signals, as the simulator saw them").waitFor();
    expect(await panel.locator(".lt-chart .lt-bit").count()).toBe(1);
    await panel.locator(".lt-view").focus();
    await page.keyboard.press("ArrowUp"); // the last row
    for (let row = 0; row < 20; row++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    for (let zoom = 0; zoom < 12; zoom++) await page.keyboard.press("+");
    await page.keyboard.press(".");
    expect(await panel.locator(".lt-told").textContent()).toMatch(/^cycle [\d,]+, .*: \w+ is [01]$/);
  });

  it("ends with the text: another kernel has any call again, and its own signals", async () => {
    await writeSource(page, network);
    await writeSchedule(page, "dataflow\n");
    const panel = await time();
    await panel.getByText(/^A call takes/).waitFor();
    expect(await panel.getByRole("button", { name: "Any call" }).getAttribute("aria-pressed")).toBe("true");
  });

  it("of processes has the words that wait in their streams, as data made them", async () => {
    const cycles = await cyclesOfRun();
    const panel = await time();
    await panel.getByText(`This call took ${cycles} cycles`).waitFor();
    await panel.getByText("2 processes run side by side.").waitFor();
    expect(await panel.textContent()).toContain("Streams: words that wait");
    expect(await panel.locator(".lt-chart .lt-level").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("has units, drawn where they are busy, and told cycle by cycle", async () => {
    await writeSource(page, products);
    await writeSchedule(page, "pipeline i\npipeline j\n");
    const panel = await time();
    const row = panel.locator('.lt-chart [data-row="u0"]');
    await row.waitFor();
    const drawn = await panel.locator(".lt-chart .lt-busy").evaluateAll((paths) =>
      paths.map((path) => {
        const { x, y, width, height } = (path as SVGPathElement).getBBox();
        return { x, y, width, height, boxes: (path.getAttribute("d") ?? "").split("M").length - 1 };
      }),
    );
    expect(drawn.length).toBeGreaterThan(0);
    for (const { width, height, boxes } of drawn) {
      expect(width).toBeGreaterThan(20);
      expect(height).toBeGreaterThan(3);
      expect(boxes).toBeGreaterThan(10);
    }
    await row.click();
    await panel.getByRole("heading", { name: /mul/ }).waitFor();
    expect(await panel.locator(".lt-pane").first().textContent()).toContain("line");
    await panel.locator(".lt-view").focus();
    const told = new Set<string>();
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press(".");
      told.add(((await panel.locator(".lt-told").textContent()) ?? "").replace(/^cycle .*?: /, ""));
    }
    expect([...told].some((text) => /busy/.test(text))).toBe(true);
  });
});
