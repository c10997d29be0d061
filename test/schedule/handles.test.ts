/** Schedules written in TypeScript, and those that stand in the source. */
import { describe, expect, it } from "vitest";
import { plan, ScheduleError } from "../../src/schedule/handles.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { scheduleOf, withoutRequests } from "../../src/schedule/source.ts";
import { loopsOf } from "./lowered.ts";
import { python } from "./scheduled.ts";

const transpose = loopsOf(`def transpose(a: "int32[8,16]", b: "int32[16,8]"):
    for i in range(8):
        for j in range(16):
            b[j, i] = a[i, j]
`);

describe("handles", () => {
  it("stand for the loops that a step makes", () => {
    const base = plan(transpose);
    const rows = base.split(base.loop("i"), 4);
    const fast = rows
      .reorder(rows.outer, base.loop("j"), rows.inner)
      .unroll(rows.inner)
      .pipeline(base.loop("j"), 1);
    expect(printSchedule(fast.schedule)).toBe(
      "split i 4\nreorder i.outer j i.inner\nunroll i.inner\npipeline j 1\n",
    );
    expect(python(fast.loops)).toBe(`    for i_outer in range(2):
        for j in range(16):  # pipeline(ii=1)
            for i_inner in range(4):  # unroll
                b[j, i_outer * 4 + i_inner] = a[i_outer * 4 + i_inner, j]`);
  });

  it("name tiles, fused, peeled and summed loops, and buffers", () => {
    const base = plan(transpose);
    const tiled = base.tile(base.loop("i"), base.loop("j"), 2, 4);
    expect(tiled.tiles.outer.map(({ name }) => name)).toEqual(["i.outer", "j.outer"]);
    expect(tiled.fuse(...tiled.tiles.outer).fused.name).toBe("i.outer_j.outer");
    expect(base.peel(base.loop("j"), 2, "last").peeled.name).toBe("j.last");
    expect(base.buffer(base.array("a")).made.name).toBe("a_buffer");
    expect(base.outline(base.loop("i"), "kernel").outlined).toEqual({ kind: "region", name: "kernel" });
  });

  it("name what is left of a loop that is distributed, by a nest or by what a statement sets", () => {
    const base = plan(
      loopsOf(`def k(a: "int32[8]", b: "int32[8]", c: "int32[8,4]"):
    for i in range(8):
        for j in range(4):
            c[i, j] = a[i]
        b[i] = a[i]
        a[i] = 0
`),
    );
    const first = base.distribute(base.loop("i"), base.loop("j"));
    const second = first.distribute(first.rest, base.array("b"));
    expect(printSchedule(second.schedule)).toBe("distribute i j\ndistribute i.rest b\n");
    expect(second.allLoops.map(({ name }) => name)).toEqual(["i", "j", "i.rest", "i.rest.rest"]);
  });

  it("leave the plan they start from as it was", () => {
    const base = plan(transpose);
    const [narrow, wide] = [base.split(base.loop("i"), 2), base.split(base.loop("i"), 4)];
    expect(base.schedule).toEqual([]);
    expect(base.loops).toBe(transpose);
    expect(narrow.schedule).not.toEqual(wide.schedule);
  });

  it("give the same kernel as the schedule they make", () => {
    const base = plan(transpose);
    const tiled = base.tile(base.loop("i"), base.loop("j"), 2, 4).parallel(base.loop("i.outer"));
    expect(apply(transpose, tiled.schedule)).toEqual({ ok: true, loops: tiled.loops });
  });

  it("name the loop whose steps are taken at once", () => {
    const base = plan(
      loopsOf(`def k(a: "int32[4,6]", b: "int32[6]", c: "int32[4]"):
    for i in range(4):
        s = np.int32(0)
        for k in range(6):
            s += a[i, k] * b[k]
        c[i] = s
`),
    );
    const [rows, steps] = [base.loop("i"), base.loop("k")];
    const simd = { loop: steps, count: 4 };
    expect(printSchedule(base.systolic(rows, rows, { simd }).schedule)).toBe("systolic i rows=i simd=k:4\n");
    expect(printSchedule(base.systolic(rows, rows, { simd: 4 }).schedule)).toBe("systolic i rows=i simd=4\n");
    expect(() => base.systolic(rows, rows, { simd: { loop: rows, count: 2 } })).toThrow(/innermost loop/);
  });

  it("say why a step is refused, with both lines", () => {
    const base = plan(transpose).pipeline({ kind: "loop", name: "j" });
    expect(() => base.split(base.loop("jj"), 2)).toThrow(ScheduleError);
    expect(() => base.peel(base.loop("i"), 9)).toThrow(/schedule:2:1[\s\S]*kernel.py:3:5/);
  });
});

describe("in the source", () => {
  const asked = loopsOf(`def k(a: "int32[8,8]", b: "int32[8,8]"):
    pragma("HLS array_partition variable=a cyclic factor=4 dim=2")
    pragma("split i 2")
    for i in range(8).unroll(2):
        for j in range(8).pipeline():
            pragma("HLS unroll factor=4")
            pragma("HLS dependence variable=b inter false")
            b[i, j] = a[i, j]
`);

  it("attributes and pragmas are the same steps", () => {
    expect(printSchedule(scheduleOf(asked))).toBe(
      "unroll i 2\npipeline j\npartition a dim=1 cyclic 4\nsplit i 2\nunroll j 4\n",
    );
  });

  it("they can be taken away, and applied as any schedule", () => {
    const bare = withoutRequests(asked);
    expect(scheduleOf(bare)).toEqual([]);
    const done = apply(bare, scheduleOf(asked));
    if (!done.ok) throw new Error(done.refusal.message);
    expect(python(done.loops)).toMatchInlineSnapshot(`
      "    for i_outer in range(4):
              for i_inner in range(2):  # unroll(2)
                  for j in range(8):  # pipeline unroll(4)
                      # pragma: HLS dependence variable=b inter false
                      b[i_outer * 2 + i_inner, j] = a[i_outer * 2 + i_inner, j]"
    `);
  });
});
