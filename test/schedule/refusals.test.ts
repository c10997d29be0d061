/** What a refusal says: two accesses and their iterations, and that these really clash. */
import { describe, expect, it } from "vitest";
import type { Access, Dependence } from "../../src/loops/depend/index.ts";
import { arraysOf, forLoops, scalarsOf } from "../../src/loops/find.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { type Iterations, trace } from "../../src/loops/trace.ts";
import { applyStep, type Step } from "../../src/schedule/schedule.ts";
import { pythonInt } from "../../src/types/types.ts";
import { kernels } from "./kernels.ts";
import { loopsOf } from "./plain.ts";
import { argumentsFor, refused } from "./scheduled.ts";

describe("bounds that cannot be evaluated elsewhere", () => {
  it("name the write that changes them", () => {
    const loops = loopsOf(`
def k(a: "int32[4,4]", n: "python int"):
    m = n
    for i in range(4):
        for j in range(m):
            a[i, j] = 0
            m = j
`);
    expect(refused(loops, "fuse i j").message).toBe(
      "the bounds of `j` depend on `m`, which the loops write: m written at line 8 in iteration i=0, j=0 may be read at line 6 in iteration i=1",
    );
  });

  it("name the array they are loaded from", () => {
    const loops = loopsOf(`
def k(a: "int32[4,4]", n: "int64[4]"):
    for i in range(4):
        for j in range(n[0]):
            a[i, j] = 0
`);
    expect(refused(loops, "reorder j i").message).toBe(
      "the bounds of `j` are loaded from an array: n[0] read at line 5",
    );
  });
});

describe("quantize", () => {
  it("names the element of a table that does not fit", () => {
    const loops: Loops = {
      ...loopsOf(`def k(a: "int32[4]"):\n    a[0] = 1\n`),
      arrays: [{ kind: "array", name: "w", element: pythonInt, shape: [2, 2], table: [1, 2, 300, 4] }],
    };
    expect(refused(loops, "quantize w to=int8").message).toContain(
      "the constant `w[1, 0]` is 300, which does not fit int8",
    );
  });
});

describe("the two accesses and iterations of a refusal", () => {
  it("happen in this order, on one element, when the kernel runs", () => {
    let checked = 0;
    const all = Object.values(kernels).flatMap((loops) =>
      stepsFor(loops).map((step) => [loops, step] as const),
    );
    for (const [loops, step] of all) {
      const applied = applyStep(loops, step);
      const clash = applied.ok ? undefined : applied.refusal.clash;
      if (clash === undefined || clash.source.what === "control") continue;
      const what = `${JSON.stringify(step)}: ${applied.ok ? "" : applied.refusal.message}`;
      expect(applied.ok ? "" : applied.refusal.message, what).toMatch(/ at line \d+/);
      if (!clash.exact) continue;
      expect(clash.witness, what).not.toBeNull();
      expect(happens(loops, clash), what).toBe(true);
      checked++;
    }
    expect(checked).toBeGreaterThan(80);
  });
});

function stepsFor(loops: Loops): readonly Step[] {
  const names = forLoops(loops).map(({ name }) => name);
  const arrays = arraysOf(loops).map(({ name }) => name);
  const scalars = scalarsOf(loops).map(({ name }) => name);
  const pairs = names.flatMap((first) =>
    names.filter((name) => name !== first).map((second) => [first, second]),
  );
  return [
    ...names.flatMap((loop): Step[] => [
      { primitive: "parallel", args: { loop } },
      { primitive: "reassociate", args: { loop, factor: 2 } },
      ...[...arrays, ...scalars].map((after) => ({ primitive: "distribute", args: { loop, after } })),
      ...arrays.map((array) => ({ primitive: "reuse_at", args: { array, loop } })),
      ...[...arrays, ...scalars].map((storage) => ({ primitive: "privatize", args: { storage, loop } })),
    ]),
    ...pairs.flatMap(([first = "", second = ""]): Step[] => [
      { primitive: "fuse_loops", args: { first, second } },
      { primitive: "fuse_kernels", args: { first, second } },
      { primitive: "compute_at", args: { producer: first, at: second } },
      { primitive: "reorder", args: { loops: [first, second] } },
      { primitive: "fuse", args: { outer: first, inner: second } },
    ]),
  ];
}

/** Runs the kernel and looks for them. */
function happens(loops: Loops, { source, sink, witness }: Dependence): boolean {
  const touched = new Set<number>(); // by the source, in its iteration
  let found = false;
  const isAt = (access: Access, at: Iterations, of: Readonly<Record<string, number>> | undefined): boolean =>
    access.loops.every(({ name }) => of?.[name] === undefined || at.get(name) === of[name]);
  const visit = (access: (one: Access) => boolean, element: number, iteration: Iterations): void => {
    if (access(sink) && isAt(sink, iteration, witness?.sink) && touched.has(element)) found = true;
    if (access(source) && isAt(source, iteration, witness?.source)) touched.add(element);
  };
  trace(loops, argumentsFor(loops, 1), {
    load: ({ node, at, iteration }) => visit((one) => one.index === node.index, at, iteration),
    store: ({ node, at, iteration }) => visit((one) => one.index === node.index, at, iteration),
    read: ({ name, stmt, iteration }) => visit((one) => isScalar(one, name, stmt, false), 0, iteration),
    write: ({ name, stmt, iteration }) => visit((one) => isScalar(one, name, stmt, true), 0, iteration),
  });
  return found;
}

function isScalar(access: Access, name: string, stmt: Access["stmt"], write: boolean): boolean {
  const same = access.stmt === stmt || (access.stmt.kind === stmt.kind && access.span === stmt.origin.span);
  return access.what === "scalar" && access.name === name && access.write === write && same;
}
