import type { Family, NoFacts } from "./entry.ts";

/** Shapes, subscripts and map offsets that do not fit. */
export const shapes = {
  "shape-mismatch": ({ shapes }: { shapes: readonly string[] }) => ({
    message: `the shapes ${listed(shapes)} do not fit together`,
    help: "from the right, each pair of dimensions must be equal or one of them 1; slice or reshape one array",
  }),
  "store-shape": ({ target, value }: { target: string; value: string }) => ({
    message: `a value of shape ${value} does not fit ${target}`,
    help: "slice the target or the value so that their shapes agree",
  }),
  "ragged-array": ({ expected, found }: { expected: string; found: string }) => ({
    message: `the rows of this array differ: shape ${expected}, then ${found}`,
    help: "give every row the same length",
  }),
  "unknown-shape": ({ what }: { what: string }) => ({
    message: `${what} must be known when compiling`,
    help: "use a number, `a.shape[0]`, `len(a)` or a constant of the module",
  }),
  "argument-value-needed": ({ what, names }: { what: string; names: readonly string[] }) => {
    const all = names.map((name) => `\`${name}\``).join(" and ");
    const [it, them] = names.length > 1 ? ["the arguments", "them"] : ["the argument", "it"];
    const options = names.map((name) => `--in ${name}=…`).join(" ");
    return {
      message: `${what}: it needs the value of ${it} ${all}`,
      help: `give ${them}: \`${options}\` on the command line, a number in a call, or a default; or take a number, \`a.shape[0]\` or a constant of the module`,
    };
  },
  "too-many-indices": ({ type, rank, found }: { type: string; rank: number; found: number }) => ({
    message: `${found} indices for ${type}, which has ${rank} ${rank === 1 ? "dimension" : "dimensions"}`,
    help: "remove an index",
  }),
  "index-out-of-range": ({ index, axis, size }: { index: number; axis: number; size: number }) => ({
    message: `index ${index} is outside axis ${axis}, which has ${size} ${size === 1 ? "element" : "elements"}`,
    help: size === 0 ? "the axis is empty" : `write an index from ${-size} to ${size - 1}`,
  }),
  "bad-index": ({ what = "an index", found }: { what?: string; found: string }) => ({
    message: `${what} must be an integer, but this is ${found}`,
    help: "write `int(...)`, or `//` instead of `/`",
  }),
  "bad-slice-step": ({ zero }: { zero: boolean }) => ({
    message: zero ? "a slice with step 0" : "the step of a slice must be known when compiling",
    help: zero ? "write a step that is not 0" : "use a number, or a loop over `range(start, stop, step)`",
  }),
  "two-ellipses": (_: NoFacts) => ({ message: "two `...` in one index", help: "keep one of them" }),
  "two-index-arrays": (_: NoFacts) => ({
    message: "an index with several arrays, or an array and a number apart from it",
    help: "write a loop over the elements",
  }),
  "mask-read": (_: NoFacts) => ({
    message: "`a[mask]` has as many elements as the mask has True: its shape would depend on the data",
    help: "give it a name in a statement of its own, `v = a[mask]`; or choose elements with `np.where(mask, a, 0)`",
  }),
  "mask-shape": ({ array, axes, mask }: { array: string; axes: string; mask: string }) => ({
    message: `the mask ${mask} stands for axes of shape ${axes} of ${array}`,
    help: "a mask has one bool for each place along the axes that it stands for",
  }),
  "mask-value": ({ found }: { found: string }) => ({
    message: `\`a[mask] = ...\` takes one number, or a vector of one for each True, but this is ${found}`,
    help: "write `a[...] = np.where(mask, values, a)` with values of the array's shape",
  }),
  "mask-target": (_: NoFacts) => ({
    message: "a mask on something that is not an array or a slice of one",
    help: "give the array a name first",
  }),
  "not-subscriptable": ({ found }: { found: string }) => ({
    message: `${found} cannot be indexed`,
    help: "only arrays, lists, tuples, map elements, and the bits of integers can",
  }),
  "not-assignable": ({ found }: { found: string }) => ({
    message: `elements of ${found} cannot be assigned`,
    help: "make it an array with `np.array(...)` and give it a name",
  }),
  "store-to-constant": ({ constant }: { constant: string | null }) => ({
    message:
      constant === null
        ? "this array is only a value: storing into it would be lost"
        : `\`${constant}\` is a constant of the module, which a kernel cannot change: the next call would see it`,
    help: constant === null ? "give it a name first" : `copy it first: \`t = np.array(${constant})\``,
  }),
  "store-to-reshape": (_: NoFacts) => ({
    message:
      "this is a reshape of an array with gaps or turned axes, or its bits as another type: NumPy may store into that array, and a kernel would not",
    help: "store into the array itself, or write `.copy()` behind the reshape or view for an array of its own",
  }),
  "slice-outside-subscript": (_: NoFacts) => ({
    message: "a slice outside of an index",
    help: "write it between brackets: `a[1:3]`",
  }),
  "bit-out-of-range": ({ bit, type, bits }: { bit: number; type: string; bits: number }) => ({
    message: `bit ${bit} of ${type}, which has ${bits} bits`,
    help: `write a bit from 0 to ${bits - 1}`,
  }),
  "bad-bit-range": ({ type, bits }: { type: string; bits: number }) => ({
    message: `a bit range of ${type} needs known bounds low:high with 0 <= low < high <= ${bits}`,
    help: "write the low end first: `x[0:4]` are the four lowest bits",
  }),
  "bad-map": (_: NoFacts) => ({
    message: "`map` takes a function and at least one array",
    help: "write `map(lambda x: x + 1, a)`",
  }),
  "map-over-scalar": ({ found }: { found: string }) => ({
    message: `\`map\` goes over arrays, but this is ${found}`,
    help: "pass an array or a slice of one",
  }),
  "map-shapes": ({ expected, found }: { expected: string; found: string }) => ({
    message: `the arrays of a map must have one shape: ${expected}, but this one has ${found}`,
    help: "slice them to the same shape; for a product of matrices write `a @ b`",
  }),
  "map-arity": ({ params, arrays }: { params: number; arrays: number }) => ({
    message: `the function takes ${params} ${params === 1 ? "parameter" : "parameters"}, but the map goes over ${arrays} ${arrays === 1 ? "array" : "arrays"}`,
    help: "give the function one parameter for each array",
  }),
  "offset-rank": ({ name, given, rank }: { name: string; given: number; rank: number }) => ({
    message: `${given} ${given === 1 ? "offset" : "offsets"} for \`${name}\`, whose array has ${rank} ${rank === 1 ? "dimension" : "dimensions"}`,
    help: "write one offset for each dimension, 0 where it does not move",
  }),
  "bad-window": (_: NoFacts) => ({
    message: "a window of offsets needs a start and an end that are known when compiling",
    help: "write `x[-1:2]` for the offsets -1, 0 and 1, or `x[:]` for the whole dimension",
  }),
  "offset-outside": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `these offsets of \`${name}\` reach outside its array; such reads give 0`,
    help: "map over a slice that leaves room, such as `a[1:-1]`, if that is not meant",
  }),
} satisfies Family;

/** `a, b and c`. */
function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
