/** Code, schedule and hardware side by side, as a person works with them. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, toVerilog, toVitis } from "../../src/index.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { cyclesOf, openTab, schedule, settled, source, writeSchedule, writeSource } from "./person.ts";

const kernel = `from pylog import *


@pylog
def weigh(a: "int16[64]", b: "int16[64]", c: "int32[64]"):
    for i in range(64):
        c[i] = a[i] * b[i]
`;

const recurrence = `from pylog import *


@pylog
def sums(a: "int32[64]"):
    for i in range(1, 64):
        a[i] = a[i - 1] + a[i]
`;

describe.skipIf(browserPath() === null)("the page", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
  });
  afterAll(() => explorer?.close());

  it("marks a mistake where it is, with the reason and what to write", async () => {
    await writeSource(page, kernel.replace("a[i] * b[i]", "a[i] * bee[i]"));
    await page.locator("#source-editor .cm-lintRange-error").waitFor();
    const problem = page.locator("#source-problems .problem");
    expect(await problem.textContent()).toContain("line 7");
    expect(await problem.textContent()).toContain("`bee` is not defined");
    expect(await problem.locator(".help").count()).toBe(1);
    await page.locator("#source-editor .cm-lintRange-error").hover();
    await page.locator(".cm-tooltip .mark-text").waitFor();
  });

  it("shows other cycles as soon as a step is written", async () => {
    await writeSource(page, kernel);
    await writeSchedule(page, "");
    const before = await cyclesOf(page);
    await writeSchedule(page, "pipeline i\n");
    expect(await cyclesOf(page)).toBeLessThan(before * 0.6);
    expect(await page.locator('[data-fact="interval"] strong').textContent()).toBe("II 1");
  });

  it("shows a step that is refused, and the two accesses that clash in the source", async () => {
    await writeSource(page, recurrence);
    await writeSchedule(page, "parallel i\n");
    await page.locator("#schedule-editor .cm-lintRange-error").waitFor();
    expect(await page.locator("#schedule-problems .problem").textContent()).toContain("depend on each other");
    const marked = await page.locator("#source-editor .cm-lintRange-info").allTextContents();
    expect(marked.join("")).toContain("a[i - 1]");
    expect(marked.join("")).toContain("a[i]");
  });

  it("completes primitives, and the loops and arrays that are there", async () => {
    await writeSource(page, kernel);
    await writeSchedule(page, "");
    await schedule(page).click();
    await page.keyboard.type("pipel");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "pipeline" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type(" ");
    await page.keyboard.press("Control+Space");
    const offered = page.locator(".cm-tooltip-autocomplete li");
    await offered.first().waitFor();
    expect(await offered.allTextContents()).toEqual(expect.arrayContaining(["iloop", "aarray", "carray"]));
  });

  it("tells the type of a name under the pointer", async () => {
    await writeSource(page, kernel);
    await source(page).locator("span", { hasText: /^def$/ }).waitFor();
    const line = page.locator("#source-editor .cm-line", { hasText: "c[i] = a[i]" });
    const box = await line.boundingBox();
    if (box === null) throw new Error("the line is not there");
    await page.mouse.move(box.x + 8 + 8.3 * 7.83, box.y + box.height / 2);
    expect(await page.locator(".cm-hover").textContent()).toBe("c: int32[64]");
  });

  it("has the loops, the Verilog and the C++ that the command line writes", async () => {
    await writeSource(page, kernel);
    await writeSchedule(page, "");
    const compiled = compile({ path: "kernel.py", text: kernel });
    if (!compiled.ok) throw new Error("it is refused");
    const shown = async (title: string): Promise<string> => {
      const panel = await openTab(page, title);
      await panel.locator(".cm-content").click();
      await page.keyboard.press("Control+A");
      return panel.locator(".cm-content").evaluate((content) => {
        type View = { readonly view: { readonly state: { readonly doc: { toString(): string } } } };
        const tile = (content as unknown as { readonly cmTile: View }).cmTile;
        return tile.view.state.doc.toString();
      });
    };
    expect(await shown("Verilog")).toBe(toVerilog(compiled, { schedule: [] }).text);
    expect(await shown("Vitis C++")).toContain(toVitis(compiled, {}).text.split("\n")[2]);
    expect(await shown("Loops")).toContain("for i in range(64):");
    expect(await shown("OpenCL")).toContain("__kernel");
  });

  it("lights what a line became, and back", async () => {
    await writeSource(page, kernel);
    await writeSchedule(page, "");
    for (const title of ["Loops", "Verilog", "Vitis C++", "OpenCL"]) {
      const panel = await openTab(page, title);
      await page.locator("#source-editor .cm-line", { hasText: "c[i] = a[i]" }).click();
      await panel.locator(".cm-lit").first().waitFor();
    }
    const panel = await openTab(page, "Loops");
    await panel.locator(".cm-line", { hasText: "for i in range" }).click();
    await page.locator("#source-editor .cm-lit", { hasText: "for i in range(64)" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("writes a schedule of Lutra's own when it is asked to choose", async () => {
    await writeSource(page, kernel);
    await writeSchedule(page, "");
    await page.getByLabel("Lutra chooses for").selectOption("speed");
    await page.getByRole("button", { name: "Choose" }).click();
    await page
      .locator("#schedule-editor .cm-line", { hasText: /^(pipeline|unroll|partition)/ })
      .first()
      .waitFor();
    await settled(page);
    expect(await page.locator("#schedule-problems .problem").count()).toBe(0);
    expect(await cyclesOf(page)).toBeLessThan(80);
  });
});
