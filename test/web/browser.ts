/** A browser without a window, and the page in it, served as `lutra explore` serves it. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { KernelFile } from "../../src/cli/explore/kernel_file.ts";
import { serveExplorer } from "../../src/cli/explore/server.ts";
import { builtPage } from "./built_page.ts";
import { browserPath } from "./chromium.ts";

export { browserPath };

/** For one thing that is waited for: less than a test may take, so that what did not come is named. */
export const patienceMs = 60_000;

export interface Explorer {
  readonly browser: Browser;
  readonly url: string;
  /** A new page, with nothing kept from others. What it complains about is in `complaints`. */
  open(options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly fragment?: string;
}

export interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[]; // errors of scripts, and what the policy has forbidden
}

/** Where a person overwrites what is selected in an editor, Chromium itself tries to keep its colours, in an inline style. */
const byEditing = /^Applying inline style violates/;

export function launched(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath() ?? "",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
}

export async function startExplorer(kernel: KernelFile | null = null): Promise<Explorer> {
  const served = await serveExplorer({ page: builtPage(), port: 0, kernel });
  const browser = await launched();
  return {
    browser,
    url: served.url,
    open: async ({ fragment = "", ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...options });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (message.type() !== "error" || byEditing.test(message.text())) return;
        complaints.push(message.text());
      });
      await page.goto(served.url + fragment);
      return { page, complaints };
    },
    close: async () => {
      await browser.close();
      served.close();
    },
  };
}
