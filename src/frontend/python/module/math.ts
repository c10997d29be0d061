/** Functions of the math module on Python's integers that circuits lack. */
import { floorDiv, mul, sub } from "../../../types/integer.ts";
import { asList } from "./iterate.ts";
import type { Arguments } from "./list_methods.ts";
import { because, type Machine, raises, step, unknown } from "./machine.ts";
import { int, type Obj, tuple } from "./objects.ts";
import { asInt, binary, lostPart } from "./operators.ts";

type IntegerFunction = (m: Machine, call: Arguments) => Obj;

export function integerFunction(name: string): IntegerFunction | null {
  return Object.hasOwn(functions, name) ? (functions[name] ?? null) : null;
}

const functions: Readonly<Record<string, IntegerFunction>> = {
  "math.factorial": (m, call) => withIntegers(call, ([n = 0]) => falling(m, n, n)),
  "math.perm": (m, call) => withIntegers(call, ([n = 0, k = n]) => falling(m, n, k)),
  "math.comb": (m, call) =>
    withIntegers(call, ([n = 0, k = 0]) => {
      let result: number | bigint = 1;
      for (let i = 0; i < k; i++) {
        step(m);
        result = floorDiv(mul(result, n - i), i + 1);
      }
      return result;
    }),
  "math.prod": (m, call) => {
    const [from = tuple([])] = call.args;
    const items = asList(m, from, call.span);
    if (items === null) return because(lostPart(from) ?? { at: call.span, why: raises("it has no items") });
    return items.reduce((x, y) => binary(m, "*", x, y, call.span), call.keywords.get("start") ?? int(1));
  },
};

/** n (n - 1) … (n - k + 1). */
function falling(m: Machine, n: number, k: number): number | bigint {
  let result: number | bigint = 1;
  for (let i = 0; i < k; i++) {
    step(m);
    result = mul(result, sub(n, i));
  }
  return result;
}

function withIntegers(call: Arguments, body: (numbers: readonly number[]) => number | bigint): Obj {
  const lost = lostPart(tuple(call.args));
  if (lost !== null) return because(lost);
  const numbers = call.args.flatMap((arg) => asInt(arg)?.value ?? []);
  const small = numbers.filter((n) => typeof n === "number" && n >= 0 && n <= most);
  if (small.length < call.args.length || numbers.length < call.args.length)
    return unknown(raises(`this takes integers from 0 to ${most}`), call.span);
  return int(body(small.map(Number)));
}

const most = 2000;
