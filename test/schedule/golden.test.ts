/**
 * What each primitive does to a kernel, or why it refuses: `x.py` beside `x.expect`.
 *
 * The comments at the top of a kernel are the schedule. UPDATE=1 writes the expected texts anew, so that a change shows
 * as a diff.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { families } from "../../src/diagnostics/catalogue/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { verifyLoops } from "../../src/loops/program.ts";
import { explainRefusal, scheduleText } from "../../src/schedule/explain.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { loopsOf } from "./lowered.ts";
import { python } from "./scheduled.ts";

const folder = new URL("./golden/", import.meta.url).pathname;
const update = process.env.UPDATE === "1";

describe("each primitive, in Python", () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith(".py")))("%s", (name) => {
    const [schedule, kernel] = parts(readFileSync(join(folder, name), "utf8"));
    const said = `${outcome(loopsOf(kernel), schedule)}\n`;
    const expected = join(folder, name.replace(/\.py$/, ".expect"));
    if (update) writeFileSync(expected, said);
    expect(existsSync(expected), `no ${expected}; run with UPDATE=1`).toBe(true);
    expect(said).toBe(readFileSync(expected, "utf8"));
  });
});

describe("the catalogue", () => {
  it("every reason for a refusal is shown by a golden", () => {
    const shown = readdirSync(folder)
      .filter((name) => name.endsWith(".expect"))
      .map((name) => /^error\[([\w-]+)\]/.exec(readFileSync(join(folder, name), "utf8"))?.[1]);
    const aboutText = ["schedule-syntax", "unknown-primitive", "schedule-argument"]; // in text.test.ts
    const { schedule, storage, systolic } = families;
    const codes = [schedule, storage, systolic]
      .flatMap((family) => Object.keys(family))
      .filter((code) => !aboutText.includes(code));
    expect(codes.filter((code) => !shown.includes(code))).toEqual([]);
  });
});

function outcome(loops: Loops, text: string): string {
  const parsed = parseSchedule({ path: "k.schedule", text });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message }) => message).join("\n"));
  const done = apply(loops, parsed.schedule);
  if (!done.ok) return explainRefusal(done, scheduleText(parsed), { color: false }).trimEnd();
  expect(verifyLoops(done.loops)).toEqual([]);
  return python(done.loops);
}

function parts(text: string): readonly [schedule: string, kernel: string] {
  const start = text.indexOf("def ");
  return [text.slice(0, start).replaceAll("# ", ""), text.slice(start)];
}
