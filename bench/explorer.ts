/**
 * How long an example of the explorer's gallery takes in a tab, after the page has come: until its timeline stands there, and until the call
 * was simulated, compared with the reference, and shown cycle by cycle.
 *
 *     npm run bench:explorer                  all examples, three times each in pages of their own
 *     npm run bench:explorer -- fft sobel     these
 *
 * Needs Chromium, and the page of `npm run build`, on a machine of two cores that does nothing else: the bound is for seconds on the clock, of the
 * run least disturbed. Beside them stands the processor time of the tab's process, all its threads together: the page, its workers, the
 * engine's compilers and collectors.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { serveExplorer } from "../src/cli/explore/server.ts";

const runs = 3;
const mostSeconds = 3;

/** Of both steps: its timeline is drawn; it is simulated, compared, recorded and drawn again. */
interface Times {
  readonly shown: Seconds;
  readonly ran: Seconds;
}

interface Seconds {
  readonly wall: number;
  readonly processor: number;
}

const path = ["chromium-headless-shell", "chromium"]
  .map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim())
  .find((found) => found !== "");
if (path === undefined) throw new Error("there is no Chromium");
const served = await serveExplorer({ page: join("dist", "web"), port: 0, kernel: null });
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-gpu"] });
const asked = process.argv.slice(2);
const examples = (await examplesOf(browser)).filter((id) => asked.length === 0 || asked.includes(id));
process.stdout.write(row("", "timeline", "", "call", "", "together", ""));
process.stdout.write(row("example", ...[1, 2, 3].flatMap(() => ["s", "cpu s"])));
for (const example of examples) {
  const times: Times[] = [];
  for (let run = 0; run < runs; run++) times.push(await timesOf(browser, example));
  const [best] = times.sort((one, other) => wallTime(one) - wallTime(other));
  if (best === undefined) continue;
  const { shown, ran } = best;
  const together = { wall: wallTime(best), processor: shown.processor + ran.processor };
  const miss = together.wall >= mostSeconds;
  if (miss) process.exitCode = 1;
  const cells = [shown, ran, together].flatMap(({ wall, processor }) => [
    wall.toFixed(2),
    processor.toFixed(2),
  ]);
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
  const tabs = await processorSeconds(own);
  const busy = async (): Promise<Seconds> => {
    const now = await processorSeconds(own);
    const processor = [...now].reduce((sum, [id, seconds]) => sum + seconds - (tabs.get(id) ?? 0), 0);
    return { wall: performance.now() / 1000, processor };
  };
  const begun = await busy();
  await page.locator(`[data-example="${example}"]`).click();
  await page.locator("#panel-time .lt-chart:not([data-before])").waitFor();
  const shown = await busy();
  await page.keyboard.press("Control+Enter");
  // Found by places: to look for words in all of a page again and again takes as long as the call does.
  await page.locator("#panel-run .said .same").waitFor();
  await page.locator('#panel-time .either [aria-pressed="true"]:last-child').waitFor({ state: "attached" });
  const ran = await busy();
  await page.close();
  return { shown: between(begun, shown), ran: between(shown, ran) };
}

function between(one: Seconds, other: Seconds): Seconds {
  return { wall: other.wall - one.wall, processor: other.processor - one.processor };
}

function wallTime({ shown, ran }: Times): number {
  return shown.wall + ran.wall;
}

/** Of every process of a tab, by its id. */
async function processorSeconds(own: Browser): Promise<ReadonlyMap<number, number>> {
  const session = await own.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return new Map(
    processInfo.flatMap(({ type, id, cpuTime }) => (type === "renderer" ? [[id, cpuTime] as const] : [])),
  );
}

function row(...cells: readonly string[]): string {
  const [first = "", ...others] = cells;
  return `${first.padEnd(16)}${others.map((cell) => cell.padStart(10)).join("")}\n`;
}
