/** Conversions to and from fixed point on random values: WebAssembly rounds and saturates as `src/types` does. */
import { expect, it } from "vitest";
import { compileWasm } from "../../src/backend/wasm/index.ts";
import type { Stmt } from "../../src/loops/nodes.ts";
import { compileConvert } from "../../src/types/arithmetic.ts";
import { below, randomFrom, uniform } from "../../src/types/random.ts";
import { get } from "../../src/types/storage.ts";
import { type FixedType, fixed, float32, float64, type ScalarType } from "../../src/types/types.ts";
import { arr, cast, filled, kernel, load, loop, store, v } from "./wasm-build.ts";

const roundings = ["truncate", "floor", "nearest_even", "nearest_away", "toward_zero"] as const;
const random = randomFrom(1, "fixed");

function someFixed(): FixedType {
  const width = 1 + below(62, random);
  const integer = width + 8 - below(width + 16, random);
  const overflow = below(2, random) === 0 ? "wrap" : "saturate";
  return fixed(width, integer, below(2, random) === 0, roundings[below(5, random)] ?? "floor", overflow);
}

/** Halves, integers and their neighbours are what rounding is about. */
function someNumber(): number {
  const near = Math.round((uniform(random) - 0.5) * 2 ** below(40, random)) / 2 ** below(20, random);
  const exotic = [
    Number.NaN,
    Infinity,
    -Infinity,
    -0,
    0.49999999999999994,
    2 ** 62,
    -(2 ** 63),
    1e300,
    5e-324,
  ];
  const choice = below(20, random);
  return choice === 0
    ? (exotic[below(exotic.length, random)] ?? 0)
    : choice < 12
      ? near
      : near + uniform(random);
}

const pairs = 60;
const values = 200;

it.each(["float32", "float64", "fixed"])("from and to fixed types, with %s", async (partner) => {
  const other = (): ScalarType =>
    partner === "fixed" ? someFixed() : partner === "float32" ? float32 : float64;
  const wrong: string[] = [];
  const cases = Array.from({ length: pairs }, () =>
    below(2, random) === 0 ? [someFixed(), other()] : [other(), someFixed()],
  );
  const arrays = cases.map(([from = float32, to = float32], i) => ({
    from: arr(`a${i}`, from, values),
    to: arr(`b${i}`, to, values),
  }));
  const body: Stmt[] = arrays.map(({ from, to }, i) =>
    loop(`i${i}`, 0, values, store(to, [v(`i${i}`)], cast(load(from, v(`i${i}`)), to.element))),
  );
  const given = arrays.map(({ from }) => {
    const into = compileConvert(float64, from.element);
    return filled(
      from.element,
      [values],
      Array.from({ length: values }, () => into(someNumber())),
    );
  });
  const results = arrays.map(({ to }) => to.name);
  const wasm = await compileWasm(
    kernel({ params: arrays.map(({ from }) => from), arrays: arrays.map(({ to }) => to), body, results }),
  );
  const ran = wasm.run(new Map(given.map((nd, i) => [`a${i}`, nd])));
  for (const [i, { from, to }] of arrays.entries()) {
    const [source, found] = [given[i], ran.results[i]];
    if (source === undefined || typeof found !== "object") throw new Error("arrays in, arrays out");
    const convert = compileConvert(from.element, to.element);
    for (let k = 0; k < values; k++) {
      const one = get(source, k);
      if (!Object.is(get(found, k), convert(one)))
        wrong.push(
          `${JSON.stringify([from.element, to.element])}: ${one} is ${convert(one)}, not ${get(found, k)}`,
        );
    }
  }
  expect(wrong).toEqual([]);
});
