/** The script of pages is what its sources make: `node scripts/page-script.js` after a change of them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { stylesOf } from "../../src/picture/page.ts";
import { pageScript, scriptHash, styleHash } from "../../src/picture/page_script.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("base64");

it("the script is up to date", async () => {
  const path = "../../scripts/page-script.js"; // plain JavaScript, which has no types
  const { pageScriptText } = (await import(path)) as { pageScriptText: () => Promise<string> };
  expect(readFileSync("src/picture/page_script.ts", "utf8") === (await pageScriptText())).toBe(true);
});

it("hashes are those of what stands in a page", () => {
  expect(scriptHash).toBe(hash(pageScript));
  expect(styleHash).toBe(hash(stylesOf()));
});
