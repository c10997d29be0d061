/**
 * What each pass does to a kernel: `x.py` beside `x.expect`.
 *
 * The first line of a kernel names the pass up to which it is run, the comments after it are its schedule. UPDATE=1
 * writes the expected texts anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { verifyLoops } from "../../../src/loops/program.ts";
import { passes } from "../../../src/synthesis/prepare/index.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { python, scheduled } from "../../schedule/scheduled.ts";

const folder = new URL("./golden/", import.meta.url).pathname;
const update = process.env.UPDATE === "1";

it.each(readdirSync(folder).filter((name) => name.endsWith(".py")))("%s", (name) => {
  const [, through = "", schedule = "", kernel = ""] =
    /^# through ([\w ]+)\n((?:# .*\n)*)([\s\S]*)$/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
  const loops = scheduled(loopsOf(kernel), schedule.replaceAll("# ", ""));
  const said = `${outcome(loops, through)}\n`;
  const expected = join(folder, name.replace(/\.py$/, ".expect"));
  if (update) writeFileSync(expected, said);
  expect(existsSync(expected), `no ${expected}; run with UPDATE=1`).toBe(true);
  expect(said).toBe(readFileSync(expected, "utf8"));
});

function outcome(loops: Loops, through: string): string {
  const last = passes.findIndex(({ name }) => name === through);
  expect(last, `a pass called \`${through}\``).toBeGreaterThanOrEqual(0);
  try {
    const after = passes.slice(0, last + 1).reduce((now, { run }) => run(now, "written"), loops);
    expect(verifyLoops(after)).toEqual([]);
    return python(after);
  } catch (error) {
    if (!(error instanceof Diagnosed)) throw error;
    return error.diagnostics.map((one) => `error[${one.code}]: ${one.message}\nhelp: ${one.help}`).join("\n");
  }
}
