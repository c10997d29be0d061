/** What keeps people out of a page, as axe finds it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: unknown[] }[];
}

/** `within`: a part of the page, where the rest is known. `rules`: these alone. */
export async function seriousFindings(
  page: Page,
  { within = "html", rules }: { readonly within?: string; readonly rules?: readonly string[] } = {},
): Promise<readonly string[]> {
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  await page.evaluate(`${axe}; undefined`); // by the debugger, which no policy holds
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes).slice(0, 600)}`);
}
