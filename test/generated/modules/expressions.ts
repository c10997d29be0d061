/** Expressions of random modules: each of the kind that is asked for, and small enough never to overflow. */
import { oneOf, weighted } from "../choices.ts";
import { anyOf, type Dtype, isFloat, type Kind, type Scope } from "./model.ts";

export function int(scope: Scope, depth = 2): string {
  const { c } = scope;
  if (depth === 0) return simpleInt(scope);
  return weighted(c, [
    [4, () => simpleInt(scope)],
    [3, () => `(${int(scope, depth - 1)} ${oneOf(c, ["+", "-", "*"])} ${int(scope, depth - 1)}) % 997`],
    [1, () => `${int(scope, depth - 1)} ${oneOf(c, ["//", "%"])} ${oneOf(c, ["3", "7", "-4"])}`],
    [1, () => `(${int(scope, depth - 1)} ${oneOf(c, ["&", "|", "^"])} ${int(scope, depth - 1)})`],
    [1, () => `abs(${int(scope, depth - 1)})`],
    [1, () => `${oneOf(c, ["min", "max"])}(${int(scope, depth - 1)}, ${int(scope, depth - 1)})`],
    [1, () => `(${int(scope, depth - 1)} if ${condition(scope)} else ${int(scope, depth - 1)})`],
    [1, () => element(scope, "ints") ?? simpleInt(scope)],
    [1, () => overList(scope)],
    [1, () => ofArray(scope)],
    [1, () => called(scope, "int") ?? simpleInt(scope)],
    [1, () => `int(${float(scope, depth - 1)})`],
    [1, () => `(1 << (${int(scope, 0)}) % 70) % 1009`],
    [1, () => oddInt(scope)],
  ])();
}

/** What is seldom written, and must be right all the same. */
function oddInt(scope: Scope): string {
  const { c } = scope;
  const x = int(scope, 0);
  return oneOf(c, [
    `(${x} % 5) ** 3`,
    `~${x}`,
    `(-7 * 3 ** 60 + ${x}) % 1000003 >> 2`,
    `divmod(${x}, -4)[1]`,
    `(${x} > 1) + 2`,
    `int("101${c.pick(2)}", 2)`,
    `math.gcd(${x}, 12)`,
    `math.comb(6, ${c.pick(4)})`,
    `round(${x} / 8)`,
    `(lambda a, b=${x}: a + b)(3)`,
    `[lambda: k for k in range(3)][0]()`,
    `[lambda v, k=k: v * k for k in range(4)][2](${x})`,
    `len("${"ab".repeat(1 + c.pick(3))}"[1:])`,
    `(lambda *rest, k=2: len(rest) * k)(1, ${x})`,
    `sum(len(row) for row in [[1], [2, ${x}]])`,
    `int(np.array([${x}, 3]).argmax())`,
    `int(np.int8(${x} % 100) + 1)`,
  ]);
}

function simpleInt(scope: Scope): string {
  const { c } = scope;
  const variable = c.chance(60) ? anyOf(scope, "int") : null;
  return variable?.name ?? oneOf(c, ["2", "0", "1", "5", "-3", "11"]);
}

/** A number made of a whole list. */
function overList(scope: Scope): string {
  const { c } = scope;
  const variable = anyOf(scope, "ints");
  if (variable === null) return "4";
  const { name } = variable;
  return oneOf(c, [
    `len(${name})`,
    `sum(${name}) % 97`,
    `max(${name})`,
    `min(${name}, default=0)`,
    `sum(x * x for x in ${name} if x % 2) % 89`,
    `${name}.count(${int(scope, 0)})`,
    `len([y for y in reversed(${name}) if y > 1])`,
    `sum(a * b for a, b in zip(${name}, ${name}[1:])) % 83`,
    `next((x for x in ${name} if x > 3), -1)`,
    `[*${name}, 6][-1]`,
    `sorted(${name})[0]`,
    `max(${name}, key=lambda v: (v % 5, v))`,
  ]);
}

function ofArray(scope: Scope): string {
  const { c } = scope;
  const variable = anyOf(scope, "array", "matrix");
  if (variable === null) return "6";
  const { name, kind } = variable;
  const at =
    kind === "matrix" ? `${name}[1][${int(scope, 0)} % 2]` : `${name}[${int(scope, 0)} % len(${name})]`;
  return oneOf(c, [
    `len(${name})`,
    `int(${at}) % 91`,
    `${name}.shape[0]`,
    `int(${name}.max()) % 90`,
    `${name}.size`,
  ]);
}

export function float(scope: Scope, depth = 2): string {
  const { c } = scope;
  if (depth === 0) return simpleFloat(scope);
  return weighted(c, [
    [4, () => simpleFloat(scope)],
    [2, () => `${float(scope, depth - 1)} ${oneOf(c, ["+", "-"])} ${float(scope, depth - 1)}`],
    [1, () => `${float(scope, depth - 1)} * 0.5`],
    [2, () => `${int(scope, depth - 1)} / ${oneOf(c, ["4", "3", "7.5"])}`],
    [1, () => element(scope, "floats") ?? simpleFloat(scope)],
    [1, () => `round(${float(scope, depth - 1)}, 1)`],
    [1, () => `float(${int(scope, depth - 1)})`],
    [1, () => `math.floor(${float(scope, depth - 1)}) * 0.25`],
    [1, () => called(scope, "float") ?? simpleFloat(scope)],
    [1, () => oddFloat(scope)],
  ])();
}

function oddFloat(scope: Scope): string {
  const { c } = scope;
  const x = float(scope, 0);
  return oneOf(c, [
    `${x} // 0.75`,
    `${x} % -1.5`,
    `-${x}`,
    `abs(${x}) ** 2`,
    `max(${x}, ${int(scope, 0)})`,
    `float(np.float32(${x}) * 3)`,
    `math.sqrt(abs(${x}))`,
    `sum([${x}, 0.1, 0.2])`,
    `float(np.array([${x}, 2.5]).sum())`,
    `${int(scope, 0)} / 2 ** 70`,
    `min([${x}, 1, True], key=abs) * 1.0`,
  ]);
}

function simpleFloat(scope: Scope): string {
  const variable = scope.c.chance(60) ? anyOf(scope, "float") : null;
  return variable?.name ?? oneOf(scope.c, ["0.5", "1.25", "-2.0", "3.75", "0.1"]);
}

/** An element of a list that is surely there. */
export function element(scope: Scope, kind: "ints" | "floats"): string | null {
  const variable = anyOf(scope, kind);
  if (variable === null) return null;
  return oneOf(scope.c, [
    `${variable.name}[${int(scope, 0)} % len(${variable.name})]`,
    `${variable.name}[-1]`,
    `${variable.name}[0]`,
  ]);
}

/** A call of a function of the module, or null. */
export function called(scope: Scope, gives: Kind): string | null {
  const found = scope.functions.filter((fn) => fn.gives === gives);
  const fn = found[scope.c.pick(found.length)];
  const argument = fn === undefined ? null : value(scope, fn.takes);
  return fn === undefined || argument === null ? null : `${fn.name}(${argument})`;
}

/** A value of a kind: one at hand, or a new one. */
export function value(scope: Scope, kind: Kind): string | null {
  const { c } = scope;
  switch (kind) {
    case "int":
      return int(scope, 1);
    case "float":
      return float(scope, 1);
    case "ints":
      return c.chance(60) ? (anyOf(scope, "ints")?.name ?? ints(scope)) : ints(scope);
    case "floats":
      return c.chance(60) ? (anyOf(scope, "floats")?.name ?? floats(scope)) : floats(scope);
    default:
      return anyOf(scope, kind)?.name ?? null;
  }
}

export function condition(scope: Scope): string {
  const { c } = scope;
  return weighted(c, [
    [4, () => `${int(scope, 1)} ${oneOf(c, ["<", ">", "==", "!=", "<=", ">="])} ${int(scope, 1)}`],
    [1, () => `${float(scope, 1)} < ${float(scope, 1)}`],
    [1, () => `0 <= ${int(scope, 0)} < ${int(scope, 0)} + 3`],
    [1, () => `not ${int(scope, 0)}`],
    [1, () => `${int(scope, 0)} and ${int(scope, 0)} or ${int(scope, 0)}`],
    [1, () => `${int(scope, 0)} in ${anyOf(scope, "ints")?.name ?? "(1, 2)"}`],
    [1, () => `any(x > 2 for x in ${anyOf(scope, "ints")?.name ?? "[3]"})`],
    [1, () => `${anyOf(scope, "ints")?.name ?? "[3]"} == [${int(scope, 0)}]`],
    [scope.opaque ? 1 : 0, () => `elsewhere.${oneOf(c, ["true", "false"])}()`],
  ])();
}

/** A new list of ints, never empty. */
export function ints(scope: Scope): string {
  const { c } = scope;
  const items = Array.from({ length: 1 + c.pick(4) }, () => int(scope, 1));
  const from = anyOf(scope, "ints")?.name ?? "[3, 1, 2]";
  return weighted(c, [
    [3, () => `[${items.join(", ")}]`],
    [2, () => `[${int(scope, 0)}] * ${2 + c.pick(5)}`],
    [2, () => `[x * ${int(scope, 0)} + i for i, x in enumerate(${from})]`],
    [2, () => `[x for x in range(${6 + c.pick(4)}) if x % 3] + [${int(scope, 0)}]`],
    [1, () => `list(range(${1 + c.pick(6)}))`],
    [1, () => `sorted(${from}, reverse=${oneOf(c, ["False", "True"])})`],
    [1, () => `${from}[::-1]`],
    [1, () => `${from}[:2] + ${from}[1:] + [${int(scope, 0)}]`],
    [1, () => `list(map(lambda v: v % 7, ${from}))`],
    [1, () => `[i * j for i in range(3) for j in range(i + 1) if i != j] + [${int(scope, 0)}]`],
    [1, () => `${from}.copy()`],
    [1, () => called(scope, "ints") ?? `[${items.join(", ")}]`],
    [1, () => oddInts(scope, from)],
  ])();
}

function oddInts(scope: Scope, from: string): string {
  const { c } = scope;
  const from_array = anyOf(scope, "array");
  return oneOf(c, [
    `[a + b for a, b in zip(${from}, ${from}[1:] + [2])]`,
    `list(filter(lambda v: v != 2, ${from})) or [${int(scope, 0)}]`,
    `[v for row in [${from}, [1]] for v in row if v < 90]  or [8]`,
    `[i for i, v in sorted(enumerate(${from}), key=lambda pair: (-pair[1], pair[0]))]`,
    `[int(v) % 60 for v in ${from_array?.name ?? "[4, 5]"}]`,
    `np.array(${from}).tolist()`,
    `[t[0] for t in sorted([(v % 3, v) for v in ${from}])]`,
    `list(reversed(${from}))`,
    `[len(w) for w in ["a", "bcd"]]`,
    `(lambda v: v + [1])(${from})`,
    `list(map(max, ${from}, reversed(${from})))`,
    `[[v] * 2 for v in ${from}][0]`,
  ]);
}

export function floats(scope: Scope): string {
  const { c } = scope;
  const items = Array.from({ length: 1 + c.pick(3) }, () => float(scope, 1));
  return weighted(c, [
    [3, () => `[${items.join(", ")}]`],
    [1, () => `[${float(scope, 0)}] * ${1 + c.pick(5)}`],
    [2, () => `[x / 4 for x in ${anyOf(scope, "ints")?.name ?? "[1, 2]"}]`],
    [1, () => called(scope, "floats") ?? `[${items.join(", ")}]`],
  ])();
}

export function rows(scope: Scope): string {
  const { c } = scope;
  return oneOf(c, [
    `[[0] * 3 for _ in range(2)]`,
    `[[1, 2], [3]]`,
    `[[${int(scope, 0)}] * 2] * 3`,
    `[list(range(i + 1)) for i in range(3)]`,
  ]);
}

/** A number that an array of the type takes. */
export function scalarFor(scope: Scope, dtype: Dtype): string {
  return isFloat(dtype) && scope.c.chance(50) ? float(scope, 1) : `(${int(scope, 1)}) % 11`;
}

/** A new array of one axis, and its type. */
export function array(scope: Scope): { readonly text: string; readonly dtype: Dtype } {
  const { c } = scope;
  const dtype = oneOf<Dtype>(c, ["int64", "float64", "int32", "float32", "uint8"]);
  const from = anyOf(scope, "array");
  const text = weighted(c, [
    [2, () => `np.zeros(${2 + c.pick(4)}, np.${dtype})`],
    [2, () => `np.arange(${2 + c.pick(5)}).astype(np.${dtype})`],
    [
      2,
      () =>
        `np.array([${Array.from({ length: 2 + c.pick(3) }, () => scalarFor(scope, dtype)).join(", ")}], dtype=np.${dtype})`,
    ],
    [1, () => `np.full(${2 + c.pick(3)}, ${scalarFor(scope, dtype)}, dtype=np.${dtype})`],
    [1, () => `np.array([x % 50 for x in ${anyOf(scope, "ints")?.name ?? "[5, 6]"}], dtype=np.${dtype})`],
    [from === null ? 0 : 1, () => `(${from?.name} * 2).astype(np.${dtype})`],
    [from === null ? 0 : 1, () => `np.where(${from?.name} > 1, ${from?.name}, 0).astype(np.${dtype})`],
    [from === null ? 0 : 1, () => `np.concatenate([${from?.name}, ${from?.name}[::-1]]).astype(np.${dtype})`],
    [from === null ? 0 : 1, () => `np.cumsum(${from?.name}).astype(np.${dtype})`],
    [from === null ? 0 : 3, () => `(${oddArray(scope, from?.name ?? "")}).astype(np.${dtype})`],
  ])();
  return { text, dtype };
}

/** Arrays of one axis, of two elements or more. */
function oddArray(scope: Scope, a: string): string {
  const { c } = scope;
  return oneOf(c, [
    `${a}[np.array([0, -1, 1])]`,
    `${a}[[1, 0]]`,
    `np.roll(${a}, ${c.pick(3)})`,
    `np.repeat(${a}, 2)`,
    `np.tile(${a}, 2)`,
    `np.flip(${a})`,
    `np.clip(${a}, 1, 4)`,
    `np.outer(${a}, ${a}[:2])[0]`,
    `np.stack([${a}, ${a}])[1]`,
    `np.append(${a}, ${a}[0])`,
    `np.argsort(${a}, kind="stable")`,
    `np.maximum(${a}, ${a}[::-1]) + ${a}`,
    `np.concatenate([${a}[${a} > 2], [1, 2]])`,
    `np.diag(np.diag(${a}[:2]))`,
    `${a}[:, None][:, 0]`,
    `${a}[None, ...].ravel()`,
    `np.pad(${a}, 1)`,
    `(${a} != 2) * 3`,
    `np.array([list(${a}), list(${a}[::-1])])[0]`,
    `np.array([[v, 1] for v in ${a}]).sum(axis=1)`,
    `np.abs(${a}.astype(np.float64) - 2.5) // 0.5`,
  ]);
}
