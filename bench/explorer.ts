/**
 * How long an example of the explorer's gallery takes in a tab, after the page has come: until its timeline stands there, and until the call
 * was simulated, compared with the reference, and shown cycle by cycle.
 *
 *     npm run bench:explorer                  all examples, three times each in pages of their own
 *     npm run bench:explorer -- fft sobel     these
 *
 * Needs Chromium, and the page of `npm run build`. The bound is for the best run, the one least disturbed.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { serveExplorer } from "../src/cli/explore/server.ts";

const runs = 3;
const mostSeconds = 3;

interface Times {
  readonly shown: number; // seconds: compiled, and its timeline drawn
  readonly ran: number; // after that: simulated, compared, recorded and drawn
}

const path = ["chromium-headless-shell", "chromium"]
  .map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim())
  .find((found) => found !== "");
if (path === undefined) throw new Error("there is no Chromium");
const served = await serveExplorer({ page: join("dist", "web"), port: 0, kernel: null });
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-gpu"] });
const asked = process.argv.slice(2);
const examples = (await examplesOf(browser)).filter((id) => asked.length === 0 || asked.includes(id));
process.stdout.write(row("example", "timeline s", "call s", "together s"));
for (const example of examples) {
  const times: Times[] = [];
  for (let run = 0; run < runs; run++) times.push(await timesOf(browser, example));
  const [best] = times.sort((one, other) => one.shown + one.ran - other.shown - other.ran);
  if (best === undefined) continue;
  const together = best.shown + best.ran;
  const miss = together >= mostSeconds;
  if (miss) process.exitCode = 1;
  const cells = [best.shown, best.ran, together].map((seconds) => seconds.toFixed(2));
  process.stdout.write(row(example, ...cells, ...(miss ? ["MISS"] : [])));
}
await browser.close();
served.close();

async function examplesOf(own: Browser): Promise<readonly string[]> {
  const page = await own.newPage();
  await page.goto(served.url);
  const cards = await page.locator("[data-example]").all();
  const ids = await Promise.all(cards.map((card) => card.getAttribute("data-example")));
  await page.close();
  return ids.filter((id) => id !== null);
}

async function timesOf(own: Browser, example: string): Promise<Times> {
  const page = await own.newPage({ viewport: { width: 1366, height: 768 } });
  page.setDefaultTimeout(120_000);
  await page.goto(served.url);
  await page.locator('main[data-state="settled"]').waitFor();
  await page.getByRole("tab", { name: "Time", exact: true }).click();
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator("#panel-time .lt-chart").evaluate((chart) => chart.setAttribute("data-before", ""));
  const begun = performance.now();
  await page.locator(`[data-example="${example}"]`).click();
  await page.locator("#panel-time .lt-chart:not([data-before])").waitFor();
  const shown = performance.now();
  await page.keyboard.press("Control+Enter");
  await page.getByText("The circuit gives the reference's bits.").waitFor();
  await page.locator('#panel-time [aria-pressed="true"]:text-is("This call")').waitFor({ state: "attached" });
  const ran = performance.now();
  await page.close();
  return { shown: (shown - begun) / 1000, ran: (ran - shown) / 1000 };
}

function row(...cells: readonly string[]): string {
  const [first = "", ...others] = cells;
  return `${first.padEnd(16)}${others.map((cell) => cell.padStart(12)).join("")}\n`;
}
