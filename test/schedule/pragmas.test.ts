/** Names in a pragma are those of the function it is written in, however often that is inlined. */
import { describe, expect, it } from "vitest";
import { generateMerlin } from "../../src/backend/merlin/index.ts";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import { compile, explain, toLoops } from "../../src/driver/compile.ts";
import { kernel } from "../../src/frontend/dsl/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { obeyRequests, scheduleOf } from "../../src/schedule/source.ts";

function lowered(text: string): Loops {
  const compiled = compile(`import numpy as np\nfrom pylog import *\n${text}`);
  if (!compiled.ok) throw new Error(explain(compiled));
  const loops = toLoops(compiled);
  if (!loops.ok) throw new Error(loops.diagnostics.map(({ message }) => message).join("\n"));
  return loops.loops;
}

function obeyed(text: string): Loops {
  const done = obeyRequests(lowered(text));
  if (!done.ok) throw new Error(done.diagnostics.map(({ message }) => message).join("\n"));
  return done.loops;
}

/** The pragmas that are written about loops and arrays, each behind the line that it follows. */
function written(loops: Loops, make: typeof generateVitis | typeof generateMerlin = generateVitis): string {
  const made = make(loops);
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("\n"));
  const lines = (made.files.get(made.source) ?? "").split("\n");
  return lines
    .map((line, k) => [lines[k - 1]?.trim() ?? "", line] as const)
    .filter(([, line]) => line.startsWith("#pragma") && !/INTERFACE|interface|kernel/.test(line))
    .map(([before, line]) => (before.startsWith("#") ? line : `${before} ${line}`))
    .join("\n");
}

const steps = (text: string): string => printSchedule(scheduleOf(lowered(text)));

describe("arrays", () => {
  it("a parameter is the caller's array, not the one of the same name", () => {
    const loops = obeyed(`
def add(b, x):
    for i in range(8):
        pragma("HLS dependence variable=b inter false")
        b[i] += x[i]

@pylog
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(1, 8):
        b[i] += b[i - 1]
    add(a, b)
`);
    expect(written(loops)).toBe(
      "i_1: for (int i_1 = 0; i_1 < 8; i_1++) { #pragma HLS DEPENDENCE variable=a inter false",
    );
  });

  it("a local of a function that is called twice is two arrays, each with its partition", () => {
    const text = `
def twice(x):
    t = np.zeros(8, np.int32)
    pragma("HLS array_partition variable=t cyclic factor=2")
    for i in range(8):
        t[i] = x[i] * 2
    for i in range(8):
        x[i] = t[7 - i]

@pylog
def k(a: "int32[8]", t: "int32[8]"):
    twice(a)
    twice(t)
`;
    expect(steps(text)).toBe("partition t_1 dim=0 cyclic 2\npartition t_2 dim=0 cyclic 2\n");
    expect(written(obeyed(text))).toBe(`\
int32_t t_1[8]; #pragma HLS ARRAY_PARTITION variable=t_1 type=cyclic factor=2 dim=1
int32_t t_2[8]; #pragma HLS ARRAY_PARTITION variable=t_2 type=cyclic factor=2 dim=1`);
  });

  it("one array that two calls, or two functions, want spread in one way is spread once", () => {
    const text = `
def first(x):
    pragma("HLS array_partition variable=x complete")
    x[0] += 1

def second(y):
    pragma("HLS array_partition variable=y type=complete dim=1")
    y[1] += 1

@pylog
def k(a: "int32[8]"):
    t = a * 2
    first(t)
    first(t)
    second(t)
    a[:] = t
`;
    expect(steps(text)).toBe("partition t dim=0 complete\n");
  });

  it("a pragma may stand before the array it is about, and speak of one around the function", () => {
    const text = `
@pylog
def k(a: "int32[8]"):
    pragma("HLS array_partition variable=t complete")
    def inner():
        pragma("HLS bind_storage variable=t type=ram_1p")
        return 1
    t = a + 1
    a[:] = t + inner()
`;
    expect(steps(text)).toBe("partition t dim=0 complete\n");
    expect(written(obeyed(text))).toContain("#pragma HLS BIND_STORAGE variable=t type=ram_1p");
  });

  it("a name that is bound to two types is the one that it is where the pragma stands", () => {
    expect(
      steps(`
@pylog
def k(a: "int32[8]", b: "float32[4]"):
    t = a + 1
    pragma("HLS array_partition variable=t complete")
    a[:] = t
    t = b * 2
    pragma("HLS array_partition variable=t cyclic factor=2")
    b[:] = t
`),
    ).toBe("partition t dim=0 complete\npartition t_1 dim=0 cyclic 2\n");
  });

  it("what a schedule puts in the place of an array takes its pragmas over", () => {
    const loops = obeyed(`
@pylog
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        pragma("HLS dependence variable=a inter false")
        a[i] += b[i]
`);
    const done = apply(loops, [{ primitive: "buffer", args: { array: "a" } }]);
    if (!done.ok) throw new Error(done.refusal.message);
    expect(written(done.loops)).toContain("#pragma HLS DEPENDENCE variable=a_buffer inter false");
  });
});

describe("loops", () => {
  const helper = `
def scale(x):
    pragma("split i 4")
    for i in range(8):
        x[i] *= 3
`;

  it("of a function are meant in each of its calls, and never those of the caller", () => {
    const text = `${helper}
@pylog
def k(a: "int32[8]", b: "int32[8]"):
    pragma("pipeline i")
    scale(a)
    scale(b)
    for i in range(8):
        a[i] += b[i]
`;
    expect(steps(text)).toBe("pipeline i_2\nsplit i 4\nsplit i_1 4\n");
  });

  it("also where a number stands with one, as in `simd=k:2`", () => {
    expect(
      steps(`
def product(a, b, c):
    pragma("systolic i rows=i simd=k:2")
    for i in range(4):
        s = np.int32(0)
        for k in range(4):
            s += a[i, k] * b[k]
        c[i] = s

@pylog
def k(a: "int32[4,4]", b: "int32[4]", c: "int32[4]"):
    product(a, b, c)
    product(a, c, b)
`),
    ).toBe("systolic i rows=i simd=k:2\nsystolic i_1 rows=i_1 simd=k_1:2\n");
  });

  it("are numbered as if their function were alone", () => {
    const text = `
def sweep(x):
    pragma("unroll i_1 2")
    for i in range(8):
        x[i] *= 3
    for i in range(8):
        x[i] += 1

@pylog
def k(a: "int32[8]", b: "int32[8]"):
    sweep(a)
    sweep(b)
`;
    expect(steps(text)).toBe("unroll i_1 2\nunroll i_3 2\n");
  });

  it("inside of one, its variable is that one", () => {
    const text = `
@pylog
def k(a: "int32[8]"):
    for i in range(8):
        a[i] += 1
    for i in range(8):
        pragma("unroll i 2")
        a[i] *= 2
`;
    expect(steps(text)).toBe("unroll i_1 2\n");
  });

  it("that steps make have names of their own in each call, and derived ones follow", () => {
    const text = `
def scale(x):
    pragma("split i 4 outer=rows")
    pragma("pipeline rows")
    pragma("unroll i.inner")
    for i in range(8):
        x[i] *= 3

@pylog
def k(a: "int32[8]", b: "int32[8]"):
    scale(a)
    scale(b)
`;
    expect(steps(text)).toBe(
      "split i 4 outer=rows\npipeline rows\nunroll i.inner\nsplit i_1 4 outer=rows_1\npipeline rows_1\nunroll i_1.inner\n",
    );
    expect(written(obeyed(text)).match(/PIPELINE/g)?.length).toBe(2);
  });

  it("an operator is tuned in the call that has it", () => {
    const text = `
def largest(x):
    top = np.max(x)
    pragma("tune top p_i=2")
    return top

@pylog
def k(a: "int32[8]", b: "int32[8]"):
    a[0] = largest(a) + largest(b)
`;
    expect(steps(text)).toBe("tune top p_i=2\ntune top_1 p_i=2\n");
  });
});

describe("a directive is about the loop it is written in", () => {
  it("not about one around the call", () => {
    const text = `
def one(x, i):
    pragma("HLS pipeline II=3")
    x[i] += 1

@pylog
def k(a: "int32[8]"):
    for i in range(8):
        one(a, i)
`;
    expect(steps(text)).toBe("");
    expect(written(obeyed(text))).toBe("");
  });

  it("nor is a function that is inlined the kernel", () => {
    expect(
      steps(`
def one(x):
    pragma("HLS dataflow")
    pragma("HLS allocation operation instances=mul limit=1")
    x[0] *= x[1]

@pylog
def k(a: "int32[8]"):
    one(a)
`),
    ).toBe("");
  });

  it("a while loop keeps its own, and the loop around it has none of it", () => {
    const text = `
@pylog
def k(a: "int32[8]"):
    for i in range(8):
        n = a[i]
        while n > 1:
            pragma("HLS pipeline II=2")
            n >>= 1
        a[i] = n
`;
    expect(steps(text)).toBe("");
    expect(written(obeyed(text))).toBe("while_: while (n > 1) { #pragma HLS PIPELINE II=2");
  });

  const nest = `
@pylog
def k(a: "int32[8,8]", places: "int32[8]"):
    for i in range(8):
        for j in range(8):
            pragma("HLS dependence variable=a inter false")
            a[i, places[j]] += 1
`;
  const under = (schedule: string): ReturnType<typeof generateVitis> => {
    const parsed = parseSchedule(schedule);
    if (!parsed.ok) throw new Error("no schedule");
    const done = apply(obeyed(nest), parsed.schedule);
    if (!done.ok) throw new Error(done.refusal.message);
    return generateVitis(done.loops);
  };

  it("also when a schedule changes what stands around it: a claim goes with its loop", () => {
    const made = under("split i 2\npipeline i.inner");
    expect(made.ok && made.files.get(made.source)).toMatch(
      /j: for \(.*\) \{\n#pragma HLS DEPENDENCE variable=a inter false/,
    );
  });

  it("or is left out, and that is said, where its loop is no more", () => {
    const made = under("split j 2");
    expect(made.ok && made.files.get(made.source)).not.toContain("DEPENDENCE");
    expect(made.diagnostics.map(({ message }) => message)).toEqual([
      "`HLS dependence` is left out for Vitis HLS: the schedule has taken its loop apart, and of `j.inner` it is not proved",
    ]);
  });

  it("also where other loops come to stand inside of its own", () => {
    const made = under("reorder j i");
    expect(made.diagnostics.map(({ message }) => message)).toEqual([
      "`HLS dependence` is left out for Vitis HLS: the schedule has put other loops into its own, and of `j` it is not proved",
    ]);
  });

  it("and a loop around that carries the dependence is kept apart", () => {
    const loops = obeyed(`
@pylog
def k(a: "int32[8]", b: "int32[4,8]"):
    for i in range(4):
        for j in range(8):
            pragma("HLS dependence variable=a inter false")
            a[j] += b[i, j]
`);
    expect(written(loops)).toBe(`\
j: for (int j = 0; j < 8; j++) { #pragma HLS DEPENDENCE variable=a inter false
#pragma HLS LOOP_FLATTEN off`);
  });
});

describe("a pragma between two loops", () => {
  const nest = `
@pylog
def k(a: "int32[8,8]"):
    for i in range(8):
        pragma("HLS loop_flatten off")
        pragma("HLS latency max=100")
        for j in range(8):
            a[i, j] += 1
`;
  const under = (schedule: string): ReturnType<typeof generateVitis> => {
    const parsed = parseSchedule(schedule);
    const done = apply(obeyed(nest), parsed.ok ? parsed.schedule : []);
    if (!done.ok) throw new Error(done.refusal.message);
    return generateVitis(done.loops);
  };

  it("is not in the way of a schedule, and stays with its loop", () => {
    const made = under("reorder j i");
    expect(made.diagnostics).toEqual([]);
    expect(made.ok && made.files.get(made.source)).toMatch(/ i: for \(.*\n#pragma HLS LOOP_FLATTEN off\n/);
    const peeled = under("peel i 2");
    expect(peeled.ok && peeled.files.get(peeled.source)?.match(/LOOP_FLATTEN off/g)?.length).toBe(2);
  });

  it("or is left out, which is said", () => {
    expect(under("tile i j 4 4").diagnostics.map(({ message }) => message)).toEqual([
      "`HLS loop_flatten` is left out for Vitis HLS: the schedule has taken its loop apart",
      "`HLS latency` is left out for Vitis HLS: the schedule has taken the statements around it apart",
    ]);
  });

  it("also where nothing is left of what it stands in", () => {
    const made = generateVitis(
      obeyed(`
@pylog
def k(a: "int32[8]"):
    unread = np.zeros(8, np.int32)
    for i in range(8):
        pragma("HLS loop_flatten off")
        unread[i] = a[i]
    a[0] = 1
`),
    );
    expect(made.diagnostics.map(({ message }) => message)).toEqual([
      "`HLS loop_flatten` is left out for Vitis HLS: nothing is left of what it stands in",
    ]);
  });
});

describe("in TypeScript", () => {
  it("names are those of the function as well", () => {
    const twice = kernel("twice", { A: "int32[8]", B: "int32[8]" }, ({ A, B }, h) => {
      const add = h.def("add", { B: "int32[8]" }, (own) => {
        h.for(8, (i) => {
          h.pragma("HLS dependence variable=B inter false");
          own.B.at(i).set(own.B.at(i).add(1));
        });
      });
      add(A);
      add(B);
    });
    const loops = toLoops(twice);
    if (!loops.ok) throw new Error("not lowered");
    expect(written(loops.loops).match(/variable=\w+/g)).toEqual(["variable=A", "variable=B"]);
  });
});

describe("two directives that do not go together", () => {
  it("are never written together, and that is said", () => {
    const loops = lowered(`
@pylog
def k(a: "int32[8]", b: "int32[8]"):
    pragma("HLS pipeline II=2")
    pragma("HLS dataflow")
    pragma("HLS pipeline II=3")
    for i in range(8).pipeline():
        pragma("HLS pipeline off")
        pragma("HLS loop_tripcount min=1 max=8")
        pragma("HLS loop_tripcount min=2 max=8")
        a[i] += 1
    for j in range(8):
        b[j] += 1
`);
    const made = generateVitis(loops);
    expect(made.diagnostics.map(({ message }) => message)).toEqual([
      "`HLS dataflow` is left out for Vitis HLS: the same block has another one",
      "`HLS pipeline` is left out for Vitis HLS: the same block has another one",
      "`HLS pipeline` is left out for Vitis HLS: the loop is pipelined otherwise",
      "`HLS loop_tripcount` is left out for Vitis HLS: the same block has another one",
    ]);
  });
});

describe("Merlin", () => {
  it("gets what its directives ask for as steps", () => {
    expect(
      steps(`
@pylog
def k(a: "int32[8,8]"):
    for i in range(8):
        pragma("ACCEL pipeline II=2 flatten")
        for j in range(8):
            pragma("ACCEL parallel factor=4")
            a[i, j] += 1
`),
    ).toBe("pipeline i 2 or_more\nunroll j 4\n");
  });

  const matmul = `
@pylog
def k(a: "int32[8,8]", b: "int32[8,8]", c: "int32[8,8]"):
    for i in range(8).parallel():
        for j in range(8):
            total = np.int32(0)
            for l in range(8).unroll(4):
                total += a[i, l] * b[l, j]
            c[i, j] = total
`;

  it("is told of the sums of the loop itself, not of those inside of an iteration", () => {
    expect(
      written(obeyed(matmul), generateMerlin)
        .split("\n")
        .map((line) => line.replace(/^.*#/, "#")),
    ).toEqual(["#pragma ACCEL parallel", "#pragma ACCEL parallel flatten factor=4 reduction=total"]);
  });

  it("nor of a sum that something else reads, or sets anew", () => {
    const loops = obeyed(`
@pylog
def k(a: "int32[8]", b: "int32[8]"):
    running = np.int32(0)
    kept = np.int32(0)
    for i in range(8).unroll():
        running += a[i]
        b[i] = running
        if a[i] > 4:
            kept = np.int32(0)
        kept += a[i]
    b[0] = kept
`);
    expect(written(loops, generateMerlin)).not.toContain("reduction");
  });
});
