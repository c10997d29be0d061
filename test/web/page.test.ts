/** The page around the editors: gallery, guide, links, colours, keys, phones (everybody.long.test.ts: every tab); nothing that its policy forbids. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./axe.ts";
import { browserPath, type Explorer, patienceMs, startExplorer } from "./browser.ts";
import {
  cyclesOf,
  fact,
  openExample,
  openTab,
  schedule,
  settled,
  source,
  until,
  writeSchedule,
} from "./person.ts";

describe.skipIf(browserPath() === null)("the page", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  let loaded = 0;
  beforeAll(async () => {
    explorer = await startExplorer();
    const opened = await explorer.browser.newContext({ viewport: { width: 1366, height: 768 } });
    opened.setDefaultTimeout(patienceMs);
    page = await opened.newPage();
    const own: string[] = [];
    complaints = own;
    page.on("console", (message) => message.type() === "error" && own.push(message.text()));
    page.on("pageerror", (error) => own.push(String(error)));
    opened.on("response", async (response) => {
      loaded += gzipSync(await response.body()).length;
    });
    await page.goto(explorer.url);
    await settled(page);
  });
  afterAll(() => explorer?.close());

  it("opens with an example, in less than 3 MB", async () => {
    expect(await source(page).textContent()).toContain("def weigh");
    expect(await cyclesOf(page)).toBe(514);
    expect(loaded).toBeGreaterThan(100_000);
    expect(loaded).toBeLessThan(3_000_000);
  });

  it("fits a laptop's screen without scrolling", async () => {
    const { scroll, client } = await page.evaluate(() => ({
      scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
      client: [innerWidth, innerHeight],
    }));
    expect(scroll).toEqual(client);
  });

  it("opens an example of the gallery by keys alone", async () => {
    await page.getByRole("button", { name: "Examples" }).focus();
    await page.keyboard.press("Enter");
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('[data-example="fir"]').focus();
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await schedule(page).textContent()).toContain("pipeline n");
    expect(await fact(page, "interval").textContent()).toMatch(/^II \d+$/);
  });

  it("leads through a first minute, in which cycles fall", async () => {
    await page.getByRole("button", { name: "First minute" }).click();
    await settled(page);
    const cycles = [await cyclesOf(page)];
    for (const _ of [1, 2]) {
      await page.getByRole("button", { name: "Next" }).click();
      await settled(page);
      cycles.push(await cyclesOf(page));
    }
    expect(cycles).toEqual([...cycles].sort((a, b) => b - a));
    expect(new Set(cycles).size).toBe(3);
    await page.keyboard.press("Escape");
    expect(await page.locator("#guide").isHidden()).toBe(true);
  });

  it("shows the time of a call, to zoom in, and leads from it to the source", async () => {
    await openExample(page, "edges");
    const panel = await openTab(page, "Time");
    expect(await panel.locator(".lt-lead").textContent()).toContain("2 processes run side by side");
    const picture = (): Promise<string> => panel.locator(".lt-view").innerHTML();
    const whole = await picture();
    await panel.getByRole("button", { name: "+" }).click();
    expect(await picture()).not.toBe(whole);
    await panel.locator("[data-line]").first().click();
    await page.locator("#source-editor .cm-lit").waitFor();
  });

  it("moves from tab to tab by arrows", async () => {
    const first = await openTab(page, "Report");
    await page.getByRole("tab", { name: "Report" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await first.isHidden()).toBe(true);
    expect(await page.getByRole("tab", { name: "Time" }).getAttribute("aria-selected")).toBe("true");
  });

  it.each(["light", "dark"] as const)("keeps nobody out in %s colours", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const tab of ["Report", "Time", "Loops"]) {
      await openTab(page, tab);
      expect(await seriousFindings(page)).toEqual([]);
    }
  });

  it("can be read on a phone", async () => {
    const other = await explorer.open({ viewport: { width: 390, height: 844 }, isMobile: true });
    await settled(other.page);
    const width = await other.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await openTab(other.page, "Verilog");
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.page.context().close();
  });

  it("makes a link that holds code and schedule, and reads it", async () => {
    await openExample(page, "checksum");
    await writeSchedule(page, "unroll bit # mine\npipeline i\n");
    await page.getByRole("button", { name: "Copy link" }).click();
    const fragmentNow = (): Promise<string> => page.evaluate(() => location.hash);
    await until(page, "a link in the address", async () => (await fragmentNow()).length > 10);
    const fragment = await fragmentNow();
    const other = await explorer.open({ fragment });
    await settled(other.page);
    expect(await source(other.page).textContent()).toContain("def checksum");
    expect(await schedule(other.page).textContent()).toContain("unroll bit # mine");
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  });

  it.each([
    ["damaged", "#1.AAAA", "This link is damaged"],
    ["of another kind", "#<img src=x onerror=alert(1)>", ""],
    ["endless", `#1.${"A".repeat(200_000)}`, "This link is damaged"],
  ])("is not upset by a link that is %s, and says so", async (_, fragment, said) => {
    const other = await explorer.open({ fragment });
    if (said !== "") await other.page.locator("#toast", { hasText: said }).waitFor(); // it goes away again
    await settled(other.page);
    expect(await source(other.page).textContent()).toContain("def weigh");
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  });

  it("shows markup in code, names and steps as text", async () => {
    const { fragmentOf } = await import("./link.ts");
    const nasty = '<img src=x onerror="globalThis.hit=1">';
    const subject = {
      path: `${nasty}.py`,
      text: `@pylog\ndef f(a: "int32[4]"):\n    return ${nasty}\n`,
      schedule: `pipeline ${nasty}\n`,
    };
    const other = await explorer.open({ fragment: fragmentOf(subject) });
    await settled(other.page);
    expect(await other.page.locator("#source-title").textContent()).toBe(subject.path);
    expect(await other.page.evaluate(() => Reflect.get(globalThis, "hit"))).toBeUndefined();
    expect(await other.page.locator("img").count()).toBe(0);
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  });

  it("has complained about nothing", () => {
    expect(complaints.filter((text) => !/^Applying inline style/.test(text))).toEqual([]);
  });
});
