/**
 * The whole compiler runs in a browser tab: bundled for one, it takes a kernel from source to simulated Verilog in
 * headless Chromium.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { compile, explain, simulate, toVerilog } from "../../src/index.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { write } from "../cli/lutra.ts";
import { browserPath } from "../web/chromium.ts";

const source = { path: "fir_fixed.py", text: readFileSync("examples/fir_fixed.py", "utf8") };

/** What the page does; it posts what it found. */
const program = `
import { compile, explain, simulate, toVerilog } from ${JSON.stringify(resolve("src/browser.ts"))};
async function answer() {
  const kernel = compile(${JSON.stringify(source)});
  if (!kernel.ok) throw new Error(explain(kernel));
  const { cycles } = await simulate(kernel, {}, { seed: 1 });
  return { text: toVerilog(kernel).text, cycles };
}
answer()
  .catch((error) => ({ error: String(error?.stack) }))
  .then((found) => fetch("/", { method: "POST", body: JSON.stringify(found) }));
`;

describe.skipIf(browserPath() === null)("in headless Chromium", () => {
  it("a kernel goes from source to simulated Verilog, as it does here", () =>
    inDirectory(async (directory) => {
      const told = await answerOf(await bundled(write(directory, "page.ts", program)));
      const kernel = compile(source);
      if (!kernel.ok) throw new Error(explain(kernel));
      const { cycles } = await simulate(kernel, {}, { seed: 1 });
      expect(told).toEqual({ text: toVerilog(kernel).text, cycles });
    }));
});

async function bundled(entry: string): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  return output[0].code;
}

async function answerOf(code: string): Promise<unknown> {
  let told = "";
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      for await (const part of request) told += String(part);
      response.end();
      server.emit("told");
    } else {
      const isPage = request.url === "/";
      response.setHeader("content-type", isPage ? "text/html; charset=utf-8" : "text/javascript");
      response.end(isPage ? '<!doctype html><script type="module" src="page.js"></script>' : code);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const words = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", address];
  const tab = spawn(browserPath() ?? "", words, { stdio: "ignore", detached: true });
  try {
    await once(server, "told");
  } finally {
    if (tab.pid !== undefined) process.kill(-tab.pid); // with all that it started
    server.close();
  }
  return JSON.parse(told);
}
