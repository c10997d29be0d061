/** Pages of the time of a call, opened in headless Chromium as a person does, and read without one. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, encodeNpy, type ScheduleOptions, type Timeline, timeline } from "../../src/index.ts";
import { timelinePage } from "../../src/picture/page.ts";
import type { PageData } from "../../src/picture/page_main.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "../cli/lutra.ts";
import { browserPath } from "../web/chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const sums = `from pylog import *

@pylog
def sums(a: "int32[64]", out: "int32[8]"):
    for i in range(8):
        total = 0
        for j in range(8):
            total += a[8 * i + j]
        out[i] = total
`;

const halves = `from pylog import *

@pylog
def halves(a: "int32[3]", out: "int32[3]"):
    for i in range(3):
        x = a[i]
        n = 0
        while x > 0:
            x = x >> 1
            n += 1
        out[i] = n
`;

function timelineFor(text: string, options: ScheduleOptions = { schedule: "none" }): Timeline {
  const kernel = compile({ path: "kernel.py", text });
  if (!kernel.ok) throw new Error("the kernel is refused");
  const answer = timeline(kernel, options);
  if (!answer.ok) throw new Error("there is no circuit");
  return answer.timeline;
}

describe("the file", () => {
  it("holds names and text of a program as text, whatever they are", () => {
    const own = timelineFor(sums);
    const hostile = `</script><img src=x onerror="alert(1)"><!--'`;
    const page = timelinePage({
      timeline: {
        ...own,
        kernel: hostile,
        source: {
          path: hostile,
          text: own.source.text.replaceAll("total += ", `total += 0 # ${hostile}\\n`),
        },
        memories: own.memories.map((memory) => ({ ...memory, name: hostile, element: hostile })),
        processes: own.processes.map((process) => ({ ...process, name: hostile })),
      },
      waves: null,
    });
    expect(page.includes("<img")).toBe(false);
    expect(page.match(/<script/g)).toHaveLength(2); // data, and the page's own
    expect(page.match(/<\/script/g)).toHaveLength(2);
    const markup = page.slice(page.indexOf("<body"), page.indexOf("<script")).replaceAll(/"[^"]*"/g, '""');
    expect(markup.match(/<[^>]*\s(on\w+|style)=/gi)).toBe(null);
  });

  it("of a call of ten million cycles is written in a moment, and small", () => {
    const kernel = `from pylog import *

@pylog
def long(a: "int32[1000]"):
    for t in range(100):
        for i in range(1000):
            for j in range(i, 200):
                a[i] += a[j] * t
`;
    const own = timelineFor(kernel);
    expect(own.cycles.least).toBeGreaterThan(5_000_000);
    const begun = performance.now();
    const page = timelinePage({ timeline: own, waves: null });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(page.length).toBeLessThan(1_000_000);
  });
});

it("`lutra report --html` writes it, and `--json` tells the same", () =>
  inDirectory(async (directory) => {
    const file = write(directory, "sums.py", sums);
    const html = join(directory, "sums.html");
    const { status, out } = await lutra("report", file, "--schedule", "none", "--html", html, "--json");
    expect(status).toBe(0);
    const facts = JSON.parse(out) as { timeline: Timeline; circuit: { cycles: { least: number } } };
    expect(facts.timeline.cycles.least).toBe(facts.circuit.cycles.least);
    const data = /id="data">([^<]*)</.exec(readFileSync(html, "utf8"))?.[1] ?? "";
    const { timeline: told, waves: recorded } = JSON.parse(data) as PageData;
    expect(told).toEqual(facts.timeline);
    const done = recorded?.signals.find(({ name }) => name === "done");
    expect(done?.changes.find(({ value }) => value === "1")?.cycle).toBe(told.cycles.least);
    const twice = await lutra("report", file, "--html", html, "--svg", html);
    expect(twice.err).toMatch(/--svg and --html both name/);
    expect(await lutra("report", file, "--html", file)).toMatchObject({ status: 1 });
  }));

it("`--seed` makes it a page of one call, with the data of `--in` and others from the seed", () =>
  inDirectory(async (directory) => {
    const file = write(directory, "halves.py", halves);
    const html = join(directory, "halves.html");
    const array = join(directory, "a.npy");
    writeFileSync(array, encodeNpy({ dtype: "int32", shape: [3], data: Int32Array.of(1, 1024, 7) }));
    const page = async (...words: readonly string[]): Promise<Timeline> => {
      const { status, err } = await lutra("report", file, "--schedule", "none", "--html", html, ...words);
      expect(status, err).toBe(0);
      const data = /id="data">([^<]*)</.exec(readFileSync(html, "utf8"))?.[1] ?? "";
      return (JSON.parse(data) as PageData).timeline;
    };
    expect((await page()).recorded).toBeNull();
    const ofFile = await page("--seed", "1", "--in", `a=${array}`);
    const ran = await lutra(
      ...["run", file, "--on", "verilog", "--sim", "lutra", "--schedule", "none"],
      ...["--in", `a=${array}`, "--json"],
    );
    expect(ofFile.recorded?.isWhole).toBe(true);
    expect(ofFile.cycles.least).toBe(
      (JSON.parse(ran.out) as { hardware: { cycles: number } }).hardware.cycles,
    );
    expect((await page("--seed", "2")).cycles.least).not.toBe(ofFile.cycles.least);
    expect(readFileSync(html, "utf8")).not.toMatch(/(src|href)\s*=\s*["']?https?:/);
    for (const [words, said] of [
      [["--seed", "1"], "--seed has no effect without --html"],
      [["--seed", "x", "--html", html], "--seed x: expected a whole number"],
      [["--seed", "1", "--in", `a=${array}`, "--html", array], "a.npy"],
    ] as const)
      expect((await lutra("report", file, ...words)).err).toContain(said);
  }));

const shell = browserPath();

describe.skipIf(shell === null)("in headless Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: shell ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  async function opened(own: Timeline, then: (page: Page) => Promise<void>): Promise<void> {
    await inDirectory(async (directory) => {
      const file = write(directory, "page.html", timelinePage({ timeline: own, waves: null }));
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      const wrong: string[] = [];
      page.on("pageerror", (error) => wrong.push(String(error)));
      page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
      await page.goto(pathToFileURL(resolve(file)).href);
      await then(page);
      await page.close();
      expect(wrong).toEqual([]);
    });
  }

  const seen = async (page: Page): Promise<number> => {
    const label = (await page.locator(".lt-chart").getAttribute("aria-label")) ?? "";
    const [, from = "", to = ""] = /cycles ([\d,]+) to ([\d,]+)/.exec(label) ?? [];
    return Number(to.replaceAll(",", "")) - Number(from.replaceAll(",", ""));
  };

  it("zooms and moves by keyboard, down to single cycles, and tells what runs in each", () =>
    opened(timelineFor(sums), async (page) => {
      await page.locator(".lt-view").focus();
      const whole = await seen(page);
      await page.keyboard.press("+");
      expect(await seen(page)).toBeLessThan(whole);
      for (let k = 0; k < 8; k++) await page.keyboard.press("+");
      expect(await seen(page)).toBeLessThan(10);
      await page.keyboard.press("Home");
      await page.keyboard.press(".");
      expect(await page.locator(".lt-told").textContent()).toMatch(/^cycle \d+, .*: /);
      await page.keyboard.press("0");
      expect(await seen(page)).toBe(whole);
    }));

  it("zooms by the wheel, and moves by a drag", () =>
    opened(timelineFor(sums), async (page) => {
      const box = await page.locator(".lt-chart").boundingBox();
      if (box === null) throw new Error("there is no picture");
      const [x, y] = [box.x + 0.6 * box.width, box.y + 90];
      const whole = await seen(page);
      await page.mouse.move(x, y);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -600);
      await page.keyboard.up("Control");
      const closer = await seen(page);
      expect(closer).toBeLessThan(whole);
      const before = await page.locator(".lt-chart").getAttribute("aria-label");
      await page.mouse.down();
      await page.mouse.move(x - 200, y, { steps: 4 });
      await page.mouse.up();
      expect(await page.locator(".lt-chart").getAttribute("aria-label")).not.toBe(before);
      expect(Math.abs((await seen(page)) - closer)).toBeLessThan(2); // rounded
      await page.mouse.move(x, box.y + 10); // on the axis: cycles are chosen
      await page.mouse.down();
      await page.mouse.move(x + 100, box.y + 10, { steps: 4 });
      await page.mouse.up();
      expect(await seen(page)).toBeLessThan(closer);
    }));

  it("shows what is chosen: its cycles, the operations of an iteration, and why it does not start sooner", () =>
    opened(
      timelineFor(sums.replace("range(8):\n            total", "range(8).pipeline():\n            total")),
      async (page) => {
        await page.locator(".lt-view").focus();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowUp");
        await page.locator("[data-do=next]").click();
        const pane = page.locator(".lt-pane").first();
        expect(await pane.textContent()).toContain("of a call");
        await pane.locator("[data-line]").first().click();
        expect(await page.locator(".lt-lit").count()).toBe(1);
      },
    ));

  const loop = (body: string): string =>
    `from pylog import *\n\n@pylog\ndef f(a: "int32[64]", out: "int32[64]"):\n    for i in range(2, 62).pipeline():\n        ${body}\n`;

  it("draws what bounds an interval: a recurrence as its circle, with how long each step takes", () =>
    opened(timelineFor(loop("out[i] = out[i - 1] * a[i] * 3")), async (page) => {
      const pane = page.locator(".lt-pane").first();
      expect(await pane.textContent()).toContain("An iteration needs what the iteration before computes");
      expect(await pane.locator(".lt-hotline, .lt-node").count()).toBeGreaterThan(1);
    }));

  it("draws a port conflict as the accesses that want a port, cycle by cycle", () =>
    opened(timelineFor(loop("out[i] = a[i] + a[i // 2] + a[i // 3] + a[i // 5]")), async (page) => {
      const pane = page.locator(".lt-pane").first();
      expect(await pane.textContent()).toMatch(/An iteration touches a 4 times, and it has \d ports?/);
      expect(await pane.locator(".lt-slot").count()).toBeGreaterThan(1);
    }));

  it("opens units that take turns: in which cycles each is busy, and what it computes", () =>
    opened(
      timelineFor(loop("out[i] = a[i] * out[i - 1] + a[i - 2] * a[i - 1] + a[i] * a[i + 1]"), {
        schedule: { path: "f.schedule", text: "limit mul 2\n" },
      }),
      async (page) => {
        const rows = page.locator(".lt-chart .lt-busy");
        expect(await rows.count()).toBe(1);
        await page.locator('[data-fold="u0"]').last().click();
        expect(await rows.count()).toBe(3);
        await page.locator('[data-row="u0n1"]').click();
        const pane = page.locator(".lt-pane").first();
        await pane.getByText(/^Unit 1 of mul/).waitFor();
        expect(await pane.locator("tbody tr").count()).toBeGreaterThan(0);
        await page.locator(".lt-view").focus();
        await page.keyboard.press(".");
        expect(await page.locator(".lt-told").textContent()).toMatch(/unit 1 of mul .* is (busy|idle)$/);
      },
    ));

  it("opens a memory: the traffic of each of its banks", () =>
    opened(
      timelineFor(loop("out[i] = a[i] + a[i - 1]"), {
        schedule: { path: "f.schedule", text: "partition a dim=0 cyclic 4\n" },
      }),
      async (page) => {
        expect(await page.getByText("bank 3", { exact: true }).count()).toBe(0);
        await page.locator('[data-fold="m0"]').click();
        await page.getByText("bank 3", { exact: true }).waitFor();
        expect(await page.getByText(/^bank \d$/).count()).toBe(4);
        await page.locator('[data-row$="b3"]').click();
        await page.locator(".lt-view").focus();
        await page.keyboard.press(".");
        expect(await page.locator(".lt-told").textContent()).toMatch(/bank 3 of a has \d+ reads? and/);
      },
    ));

  it.each(["light", "dark"] as const)("is accessible, %s: nothing that axe finds", (colorScheme) =>
    opened(timelineFor(sums), async (page) => {
      await page.emulateMedia({ colorScheme });
      for (const details of await page.locator("summary").all()) await details.click();
      await page.evaluate(`${axe}; undefined`); // by the debugger, which no policy holds
      const found = await page.evaluate<{ violations: readonly { readonly id: string }[] }>("axe.run()");
      expect(found.violations.map(({ id }) => id)).toEqual([]);
    }),
  );

  it("runs nothing that a program says", () => {
    const own = timelineFor(sums);
    const hostile = `</script><script>document.title='broken'</script><img src=x onerror="document.title='broken'">`;
    const memories = own.memories.map((memory) => ({ ...memory, name: hostile }));
    return opened({ ...own, kernel: hostile, memories }, async (page) => {
      await page.locator(".lt-view").focus();
      for (let k = 0; k < 12; k++) await page.keyboard.press("ArrowDown");
      expect(await page.title()).not.toBe("broken");
      expect(await page.locator("img").count()).toBe(0);
    });
  });
});
