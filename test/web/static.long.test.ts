/** The page as `npm run build:page` makes it, behind a server that knows files and nothing else, below a path of some site. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, launched, patienceMs } from "./browser.ts";
import { cyclesOf, fact, openExample, openTab, settled } from "./person.ts";

const below = "/some/where/lutra/";
const types: Readonly<Record<string, string>> = {
  ...{ ".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" },
  ...{ ".js": "text/javascript", ".mjs": "text/javascript" },
};

/** `sent`: bytes of each file that was asked for, compressed as web hosts do. */
async function plainServer(folder: string, sent: Map<string, number>): Promise<Server> {
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split(/[?#]/);
    const name = path.startsWith(below) ? path.slice(below.length) || "index.html" : "";
    const file = join(folder, name);
    if (name === "" || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      response.writeHead(404).end();
      return;
    }
    const bytes = gzipSync(readFileSync(file));
    sent.set(name, bytes.length);
    const type = types[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    response.end(bytes);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

describe.skipIf(browserPath() === null)("the page on a web host", () => {
  const folder = mkdtempSync(join(tmpdir(), "lutra-page-"));
  let close = async (): Promise<void> => undefined;
  let page: Page;
  const complaints: string[] = [];
  const sent = new Map<string, number>();
  const inAll = (): number => [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  beforeAll(async () => {
    const built = spawnSync(process.execPath, ["scripts/web.js", folder, "--standalone"], {
      encoding: "utf8",
    });
    expect(built.status, built.stderr).toBe(0);
    const server = await plainServer(folder, sent);
    const browser = await launched();
    page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
    page.setDefaultTimeout(patienceMs);
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`);
    close = async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    };
    await settled(page);
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  it("is there, with its first kernel made a circuit, after 3 MB at most: its workers' scripts among them, nothing of Yosys", () => {
    const names = [...sent.keys()];
    expect(names.some((name) => /^assets\/worker-/.test(name))).toBe(true);
    expect(names.filter((name) => name.startsWith("vendor/"))).toEqual([]);
    expect(inAll()).toBeGreaterThan(500_000);
    expect(inAll()).toBeLessThan(3_000_000);
  });

  it("leads through the first minute", async () => {
    await page.getByRole("button", { name: "First minute" }).click();
    await settled(page);
    const before = await cyclesOf(page);
    for (const _ of [1, 2, 3]) {
      await page.getByRole("button", { name: "Next" }).click();
      await settled(page);
    }
    expect(await cyclesOf(page)).toBeLessThan(before);
    await page.getByRole("button", { name: "Done" }).click();
  });

  it("runs a kernel as a circuit, which fetches nothing more", async () => {
    const panel = await openTab(page, "Run");
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText("The circuit gives the reference's bits.").waitFor();
    expect([...sent.keys()].filter((name) => name.startsWith("vendor/"))).toEqual([]);
  });

  it("takes kernels in TypeScript", async () => {
    await openExample(page, "taps");
    expect(await fact(page, "interval").textContent()).toBe("II 1");
  });

  it("measures the area by Yosys", async () => {
    const panel = await openTab(page, "Report");
    await panel.getByRole("button", { name: "Measure with Yosys" }).click();
    await panel.getByText(/^Yosys .*, for /).waitFor({ timeout: 110_000 });
    expect(complaints).toEqual([]);
  });

  it("has no name that a host may hide", () => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(names.filter((name) => /(^|\/)[_.]/.test(name))).toEqual([]);
  });
});
