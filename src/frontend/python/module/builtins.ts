/** Python's own functions on objects: those that kernels lack, or have with one type for all items. */
import { pythonFloatToInt } from "../../../types/python.ts";
import type { PyExpr } from "../ast.ts";
import { lookupBuiltin } from "../builtins/index.ts";
import { callObj } from "./calls.ts";
import { compute, operand } from "./compute.ts";
import { asList, type Items, iterate, iterator, lengthOfRange } from "./iterate.ts";
import type { Arguments } from "./list_methods.ts";
import { sortedItems } from "./list_methods.ts";
import { because, fresh, type Machine, raises, step, unknown } from "./machine.ts";
import {
  float,
  int,
  itemRefs,
  type KnownObj,
  known as knownObj,
  list,
  none,
  number,
  type Obj,
  refsOf,
  truthValue,
  tuple,
  type Unknown,
} from "./objects.ts";
import { asInt, binary, compare, evaluated, grown, indexOf, lostPart, truth } from "./operators.ts";
import { getItem } from "./subscript.ts";
import { letterFunctions } from "./text_methods.ts";

type PythonFunction = (m: Machine, call: Arguments) => Obj;

/** By name; null for one that the front end computes, or nobody does. */
export function pythonFunction(name: string): PythonFunction | null {
  return Object.hasOwn(functions, name) ? (functions[name] ?? null) : null;
}

const functions: Readonly<Record<string, PythonFunction>> = {
  ...letterFunctions,
  "np.ndindex": (m, call) => {
    const [first] = call.args;
    const sizes = (first?.kind === "tuple" ? first.items : call.args).map(indexOf);
    const lost = firstLost(call);
    if (lost !== null) return because(lost);
    const shape = sizes.filter((size) => size !== null);
    if (shape.length < sizes.length) return wrong(call, "a shape has integers");
    return overIndices(m, call, shape, (index) => index);
  },
  "np.ndenumerate": (m, call) => {
    const [a] = call.args;
    if (a?.kind !== "array") return unknown({ kind: "call", name: "np.ndenumerate" }, call.span);
    if (a.memory.lost !== null) return because(a.memory.lost.cause);
    return overIndices(m, call, a.shape, (index) => tuple([index, getItem(m, a, index, call.span)]));
  },
  len: (_m, call) => {
    const [obj = none] = call.args;
    switch (obj.kind) {
      case "list":
        return obj.lost === null ? int(obj.items.length) : because(obj.lost.cause);
      case "tuple":
        return int(obj.items.length);
      case "text":
        return int([...obj.text].length);
      case "range":
        return int(lengthOfRange(obj));
      case "array":
        return obj.shape[0] === undefined ? wrong(call, "a 0-d array has no length") : int(obj.shape[0]);
      case "unknown":
        return because(obj.cause);
      default:
        return wrong(call, "this has no length");
    }
  },
  range: (_, call) => {
    const lost = firstLost(call);
    if (lost !== null) return because(lost);
    if (call.args.some((arg) => arg.kind === "number" && typeof arg.value === "bigint"))
      return unknown({ kind: "size", most: Number.MAX_SAFE_INTEGER }, call.span);
    const [a, b, c] = call.args.map(indexOf);
    if (a === undefined || [a, b, c].includes(null)) return wrong(call, "a range has integers");
    const [start, stop] = b === undefined || b === null ? [0, a ?? 0] : [a ?? 0, b];
    const by = c ?? 1;
    return by === 0 ? wrong(call, "a range has no step of 0") : { kind: "range", start, stop, step: by };
  },
  list: (m, call) => collected(m, call, (items) => fresh(m, grown(m, list(items)))),
  tuple: (m, call) => collected(m, call, tuple),
  sorted: (m, call) =>
    collected(m, call, (items) => {
      const found = sortedItems(m, items, call);
      return found.kind === "unknown" ? found : fresh(m, list([...found.items]));
    }),
  sum: (m, call) =>
    collected(m, call, (items) => {
      const start = call.args[1] ?? call.keywords.get("start") ?? int(0);
      return items.reduce((total, item) => binary(m, "+", total, item, call.span), start);
    }),
  any: (m, call) => quantified(m, call, true),
  all: (m, call) => quantified(m, call, false),
  max: (m, call) => extreme(m, call, ">"),
  min: (m, call) => extreme(m, call, "<"),
  abs: (m, call) => {
    const [x] = call.args;
    if (x?.kind === "number" && x.type.kind === "python" && typeof x.value === "number")
      return x.type.name === "bool" ? (asInt(x) ?? x) : number(Math.abs(x.value), x.type);
    return computed(m, "abs", call);
  },
  enumerate: (m, call) =>
    lazily(m, call, (items) => {
      const from = indexOf(call.args[1] ?? call.keywords.get("start") ?? int(0)) ?? 0;
      let at = from;
      return () => {
        const item = items.next();
        return item === null ? null : tuple([int(at++), item]);
      };
    }),
  reversed: (m, call) => {
    const [from = none] = call.args;
    if (from.kind === "list" && from.lost === null) {
      let at = from.items.length; // Python looks at the list as it goes
      return iterator(m, call.args, [], () => () => from.items[--at] ?? null);
    }
    return collected(m, call, (items) => {
      let at = items.length;
      return iterator(m, call.args, [], () => () => items[--at] ?? null);
    });
  },
  zip: (m, call) => {
    const parts = call.args.map((arg) => iterate(m, arg, call.span));
    const lost = parts.find((part) => part.kind === "unknown");
    if (lost?.kind === "unknown") return because(lost.cause, call.args.flatMap(itemRefs));
    const all = parts.filter((part): part is Items => part.kind === "items");
    return iterator(m, call.args, all, () => () => {
      const items = nextOfEach(all);
      return items === null ? null : tuple(items);
    });
  },
  map: (m, call) => {
    const [f = none, ...sources] = call.args;
    const parts = sources.map((arg) => iterate(m, arg, call.span));
    const lost = parts.find((part) => part.kind === "unknown");
    if (lost?.kind === "unknown" || parts.length === 0) return callLater(m, f, call, lost);
    const all = parts.filter((part): part is Items => part.kind === "items");
    return iterator(m, call.args, all, () => () => {
      const items = nextOfEach(all);
      return items === null ? null : callObj(m, f, { args: items, keywords: new Map(), span: call.span });
    });
  },
  filter: (m, call) => {
    const [f = none, source = none] = call.args;
    const items = iterate(m, source, call.span);
    if (items.kind === "unknown") return callLater(m, f, call, items);
    return iterator(m, call.args, [items], (lose) => () => {
      for (let item = items.next(); item !== null; item = items.next()) {
        const test =
          f.kind === "none" ? item : callObj(m, f, { args: [item], keywords: new Map(), span: call.span });
        const kept = truth(test, call.span);
        if (typeof kept !== "boolean") {
          lose(kept.cause);
          return null;
        }
        if (kept) return item;
      }
      return null;
    });
  },
  slice: (_, call) => {
    const [a = none, b, c = none] = call.args;
    const [start, stop] = b === undefined ? [none, a] : [a, b];
    return { kind: "slice", start, stop, step: c };
  },
  iter: (m, call) => lazily(m, call, (items) => items.next),
  next: (m, call) => {
    const [from = none, otherwise] = call.args;
    if (from.kind !== "iterator") return unknown(raises("next takes an iterator"), call.span, refsOf(from));
    const items = iterate(m, from, call.span);
    if (items.kind === "unknown") return items;
    const item = items.next();
    const lost = items.lost();
    return (
      item ?? (lost === null ? null : because(lost)) ?? otherwise ?? wrong(call, "there is no next item")
    );
  },
  int: (m, call) => toInt(m, call),
  float: (m, call) => {
    const [x] = call.args;
    if (x?.kind !== "text") return computed(m, "float", call);
    const number = floatOf(x.text);
    return number === null ? wrong(call, "this text is not read as a number") : float(number);
  },
  bool: (_m, call) => {
    const [x] = call.args;
    const found = x === undefined ? false : truth(x, call.span);
    return typeof found === "boolean" ? truthValue(found) : because(found.cause);
  },
};

/** As Python reads it, but for digits with `_` between them. */
export function floatOf(text: string): number | null {
  const word = text.trim().toLowerCase();
  const named = /^([+-]?)(inf|infinity|nan)$/.exec(word);
  if (named !== null) return named[2] === "nan" ? Number.NaN : Number(`${named[1]}Infinity`);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(word) ? Number(word) : null;
}

/** All indices of a shape, the last axis fastest. */
function overIndices(m: Machine, call: Arguments, shape: readonly number[], item: (index: Obj) => Obj): Obj {
  const size = shape.reduce((x, y) => x * y, 1);
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((x, y) => x * y, 1));
  let at = 0;
  return iterator(m, call.args, [], () => () => {
    if (at >= size) return null;
    const position = at++;
    return item(
      tuple(shape.map((extent, axis) => int(Math.floor(position / (strides[axis] ?? 1)) % extent))),
    );
  });
}

function wrong(call: Arguments, message: string): Unknown {
  return unknown(raises(message), call.span);
}

function firstLost(call: Arguments): Unknown["cause"] | null {
  return lostPart(tuple([...call.args, ...call.keywords.values()]));
}

/** A function of all items of its first argument. */
function collected(m: Machine, call: Arguments, make: (items: Obj[]) => Obj): Obj {
  const [from] = call.args;
  if (from === undefined) return make([]);
  const items = asList(m, from, call.span);
  if (items !== null) return make(items);
  const found = iterate(m, from, call.span);
  const cause = found.kind === "unknown" ? found.cause : { at: call.span, why: raises("its items change") };
  return because(cause, itemRefs(from), "any");
}

function lazily(m: Machine, call: Arguments, make: (items: Items) => () => Obj | null): Obj {
  const [from = none] = call.args;
  const items = iterate(m, from, call.span);
  if (items.kind === "unknown") return because(items.cause, itemRefs(from));
  return iterator(m, call.args, [items], () => make(items));
}

/** What a function does to items that are not known: it may be called with any of them. */
function callLater(m: Machine, f: Obj, call: Arguments, lost: Unknown | Items | undefined): Obj {
  const cause =
    lost?.kind === "unknown" ? lost.cause : { at: call.span, why: raises("there is nothing to go through") };
  const item = because(cause, call.args.slice(1).flatMap(itemRefs));
  const result = callObj(m, f, { args: [item], keywords: new Map(), span: call.span });
  return because(cause, [...refsOf(result), ...call.args.flatMap(itemRefs)]);
}

/** One item of each, or null when one has no more. */
function nextOfEach(parts: readonly Items[]): Obj[] | null {
  const items: Obj[] = [];
  for (const part of parts) {
    const item = part.next();
    if (item === null) return null;
    items.push(item);
  }
  return parts.length === 0 ? null : items;
}

function quantified(m: Machine, call: Arguments, wanted: boolean): Obj {
  const [from = none] = call.args;
  const items = iterate(m, from, call.span);
  if (items.kind === "unknown") return because(items.cause);
  for (let item = items.next(); item !== null; item = items.next()) {
    step(m);
    const found = truth(item, call.span);
    if (typeof found !== "boolean") return because(found.cause);
    if (found === wanted) return truthValue(wanted);
  }
  const lost = items.lost();
  return lost === null ? truthValue(!wanted) : because(lost);
}

/** The first item that no other is greater (or less) than, as Python finds it. */
function extreme(m: Machine, call: Arguments, op: ">" | "<"): Obj {
  const items =
    call.args.length === 1 && call.args[0] !== undefined
      ? asList(m, call.args[0], call.span)
      : [...call.args];
  if (items === null) return collected(m, call, tuple);
  const key = call.keywords.get("key") ?? none;
  const otherwise = call.keywords.get("default");
  const keyOf = (item: Obj): Obj =>
    key.kind === "none" ? item : callObj(m, key, { args: [item], keywords: new Map(), span: call.span });
  const [first, ...rest] = items;
  if (first === undefined) return otherwise ?? wrong(call, "nothing has no greatest item");
  let [best, by] = [first, keyOf(first)];
  for (const item of rest) {
    step(m);
    const other = keyOf(item);
    const better = truth(compare(m, op, other, by, call.span), call.span);
    if (typeof better !== "boolean") return because(better.cause, items.flatMap(refsOf));
    if (better) [best, by] = [item, other];
  }
  return best;
}

function toInt(m: Machine, call: Arguments): Obj {
  const [x, base] = call.args;
  if (x?.kind === "text") return intOfText(call, x.text, base);
  if (
    x?.kind === "number" &&
    x.type.kind === "python" &&
    x.type.name === "float" &&
    typeof x.value === "number"
  ) {
    return Number.isFinite(x.value)
      ? int(pythonFloatToInt(x.value))
      : wrong(call, `${x.value} is no integer`);
  }
  if (x?.kind === "number" && call.args.length === 1) {
    const whole = asInt(x);
    if (whole !== null) return whole;
  }
  return computed(m, "int", call);
}

const digits: Readonly<Record<number, RegExp>> = {
  2: /^[01]+$/,
  8: /^[0-7]+$/,
  10: /^\d+$/,
  16: /^[\da-f]+$/i,
};
const prefixes: Readonly<Record<number, string>> = { 2: "0b", 8: "0o", 10: "", 16: "0x" };

/** `int("1010", 2)`. */
function intOfText(call: Arguments, written: string, base: Obj | undefined): Obj {
  const radix = base === undefined ? 10 : (indexOf(base) ?? -1);
  const [, sign = "", body = ""] = /^\s*([+-]?)(\w+)\s*$/.exec(written) ?? [];
  const prefix = prefixes[radix] ?? "";
  const plain = (
    prefix !== "" && body.toLowerCase().startsWith(prefix) ? body.slice(prefix.length) : body
  ).replaceAll("_", "");
  if (digits[radix]?.test(plain) !== true) return wrong(call, "this text is not read as a number");
  const size = BigInt(`${prefix}${plain}`);
  return evaluated(call.span, () => ({
    kind: "const",
    value: canonical(sign === "-" ? -size : size),
    type: { kind: "python", name: "int" },
    span: call.span,
  }));
}

function canonical(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** What the front end makes of a call of a builtin whose arguments are known. */
function computed(m: Machine, name: string, call: Arguments): Obj {
  const lost = firstLost(call);
  if (lost !== null) return because(lost);
  return computeCall(m, knownBuiltin(name), call);
}

function knownBuiltin(name: string): KnownObj {
  return knownObj(lookupBuiltin("builtins", name) ?? { kind: "none" });
}

/** A call of something the front end knows, as an expression over its operands. */
export function computeCall(m: Machine, callee: KnownObj, call: Arguments): Obj {
  const { span } = call;
  const names = [...call.keywords.keys()];
  const node: PyExpr = {
    kind: "Call",
    callee: operand(0, span),
    args: call.args.map((_, i) => operand(i + 1, span)),
    keywords: names.map((name, i) => ({ name, value: operand(call.args.length + 1 + i, span), span })),
    span,
  };
  return compute(m, node, [callee, ...call.args, ...call.keywords.values()]);
}

/** `a.sum(axis=0)` of an array or a NumPy scalar. */
export function computeMethod(m: Machine, self: Obj, name: string, call: Arguments): Obj {
  const { span } = call;
  const names = [...call.keywords.keys()];
  const node: PyExpr = {
    kind: "Call",
    callee: { kind: "Attribute", value: operand(0, span), name, nameSpan: span, span },
    args: call.args.map((_, i) => operand(i + 1, span)),
    keywords: names.map((key, i) => ({ name: key, value: operand(call.args.length + 1 + i, span), span })),
    span,
  };
  return compute(m, node, [self, ...call.args, ...call.keywords.values()]);
}
