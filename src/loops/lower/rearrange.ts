/** Operators that move elements: joining and sorting. */
import type * as program from "../../program/nodes.ts";
import { int64, isFloating } from "../../types/types.ts";
import type { Expr } from "../nodes.ts";
import { materialise, overlaps, storeLane } from "./fill.ts";
import { add, both, divide, either, int, subtract } from "./integers.ts";
import { bindingLane, type Lane, lane } from "./lane.ts";
import { truthCompare } from "./reduce.ts";
import { assign, capture, declareScalar, emitIf, frozen, loop, nest, type State } from "./state.ts";
import { bindingOfView, loadAt, storeAt, type View, withStage } from "./view.ts";

/** One nest a part, each into its place. */
export function concatInto(st: State, target: View, expr: program.Concat): void {
  const whole = bindingOfView(target);
  const lanes = expr.parts.map((part): Lane => {
    const found = lane(st, part);
    return overlaps(whole, { ...found, reads: found.reads.map(({ view }) => ({ view, aligned: false })) })
      ? bindingLane(st, bindingOfView(materialise(st, found)), expr.span)
      : found;
  });
  let start = int(0);
  for (const part of lanes) {
    const extent = part.shape[expr.axis] ?? int(1);
    const shape = target.shape.map((own, axis) => (axis === expr.axis ? extent : own));
    const from = start;
    const axes = target.shape.map((_, axis) => ({
      start: axis === expr.axis ? from : int(0),
      step: 1,
      axis,
    }));
    storeLane(st, bindingOfView(withStage(target, { kind: "axes", axes }, shape)), part);
    start = frozen(st, add(start, extent));
  }
}

/**
 * Odd-even transposition: neighbours change places when they stand the wrong way round, n rounds long. It is stable,
 * its loops are known beforehand, and all exchanges of half a round are independent.
 */
export function sortInto(st: State, target: View, expr: program.Sort): void {
  const operand = lane(st, expr.operand);
  const values = expr.what === "values" ? target : materialise(st, operand);
  if (expr.what === "values") storeLane(st, bindingOfView(target), operand);
  const data = bindingOfView(values);
  const places = expr.what === "values" ? null : bindingOfView(target);
  const { axis, span } = expr;
  if (places !== null) {
    nest(st, target.shape, "sort", (index) => {
      const at = index[axis] ?? int(0);
      storeAt(st, places, index, { kind: "cast", operand: at, type: int64, span });
    });
  }
  const count = target.shape[axis] ?? int(1);
  const others = target.shape.filter((_, k) => k !== axis);
  const base = st.name;
  nest(st, others, "sort", (position) => {
    const rounds = divide(add(count, int(1)), int(2));
    loop(st, { name: `${base}.round`, to: rounds, operator: "sort" }, () => {
      for (const first of [0, 1]) {
        const name = `${base}.${first === 0 ? "even" : "odd"}`;
        const from = int(first);
        loop(
          st,
          { name, from, to: subtract(count, int(1)), step: 2, operator: "sort", unordered: true },
          (k) => {
            const index = (at: Expr) => [...position.slice(0, axis), at, ...position.slice(axis)];
            const next = add(k, int(1));
            const [low, high] = [k, next].map((at) => hold(st, loadAt(st, data, index(at), span), "element"));
            if (low === undefined || high === undefined) return;
            const { body } = capture(st, () => {
              storeAt(st, data, index(k), high, "sort");
              storeAt(st, data, index(next), low, "sort");
              if (places === null) return;
              const [a, b] = [k, next].map((at) => hold(st, loadAt(st, places, index(at), span), "place"));
              if (a === undefined || b === undefined) return;
              storeAt(st, places, index(k), b, "sort");
              storeAt(st, places, index(next), a, "sort");
            });
            emitIf(st, comesBefore(high, low, expr), body);
          },
        );
      }
    });
  });
}

function hold(st: State, value: Expr, what: string): Expr {
  const name = declareScalar(st, `${st.name}_${what}`, value.type);
  assign(st, name, value, "sort");
  return { kind: "var", name, type: value.type };
}

/** Strictly less; NaN comes last. */
function comesBefore(a: Expr, b: Expr, expr: program.Sort): Expr {
  const { span } = expr;
  const less = truthCompare("lt", a, b, span);
  if (!isFloating(a.type)) return less;
  return either(less, both(truthCompare("ne", b, b, span), truthCompare("eq", a, a, span)));
}
