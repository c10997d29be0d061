/** What a person does on the page, in words of the page. */
import type { Locator, Page } from "playwright-core";

export const source = (page: Page): Locator => page.locator("#source-editor .cm-content");
export const schedule = (page: Page): Locator => page.locator("#schedule-editor .cm-content");
export const fact = (page: Page, name: string): Locator => page.locator(`[data-fact="${name}"] strong`);

/** Waits until the page has told all that it has to tell of the texts as they are. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main[data-state="settled"]').waitFor();
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
