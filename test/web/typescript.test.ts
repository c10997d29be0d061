/** Kernels in TypeScript in the page: circuits, remarks in place, and nothing that their text could reach. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { fragmentOf } from "./link.ts";
import {
  cyclesOf,
  fact,
  openExample,
  openTab,
  settled,
  source,
  until,
  writeSchedule,
  writeSource,
} from "./person.ts";

const doubled = `import { kernel } from "lutra";

export const doubled = kernel("doubled", { a: "int32[32]" }, ({ a }, h) => {
  h.for(32, (i) => a.at(i).set(a.at(i).mul(2)), "i");
});
`;

describe.skipIf(browserPath() === null)("a kernel in TypeScript", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  const fetched: string[] = [];
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
    page.on("response", (response) => fetched.push(response.url()));
    await settled(page);
  });
  afterAll(() => explorer?.close());

  it("is opened from the gallery; only then is what it takes fetched", async () => {
    expect(fetched.filter((url) => url.endsWith("frame.html"))).toEqual([]);
    await openExample(page, "taps");
    expect(await fact(page, "interval").textContent()).toBe("II 1");
    expect(fetched.some((url) => url.endsWith("frame.html"))).toBe(true);
    expect(await page.locator("#source-title").textContent()).toBe("taps.ts");
  });

  it("runs, on the reference and as a circuit with its bits", async () => {
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
  });

  it("follows what is written, under a schedule that knows its loops", async () => {
    await writeSource(page, doubled);
    await writeSchedule(page, "");
    const before = await cyclesOf(page);
    await writeSchedule(page, "pipeline i\n");
    expect(await cyclesOf(page)).toBeLessThan(before);
    await openTab(page, "Verilog");
    await source(page).locator(".cm-line", { hasText: "a.at(i)" }).click();
    await until(page, "lit Verilog", async () => (await page.locator("#panel-verilog .cm-lit").count()) > 0);
  });

  it.each([
    ["of its syntax", "mul(2)", "mul(2", "line 4"],
    ["that Lutra refuses", "a.at(i).mul(2)", "a.at(i, 1).mul(2)", "a is int32[32]: it takes 1 index, not 2"],
    ["of JavaScript", "mul(2)", "mull(2)", "a.at(...).mull is not a function"],
    ["in what it imports", '"lutra"', '"./other.ts"', "there is no other file in the explorer"],
    ["in a name of lutra's", "{ kernel }", "{ kernel, run }", "`lutra` has no `run` in the explorer"],
  ])("has a mistake %s underlined, with the reason", async (_, right, wrong, reason) => {
    await writeSource(page, doubled.replace(right, wrong));
    await source(page).locator(".cm-lintRange-error").first().waitFor();
    expect(await page.locator("#source-problems").textContent()).toContain(reason);
  });

  it("completes what the builder and its values have, and tells types", async () => {
    await writeSource(page, doubled);
    await source(page).locator(".cm-line", { hasText: "h.for" }).click();
    await page.keyboard.press("Home");
    await page.keyboard.type("h.comp");
    await page.locator("#source-editor .cm-tooltip-autocomplete", { hasText: "compute" }).waitFor();
    await page.keyboard.press("Escape");
    await writeSource(page, doubled);
    const box = await source(page).locator(".cm-line", { hasText: "h.for" }).boundingBox();
    if (box === null) throw new Error("the line is not there");
    await page.mouse.move(box.x + 8 + 19.3 * 7.83, box.y + box.height / 2); // the `a` of `a.at(i)`
    await page.locator("#source-editor .cm-hover", { hasText: "a: int32[32]" }).waitFor();
  });

  it("is stopped when it never ends, and the page stays alive", async () => {
    await source(page).fill(doubled.replace("  h.for", "  while (true);\n  h.for"));
    await page.locator("#source-problems", { hasText: "it has not ended" }).waitFor();
    await writeSource(page, doubled);
    expect(await page.locator("#source-problems").textContent()).toBe("");
  });

  it("changes language, and keeps what was written in the other", async () => {
    await page.getByLabel("Language").selectOption("python");
    await settled(page);
    expect(await source(page).textContent()).toContain("def weigh");
    await page.getByLabel("Language").selectOption("typescript");
    await settled(page);
    expect(await source(page).textContent()).toContain("doubled");
    expect(complaints).toEqual([]);
  });

  it("of a link reaches no network, no storage and no page, and cannot send what is no kernel", async () => {
    const tries = [
      "fetch('frame.html')",
      "new WebSocket('ws://127.0.0.1:1/')",
      "import('./x.js')",
      "indexedDB.open('x')",
    ];
    const nasty = `import { kernel } from "lutra";
const reached: string[] = [];
const tried = [${tries.map((one) => `async () => ${one}`).join(", ")}];
for (const one of tried) {
  try {
    const got = (await one()) as { error?: { name?: string }; readyState?: number };
    if (got?.readyState === undefined) reached.push(String(one));
  } catch {}
}
if (origin !== "null") reached.push(origin);
if (typeof document !== "undefined") reached.push("document");
if (reached.length > 0) throw new Error("reached " + reached.join());
postMessage({ ok: true, program: { kernel: "f", functions: [{ name: "f(alert(1))", params: [], locals: [], writes: [], body: [], results: [], span: { from: 0, to: 0 } }] } });
`;
    const other = await explorer.open({ fragment: fragmentOf({ path: "nasty.ts", text: nasty }) });
    await settled(other.page);
    expect(await other.page.locator("#source-problems").textContent()).toContain(
      "what this file exports is no kernel that Lutra has written down",
    );
    expect(other.page.frames().length).toBe(1);
    await other.page.context().close();
  });
});
