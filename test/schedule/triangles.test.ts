/** Nests that are no boxes: reorder, fuse and tile them, and count every iteration. */
import { describe, expect, it } from "vitest";
import type { Expr, For, Loops } from "../../src/loops/nodes.ts";
import { printLoops, verifyLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { applyStep } from "../../src/schedule/schedule.ts";
import { allocate } from "../../src/types/storage.ts";
import { array, int32, pythonInt } from "../../src/types/types.ts";
import { arith, index, kernel, loop, num, store } from "../loops/nests.ts";
import { loopsOf } from "./plain.ts";
import { type Random, rng } from "./random.ts";
import { expectSame, python } from "./scheduled.ts";

const COUNT = Number(process.env.LUTRA_TRIANGLES ?? 60);
const WIDTH = 61;

describe("reorder of random nests runs each iteration once, in the new order", () => {
  it.each([2, 3])("%d deep", (depth) => {
    let done = 0;
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = rng(seed * 31 + depth);
      const loops = randomNest(random, depth);
      const order = shuffled(names.slice(0, depth), random);
      const text = `seed ${seed}, ${order.join(" ")}\n${printLoops(loops)}`;
      const applied = applyStep(loops, { primitive: "reorder", args: { loops: order } });
      if (!applied.ok) {
        expect(applied.refusal.code, text).toBe("bound-needs-loop");
        continue;
      }
      done++;
      expect(verifyLoops(applied.loops), text).toEqual([]);
      const before = visited(loops);
      const places = order.map((name) => names.indexOf(name));
      const expected = before.toSorted((a, b) => {
        const level = places.find((place) => a[place] !== b[place]) ?? 0;
        return (a[level] ?? 0) - (b[level] ?? 0);
      });
      expect(visited(applied.loops), `${text}\n${printLoops(applied.loops)}`).toEqual(expected);
      const back = applyStep(applied.loops, {
        primitive: "reorder",
        args: { loops: names.slice(0, depth) },
      });
      if (back.ok) expect(visited(back.loops), `${text}\n${printLoops(back.loops)}`).toEqual(before);
      else expect(back.refusal.code, text).toBe("bound-needs-loop");
    }
    expect(done).toBeGreaterThan(COUNT * 0.8);
  });
});

it("fuse keeps the order of iterations, whatever the bounds", () => {
  let done = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const loops = randomNest(rng(seed), 2);
    const applied = applyStep(loops, { primitive: "fuse", args: { outer: "i", inner: "j" } });
    if (!applied.ok) continue;
    done++;
    expect(visited(applied.loops), printLoops(loops)).toEqual(visited(loops));
  }
  expect(done).toBeGreaterThan(COUNT * 0.6);
});

it("tile visits the same iterations", () => {
  let done = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const random = rng(seed);
    const loops = randomNest(random, 2);
    const args = { outer: "i", inner: "j", rows: 1 + random(4), columns: 1 + random(4) };
    const applied = applyStep(loops, { primitive: "tile", args });
    if (!applied.ok) continue;
    done++;
    const text = `${printLoops(loops)}\n${printLoops(applied.loops)}`;
    expect(visited(applied.loops).map(String).sort(), text).toEqual(visited(loops).map(String).sort());
  }
  expect(done).toBeGreaterThan(COUNT * 0.4);
});

describe("legality", () => {
  it("is that of the iterations there are", () => {
    // Below the diagonal the two would clash; the nest has nothing there.
    const upper = loopsOf(`def k(a: "int32[9,9]"):
    for i in range(8):
        for j in range(i + 1, 8):
            a[i, j] = a[j, i] + 1
`);
    expect(python(expectSame(upper, "reorder j i"))).toBe(`\
    for j in range(1, 8):
        for i in range(j):
            a[i, j] = a[j, i] + 1`);
    expectSame(upper, "reorder j i\nparallel j\nparallel i");
    const whole = loopsOf(`def k(a: "int32[9,9]"):
    for i in range(8):
        for j in range(i + 1):
            a[i + 1, j] = a[j, i] + a[i, j + 1]
`);
    const step = { primitive: "reorder", args: { loops: ["j", "i"] } };
    expect(applyStep(whole, step)).toMatchObject({ ok: false, refusal: { code: "order-clash" } });
  });
});

// Random nests

const names = ["i", "j", "l"];

/** Bounds are sums of the variables outside, halves of them, and the least or greatest of two. */
function randomNest(random: Random, depth: number): Loops {
  const pick = (low: number, high: number): number => low + random(high - low + 1);
  const sum = (outer: readonly string[], constant: number): Expr =>
    outer.reduce<Expr>((total, name) => {
      const factor = pick(-1, 2);
      return factor === 0 ? total : arith("add", total, arith("mul", index(name), num(factor)));
    }, num(constant));
  const bound = (outer: readonly string[], constant: number, least: "min" | "max"): Expr => {
    const one = sum(outer, constant);
    const kind = random(5);
    if (kind === 0) return { ...arith("min", one, sum(outer, pick(-2, 6))), op: least } as Expr;
    return kind === 1 ? arith("floordiv", one, num(pick(2, 3))) : one;
  };
  const nest = (level: number): For => {
    const outer = names.slice(0, level);
    const inner =
      level + 1 < depth
        ? nest(level + 1)
        : store(
            "seen",
            names.slice(0, depth).map((name) => arith("add", index(name), num(30))),
            { kind: "const", value: 1, type: int32 },
          );
    const step = random(3) === 0 ? pick(2, 3) : 1;
    const from = bound(outer, pick(-2, 2), "max");
    return loop(
      names[level] ?? "",
      from,
      arith("min", bound(outer, pick(1, 6), "min"), num(9)),
      [inner],
      step,
    );
  };
  return kernel({ seen: Array.from({ length: depth }, () => WIDTH) }, [nest(0)]);
}

/** The iterations that store, in the order they run. */
function visited(loops: Loops): readonly (readonly number[])[] {
  const found: number[][] = [];
  const [seen] = loops.params;
  const shape = seen?.kind === "array" ? seen.shape : [];
  const args = new Map([["seen", allocate(array(int32, shape))]]);
  trace(loops, args, {
    store: ({ at }) => {
      const place: number[] = [];
      shape.reduceRight((rest, size) => {
        place.unshift((rest % size) - 30);
        return Math.floor(rest / size);
      }, at);
      found.push(place);
    },
  });
  return found;
}

function shuffled(list: readonly string[], random: Random): readonly string[] {
  const [one = "", ...rest] = list;
  if (rest.length === 0) return [one];
  const others = shuffled(rest, random);
  const at = random(list.length);
  return [...others.slice(0, at), one, ...others.slice(at)];
}

it("bounds stay Python ints", () => {
  const loops = randomNest(rng(1), 2);
  const applied = applyStep(loops, { primitive: "reorder", args: { loops: ["j", "i"] } });
  const [first] = applied.ok ? applied.loops.body : [];
  expect(first?.kind === "for" ? [first.from.type, first.to.type] : []).toEqual([pythonInt, pythonInt]);
});
