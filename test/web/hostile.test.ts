/** Links made to do harm, in headless Chromium: the page stays alive, runs nothing of them, and says what is wrong. */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { day } from "../corpus/day.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { hostileFragments, openedAll } from "./hostile.ts";
import { fragmentOf } from "./link.ts";
import { openTab, settled, source } from "./person.ts";

const kernel = (body: string): string =>
  `from pylog import *\n\n@pylog\ndef f(a: "int32[4]"):\n    ${body}\n`;

describe.skipIf(browserPath() === null)("a page that was made to do harm", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
    await settled(page);
  }, 120_000);
  afterAll(() => explorer.close());

  async function said(text: string): Promise<string> {
    expect(await openedAll(page, [fragmentOf({ text })])).toEqual([]);
    return `${await page.locator("#summary").textContent()}`;
  }

  it("says what is wrong with arrays that nobody has room for", async () => {
    const small = await said(kernel("t = np.zeros(10**9)\n    a[0] = t[3]"));
    expect(small).toMatch(/the arrays on chip need at least [\d,]+ block RAMs/);
    expect(await said(kernel("t = np.zeros(10**12)\n    a[0] = t[3]"))).toContain("2147483647 is the most");
  });

  it("does not run them", async () => {
    await said(kernel("t = np.zeros(10**9, np.int32)\n    a[0] = t[3]"));
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("256 MiB is the most").waitFor();
  });

  it("says what is nested too deeply", async () => {
    expect(await said(kernel(`a[0] = ${"(".repeat(20_000)}1${")".repeat(20_000)}`))).toContain("too deeply");
  });

  it("says which letter does not belong in code", async () => {
    expect(await said(kernel("\u202ea[0] = 1"))).toContain("U+202E");
  });

  it("stays alive whatever a link holds", async () => {
    const fragments = fc.sample(hostileFragments, { seed: day, numRuns: 8 });
    expect(await openedAll(page, fragments)).toEqual([]);
    expect(await source(page).isEditable()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
