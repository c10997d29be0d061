/** privatize: a copy for each iteration, where each writes what it reads. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { loopsOf } from "./plain.ts";
import { expectSame, python, refused, run } from "./scheduled.ts";

const rows = loopsOf(`
def k(a: "int32[4,6]", out: "int32[4,6]"):
    row = np.zeros(6, np.int32)
    for i in range(4):
        total = 0
        for j in range(6):
            row[j] = a[i, j] * 2
            total += row[j]
        for j in range(6):
            out[i, j] = total - row[j]
`);

describe("privatize", () => {
  it("a scalar becomes an array with one element an iteration", () => {
    expect(python(expectSame(rows, "privatize total i name=totals"))).toBe(`\
    row = np.zeros((6,), dtype=np.int32)
    totals = np.zeros((4,), dtype=np.int32)
    for i in range(4):
        totals[i] = 0
        for j in range(6):
            row[j] = a[i, j] * 2
            totals[i] = totals[i] + row[j]
        for j_1 in range(6):
            out[i, j_1] = totals[i] - row[j_1]`);
  });

  it("an array gets a first dimension", () => {
    const after = expectSame(rows, "partition row dim=0 cyclic 3\nprivatize row i");
    expect(after.arrays).toMatchObject([
      { name: "row" },
      { name: "row_private", shape: [4, 6], banks: [{ dim: 1, how: "cyclic", factor: 3 }] },
    ]);
    expect(python(after)).toContain("row_private[i, j] = a[i, j] * 2");
  });

  it("what only shared a temporary may then run in any order", () => {
    expect(refused(rows, "privatize total i\nparallel i").message).toContain("row");
    expectSame(rows, "privatize total i\nprivatize row i\nparallel i");
  });

  it("counts iterations from 0, whatever the bounds and the step", () => {
    const strided = loopsOf(`
def k(a: "int32[20]", out: "int32[20]"):
    for i in range(3, 18, 4):
        t = a[i] + 1
        out[i] = t * t
`);
    expect(python(expectSame(strided, "privatize t i"))).toContain("t_private[(i - 3) // 4] = a[i] + 1");
  });

  it("what is read after the loop is the last iteration's", () => {
    const last = loopsOf(`
def k(a: "int32[5]", out: "int32[5]"):
    t = 0
    for i in range(5):
        t = a[i] * 3
        out[i] = t
    return t
`);
    expect(python(expectSame(last, "privatize t i"))).toContain("t = t_private[4]");
  });

  it("an earlier read or a later rewrite is no use of the loop's value", () => {
    const twice = loopsOf(`
def k(a: "int32[5]", out: "int32[5]"):
    t = np.zeros(5, np.int32)
    for i in range(5):
        t[i] = a[i]
    for i in range(5):
        out[i] = t[i]
    for i in range(3):
        for j in range(5):
            t[j] = a[j] + i
        for j in range(5):
            out[j] += t[j]
    for i in range(5):
        t[i] = 7
        out[i] += t[i]
`);
    expectSame(twice, "privatize t i_2");
  });

  it("a value written on both ways of a branch, or with the iteration left early, is written", () => {
    const branches = loopsOf(`
def k(a: "int32[6]", out: "int32[6]"):
    for i in range(6):
        if a[i] > 0:
            t = a[i]
        elif a[i] < -10:
            continue
        else:
            t = 1
        out[i] = t
`);
    expectSame(branches, "privatize t i");
  });

  it("a flag that a while loop around asks for is read later", () => {
    const fixpoint = loopsOf(`
def k(a: "int32[6]"):
    changed = 1
    while changed == 1:
        changed = 0
        for i in range(1, 6):
            if a[i] < a[i - 1]:
                a[i] = a[i - 1]
                changed = 1
`);
    expect(refused(fixpoint, "privatize changed i").message).toContain("`changed` is read after loop `i`");
  });

  it("after a split, at the loop inside: the copies are used again by every block", () => {
    const after = expectSame(
      rows,
      "split i 2\nprivatize total i.inner\nprivatize row i.inner\nparallel i.inner",
    );
    expect(after.arrays).toMatchObject([{ name: "row" }, { shape: [2] }, { shape: [2, 6] }]);
  });

  it.each([
    ["privatize s i", "an iteration of `i` may read `s` as an earlier one"],
    ["privatize u i", "an iteration of `i` may read `u` as an earlier one"],
    ["privatize w i", "`w` is read after loop `i`, and which iteration wrote it last is not known"],
    ["privatize t i", "`t` is read after loop `i`"],
    ["privatize a i", "`a` is not written in loop `i`"],
    ["privatize out i", "`out` is an argument of the kernel"],
    ["privatize v j", "how often `j` runs is not known"],
  ])("refuses %s", (text, message) => {
    const loops = loopsOf(`
def k(a: "int32[6]", out: "int32[6]", n: "python int"):
    t = np.zeros(6, np.int32)
    s = 0
    u = 0
    w = 0
    for i in range(6):
        s += a[i]
        if a[i] > 3:
            u = a[i]
            w = a[i]
        t[i] = a[i]
        out[i] = s + u + t[i]
    for j in range(n):
        v = j
        out[j] += v + w + t[j]
`);
    expect(refused(loops, text).message).toContain(message);
  });

  it("whatever is accepted computes the same bits", () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) => {
        const loops = loopsOf(`
def k(a: "int32[8]", out: "int32[8]"):
    t = np.zeros(16, np.int32)
    x = 0
    for i in range(4):
${steps.map((line) => line.replace(/^/gm, "        ")).join("\n")}
        out[i] += x
    for z in range(4):
        t[z] = z
        out[z] += t[z]
`);
        for (const name of ["t", "x"]) {
          const parsed = parseSchedule(`privatize ${name} i`);
          const done = parsed.ok ? apply(loops, parsed.schedule) : null;
          if (done === null || !done.ok) continue;
          accepted++;
          expect(run(done.loops)).toEqual(run(loops));
        }
      }),
      { numRuns: 60, seed: 5 },
    );
    expect(accepted).toBeGreaterThan(10);
  });
});

const place = fc.constantFrom("0", "1", "i", "i + 1", "i + 4", "2 * i", "a[i] % 8");
const step = fc.oneof(
  place.map((at) => `t[${at}] = a[i] + i`),
  place.map((at) => `x = t[${at}] + 1`),
  fc.constant("x = a[i + 2]"),
  fc.constant("out[i] += x"),
  fc
    .tuple(place, place)
    .map(([at, from]) => `for p in range(4):\n    t[p + ${at}] = a[p]\nout[i] += t[${from}]`),
  place.map((at) => `if a[i] > 0:\n    t[${at}] = 3\nelse:\n    t[${at}] = x`),
  place.map((at) => `for q in range(3):\n    out[q] += t[q + ${at}]`),
);
