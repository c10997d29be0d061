/** The memory of a kernel that is called again and again, and the code that it gets when it has run for long. */
import { expect, it, vi } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import { float64, int32 } from "../../src/types/types.ts";
import { arr, bin, filled, int, kernel, load, loop, store, v } from "./wasm-build.ts";

const a = arr("a", float64, 4);
const b = arr("b", float64, 4);
const adding = kernel({
  params: [a, b],
  body: [loop("i", 0, 4, store(a, [v("i")], bin("add", load(a, v("i")), load(b, v("i")))))],
});

it("arguments that are put where the kernel computes are not copied", async () => {
  const compiled = await compileWasm(adding, { quick: true });
  const room = compiled.room(new Map());
  const [first, second] = [room.get("a") as Float64Array, room.get("b") as Float64Array];
  first.set([1, 2, 3, 4]);
  second.set([10, 20, 30, 40]);
  const type = filled(float64, [4], [0, 0, 0, 0]).type;
  compiled.call(
    new Map([
      ["a", { type, data: first }],
      ["b", { type, data: second }],
    ]),
  );
  expect([...first]).toEqual([11, 22, 33, 44]);
  expect(first.buffer).toBe(second.buffer);
});

it("arguments that are the same array have the same room", async () => {
  const compiled = await compileWasm(adding, { quick: true });
  const room = compiled.room(new Map([["b", "a"]]));
  expect(room.get("b")).toBe(room.get("a"));
});

it("memory that is given back is taken again, and tables are there again", async () => {
  const table = { ...arr("t", int32, 3), table: [5, 6, 7] };
  const c = arr("c", int32, 3);
  const copying = kernel({
    params: [c],
    arrays: [table],
    body: [loop("i", 0, 3, store(c, [v("i")], load(table, v("i"))))],
  });
  const compiled = await compileWasm(copying, { quick: true });
  const given = filled(int32, [3], [0, 0, 0]);
  compiled.run(new Map([["c", given]]));
  expect(compiled.held()).toBeGreaterThan(0);
  compiled.release();
  expect(compiled.held()).toBe(0);
  given.data.fill(0 as never);
  compiled.run(new Map([["c", given]]));
  expect([...(given.data as Int32Array)]).toEqual([5, 6, 7]);
});

it("a kernel that has run for seconds is optimised between two calls, and gives the same", async () => {
  const compiled = await compileWasm(adding, { quick: true });
  const call = (): number[] => {
    const given = filled(float64, [4], [1, 2, 3, 4]);
    compiled.run(
      new Map([
        ["a", given],
        ["b", filled(float64, [4], [1, 1, 1, 1])],
      ]),
    );
    return [...(given.data as Float64Array)];
  };
  const before = call();
  const clock = vi.spyOn(performance, "now");
  let time = 0;
  clock.mockImplementation(() => {
    time += 3000;
    return time;
  });
  call();
  clock.mockRestore();
  expect(compiled.held()).toBeGreaterThan(0);
  await vi.waitUntil(() => compiled.held() === 0, { timeout: 10_000 }); // the quick code is gone
  expect(call()).toEqual(before);
});

it("an index that is out of range is told alike", async () => {
  const outside = kernel({ params: [a], body: [store(a, [int(9)], load(a, int(0)))] });
  const messages = await Promise.all(
    [true, false].map(async (quick) => {
      const compiled = await compileWasm(outside, { quick });
      try {
        compiled.run(new Map([["a", filled(float64, [4], [1, 2, 3, 4])]]));
      } catch (error) {
        return String(error);
      }
      return "";
    }),
  );
  expect(messages[0]).toContain("9");
  expect(messages[0]).toBe(messages[1]);
});
