/** Calls in the tab: on the reference and as a circuit, with a picture, downloaded, and stopped. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodePng } from "../../src/call/png.ts";
import { browserPath, type Explorer, startExplorer } from "./browser.ts";
import { openExample, openTab, settled, source, writeSchedule, writeSource } from "./person.ts";

const endless = `from pylog import *


@pylog
def endless(a: "int32[4]"):
    while a[0] == a[0]:
        a[1] += 1
`;

const colours = `from pylog import *


@pylog
def darker(photo: "uint8[12,16,3]", weights: "int32[3]"):
    for y in range(12):
        for x in range(16):
            for c in range(3):
                photo[y, x, c] = photo[y, x, c] // 2
`;

describe.skipIf(browserPath() === null)("a kernel in the tab", () => {
  let explorer: Explorer;
  let page: Page;
  let complaints: readonly string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "lutra-run-"));
  beforeAll(async () => {
    explorer = await startExplorer();
    ({ page, complaints } = await explorer.open());
    await settled(page);
  });
  afterAll(async () => {
    await explorer?.close();
    rmSync(folder, { recursive: true });
  });

  it("runs with data from a seed, as a circuit with the reference's bits in the cycles that were predicted", async () => {
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
    expect(await panel.locator(".said").textContent()).toContain("514 cycles, where 514 were predicted");
    expect(await panel.locator('[data-value="return"] .scalar').textContent()).toMatch(/^-?\d+$/);
    expect(await panel.locator('[data-value="a"] .histogram rect').count()).toBe(32);
  });

  it("shows the edges of a picture that is dropped", async () => {
    await openExample(page, "sobel");
    const panel = await openTab(page, "Run");
    await panel.locator('[data-input="image"]').waitFor();
    const bytes = [...readFileSync("examples/photo.png")];
    const data = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(all)], "photo.png", { type: "image/png" }));
      return transfer;
    }, bytes);
    await panel.locator('[data-input="image"]').dispatchEvent("drop", { dataTransfer: data });
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
    const canvas = panel.locator('[data-value="return"] canvas');
    expect(await canvas.getAttribute("aria-label")).toBe("return as a picture of 62 by 62");
    const bright = await canvas.evaluate((element) => {
      const drawn = element as HTMLCanvasElement;
      const pixels = drawn.getContext("2d")?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
      return [...pixels].filter((value, index) => index % 4 === 0 && value > 100).length;
    });
    expect(bright).toBeGreaterThan(50); // edges
    expect(bright).toBeLessThan(62 * 62 * 0.6); // and what is none
  });

  it("shows the edges of a camera's picture, without any file", async () => {
    await openExample(page, "edges");
    const panel = await openTab(page, "Run");
    await panel.locator('[data-input="image"]', { hasText: "from the camera" }).waitFor();
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
    const levels = await panel.locator('[data-value="out"] canvas').evaluate((element) => {
      const drawn = element as HTMLCanvasElement;
      const pixels = drawn.getContext("2d")?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
      return [...pixels].filter((_, index) => index % 4 === 0);
    });
    const bright = levels.filter((value) => value > 100).length / levels.length;
    expect(bright).toBeGreaterThan(0.05); // outlines
    expect(bright).toBeLessThan(0.4); // and areas between them
  });

  it("offers the camera's picture for images in colours, and for nothing that is none", async () => {
    await writeSchedule(page, "");
    await writeSource(page, colours);
    const panel = await openTab(page, "Run");
    const ofArgument = (name: string) =>
      panel.locator(".argument", { has: page.locator(`[data-input="${name}"]`) }).getByRole("button", {
        ...{ name: "Camera picture", exact: true },
      });
    await ofArgument("photo").click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
    expect(await panel.locator('[data-value="photo"] canvas').count()).toBe(1);
    expect(await ofArgument("weights").count()).toBe(0);
    await openExample(page, "sobel");
  });

  it("makes a picture fit that has another size", async () => {
    const panel = await openTab(page, "Run");

    const rgb = encodePng({ dtype: "uint8", shape: [5, 9, 3], data: new Uint8Array(135).fill(77) });
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      panel.locator('[data-input="image"]').click(),
    ]);
    await chooser.setFiles({ name: "small.png", mimeType: "image/png", buffer: Buffer.from(rgb) });
    await panel.getByText("small.png, 5 × 9 × 3, was made 64 × 64").waitFor();
  });

  it("downloads a Verilog project that Icarus builds and runs", async () => {
    const panel = await openTab(page, "Run");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Verilog project" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("sobel.zip");
    const files = unzipSync(readFileSync(await download.path()));
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const made = spawnSync("make", ["icarus"], { cwd: join(folder, "sobel"), encoding: "utf8" });
    expect(made.stdout).toMatch(/PASS|same|ok/i);
    expect(made.status).toBe(0);
  });

  it("says what is wrong with data", async () => {
    const panel = await openTab(page, "Run");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      panel.locator('[data-input="image"]').click(),
    ]);
    await chooser.setFiles({ name: "<b>x.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    expect(await panel.locator(".said .refused").textContent()).toContain("<b>x.png: this is not a PNG file");
    expect(await panel.locator(".said b").count()).toBe(0);
  });

  it("is stopped when it never ends, and the page stays alive", async () => {
    await writeSource(page, endless);
    await writeSchedule(page, "");
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("Running…").waitFor();
    expect(await source(page).isEditable()).toBe(true);
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText("Stopped.").waitFor();
    await writeSource(page, endless.replace("a[0] == a[0]", "a[1] < 7"));
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
  });

  it("is refused before it takes more memory than a tab should", async () => {
    const large = 'from pylog import *\n\n@pylog\ndef f(a: "int32[30000,30000]"):\n    a[0, 0] = 1\n';
    await writeSource(page, large);
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("256 MiB is the most").waitFor();
    expect(complaints).toEqual([]);
  });
});
