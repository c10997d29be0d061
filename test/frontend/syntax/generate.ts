/** Random Python text: expressions and statements of the kernel language, with as few parentheses as the grammar allows. */
import fc from "fast-check";

const SHALLOW = { maxDepth: 3, depthSize: "xsmall", withCrossShrink: true } as const;

const name = fc.constantFrom("a", "b", "i", "n", "xs", "match", "type", "print", "café", "_");

const literal = fc.constantFrom(
  "0",
  "1",
  "1.",
  ".5",
  "1.e5",
  "1e-3",
  "0x_1F",
  "0b1_0",
  "0o17",
  "1_000",
  "3j",
  "None",
  "True",
  "...",
  "'s'",
  "\"a\" 'b'",
  "r'\\n'",
  "'\\x41\\n'",
  "f'{a}'",
  "b'x'",
  "{}",
  "{1: 2}",
  "{1}",
  "()",
  "[]",
);

/**
 * Joined without regard to precedence: how the text groups is for the two parsers to say. Only what the grammar forbids
 * outright (a lambda as an operand) gets parentheses.
 */
export const expressionText: fc.Arbitrary<string> = fc.letrec<{ any: string; operand: string; list: string }>(
  (tie) => ({
    operand: fc.oneof(
      { ...SHALLOW, depthIdentifier: "expression" },
      name,
      literal,
      fc.tuple(fc.constantFrom("-", "+", "~", "- -"), tie("operand")).map(([op, a]) => `${op}${a}`),
      fc
        .tuple(
          tie("operand"),
          fc.constantFrom("+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"),
          tie("operand"),
        )
        .map(([a, op, b]) => `${a} ${op} ${b}`),
      tie("any").map((a) => `(${a})`),
      tie("list").map((a) => `(${a},)`),
      tie("list").map((a) => `[${a}]`),
      tie("any").map((a) => `[${a} for i in n if a if b]`),
      fc.tuple(tie("any"), name).map(([a, x]) => `(${a} for ${x}, b in xs for n in a)`),
      fc.tuple(name, tie("list")).map(([f, a]) => `${f}(${a}, k=1, *xs, **n)`),
      fc.tuple(name, tie("any")).map(([f, a]) => `${f}.${f}(${a} for i in xs)`),
      fc.tuple(name, tie("any"), tie("any")).map(([x, a, b]) => `${x}[${a}:, ::${b}, ..., ${a}]`),
      fc.tuple(name, tie("list")).map(([x, a]) => `${x}[${a}].T`),
    ),
    any: fc.oneof(
      { ...SHALLOW, depthIdentifier: "expression" },
      tie("operand"),
      fc
        .tuple(
          tie("operand"),
          fc.constantFrom(
            "==",
            "!=",
            "<",
            "<=",
            ">",
            ">=",
            "in",
            "not in",
            "is",
            "is not",
            "and",
            "or",
            "and not",
            "or not",
          ),
          tie("operand"),
        )
        .map(([a, op, b]) => `${a} ${op} ${b}`),
      fc
        .tuple(tie("operand"), tie("operand"), tie("operand"))
        .map(([a, b, c]) => `not ${a} < ${b} <= ${c} and not ${a} or ${b}`),
      fc.tuple(tie("operand"), tie("operand"), tie("any")).map(([a, b, c]) => `${a} if not ${b} else ${c}`),
      tie("any").map((a) => `lambda: ${a}`),
      fc.tuple(tie("operand"), tie("any")).map(([d, a]) => `lambda a, /, b=${d}, *c, d, **e: ${a}`),
    ),
    list: fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((all) => all.join(", ")),
  }),
).any;

const simple = fc.oneof(
  fc.tuple(name, expressionText).map(([x, e]) => `${x} = ${e}`),
  fc.tuple(name, name, expressionText).map(([x, y, e]) => `${x}, *${y} = [${x}, (${y})] = ${e}, ${e}`),
  fc.tuple(name, expressionText).map(([x, e]) => `${x}[0:1] **= ${e}`),
  fc.tuple(name, expressionText).map(([x, e]) => `${x}: "float32[8]" = ${e}`),
  fc.constantFrom(
    "pass",
    "return",
    "x: int",
    "import a.b as c, d",
    "from . import (x as y, z,)",
    "assert a, b",
    "yield",
    "del a",
  ),
  expressionText.map((e) => `return ${e}, *xs`),
  expressionText,
);

const line = fc.oneof(
  simple,
  fc.tuple(simple, simple).map(([a, b]) => `${a}; ${b}`),
  fc.tuple(name, simple).map(([x, s]) => `if ${x}: ${s}`),
);

function indent(lines: readonly string[]): string[] {
  return lines.map((l) => `    ${l}`);
}

const lines: fc.Arbitrary<string[]> = fc.letrec<{ lines: string[]; stmt: string[] }>((tie) => ({
  lines: fc.array(tie("stmt"), { minLength: 1, maxLength: 3 }).map((all) => all.flat()),
  stmt: fc.oneof(
    { ...SHALLOW, depthIdentifier: "block" },
    line.map((l) => [l]),
    fc
      .tuple(expressionText, tie("lines"), tie("lines"))
      .map(([e, a, b]) => [`if ${e}:`, ...indent(a), `elif ${e}:`, ...indent(b), "else:", ...indent(a)]),
    fc
      .tuple(name, expressionText, tie("lines"))
      .map(([x, e, a]) => [`for ${x}, (b, *c) in ${e}, 1:`, "", ...indent(a), "else:", "    pass # done"]),
    fc.tuple(expressionText, tie("lines")).map(([e, a]) => [`while ${e}:`, "  # first", ...indent(a)]),
    fc
      .tuple(name, expressionText, tie("lines"))
      .map(([f, e, a]) => ["@pylog(mode='x')", `def ${f}(a: int, b=${e}, *, c=1) -> n:`, ...indent(a)]),
  ),
})).lines;

/** A whole function, so that `return` and `yield` are in place. */
export const functionText: fc.Arbitrary<string> = lines.map(
  (body) => `${["def f(x):", ...indent(body)].join("\n")}\n`,
);
