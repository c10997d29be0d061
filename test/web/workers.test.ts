/** Which worker of the page does what, so that a person waits for nothing that is made twice, or that nobody has asked for. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Request } from "../../web/src/protocol.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { openExample, openTab, settled, writeSchedule } from "./person.ts";

interface Asked {
  readonly kind: Request["kind"];
  readonly worker: number;
  readonly isTimelineThere: boolean;
}

describe.skipIf(browserPath() === null)("workers", () => {
  let explorer: Explorer;
  let page: Page;
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page } = await explorer.open());
    await settled(page);
    await openTab(page, "Time");
    await page.evaluate(() => {
      const asked: unknown[] = [];
      const workers = new Map<Worker, number>();
      Object.assign(globalThis, { asked });
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (this: Worker, message: never, ...others: never[]) {
        const { request } = message as { readonly request?: { readonly kind: string } };
        if (!workers.has(this)) workers.set(this, workers.size);
        const isTimelineThere = document.querySelector("#panel-time .lt-chart:not([data-before])") !== null;
        if (request !== undefined)
          asked.push({ kind: request.kind, worker: workers.get(this), isTimelineThere });
        post.call(this, message, ...others);
      } as typeof post;
    });
  });
  afterAll(() => explorer?.close());

  it("make code for other tools and advice when the timeline is there", async () => {
    await forgetTimeline();
    await openExample(page, "histogram");
    const asked = await taken();
    expect(asked.map(({ kind }) => kind)).toEqual(["analyse", "code", "advise"]);
    expect(asked.map(({ isTimelineThere }) => isTimelineThere)).toEqual([false, true, true]);
    const [analyse, code, advise] = asked.map(({ worker }) => worker);
    expect(code).not.toBe(analyse);
    expect(advise).toBe(code);
    await openTab(page, "Vitis C++");
    await page.getByLabel("Vitis C++, as generated").getByText("void histogram").first().waitFor();
    await openTab(page, "Report");
    await page.getByText("What keeps iterations in order").waitFor();
  });

  it("simulate a call where its circuit was made, and go on with each other's work when the text changes", async () => {
    await taken();
    await writeSchedule(page, "unroll i 2\n");
    await run();
    await writeSchedule(page, "");
    await run();
    const asked = (await taken()).filter(({ kind }) => kind === "analyse" || kind === "run");
    expect(asked.map(({ kind }) => kind)).toEqual(["analyse", "run", "analyse", "run"]);
    const [first, ran, second, ranAgain] = asked.map(({ worker }) => worker);
    expect([ran, ranAgain]).toEqual([first, second]);
  });

  async function run(): Promise<void> {
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.locator(".same").waitFor();
  }

  async function forgetTimeline(): Promise<void> {
    await taken();
    await page.locator("#panel-time .lt-chart").evaluate((chart) => chart.setAttribute("data-before", ""));
  }

  /** What was asked since the last time. */
  async function taken(): Promise<readonly Asked[]> {
    return page.evaluate(() => (globalThis as unknown as { asked: Asked[] }).asked.splice(0));
  }
});
