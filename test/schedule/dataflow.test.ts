/** dataflow: nests as processes that run at the same time, and what keeps them from it. */
import { describe, expect, it } from "vitest";
import { dataflowOf } from "../../src/loops/dataflow.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { printLoops, verifyLoops } from "../../src/loops/program.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { plan } from "../../src/schedule/handles.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { scheduleOf, withoutRequests } from "../../src/schedule/source.ts";
import { kernels } from "./kernels.ts";
import { loopsOf } from "./lowered.ts";
import { outcome, randomStep, rng } from "./random.ts";
import { expectSame, refused, run, scheduled } from "./scheduled.ts";

const stages = loopsOf(`def k(a: "int32[8]", w: "int32[8]", out: "int32[8]", n: "int32"):
    t = np.zeros(8, np.int32)
    u = np.zeros(8, np.int32)
    s = n * 2
    for i in range(8):
        x = a[i] + w[i]
        t[i] += x * s
    m = np.int32(0)
    for j in range(8):
        x = t[7 - j]
        u[j] = x + w[j]
        m = max(m, u[j])
    for l in range(8):
        out[l] = u[l] - m
`);

describe("dataflow", () => {
  it("makes a region of each nest, with what prepares it, and changes no result", () => {
    const after = expectSame(stages, "dataflow");
    expect(after.dataflow).toBe(true);
    expect(after.body.map((stmt) => (stmt.kind === "region" ? stmt.name : stmt.kind))).toEqual([
      "i_process",
      "j_process",
      "l_process",
    ]);
    const loopsIn = after.body.map((stmt) =>
      [...statementsIn([stmt])].flatMap((one) => (one.kind === "for" ? [one.name] : [])),
    );
    expect(loopsIn).toEqual([["t.0", "i"], ["u.0", "j"], ["l"]]);
  });

  it("tells what passes between the processes", () => {
    const found = dataflowOf(stages);
    expect(found).toMatchObject({
      ok: true,
      channels: [
        { by: "t", what: "array", from: "i", to: "j" },
        { by: "u", what: "array", from: "j", to: "l" },
        { by: "m", what: "scalar", from: "j", to: "l" },
      ],
    });
  });

  it("gives an array and a scalar to as many as read them", () => {
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    t = np.zeros(8, np.int32)
    s = np.int32(0)
    for i in range(8):
        t[i] = a[i]
        s += a[i]
    for j in range(8):
        b[j] = t[j] + s
    for l in range(8):
        c[l] = t[l] - s
`);
    expectSame(loops, "dataflow");
    const found = dataflowOf(loops);
    expect(found.ok && found.channels.map(({ by, to }) => `${by} to ${to}`)).toEqual([
      "t to j",
      "t to l",
      "s to j",
      "s to l",
    ]);
  });

  it("is said in the printed Python", () => {
    expect(printLoops(scheduled(stages, "dataflow"))).toContain("    # pragma: dataflow\n");
  });

  it("is a step of a plan, and is read off the kernel again", () => {
    const after = plan(stages).dataflow();
    expect(after.schedule).toEqual([{ primitive: "dataflow", args: {} }]);
    expect(scheduleOf(after.loops).at(-1)).toEqual({ primitive: "dataflow", args: {} });
    expect(withoutRequests(after.loops).dataflow).toBeUndefined();
  });

  it("comes from the source as an HLS directive, too", () => {
    const asked = loopsOf(`def k(a: "int32[8]", b: "int32[8]"):
    pragma("HLS dataflow")
    t = a + 1
    b[:] = t * 2
`);
    expect(scheduleOf(asked)).toEqual([{ primitive: "dataflow", args: {} }]);
  });

  it("composes: loops inside are scheduled on, and the processes stay", () => {
    const after = expectSame(stages, "dataflow\nsplit i 4\npipeline i.inner\nunroll j 2\nbuffer a");
    expect(after.dataflow).toBe(true);
    expect(after.body.every(({ kind }) => kind === "region")).toBe(true);
    expect(after.body).toHaveLength(4); // the copy of `a` is a process, too
    expectSame(stages, "fuse_kernels j l\ndataflow");
  });

  it("each call's work is the same when processes run in any order that the channels allow", () => {
    // Two that share nothing may change places.
    const apart = loopsOf(`def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(4):
        c[i] = a[i]
    for j in range(4, 8):
        c[j] = b[j]
`);
    const after = scheduled(apart, "dataflow");
    const swapped: Loops = { ...after, body: after.body.toReversed() };
    expect(run(swapped)).toEqual(run(apart));
  });
});

describe("random steps before and after", () => {
  it("leave every result as it is, and the body regions", () => {
    let processes = 0;
    for (const [seed, loops] of [stages, ...Object.values(kernels)].entries()) {
      for (let k = 0; k < 6; k++) {
        const random = rng(seed * 100 + k);
        const taken: Step[] = [];
        let current = loops;
        for (let n = 0; n < 8; n++) {
          const step: Step | null =
            n % 4 === k % 4 ? { primitive: "dataflow", args: {} } : randomStep(current, random, false);
          const applied = step === null ? null : applyStep(current, step);
          if (step === null || applied === null || !applied.ok) continue;
          taken.push(step);
          current = applied.loops;
          if (current.dataflow === true)
            expect(current.body.every(({ kind }) => kind === "region")).toBe(true);
        }
        if (current.dataflow !== true) continue;
        processes++;
        const text = printSchedule(taken);
        expect(verifyLoops(current), text).toEqual([]);
        expect(outcome(current, 1), text).toEqual(outcome(loops, 1));
      }
    }
    expect(processes).toBeGreaterThan(10);
  });
});

describe("a scalar", () => {
  it("that each nest sets first is each one's own", () => {
    expect(dataflowOf(stages)).toMatchObject({ ok: true }); // x
  });

  it("that a nest changes after another has read it is passed by value", () => {
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]", n: "int32"):
    for i in range(8):
        a[i] = n
    for j in range(8):
        n = b[j]
        b[j] = n * 2
`);
    expectSame(loops, "dataflow");
  });
});

it("nests one behind another that write parts of one array are one process", () => {
  const joined = loopsOf(`def k(a: "int32[8]", b: "int32[4]", c: "int32[12]"):
    t = np.zeros(12, np.int32)
    for i in range(8):
        t[i] = a[i] * 2
    for j in range(4):
        t[8 + j] = b[j]
    for l in range(12):
        c[l] = t[l] + 1
`);
  expectSame(joined, "dataflow");
  expect(scheduled(joined, "dataflow").body.map((stmt) => stmt.kind === "region" && stmt.name)).toEqual([
    "i_process",
    "l_process",
  ]);
});

describe("refuses", () => {
  const cases: readonly (readonly [what: string, body: string, message: string])[] = [
    ["one nest", "for i in range(8):\n    a[i] = 1", "the kernel is one nest, `i`: nothing runs beside it"],
    [
      "an argument that one writes and another reads",
      "for i in range(8):\n    a[i] = b[i]\nfor j in range(8):\n    c[j] = a[7 - j]",
      "`i` and `j` would run at the same time, and use the same elements of the argument `a`: a[i] written at line 4 in iteration i=0 is read as a[7-j] at line 6 in iteration j=7",
    ],
    [
      "an argument that one reads and another writes",
      "for i in range(8):\n    b[i] = a[i]\nfor j in range(8):\n    a[j] = c[j]",
      "`i` and `j` would run at the same time, and use the same elements of the argument `a`: a[i] read at line 4 in iteration i=0 is written as a[j] at line 6 in iteration j=0",
    ],
    [
      "two that write one array, with another between them",
      "t = np.zeros(8, np.int32)\nu = np.zeros(8, np.int32)\nfor i in range(8):\n    t[i] = a[i]\nfor m in range(8):\n    u[m] = a[m]\nfor j in range(8):\n    t[j] += b[j]\nfor l in range(8):\n    c[l] = t[l] + u[l]",
      "both `i` and `j` write `t`: t[i] written at line 7 in iteration i=0 is read as t[j] at line 11 in iteration j=0",
    ],
    [
      "two that set a scalar which a third reads",
      "s = np.int32(0)\nfor i in range(8):\n    s += a[i]\nfor j in range(8):\n    s += b[j]\nfor l in range(8):\n    c[l] = s",
      "both `i` and `j` write `s`",
    ],
    [
      "what is returned and used on",
      "t = np.zeros(8, np.int32)\nfor i in range(8):\n    t[i] = a[i]\nfor j in range(8):\n    b[j] = t[j]\nreturn t",
      "`i` gives `t` to the caller and `j` uses it, too",
    ],
    [
      "an array that passes backwards",
      "t = np.zeros(8, np.int32)\nu = np.zeros(8, np.int32)\nfor i in range(8):\n    b[i] = t[i] + a[i]\nfor m in range(8):\n    u[m] = a[m]\nfor j in range(8):\n    t[j] = c[j] + u[j]",
      "both `i` and `j` write `t`", // it is filled with zeros for the first
    ],
  ];
  it.each(cases)("%s", (_, body, message) => {
    const lines = body.split("\n").map((line) => `    ${line}`);
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):\n${lines.join("\n")}\n`);
    expect(refused(loops, "dataflow").message).toContain(message);
  });

  it("what is returned and used on, and its help helps", () => {
    const body = (copies: string, used: string): string => `def k(a: "int32[8]", b: "int32[8]"):
    t = np.zeros(8, np.int32)
    u = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i]${copies}
    for j in range(8):
        b[j] = ${used}[j]
    return t.copy()
`;
    const { help } = refused(loopsOf(body("", "t")), "dataflow");
    expect(help).toContain("write a second array too, and use that one inside");
    expectSame(loopsOf(body("\n        u[i] = a[i]", "u")), "dataflow");
  });

  it("a later step that would need an order", () => {
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = i
    for j in range(8):
        b[j] = j
`);
    expect(refused(loops, "dataflow\nfuse_kernels i_process j_process").message).toContain("one nest");
  });
});

describe("task_parallel", () => {
  it("makes a region of each nest, whatever they need of each other", () => {
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = a[i] + 1
    for j in range(8):
        b[j] = a[7 - j]
`);
    const after = expectSame(loops, "task_parallel");
    expect(after.tasks).toBe(true);
    expect(scheduleOf(after).at(-1)).toEqual({ primitive: "task_parallel", args: {} });
    expect(plan(loops).taskParallel().loops).toEqual(after);
  });

  it("keeps the order of a statement that cannot be put with the nest it prepares", () => {
    const loops = loopsOf(`def k(a: "int32[8]", b: "int32[8]"):
    s = a[0]
    for i in range(8):
        a[i] = a[i] + 1
    for j in range(8):
        b[j] = a[j] + s
`);
    expectSame(loops, "task_parallel");
  });
});
