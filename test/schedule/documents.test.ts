import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile, lower, parseSchedule, plan, printLoops } from "../../src/index.ts";
import { primitives } from "../../src/schedule/index.ts";

const text = readFileSync(new URL("../../docs/schedules.md", import.meta.url), "utf8");

describe("docs/schedules.md", () => {
  it("lists every primitive with its syntax and its sentence", () => {
    for (const { syntax, description } of primitives) {
      expect(text.replaceAll("\\|", "|")).toContain(`| \`${syntax}\` | ${description} |`);
    }
  });

  it("shows a schedule that parses", () => {
    const example = /```schedule\n(split [^`]*)```/.exec(text)?.[1] ?? "";
    expect(parseSchedule(example)).toMatchObject({ ok: true });
  });

  it("shows handles as they work", () => {
    const source = `
@pylog
def scale(a):
    for i in range(64):
        for j in range(64):
            a[i, j] = a[i, j] * 2
`;
    const compiled = compile(source, { args: { a: "float32[64,64]" } });
    if (!compiled.ok) throw new Error("refused");
    const lowered = lower(compiled.program);
    if (!lowered.ok) throw new Error("not lowered");
    const start = plan(lowered.loops);
    const rows = start.split(start.loop("i"), 8);
    const fast = rows.pipeline(rows.inner).unroll(start.loop("j"));
    expect(fast.schedule.map((step) => step.primitive)).toEqual(["split", "pipeline", "unroll"]);
    expect(printLoops(fast.loops)).toMatch(
      /for i_outer in range\(8\):\n\s+for i_inner in range\(8\): {2}# pipeline/,
    );
  });
});
