/** Values at the edges of NumPy's integer types and of Python's int, computed by both. */
import { describe, expect, test } from "vitest";
import {
  compileBinary,
  compileCompare,
  compileConvert,
  compileMath,
  compileStore,
  compileUnary,
} from "../../src/types/arithmetic.ts";
import { ArithmeticFault } from "../../src/types/fault.ts";
import type { BinaryOp, CompareOp, UnaryOp, Value } from "../../src/types/operators.ts";
import { printType } from "../../src/types/print.ts";
import { promoteCompare } from "../../src/types/promote.ts";
import {
  bool,
  float16,
  float32,
  float64,
  type IntType,
  int64,
  pythonFloat,
  pythonInt,
  type ScalarType,
  uint64,
} from "../../src/types/types.ts";
import { askNumpy, numpyAvailable } from "../numpy/oracle.ts";
import { numpyInts, toValue } from "./generators.ts";

const ufuncs: Readonly<Record<Exclude<BinaryOp, "div">, string>> = {
  add: "add",
  sub: "subtract",
  mul: "multiply",
  floordiv: "floor_divide",
  mod: "remainder",
  fmod: "fmod",
  pow: "power",
  shl: "left_shift",
  shr: "right_shift",
  and: "bitwise_and",
  or: "bitwise_or",
  xor: "bitwise_xor",
  min: "minimum",
  max: "maximum",
};

const compareOps: Readonly<Record<CompareOp, string>> = {
  eq: "equal",
  ne: "not_equal",
  lt: "less",
  le: "less_equal",
  gt: "greater",
  ge: "greater_equal",
};

/** The ends of the range, powers of two and their neighbours, small numbers, bits in disorder. */
function edges(type: IntType): bigint[] {
  const low = type.signed ? -(1n << BigInt(type.bits - 1)) : 0n;
  const high = type.signed ? (1n << BigInt(type.bits - 1)) - 1n : (1n << BigInt(type.bits)) - 1n;
  const some = [
    0n,
    1n,
    2n,
    3n,
    5n,
    7n,
    8n,
    13n,
    31n,
    32n,
    63n,
    64n,
    100n,
    0x5a5a5a5a5a5a5a5an % high,
    high / 3n,
  ];
  for (const k of [7n, 15n, 16n, 31n, 32n, 52n, 53n, 62n]) some.push((1n << k) - 1n, 1n << k, (1n << k) + 1n);
  const all = [low, low + 1n, high - 1n, high, ...some, ...some.map((v) => -v)];
  return [...new Set(all)].filter((v) => v >= low && v <= high);
}

/** JSON that keeps every digit: integers as strings. */
function ask(script: string): unknown {
  return JSON.parse(askNumpy(`import json\n${script}`));
}

function outcome(compute: () => Value): string {
  try {
    const value = compute();
    return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
  } catch (error) {
    if (error instanceof ArithmeticFault) return "fault";
    throw error;
  }
}

describe.skipIf(!numpyAvailable())("NumPy's integers", () => {
  test.each(numpyInts.map((type) => [printType(type), type] as const))("%s", (name, type) => {
    const values = edges(type);
    const pairs = values.flatMap((a) => values.map((b) => [a, b] as const));
    const answers = ask(`
a = np.array([${pairs.map(([a]) => a).join(",")}], "${name}")
b = np.array([${pairs.map(([, b]) => b).join(",")}], "${name}")
def power(x, y):
    r = np.power(x, np.maximum(y, 0))
    return [("fault" if n < 0 else str(v)) for v, n in zip(r, y)]
out = {}
for f in ${JSON.stringify(Object.values(ufuncs))}:
    out[f] = power(a, b) if f == "power" else [str(v) for v in getattr(np, f)(a, b)]
print(json.dumps(out))`) as Record<string, string[]>;
    for (const [op, ufunc] of Object.entries(ufuncs) as [Exclude<BinaryOp, "div">, string][]) {
      const compute = compileBinary(op, type, type, type);
      const differences = pairs.flatMap(([a, b], i) => {
        const ours = outcome(() => compute(toValue(a), toValue(b)));
        const theirs = answers[ufunc]?.[i];
        return ours === theirs ? [] : [`${name}: ${a} ${op} ${b} = ${ours}, NumPy ${theirs}`];
      });
      expect(differences).toEqual([]);
    }
  });

  test.each(numpyInts.map((type) => [printType(type), type] as const))(
    "unary operations on %s",
    (name, type) => {
      const values = edges(type);
      const ops: readonly [UnaryOp, string, ScalarType][] = [
        ["neg", "negative", type],
        ["abs", "absolute", type],
        ["invert", "invert", type],
        ["not", "logical_not", bool],
      ];
      const answers = ask(`
a = np.array([${values.join(",")}], "${name}")
print(json.dumps([[str(v) for v in f(a)] for f in (np.negative, np.absolute, np.invert, np.logical_not, np.sign)]))`) as string[][];
      ops.forEach(([op, , result], k) => {
        const compute = compileUnary(op, type, result);
        expect(values.map((a) => outcome(() => compute(toValue(a))))).toEqual(answers[k]);
      });
      expect(values.map((a) => outcome(() => compileMath("sign", type)(toValue(a), 0)))).toEqual(answers[4]);
    },
  );

  test("comparison is by value, int64 with uint64 too", () => {
    const values = [...edges(int64)].filter((_, i) => i % 2 === 0);
    const unsigned = edges(uint64);
    const pairs = values.flatMap((a) => unsigned.map((b) => [a, b] as const));
    for (const [left, right] of [[int64, uint64]] as const) {
      const answers = ask(`
a = np.array([${pairs.map(([a]) => a).join(",")}], "int64")
b = np.array([${pairs.map(([, b]) => b).join(",")}], "uint64")
print(json.dumps({f: [str(v) for v in getattr(np, f)(a, b)] for f in ${JSON.stringify(Object.values(compareOps))}}))`) as Record<
        string,
        string[]
      >;
      for (const [op, ufunc] of Object.entries(compareOps) as [CompareOp, string][]) {
        const compute = compileCompare(op, left, right);
        expect(pairs.map(([a, b]) => outcome(() => compute(toValue(a), toValue(b))))).toEqual(answers[ufunc]);
      }
    }
  });

  test("a Python int that the type does not hold compares by value", () => {
    const constants = [-1n, 300n, -300n, 2n ** 40n, 2n ** 63n, -(2n ** 70n)];
    const cases = numpyInts.flatMap((type) => constants.map((c) => [type, c] as const));
    const answers = ask(
      `print(json.dumps([[str(v) for v in np.array([0, 1, 127], t) < c] for t, c in [${cases
        .map(([t, c]) => `("${printType(t)}", ${c})`)
        .join(",")}]]))`,
    ) as string[][];
    const ours = cases.map(([type, c]) => {
      const promotion = promoteCompare({ type }, { type: pythonInt, constant: toValue(c) });
      if (!promotion.ok) throw new Error(promotion.message);
      const [left, right] = promotion.operands;
      if (left === undefined || right === undefined) throw new Error("two operands");
      const compute = compileCompare("lt", left, right);
      const constant = compileConvert(pythonInt, right)(toValue(c));
      return [0, 1, 127].map((a) => outcome(() => compute(compileConvert(type, left)(a), constant)));
    });
    expect(ours).toEqual(answers);
  });
});

describe.skipIf(!numpyAvailable())("NumPy's conversions", () => {
  test("integer to integer wraps", () => {
    const cases = numpyInts.flatMap((from) => numpyInts.map((to) => [from, to] as const));
    const answers = ask(
      `print(json.dumps([[str(v) for v in np.array(x, f).astype(t)] for f, t, x in [${cases
        .map(([f, t]) => `("${printType(f)}", "${printType(t)}", [${edges(f).join(",")}])`)
        .join(",")}]]))`,
    ) as string[][];
    cases.forEach(([from, to], i) => {
      const convert = compileConvert(from, to);
      expect(edges(from).map((v) => outcome(() => convert(toValue(v))))).toEqual(answers[i]);
    });
  });

  test("float to integer, in range and out of it, one at a time", () => {
    const texts =
      "0.0 -0.0 0.5 -0.5 1.5 -1.5 127.9 128.0 -129.0 255.5 256.0 300.0 65535.0 65536.0 2147483647.0 2147483648.0 -2147483649.0 4294967296.0 4294971392.0 -8589934592.0 9007199254740994.0 9.2e18 9223372036854775808.0 -9223372036854775808.0 1.3835058055282164e19 1e20 -1e20 1e300 inf -inf nan".split(
        " ",
      );
    const numbers = texts.map((t) =>
      t.endsWith("inf") ? (t.startsWith("-") ? -Infinity : Infinity) : t === "nan" ? Number.NaN : Number(t),
    );
    for (const from of [float64, float32, float16]) {
      const answers = ask(
        `print(json.dumps([[str(np.array([float(x)]).astype("${printType(from)}").astype(t)[0]) for x in ${JSON.stringify(texts)}] for t in ${JSON.stringify(numpyInts.map(printType))}]))`,
      ) as string[][];
      const toFloat = compileConvert(float64, from);
      numpyInts.forEach((to, i) => {
        const convert = compileConvert(from, to);
        expect(numbers.map((x) => outcome(() => convert(toFloat(x))))).toEqual(answers[i]);
      });
    }
  });

  test("integer to float rounds once", () => {
    const floats = [float16, float32, float64];
    const cases = numpyInts.flatMap((from) => floats.map((to) => [from, to] as const));
    const answers = ask(
      `print(json.dumps([[float(v).hex() for v in np.array(x, f).astype(t)] for f, t, x in [${cases
        .map(([f, t]) => `("${printType(f)}", "${printType(t)}", [${edges(f).join(",")}])`)
        .join(",")}]]))`,
    ) as string[][];
    cases.forEach(([from, to], i) => {
      const convert = compileConvert(from, to);
      expect(edges(from).map((v) => Number(convert(toValue(v))))).toEqual(answers[i]?.map(fromHex));
    });
  });

  test("a scalar stored in an array: signed integers check, unsigned ones wrap", () => {
    const cases = numpyInts.flatMap((from) => numpyInts.map((to) => [from, to] as const));
    const answers = ask(`
def store(v, t):
    a = np.zeros(1, t)
    try: a[0] = v
    except (OverflowError, ValueError): return "fault"
    return str(a[0])
out = [[store(v, t) for v in np.array(x, f)] for f, t, x in [${cases
      .map(([f, t]) => `("${printType(f)}", "${printType(t)}", [${edges(f).join(",")}])`)
      .join(",")}]]
floats = [[store(v, t) for v in np.array([1.5, -1.5, 200.0, -40000.0, 3e9, 1e19, np.nan])] for t in ${JSON.stringify(numpyInts.map(printType))}]
python = [[store(v, t) for v in [1.5, -1.5, 200.0, -40000.0, 3e9, 1e19, float("nan")]] for t in ${JSON.stringify(numpyInts.map(printType))}]
print(json.dumps([out, floats, python]))`) as string[][][];
    cases.forEach(([from, to], i) => {
      const store = compileStore(from, to);
      expect(edges(from).map((v) => outcome(() => store(toValue(v))))).toEqual(answers[0]?.[i]);
    });
    const numbers = [1.5, -1.5, 200, -40000, 3e9, 1e19, Number.NaN];
    numpyInts.forEach((to, i) => {
      expect(numbers.map((x) => outcome(() => compileStore(float64, to)(x)))).toEqual(answers[1]?.[i]);
      expect(numbers.map((x) => outcome(() => compileStore(pythonFloat, to)(x)))).toEqual(answers[2]?.[i]);
    });
  });
});

describe.skipIf(!numpyAvailable())("Python's numbers", () => {
  const values = edges(int64);
  const symbols: readonly [Exclude<BinaryOp, "div" | "fmod" | "min" | "max">, string][] = [
    ["add", "+"],
    ["sub", "-"],
    ["mul", "*"],
    ["floordiv", "//"],
    ["mod", "%"],
    ["pow", "**"],
    ["shl", "<<"],
    ["shr", ">>"],
    ["and", "&"],
    ["or", "|"],
    ["xor", "^"],
  ];

  test("ints are exact, and a fault outside 64 bits", () => {
    const answers = ask(`
def of(op, a, b):
    if op in ("**", "<<") and b > 200 and abs(a) > 1: return "fault"
    if op == "**" and b < 0: return "fault"
    if op == "<<" and a == 0: return "0" if b >= 0 else "fault"
    if op == "<<" and b > 200: return "fault"
    try: r = eval("a " + op + " b")
    except (ZeroDivisionError, ValueError): return "fault"
    return str(r) if -2**63 <= r < 2**63 else "fault"
values = [${values.join(",")}]
print(json.dumps([[of(op, a, b) for a in values for b in values] for op in ${JSON.stringify(symbols.map(([, s]) => s))}]))`) as string[][];
    symbols.forEach(([op], k) => {
      const compute = compileBinary(op, pythonInt, pythonInt, pythonInt);
      const differences = values.flatMap((a, i) =>
        values.flatMap((b, j) => {
          const ours = outcome(() => compute(toValue(a), toValue(b)));
          const theirs = answers[k]?.[i * values.length + j];
          return ours === theirs ? [] : [`${a} ${op} ${b} = ${ours}, Python ${theirs}`];
        }),
      );
      expect(differences).toEqual([]);
    });
  });

  test("the quotient of two ints is rounded once", () => {
    const answers = ask(`
values = [${values.join(",")}]
print(json.dumps([(a / b).hex() if b else "fault" for a in values for b in values]))`) as string[];
    const compute = compileBinary("div", pythonInt, pythonInt, pythonFloat);
    values.forEach((a, i) => {
      values.forEach((b, j) => {
        const theirs = answers[i * values.length + j] ?? "";
        if (theirs === "fault") expect(() => compute(toValue(a), toValue(b))).toThrow(ArithmeticFault);
        else expect(compute(toValue(a), toValue(b)), `${a} / ${b}`).toBe(fromHex(theirs));
      });
    });
  });

  test("an int and a float compare exactly", () => {
    const floats = [
      "0.5",
      "-0.5",
      "9007199254740992.0",
      "9223372036854775808.0",
      "-9223372036854775808.0",
      "1e300",
      "inf",
      "nan",
    ];
    const numbers = floats.map((t) => (t === "inf" ? Infinity : t === "nan" ? Number.NaN : Number(t)));
    const answers = ask(
      `print(json.dumps([[str(a < float(x)) + str(a == float(x)) + str(a >= float(x)) for x in ${JSON.stringify(floats)}] for a in [${values.join(",")}]]))`,
    ) as string[][];
    const [lt, eq, ge] = (["lt", "eq", "ge"] as const).map((op) =>
      compileCompare(op, pythonInt, pythonFloat),
    );
    if (lt === undefined || eq === undefined || ge === undefined) throw new Error("three comparisons");
    const ours = values.map((a) =>
      numbers.map((x) => [lt, eq, ge].map((f) => outcome(() => f(toValue(a), x))).join("")),
    );
    expect(ours).toEqual(answers);
  });

  test("floats raise where NumPy gives inf or nan", () => {
    const cases: readonly [BinaryOp, string, number, number][] = [
      ["div", "/", 1, 0],
      ["div", "/", 1, 3],
      ["floordiv", "//", 7.5, -2],
      ["floordiv", "//", 1, 0],
      ["mod", "%", -7.5, 2],
      ["mod", "%", 1, 0],
      ["pow", "**", 0, -1],
      ["pow", "**", 2, 0.5],
      ["pow", "**", 1e300, 2],
      ["mul", "*", 1e300, 1e300],
    ];
    const answers = ask(`
def of(e):
    try: return float(eval(e)).hex()
    except (ZeroDivisionError, OverflowError): return "fault"
print(json.dumps([of(e) for e in ${JSON.stringify(cases.map(([, s, a, b]) => `float(${a}) ${s} float(${b})`))}]))`) as string[];
    const ours = cases.map(([op, , a, b]) =>
      outcome(() => compileBinary(op, pythonFloat, pythonFloat, pythonFloat)(a, b)),
    );
    expect(ours).toEqual(answers.map((t) => (t === "fault" ? t : String(fromHex(t)))));
    expect(() => compileBinary("pow", pythonFloat, pythonFloat, pythonFloat)(-8, 1 / 3)).toThrow(
      ArithmeticFault,
    );
  });
});

/** Python's float.hex(). */
function fromHex(text: string): number {
  if (text.endsWith("inf")) return text.startsWith("-") ? -Infinity : Infinity;
  const match = /^(-?)0x([01])\.([\da-f]*)p([+-]\d+)$/.exec(text);
  if (match === null) throw new Error(text);
  const digits = `${match[2]}${match[3]}`;
  const value = Number(BigInt(`0x${digits}`)) * 2 ** (Number(match[4]) - 4 * (match[3] ?? "").length);
  return match[1] === "-" ? -value : value;
}
