import type { Family, NoFacts } from "./entry.ts";

/** Values of the wrong type. */
export const types = {
  "bad-operands": ({ message, help }: { message: string; help: string }) => ({ message, help }),
  "constant-out-of-range": ({ value, type }: { value: string; type: string }) => ({
    message: `${value} does not fit ${type}`,
    help: "use a wider type, for example with `.astype(...)`, or a smaller number",
  }),
  "mixed-number": ({ number, type }: { number: string; type: string }) => ({
    message: `on one path this is ${number}, on another ${type}, and NumPy would compute the two differently`,
    help: "give it its type where it starts, for example `s = np.float32(0.1)`",
  }),
  "not-a-value": ({ found }: { found: string }) => ({
    message: `a number or an array is expected here, but this is ${found}`,
    help: "call it, index it, or use a value computed from it",
  }),
  "truth-of-array": ({ type }: { type: string }) => ({
    message: `whether ${type} is true is not defined: it has many elements`,
    help: "write `np.any(...)` or `np.all(...)`; for element by element logic use `&`, `|`, `~`",
  }),
  "two-branches": ({ left, right }: { left: string; right: string }) => ({
    message: `the two sides have different types: ${left} and ${right}`,
    help: "convert one of them, for example with `.astype(...)`",
  }),
  identity: ({ op, instead }: { op: string; instead: string }) => ({
    message: `\`${op}\` compares objects, and values in hardware are not objects`,
    help: `write \`${instead}\``,
  }),
  "bad-membership": ({ found }: { found: string }) => ({
    message: `\`in\` needs an array or a tuple of numbers on its right, but this is ${found}`,
    help: "write comparisons joined by `or`, or `lo <= x < hi` for a range",
  }),
  "list-arithmetic": ({ op }: { op: string }) => ({
    message: `\`${op}\` on a list: Python's lists have no arithmetic`,
    help: "make it an array: `np.array([...])`",
  }),
  "list-element": ({ element, found }: { element: string; found: string }) => ({
    message: `a list of ${element} cannot take ${found}`,
    help: "use an array of the type you need: `np.zeros(n, np.int32)`",
  }),
  "empty-array": (_: NoFacts) => ({
    message: "an array without elements",
    help: "write at least one element, or `np.zeros(n)` for a fixed length",
  }),
  "empty-list": (_: NoFacts) => ({
    message: "an empty list: lists cannot grow in hardware",
    help: "make an array of the final length, `np.zeros(n, np.int32)`, and a counter",
  }),
  "mixed-array": ({ types }: { types: readonly string[] }) => ({
    message: `the elements of this list have different types: ${types.join(", ")}`,
    help: "convert them to one type first",
  }),
  "in-place-type": ({ op, array, result }: { op: string; array: string; result: string }) => ({
    message: `\`${op}\` would put ${result} into an array of ${array}, which NumPy refuses`,
    help: `write \`a[...] = (a ${op.slice(0, -1)} b).astype(...)\`, or make the array ${result}`,
  }),
  "bad-annotation": ({ message }: { message: string }) => ({
    message: `this annotation is no type: ${message}`,
    help: 'write a type such as "float32[64,64]", "int8", "fixed<16,6>[1024]"',
  }),
  "annotation-mismatch": ({ expected, found }: { expected: string; found: string }) => ({
    message: `the annotation says ${expected}, but the value is ${found}`,
    help: "change the annotation or the value",
  }),
  "different-returns": ({ left, right }: { left: string; right: string }) => ({
    message: `the returns of this function differ: ${left} and ${right}`,
    help: "return the same number and types of values everywhere",
  }),
  "missing-return": ({ name }: { name: string }) => ({
    message: `\`${name}\` returns a value here, but can also end without one`,
    help: "add a `return` at the end",
  }),
} satisfies Family;
