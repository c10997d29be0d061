import type { Family, NoFacts } from "./entry.ts";

/** What to write where something that exists only while compiling stands in place of a value. */
const insteadOfValue: Readonly<Record<string, string>> = {
  function: "call it: write its arguments in parentheses behind it",
  lambda: "call it, or pass it to `map`",
  builtin: "call it: write its arguments in parentheses behind it",
  method: "call it: write its arguments in parentheses behind it",
  module: "use one of its functions",
  dtype: "call it to convert a value, or pass it as `dtype=`",
  string: "kernels compute with numbers only: write the number without quotes",
  none: "write a number; a function without `return` gives None, and a list of what may be None is two lists, of numbers and of truth values",
  range: "loop over it with `for`, or write `np.arange(...)`",
  zip: "loop over it with `for`",
};

/** Values of the wrong type. */
export const types = {
  "bad-operands": ({ message, help }: { message: string; help: string }) => ({ message, help }),
  "long-constant": ({ value }: { value: string }) => ({
    message: `${value} does not fit the 64 bits of a Python int`,
    help: "give it a type that holds it where it is used: store it to a uint64 array, or write `np.uint64(...)`",
  }),
  "constant-out-of-range": ({ value, type }: { value: string; type: string }) => ({
    message: `${value} does not fit ${type}`,
    help: "use a wider type, for example with `.astype(...)`, or a smaller number",
  }),
  "mixed-number": ({ number, type, convert }: { number: string; type: string; convert: string }) => ({
    message: `on one path this is ${number}, on another ${type}, and NumPy would compute the two differently`,
    help: `convert it where it comes in: \`${convert}\``,
  }),
  "exact-growth": ({ name, declaration }: { name: string; declaration: string }) => ({
    message: `\`${name}\` grows in this loop, and no bound of it can be proved, so its width is not known`,
    help: `give it a type where it starts: \`${declaration}\``,
  }),
  "not-a-value": ({ found, kind }: { found: string; kind: string }) => ({
    message: `a number or an array is expected here, but this is ${found}`,
    help: insteadOfValue[kind] ?? "use a number, an array, or a value computed from them",
  }),
  "truth-of-array": ({ type }: { type: string }) => ({
    message: `whether ${type} is true is not defined: it has many elements`,
    help: "write `np.any(...)` or `np.all(...)`; for element by element logic use `&`, `|`, `~`",
  }),
  "two-branches": ({ left, right }: { left: string; right: string }) => ({
    message: `the two sides have different types: ${left} and ${right}`,
    help: "give both sides the same shape and element type, or write `if` and `else` with two names",
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
    message: `\`${op}\` on a list: a Python list does not compute element by element, and cannot grow here`,
    help: "to compute, make it an array: `np.array([...])`; to join two, write `np.concatenate((x, y))`",
  }),
  "list-element": ({ element, found }: { element: string; found: string }) => ({
    message: `a list of ${element} cannot take ${found}`,
    help: `use an array of the type you need, such as \`np.zeros(n, np.${/^\w+$/.test(found) ? found : "float32"})\``,
  }),
  "empty-array": (_: NoFacts) => ({
    message: "an array without elements",
    help: "write at least one element, or `np.zeros(n)` for a fixed length",
  }),
  "empty-list": (_: NoFacts) => ({
    message: "an empty list that nothing is appended to",
    help: "append to it under this name, in this function, or make an array, `np.zeros(n, np.int32)`",
  }),
  "result-length": ({ fn, argument, length }: { fn: string; argument: string; length: number | null }) => ({
    message: `how long the result of \`${fn}\` is depends on the values of ${argument}`,
    help:
      length === null
        ? "give it uint8 values and `minlength=256`, or make an array of the length you need and count in a loop"
        : `write \`minlength=${length}\`, which every value has a place in`,
  }),
  "list-room": ({ name, room }: { name: string; room: number }) => ({
    severity: "warning" as const,
    message: `nothing here says how long the list \`${name}\` gets: it has room for ${room} elements, and one more is a fault`,
    help: `write \`assert len(${name}) <= 100\` for another number`,
  }),
  "list-never-grows": ({ name }: { name: string }) => ({
    message: `the list \`${name}\` has no element here`,
    help: "append one before it is read",
  }),
  "list-items": ({ name, element, found }: { name: string; element: string; found: string }) => ({
    message: `\`${name}\` is a list of ${element}, and cannot take ${found}`,
    help: "append values of one shape, and of types that go together, or use two lists",
  }),
  "list-iterated": ({ name }: { name: string }) => ({
    message: `the list \`${name}\` grows while a loop goes over it`,
    help: `go over a copy, \`for x in ${name}[:]\`, or append to another list`,
  }),
  "list-referred": ({ name }: { name: string }) => ({
    message: `something else refers to the list \`${name}\` as well, and would not see that its length changes`,
    help: `give that a copy of its own, \`${name}[:]\``,
  }),
  "list-item-shared": (_: NoFacts) => ({
    message: "this is an item of a list as well, and Python would see the change in both",
    help: "give the list a copy: `xs.append(row.copy())`, or `row[:]` of a list",
  }),
  "list-method": ({ name, method }: { name: string; method: string }) => ({
    message: `\`${name}.${method}\` cannot be used like this in a kernel`,
    help: "lists take `append extend += insert pop remove clear` where the function makes them, and `sort reverse index count copy` of numbers",
  }),
  "heap-items": (_: Record<never, never>) => ({
    message: "a heap is a list of numbers, or of tuples of up to six numbers",
    help: "make it in this function, `heap = [(0.0, start)]`, and push tuples that are written there",
  }),
  "mixed-array": ({ types }: { types: readonly string[] }) => ({
    message: `the elements of this list have different types: ${types.join(", ")}`,
    help: "convert them to one type first",
  }),
  "in-place-type": ({ op, array, result }: { op: string; array: string; result: string }) => ({
    message: `\`${op}\` would put ${result} into an array of ${array}, which NumPy refuses`,
    help: `write \`a[...] = (a ${op.slice(0, -1)} b).astype(np.${array})\` for an array \`a\`, or make the array ${result}`,
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
  "numpy-alias": ({ name }: { name: string }) => ({
    message: `NumPy 1.24 and later have no \`np.${name}\`: here it is Python's \`${name}\`, as it was before`,
    help: `write \`${name}\``,
    severity: "warning" as const,
  }),
  "nested-result": (_: NoFacts) => ({
    message: "a kernel returns one tuple of numbers and arrays, and this one has a tuple in it",
    help: "return all of them side by side: `return low, high, total` for `return (low, high), total`",
  }),
  "missing-return": ({ name }: { name: string }) => ({
    message: `\`${name}\` returns a value here, but can also end without one`,
    help: "add a `return` at the end",
  }),
} satisfies Family;
