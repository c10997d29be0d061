import type { Family, NoFacts } from "./entry.ts";

/** Calls of functions with the wrong arguments, and calls of functions that no kernel can have. */
export const calls = {
  "argument-count": ({ name, expected, found }: { name: string; expected: string; found: number }) => ({
    message: `\`${name}\` takes ${expected}, but ${found} ${found === 1 ? "was" : "were"} given`,
    help: `call \`${name}\` with ${expected}`,
  }),
  "missing-argument": ({
    fn,
    name,
    needs = [],
  }: {
    fn: string;
    name: string;
    needs?: readonly string[];
  }) => ({
    message: `\`${fn}\` needs an argument \`${name}\``,
    help: needs.length === 0 ? `add \`${name}\` to the call` : `write \`${fn}(${needs.join(", ")})\``,
  }),
  "bad-out": ({ fn, out, found }: { fn: string; out: string; found: string }) => ({
    message: `\`${fn}\` gives ${found}, which \`out\`, ${out}, cannot take`,
    help: "make an array of the result's shape and type, or store it: `x[...] = ...`",
  }),
  "too-many-arguments": ({ fn, most, found }: { fn: string; most: number; found: number }) => ({
    message: `\`${fn}\` takes ${count(most, "argument")} without a name, but ${found} were given`,
    help: most === 0 ? `write \`${fn}()\`` : "remove this argument, or give it its name",
  }),
  "unknown-keyword": ({ fn, name, close }: { fn: string; name: string; close: string | null }) => ({
    message: `\`${fn}\` has no argument \`${name}\``,
    help: close === null ? `remove \`${name}=\`` : `did you mean \`${close}\`?`,
  }),
  "repeated-argument": ({ fn, name }: { fn: string; name: string }) => ({
    message: `the argument \`${name}\` of \`${fn}\` is given twice`,
    help: "remove one of them",
  }),
  "unsupported-keyword": ({ fn, name, help }: { fn: string; name: string; help: string }) => ({
    message: `the argument \`${name}\` of \`${fn}\` cannot be used in a kernel`,
    help,
  }),
  "argument-must-be-constant": ({ fn, name, expected }: { fn: string; name: string; expected: string }) => ({
    message: `\`${name}\` of \`${fn}\` must be known when compiling, but it is computed when the kernel runs`,
    help: `write ${expected} as a number, or a constant of the module`,
  }),
  "argument-type": ({
    fn,
    name,
    expected,
    found,
  }: {
    fn: string;
    name: string;
    expected: string;
    found: string;
  }) => ({
    message: `\`${name}\` of \`${fn}\` must be ${expected}, but it is ${found}`,
    help: `pass ${expected}`,
  }),
  "argument-value": ({
    fn,
    name,
    expected,
    found,
  }: {
    fn: string;
    name: string;
    expected: string;
    found: string;
  }) => ({
    message: `\`${name}\` of \`${fn}\` must be ${expected}, but it is ${found}`,
    help: `write ${expected}`,
  }),
  "bad-axis": ({ fn, axis, rank }: { fn: string; axis: number; rank: number }) => ({
    message:
      rank === 0
        ? `\`${fn}\` has no axis ${axis} here: its argument is a scalar`
        : `\`${fn}\` has no axis ${axis} here: its argument has ${count(rank, "axis", "axes")}`,
    help: rank === 0 ? "leave `axis` out" : `write an axis from ${-rank} to ${rank - 1}`,
  }),
  "repeated-axis": ({ fn }: { fn: string }) => ({
    message: `\`${fn}\` is given the same axis twice`,
    help: "name each axis once",
  }),
  "unknown-dtype": ({ found }: { found: string }) => ({
    message: `a type is expected here, but this is ${found}`,
    help: "write a type such as `np.float32`, `'int16'`, `pl_int12` or `'fixed<16,6>'`",
  }),
  "bad-exact-type": ({ fn, reason }: { fn: string; reason: string }) => ({
    message: `\`${fn}\` makes no type: ${reason}`,
    help: "write the widths as `pl_fixed(width, integer)`, for example `pl_fixed(16, 6)`",
  }),
  "wrong-rank": ({ fn, expected, found }: { fn: string; expected: string; found: string }) => ({
    message: `\`${fn}\` needs ${expected}, but this is ${found}`,
    help: "change its shape with `.reshape(...)`, or index it first",
  }),
  "bad-conversion": ({ fn, found, help }: { fn: string; found: string; help: string }) => ({
    message: `\`${fn}\` cannot convert ${found}`,
    help,
  }),
  "cannot-reshape": ({ from, size, to }: { from: string; size: number; to: string }) => ({
    message: `an array of shape ${from} has ${count(size, "element")}, which do not fit the shape ${to}`,
    help: "the product of the new shape must be the number of elements; one extent may be -1",
  }),
  "cannot-broadcast": ({ from, to }: { from: string; to: string }) => ({
    message: `an array of shape ${from} cannot be broadcast to the shape ${to}`,
    help: "from the right, each extent must be the new one or 1",
  }),
  "concatenate-shapes": ({ axis, shapes }: { axis: number; shapes: readonly string[] }) => ({
    message: `arrays of shapes ${shapes.join(", ")} cannot be joined along axis ${axis}`,
    help: `all axes but axis ${axis} must agree`,
  }),
  "matmul-shapes": ({ left, right, out }: { left: string; right: string; out: string | null }) => ({
    message:
      out === null
        ? `a matrix of shape ${left} cannot be multiplied with one of shape ${right}`
        : `the product of shapes ${left} and ${right} cannot be stored in shape ${out}`,
    help:
      left === "()" || right === "()"
        ? "to multiply with a number write `*`"
        : out === null
          ? "the last axis of the left one must equal the second last (or only) axis of the right one"
          : "the shapes must be (m, k), (k, n) and (m, n)",
  }),
  "operator-shapes": ({
    fn,
    shapes,
    expected,
  }: {
    fn: string;
    shapes: readonly string[];
    expected: string;
  }) => ({
    message: `\`${fn}\` cannot work on the shapes ${shapes.join(" and ")}`,
    help: `it needs ${expected}`,
  }),
  "empty-reduction": ({ fn }: { fn: string }) => ({
    message: `\`${fn}\` of no elements has no value`,
    help: "give it at least one element",
  }),
  "array-too-large": ({ elements, most }: { elements: number; most: number }) => ({
    message: `this array would have ${elements} elements; ${most} is the most`,
    help: "work on smaller parts, or fill the array in a loop",
  }),
  "dynamic-extent": ({ most }: { most: number }) => ({
    message: `the extent of this array is known only when it runs (at most ${most}), but it is needed when compiling`,
    help: "slice with constant bounds, or keep the length in a variable of your own",
  }),
  "changes-in-expression": ({ fn }: { fn: string }) => ({
    message: `\`${fn}\` changes its array and gives nothing back, so it cannot stand inside an expression`,
    help: "write it as a statement of its own",
  }),
  "not-writable": ({ fn, found }: { fn: string; found: string }) => ({
    message: `\`${fn}\` changes its array in place, but this is ${found}`,
    help: "give the array a name first",
  }),
  "unsupported-function": ({ name, reason, help }: { name: string; reason: string; help: string }) => ({
    message: `\`${name}\` cannot be used in a kernel: ${reason}`,
    help,
  }),
  "choice-of-types": ({ fn, types }: { fn: string; types: readonly string[] }) => ({
    message: `\`${fn}\` would give ${types.join(" or ")}, and which one is known only when it runs`,
    help: `convert the arguments to one type, as in \`${fn}(np.float64(a), np.float64(b))\``,
  }),
  "zero-step": (_: NoFacts) => ({
    message: "the step of a range must not be 0",
    help: "write a positive or negative step",
  }),
} satisfies Family;

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
