/**
 * What TypeScript knows of a kernel. Nothing here runs: `npm run typecheck` reads it, and each @ts-expect-error must be
 * one.
 */
import { expectTypeOf } from "vitest";
import {
  type Builder,
  type Compiled,
  type DslKernel,
  type HostValue,
  kernel,
  type Like,
  type NpyArray,
  type Place,
  parseType,
  run,
  simulate,
  type Tensor,
  type Term,
} from "../../../src/index.ts";
import type { IsArray, KindOf, RankOf } from "../../../src/types/static.ts";

// The text of a type

expectTypeOf<RankOf<"float32[64]">>().toEqualTypeOf<1>();
expectTypeOf<RankOf<"fixed<16,6>[3, 4, 5]">>().toEqualTypeOf<3>();
expectTypeOf<RankOf<`uint<8>[${number},${number}]`>>().toEqualTypeOf<2>();
expectTypeOf<RankOf<`float32[${string}]`>>().toEqualTypeOf<number>();
expectTypeOf<RankOf<`float32[4,${string}]`>>().toEqualTypeOf<number>();
expectTypeOf<RankOf<string>>().toEqualTypeOf<number>();
expectTypeOf<KindOf<"float32[64]">>().toEqualTypeOf<"float32">();
expectTypeOf<KindOf<"fixed<16,6>[3,4]">>().toEqualTypeOf<"fixed<16,6>">();
expectTypeOf<KindOf<"fixed<16, 6, wrap>">>().toEqualTypeOf<`fixed<${string}>`>();
expectTypeOf<KindOf<"float<8,23>">>().toEqualTypeOf<"float32">();
expectTypeOf<KindOf<"float<8,23,ftz>">>().toEqualTypeOf<string>();
expectTypeOf<KindOf<"python int">>().toEqualTypeOf<"python int">();
expectTypeOf<KindOf<string>>().toEqualTypeOf<string>();
expectTypeOf<IsArray<"int8[4]">>().toEqualTypeOf<true>();
expectTypeOf<IsArray<"int8">>().toEqualTypeOf<false>();
expectTypeOf<IsArray<string>>().toEqualTypeOf<boolean>();

// What a kernel is handed

kernel("handles", { a: "float32[4,4]", n: "int32" }, ({ a, n }) => {
  expectTypeOf(a).toEqualTypeOf<Tensor<2, "float32">>();
  expectTypeOf(n).toEqualTypeOf<Term<"int32">>();
  expectTypeOf(a.at(0, n)).toEqualTypeOf<Place<"float32">>();
});

// @ts-expect-error: there is no argument c
kernel("names", { a: "int32[4]" }, ({ c }) => c);

kernel("at", { a: "float32[4,4]", b: "int32[4]", f: "float32" }, ({ a, b, f }, h) => {
  // @ts-expect-error: two axes
  a.at(0);
  // @ts-expect-error: two axes
  a.at(0, 1, 2);
  // @ts-expect-error: one axis
  b.at(0, 1);
  // @ts-expect-error: an index is an integer
  b.at(f);
  // @ts-expect-error: an index is an integer
  b.at(a.at(0, 0));
  // @ts-expect-error: a term has no elements
  f.at(0);
  // @ts-expect-error: a tensor is no value
  a.add(1);
  b.at(b.at(0)).set(f.cast("int8"));
  // @ts-expect-error: one axis
  h.update(b, (i, j) => i.add(j));
  // @ts-expect-error: two axes
  h.compute([4, 4], (i, j, k) => i.add(j).add(k));
  // @ts-expect-error: two axes
  h.compute([4, 4], (i) => i).at(0);
  // @ts-expect-error: one axis
  h.tensor("int8[4]").at(0, 0);
  // @ts-expect-error: as many axes as what is packed
  h.pack(b, "uint<64>").at(0, 0);
  // @ts-expect-error: the accumulator and one index
  h.reduce(0, (acc, i, j) => acc.add(i).add(j), 4);
});

kernel("made", { a: "int8[4]" }, ({ a }, h) => {
  expectTypeOf(h.compute([4, 2], (i) => a.at(i))).toEqualTypeOf<Tensor<2, "int8">>();
  expectTypeOf(h.compute([4], (i) => i)).toEqualTypeOf<Tensor<1, "int64">>();
  expectTypeOf(h.compute([4], () => 0.5, "half")).toEqualTypeOf<Tensor<1>>();
  expectTypeOf(h.compute([4], (i) => i, { type: "int16" })).toEqualTypeOf<Tensor<1, "int16">>();
  expectTypeOf(h.tensor("fixed<8,2>[3,3]")).toEqualTypeOf<Tensor<2, "fixed<8,2>">>();
  expectTypeOf(h.unpack(h.pack(a, "uint<32>"), "int8")).toEqualTypeOf<Tensor<1, "int8">>();
  expectTypeOf(h.scalar(0, "uint<4>")).toEqualTypeOf<Place<"uint<4>">>();
  expectTypeOf(h.scalar(a.at(0))).toEqualTypeOf<Place<"int8">>();
  expectTypeOf(h.let(a.at(0))).toEqualTypeOf<Term<"int8">>();
  expectTypeOf(a.at(0).cast("float32")).toEqualTypeOf<Term<"float32">>();
  expectTypeOf(a.at(0).add(1)).toEqualTypeOf<Term>();
});

// Statements return nothing

kernel("statements", { a: "int32[4]", n: "int32" }, ({ a, n }, h) => {
  // @ts-expect-error: nothing takes the sum
  h.for(4, (i) => a.at(i).add(1));
  // @ts-expect-error: nothing takes the number
  h.if(n.gt(0), () => 5);
  // @ts-expect-error: a kernel is written at once
  h.for(4, async () => {});
  // @ts-expect-error: a function
  h.if(n.gt(0), a.at(0).set(1));
  h.for(4, (i) => h.if(a.at(i).gt(0), () => a.at(i).set(0)));
});

// Functions of a kernel

kernel("def", { a: "int32[4]", m: "int32[4,4]", f: "float32[4]", x: "float32" }, ({ a, m, f, x }, h) => {
  const first = h.def("first", { t: "int32[4]" }, ({ t }) => t.at(0));
  const store = h.def("store", { t: "int32[4]", i: "int32", v: "float32" }, ({ t, i, v }) => t.at(i).set(v));
  const none = h.def("none", {}, () => h.tensor("int8[4]"));
  expectTypeOf(first(a)).toEqualTypeOf<Term>();
  expectTypeOf(store(a, 0, 1)).toEqualTypeOf<undefined>();
  expectTypeOf(none()).toEqualTypeOf<Tensor<1, "int8">>();
  store({ t: a, i: 3, v: x });
  // @ts-expect-error: one argument
  first(a, a);
  // @ts-expect-error: one argument
  first();
  // @ts-expect-error: no argument
  none(a);
  // @ts-expect-error: three arguments
  store(a, 0);
  // @ts-expect-error: of rank 1
  first(m);
  // @ts-expect-error: of integers
  first(f);
  // @ts-expect-error: a tensor
  first(x);
  // @ts-expect-error: of rank 1
  store(m, 0, 1);
  // @ts-expect-error: of integers
  store({ t: f, i: 0, v: 1 });
  // @ts-expect-error: a cast would cut it
  store({ t: a, i: x, v: 1 });
  // @ts-expect-error: a value
  store({ t: a, i: a, v: 1 });
  // @ts-expect-error: `v` is not given
  store({ t: a, i: 0 });
  // @ts-expect-error: there is no `V`
  store({ t: a, i: 0, V: 1 });
});

// What `run` and `simulate` are given

const scale = kernel("scale", { a: "int32[2,2]", f: "float32[4]", n: "int8" }, ({ a, n }, h) =>
  h.update(a, (i, j) => a.at(i, j).mul(n)),
);
const [ints, floats] = [new Int32Array(4), new Float32Array(4)];
declare const file: NpyArray;

expectTypeOf(scale).toExtend<Compiled>();
run(scale, { a: ints, f: floats, n: 3 });
run(scale, { a: { shape: [2, 2], data: ints }, f: file, n: 3n });
run(scale, { a: new Int8Array(4), f: ints, n: true }); // converted, exactly or not at all
run(scale, { a: ints }, { seed: 1 });
run(scale, {}, { seed: 1 });
simulate(scale, { a: ints, f: floats, n: 3 }, { part: "xcup", clock: "250MHz" });
simulate(scale, {}, { seed: 1, sim: "icarus" });
// @ts-expect-error: there is no option `sed`
run(scale, {}, { seed: 1, sed: 1 });
// @ts-expect-error: there is no option `vdc`
simulate(scale, {}, { seed: 1, vdc: "waves.vcd" });
// @ts-expect-error: `n` is missing
run(scale, { a: ints, f: floats });
// @ts-expect-error: `n` is missing
simulate(scale, { a: ints, f: floats }, { sim: "icarus" });
// @ts-expect-error: there is no `A`
run(scale, { A: ints, f: floats, n: 3 });
// @ts-expect-error: there is no `m`
run(scale, { a: ints, f: floats, n: 3, m: 1 });
// @ts-expect-error: there is no `A`, seed or not
run(scale, { A: ints }, { seed: 1 });
// @ts-expect-error: floats are no integers
run(scale, { a: floats, f: floats, n: 3 });
// @ts-expect-error: floats are no integers
run(scale, { a: { shape: [2, 2], data: floats }, f: floats, n: 3 });
// @ts-expect-error: a number is no array
run(scale, { a: 3, f: floats, n: 3 });
// @ts-expect-error: an array is no number
run(scale, { a: ints, f: floats, n: ints });
const none = kernel("none", {}, (_, h) => h.tensor("int8[4]"));
// @ts-expect-error: it takes nothing
run(none, { a: 1 });

// Where less is known, all is allowed

declare const text: string;
declare const anywhere: Record<string, HostValue>;
declare const seed: { readonly seed?: number };
declare const plain: DslKernel;
declare const python: Compiled;
declare const helper: (h: Builder, t: Tensor, x: Term, y: Like) => Tensor;

run(plain, anywhere);
run(plain, { a: floats });
run(scale, {}, seed);
run(python, { a: floats }, {});
expectTypeOf(scale).toExtend<DslKernel>();
run(
  kernel("loose", { a: text, b: `float32[${text}]` }, ({ a, b }, h) => {
    a.at(0);
    a.at(0, 1, 2);
    b.at(0, 1);
    const f = h.def("f", { t: "int32[4,4]", u: text }, ({ t, u }) => t.at(0, 0).add(u.at(0)));
    f(a, 1);
    helper(
      h,
      b,
      f(
        h.compute(a.shape, () => 0),
        b,
      ),
      1,
    ).at(1, 2, 3);
    helper(
      h,
      h.compute([4, 4], () => 0),
      h.scalar(0, "int8"),
      true,
    );
  }),
  { a: 3, b: floats },
);

const parsed = parseType("int32[4]");
if (parsed.ok && parsed.type.kind === "array") {
  kernel("type", { a: parsed.type }, ({ a }) => {
    a.at(0);
    a.at(0, 1);
  });
}
