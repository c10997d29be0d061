/** What a person does on the page, in words of the page. */
import type { Locator, Page } from "playwright-core";
import { patienceMs } from "./browser.ts";

export const source = (page: Page): Locator => page.locator("#source-editor .cm-content");
export const schedule = (page: Page): Locator => page.locator("#schedule-editor .cm-content");
export const fact = (page: Page, name: string): Locator => page.locator(`[data-fact="${name}"] strong`);

/** Waits until the page has told all that it has to tell of the texts as they are. */
export async function settled(page: Page): Promise<void> {
  try {
    await page.locator('main[data-state="settled"]').waitFor();
  } catch (error) {
    throw new Error(`the page has not settled: ${await shownOn(page)}`, { cause: error });
  }
}

/** Waits for something that no locator says. */
export async function until(page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: not after ${patienceMs} ms; ${await shownOn(page)}`);
    await page.waitForTimeout(30);
  }
}

/** What a person would see of its state. */
async function shownOn(page: Page): Promise<string> {
  const textOf = async (selector: string): Promise<string> =>
    (await page
      .locator(selector)
      .textContent({ timeout: 1000 })
      .catch(() => null)) ?? "";
  const state = await page
    .locator("main")
    .getAttribute("data-state", { timeout: 1000 })
    .catch(() => null);
  const [summary, problems] = [await textOf("#summary"), await textOf("#source-problems")];
  return JSON.stringify({ state, summary, problems });
}

export async function writeSource(page: Page, text: string): Promise<void> {
  await source(page).fill(text);
  await settled(page);
}

export async function writeSchedule(page: Page, text: string): Promise<void> {
  await schedule(page).fill(text);
  await settled(page);
}

export async function openTab(page: Page, title: string): Promise<Locator> {
  await page.getByRole("tab", { name: title, exact: true }).click();
  return page.getByRole("tabpanel", { name: title });
}

export async function openExample(page: Page, id: string): Promise<void> {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator(`[data-example="${id}"]`).click();
  await settled(page);
}

/** `1,204 cycles` */
export async function cyclesOf(page: Page): Promise<number> {
  const text = (await fact(page, "cycles").textContent()) ?? "";
  return Number(/[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}
