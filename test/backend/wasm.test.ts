/** Loops as WebAssembly: the same bits and the same faults as the reference interpreter. */
import { describe, expect, it } from "vitest";
import {
  exactInt,
  float16,
  float32,
  float64,
  int32,
  int64,
  pythonInt,
  uint8,
  uint32,
} from "../../src/types/types.ts";
import {
  arr,
  assign,
  bin,
  bothRoads,
  cast,
  cmp,
  filled,
  int,
  kernel,
  leave,
  load,
  loop,
  next,
  repeat,
  scalar,
  store,
  v,
  when,
} from "./wasm-build.ts";

const numbers = (count: number, f: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => f(i));

describe("loops", () => {
  it("multiplies matrices", async () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => arr(name, float32, 5, 5)) as [
      ReturnType<typeof arr>,
      ReturnType<typeof arr>,
      ReturnType<typeof arr>,
    ];
    const loops = kernel({
      params: [a, b, c],
      scalars: [scalar("s", float32)],
      body: [
        loop(
          "i",
          0,
          5,
          loop(
            "j",
            0,
            5,
            assign("s", int(0, float32)),
            loop(
              "k",
              0,
              5,
              assign(
                "s",
                bin("add", v("s", float32), bin("mul", load(a, v("i"), v("k")), load(b, v("k"), v("j")))),
              ),
            ),
            store(c, [v("i"), v("j")], v("s", float32)),
          ),
        ),
      ],
    });
    const { reference, wasm } = await bothRoads(loops, {
      a: filled(
        float32,
        [5, 5],
        numbers(25, (i) => Math.fround(i / 7)),
      ),
      b: filled(
        float32,
        [5, 5],
        numbers(25, (i) => Math.fround(1 / (i + 1))),
      ),
      c: filled(
        float32,
        [5, 5],
        numbers(25, () => 9),
      ),
    });
    expect(wasm).toEqual(reference);
  });

  it("counts what it meets, and tells a position that is outside", async () => {
    const image = arr("image", uint8, 40);
    const count = arr("count", int32, 6);
    const at = cast(load(image, v("i")), pythonInt);
    const loops = kernel({
      params: [image, count],
      body: [loop("i", 0, 40, store(count, [at], bin("add", load(count, at), int(1, int32))))],
    });
    for (const most of [5, 6, 9]) {
      const { reference, wasm } = await bothRoads(loops, {
        image: filled(
          uint8,
          [40],
          numbers(40, (i) => i % (most + 1)),
        ),
        count: filled(int32, [6], []),
      });
      expect(wasm).toEqual(reference);
      expect(wasm.fault === null).toBe(most === 5);
    }
  });

  it("breaks, goes on, and repeats while a condition holds", async () => {
    const out = arr("out", int64, 30);
    const loops = kernel({
      params: [out, scalar("n", pythonInt)],
      scalars: [scalar("k", pythonInt)],
      body: [
        assign("k", int(0)),
        repeat(
          cmp("lt", v("k"), v("n")),
          assign("k", bin("add", v("k"), int(1))),
          when(cmp("eq", bin("mod", v("k"), int(3)), int(0)), [next]),
          when(cmp("gt", v("k"), int(20)), [leave]),
          loop(
            "i",
            0,
            v("k"),
            when(cmp("eq", v("i"), int(4)), [next]),
            when(cmp("eq", v("i"), int(9)), [leave]),
            store(out, [v("i")], bin("add", load(out, v("i")), cast(v("k"), int64))),
          ),
        ),
      ],
      results: ["k"],
    });
    for (const n of [0, 1, 7, 25]) {
      const { reference, wasm } = await bothRoads(loops, { out: filled(int64, [30], []), n });
      expect(wasm).toEqual(reference);
    }
  });

  it("reports a Python int that leaves 64 bits", async () => {
    const loops = kernel({
      params: [scalar("a", pythonInt), scalar("b", pythonInt)],
      scalars: [scalar("c", pythonInt)],
      body: [assign("c", bin("mul", v("a"), v("b")))],
      results: ["c"],
    });
    for (const [a, b] of [
      [3, 4],
      [2 ** 40, 2 ** 40],
      [-1, -(2n ** 63n)],
      [-(2n ** 63n), 1],
      [2n ** 62n, 2],
    ] as const) {
      const { reference, wasm } = await bothRoads(loops, { a, b });
      expect(wasm).toEqual(reference);
    }
  });

  it("keeps wide integers and odd floats exact", async () => {
    const wide = exactInt(200, true);
    const a = arr("a", wide, 3);
    const h = arr("h", float16, 3);
    const loops = kernel({
      params: [a, h],
      scalars: [scalar("s", exactInt(400, true))],
      body: [
        loop(
          "i",
          0,
          3,
          assign("s", bin("mul", load(a, v("i")), load(a, v("i")), exactInt(400, true))),
          store(h, [v("i")], bin("add", load(h, v("i")), load(h, int(1)))),
        ),
      ],
      results: ["s", "a"],
    });
    const { reference, wasm } = await bothRoads(loops, {
      a: filled(wide, [3], [1, 2n ** 150n, -(3n ** 100n)]),
      h: filled(float16, [3], [1, 0.0999755859375, 60000]),
    });
    expect(wasm).toEqual(reference);
  });

  it.each([int32, uint32])("widens elements of 32 bits as their type says", async (type) => {
    const a = arr("a", type, 3);
    const wide = arr("wide", int64, 3);
    const loops = kernel({
      params: [a, wide],
      body: [loop("i", 0, 3, store(wide, [v("i")], cast(load(a, v("i")), int64)))],
    });
    const { reference, wasm } = await bothRoads(loops, {
      a: filled(type, [3], [1, -1, -(2 ** 31)]),
      wide: filled(int64, [3], []),
    });
    expect(wasm).toEqual(reference);
  });

  it("is the same memory twice when an array is given twice", async () => {
    const [a, b] = [arr("a", float64, 4), arr("b", float64, 4)];
    const loops = kernel({
      params: [a, b],
      body: [loop("i", 1, 4, store(a, [v("i")], load(b, bin("sub", v("i"), int(1)))))],
    });
    const { compileWasm } = await import("../../src/backend/wasm/index.ts");
    const compiled = await compileWasm(loops);
    const data = filled(float64, [4], [1, 2, 3, 4]);
    compiled.run(
      new Map([
        ["a", data],
        ["b", data],
      ]),
    );
    expect([...(data.data as Float64Array)]).toEqual([1, 1, 1, 1]);
  });
});
