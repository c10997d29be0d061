/** Links that somebody made to do harm: markup and scripts, letters that turn lines around, numbers, arrays and nests without measure. */
import fc from "fast-check";
import type { Page } from "playwright-core";
import { examples } from "../../web/src/gallery/examples.ts";
import { fragmentOf } from "./link.ts";
import { settled } from "./person.ts";

/** Each would set `hit` where it is read as HTML or run as a script. */
const markup = [
  '<img src=x onerror="globalThis.hit=1">',
  "<script>globalThis.hit=1</script>",
  "</script><svg onload=globalThis.hit=1>",
  "javascript:globalThis.hit=1//",
  '"><iframe srcdoc="<script>parent.hit=1</script>">',
  "$\u007bglobalThis.hit=1}",
  "'];globalThis.hit=1;//",
  "*/globalThis.hit=1/*",
  "\\u003cimg src=x onerror=globalThis.hit=1\\u003e",
];
const letters = ["\u202e", "\u2066", "\u0000", "\ufeff", "\u2028", "\ud800", "\u{1f9a6}", "\r", "ﬁ", "İ"];
const huge = [
  `9${"0".repeat(400)}`,
  "10**9",
  "1e308",
  `-0x${"f".repeat(80)}`,
  "9**9**9",
  "1 << 10**12",
  "10**12",
];
const nested = [
  `${"(".repeat(3000)}1${")".repeat(3000)}`,
  "[".repeat(2000),
  `${"-".repeat(5000)}1`,
  `${"1+".repeat(4000)}1`,
  `${"a[".repeat(500)}0${"]".repeat(500)}`,
];
const statements = [
  "t = np.zeros(10**9)",
  "t = np.zeros((10**5, 10**5, 10**5))",
  "t = [0] * 10**10",
  "while True: pass",
  "import os; os.system('x')",
  "exec('globalThis.hit=1')",
  "__proto__ = constructor",
];

const harm = fc.constantFrom(...markup, ...letters, ...huge, ...nested, ...statements);

/** A text with something put into it, or in the place of some of it. */
const spoilt = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(12), harm), { minLength: 1, maxLength: 3 }))
    .map(([own, changes]) =>
      changes.reduce((changed, [at, length, what]) => {
        const place = at % (changed.length + 1);
        return changed.slice(0, place) + what + changed.slice(place + length);
      }, own),
    );

const subjects = fc.record(
  {
    path: spoilt(fc.constant("kernel.py")),
    text: spoilt(fc.constantFrom(...examples.map(({ source }) => source))),
    schedule: fc.oneof(
      fc.constantFrom(...examples.map(({ schedule }) => schedule)),
      spoilt(fc.constant("pipeline i\nunroll j 4\n")),
      fc.constantFrom("unroll i 1000000000\n", "partition a complete\n", `pipeline ${"i".repeat(5000)}\n`),
    ),
    args: fc.oneof(fc.constant(""), spoilt(fc.constant("a=int32[64] n=int8"))),
    kernel: fc.oneof(fc.constant(""), harm),
    board: fc.oneof(fc.constant(""), harm),
    clock: fc.oneof(fc.constant(""), harm),
  },
  { requiredKeys: ["text"] },
);

/** What stands behind `#`. */
export const hostileFragments: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: subjects.map(fragmentOf) },
  { weight: 1, arbitrary: fc.jsonValue().map(fragmentOf) },
  { weight: 1, arbitrary: fc.array(harm, { maxLength: 3 }).map((all) => `#1.${all.join("")}`) },
  { weight: 1, arbitrary: fc.base64String().map((text) => `#1.${text.replaceAll(/[+/=]/g, "")}`) },
);

/** Opens each in the page, one after another; what is wrong then. */
export async function openedAll(page: Page, fragments: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const fragment of fragments) {
    const place = fragment.slice(0, 4000);
    await page.evaluate((hash) => {
      const main = document.querySelector<HTMLElement>("main");
      if (main !== null) main.dataset.state = "asked";
      location.hash = "";
      location.hash = hash;
      // A link that is none leaves the page as it is.
      setTimeout(() => {
        if (main?.dataset.state === "asked") main.dataset.state = "settled";
      }, 1500);
    }, fragment);
    await settled(page).catch((error: unknown) => wrong.push(`${String(error)}: ${place}`));
    const seen = await page.evaluate(() => ({
      hit: Reflect.get(globalThis, "hit"),
      strangers: document.querySelectorAll("img, iframe, object, embed, body script").length,
      said: `${document.querySelector("#summary")?.textContent}`.trim(),
    }));
    if (seen.hit !== undefined) wrong.push(`something was run: ${place}`);
    if (seen.strangers > 0) wrong.push(`markup was read: ${place}`);
    if (seen.said === "") wrong.push(`nothing is said: ${place}`);
    if (/bug in Lutra/.test(seen.said)) wrong.push(`${seen.said}: ${place}`);
  }
  return wrong;
}
