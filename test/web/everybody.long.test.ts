/** The page for everybody: what axe finds in each tab, light and dark; without a mouse; on a phone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./axe.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { cyclesOf, openExample, openTab, schedule, settled, source } from "./person.ts";

describe.skipIf(browserPath() === null)("the page", () => {
  let explorer: Explorer;
  let page: Page;
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page } = await explorer.open());
    await openExample(page, "gcd");
  }, 120_000);
  afterAll(() => explorer.close());

  const tabsOf = async (own: Page): Promise<readonly string[]> =>
    await own.getByRole("tab").allTextContents();

  it("runs, and records signals, so that tabs have something to show", async () => {
    const run = await openTab(page, "Run");
    await run.getByRole("button", { name: "Run", exact: true }).click();
    await run.getByText("The circuit gives the reference's bits.").waitFor();
    const time = await openTab(page, "Time");
    await time.getByText(/^This call took/).waitFor();
    await time.getByText("Signals", { exact: true }).click();
    await time.getByLabel(/^done/).check();
    await time.getByText("Signals, as the simulator saw them").waitFor();
    await time.locator("details").evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
  });

  it.each(["light", "dark"] as const)("keeps nobody out of any tab, in %s colours", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const tabs = await tabsOf(page);
    expect(tabs.length).toBeGreaterThanOrEqual(8);
    expect(await seriousFindings(page)).toEqual([]);
    for (const tab of tabs) {
      await openTab(page, tab);
      expect({ tab, found: await seriousFindings(page, { within: "#panels" }) }).toEqual({ tab, found: [] });
    }
  });

  it("leads through the first minute without a mouse", async () => {
    const other = await explorer.open();
    await settled(other.page);
    const { keyboard } = other.page;
    const focused = (): Promise<string> =>
      other.page.evaluate(() => document.activeElement?.textContent ?? "");
    for (let presses = 0; presses < 12 && (await focused()) !== "First minute"; presses++)
      await keyboard.press("Tab");
    await keyboard.press("Enter");
    await settled(other.page);
    const cycles = [await cyclesOf(other.page)];
    for (const _ of [1, 2]) {
      expect(await focused()).toBe("Next");
      await keyboard.press("Enter");
      await settled(other.page);
      cycles.push(await cyclesOf(other.page));
    }
    expect(cycles).toEqual([...new Set(cycles)].sort((a, b) => b - a));
    await keyboard.press("Enter"); // the last: what it is
    expect(await other.page.getByRole("tab", { name: "Verilog" }).getAttribute("aria-selected")).toBe("true");
    await keyboard.press("Enter"); // done
    expect(await focused()).toBe("First minute"); // where it began
    await other.page.context().close();
  });

  it("is written in, left and run without a mouse", async () => {
    const other = await explorer.open();
    await settled(other.page);
    const { keyboard } = other.page;
    await source(other.page).focus();
    await keyboard.press("Control+End");
    await keyboard.type("# mine");
    await keyboard.press("Escape"); // a completion, if there is one
    await keyboard.press("Escape");
    await keyboard.press("Tab"); // the bar between the editors
    await keyboard.press("Tab");
    await other.page.locator("#goal:focus").waitFor();
    await schedule(other.page).focus();
    await keyboard.type("pipeline i");
    await keyboard.press("Escape"); // the completion
    await settled(other.page);
    await keyboard.press("Control+Enter");
    await other.page.getByText("The circuit gives the reference's bits.").waitFor();
    await other.page.context().close();
  });

  it("can be read on a phone: no tab is wider than it", async () => {
    const scrolling = { rules: ["scrollable-region-focusable"] }; // what a narrow page changes
    const other = await explorer.open({ viewport: { width: 390, height: 844 }, isMobile: true });
    await openExample(other.page, "edges");
    for (const tab of await tabsOf(other.page)) {
      await openTab(other.page, tab);
      const width = await other.page.evaluate(() => document.documentElement.scrollWidth);
      expect({ tab, width }).toEqual({ tab, width: 390 });
      expect({ tab, found: await seriousFindings(other.page, scrolling) }).toEqual({ tab, found: [] });
    }
    await other.page.context().close();
  });
});
