/**
 * The space of a kernel's schedules: every point is a schedule that leaves the same bits, or says why it is none.
 *
 *     LUTRA_PROGRAMS=500 npx vitest run test/explore/kernel/space.test.ts       so many points of each kernel
 */
import { describe, expect, test } from "vitest";
import { parts } from "../../../src/device/part.ts";
import { scheduleFor } from "../../../src/explore/index.ts";
import {
  type Evaluator,
  evaluated,
  limitsOf,
  nothingRemembered,
} from "../../../src/explore/kernel/evaluate.ts";
import { meaningOf, scheduleOfPoint } from "../../../src/explore/kernel/schedule.ts";
import { kernelSpace } from "../../../src/explore/kernel/space.ts";
import {
  defaultPoint,
  type KnobValue,
  type Point,
  randomPoint,
  type Space,
  sizeOf,
} from "../../../src/explore/search/space.ts";
import { printSchedule } from "../../../src/schedule/print.ts";
import { predicted } from "../../../src/synthesis/index.ts";
import { randomFrom } from "../../../src/types/random.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { expectSame } from "../../schedule/scheduled.ts";

const target = { family: "xc7", periodNs: 10 } as const;
const part = parts["xc7z020clg400-1"];

const kernels: Readonly<Record<string, string>> = {
  product: `
def kernel(a: "int16[6,7]", b: "int16[7,5]", c: "int32[6,5]"):
    for i in range(6):
        for j in range(5):
            s = np.int32(0)
            for k in range(7):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
`,
  window: `
def kernel(a: "int32[8,9]", b: "int32[8,9]"):
    for i in range(1, 7):
        for j in range(1, 8):
            b[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
`,
  "two nests": `
def kernel(a: "int32[12]", c: "int32[12]"):
    b = np.zeros(12, np.int32)
    for i in range(12):
        b[i] = a[i] * 3
    for j in range(12):
        c[j] = b[j] + a[11 - j]
`,
};

interface Searched {
  readonly space: Space;
  readonly evaluator: Evaluator;
}

function searchedOf(source: string): Searched {
  const loops = loopsOf(source);
  const auto = scheduleFor(loops, target, part).schedule;
  const evaluator = {
    loops,
    auto,
    target,
    objectives: ["cycles"] as const,
    limits: limitsOf(part),
    known: nothingRemembered(),
  };
  return { space: kernelSpace(loops, { reassociate: false }), evaluator };
}

function pointWith(space: Space, values: Readonly<Record<string, unknown>>): Point {
  return space.knobs.map(({ name, values: all }) => {
    const index = name in values ? all.indexOf(values[name] as KnobValue) : 0;
    expect(index, name).toBeGreaterThanOrEqual(0);
    return index;
  });
}

function scheduleAt({ space, evaluator }: Searched, point: Point): string {
  const made = scheduleOfPoint(evaluator, space, point);
  return made.ok ? printSchedule(made.schedule).trim() : `refused: ${made.reason}`;
}

describe("every point", () => {
  test.each(Object.entries(kernels))("of %s leaves the same bits", { timeout: 36_000_000 }, (_, source) => {
    const searched = searchedOf(source);
    const random = randomFrom(1, "points");
    const count = Number(process.env.LUTRA_PROGRAMS ?? 12);
    let feasible = 0;
    for (let tries = 0; tries < count; tries++) {
      const point = randomPoint(searched.space, random);
      const made = scheduleOfPoint(searched.evaluator, searched.space, point);
      if (!made.ok) continue;
      feasible += 1;
      expectSame(searched.evaluator.loops, printSchedule(made.schedule));
    }
    expect(feasible).toBe(count);
  });
});

describe("what is measured", () => {
  test("is what a circuit of that schedule takes", () => {
    const { space, evaluator } = searchedOf(kernels.product ?? "");
    const random = randomFrom(2, "points");
    for (let tries = 0; tries < 5; tries++) {
      const point = randomPoint(space, random);
      const outcome = evaluated(evaluator, space, point);
      const made = scheduleOfPoint(evaluator, space, point);
      if (!made.ok || outcome.kind !== "feasible") continue;
      expect(outcome.objectives).toEqual([predicted(made.loops, { target }).most]);
    }
  });

  test("of the first point is the schedule that Lutra chooses", () => {
    const { space, evaluator } = searchedOf(kernels.window ?? "");
    const point = defaultPoint(space) ?? [];
    const chosen = printSchedule(evaluator.auto).trim();
    expect(scheduleAt({ space, evaluator }, point)).toBe(chosen);
  });

  test("must be within what the part has", () => {
    const { space, evaluator } = searchedOf(kernels.product ?? "");
    const narrow = { ...evaluator, limits: [{ name: "luts", most: 10 }] as const };
    const outcome = evaluated(narrow, space, defaultPoint(space) ?? []);
    expect(outcome).toMatchObject({
      kind: "infeasible",
      reason: expect.stringMatching(/luts, and 10 are there$/),
    });
  });
});

describe("knobs", () => {
  const product = searchedOf(kernels.product ?? "");

  test("are of loops, arrays and units", () => {
    expect(product.space.knobs.map(({ name }) => name)).toEqual([
      ...["start", "shape of k", "array for i", "tile i", "tile j"],
      ...["copy of a", "memories of a", "copy of b", "memories of b", "copy of c", "memories of c"],
      ...["level k", "copies k", "units of int.mul"],
    ]);
    expect(sizeOf(product.space)).toBeGreaterThan(10n ** 6n);
  });

  test("are of the one nest that they are about, where there are several", () => {
    const { space } = searchedOf(kernels["two nests"] ?? "");
    const parts = Object.fromEntries(space.knobs.map(({ name, part }) => [name, part]));
    expect(parts).toMatchObject({
      "copies i": "i",
      "copies j": "j",
      "memories of c": "j",
      "units of int.mul": "i",
    });
    expect([parts.start, parts["memories of a"], parts["memories of b"], parts.processes]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect(product.space.knobs.every(({ part }) => part === undefined)).toBe(true);
  });

  test.each([
    { values: { start: "-" }, schedule: "pipeline k" },
    { values: { start: "-", "level k": 1 }, schedule: "pipeline j" },
    { values: { start: "-", "copies k": 3 }, schedule: "unroll k 3\npipeline k" },
    {
      values: { start: "-", "units of int.mul": "limit int.mul 2" },
      schedule: "pipeline k\nlimit int.mul 2",
    },
    {
      values: { start: "-", "tile i": 2, "tile j": 5 },
      schedule: [
        "split i 2 outer=i.outer inner=i.inner",
        "privatize s j name=s_in_j",
        "privatize s_in_j i.inner name=s_in_i_inner",
        "reorder k i.inner j",
        "pipeline k",
      ].join("\n"),
    },
  ])("$values", ({ values, schedule }) => {
    expect(scheduleAt(product, pointWith(product.space, values))).toBe(schedule);
  });

  test("that make no difference give points that are the same", () => {
    const [one, other, third] = [
      { start: "-", "level k": 2 },
      { start: "-", "level k": 2, "shape of k": "-" },
      { start: "-" },
    ].map((values) => meaningOf(product.evaluator, product.space, pointWith(product.space, values)));
    expect(one).toBe(other);
    expect(third).not.toBe(one);
    const points = ["copies k", "level k"].map((name) => pointWith(product.space, { [name]: 1 }));
    const texts = points.map((point) => meaningOf(product.evaluator, product.space, point));
    expect(new Set(texts).size).toBe(1); // the schedule that Lutra chooses says how loops run
  });

  test("that a person fixed are kept, or the point is refused", () => {
    const fixed = { name: "mine", kind: "category", values: ["partition z dim=0 cyclic 2"] } as const;
    const space = { ...product.space, knobs: [...product.space.knobs, fixed] };
    expect(scheduleAt({ ...product, space }, defaultPoint(space) ?? [])).toMatch(/^refused: partition z/);
  });
});
