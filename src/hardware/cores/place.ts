/**
 * A combinational circuit, placed in time: registers cut it into stages.
 *
 *     place(b, "sum", cutInto(add(x, y), 2, family), new Map([[x, a], [y, c]]))      // a + c, two clocks later
 *
 * Any latency will do. With more stages than there is logic, some are registers alone. What only renames bits
 * (slices, concatenations, extensions, not) belongs to no stage: it is written again where it is needed, so that
 * registers hold no copies, and only the bits that are needed (held.ts). Operands that are constants make it simpler.
 */
import { bug } from "../../diagnostics/bug.ts";
import { delay } from "../netlist/build.ts";
import { type Builder, owned } from "../netlist/builder.ts";
import { and, concat, constant, not, or, repeat, slice } from "../netlist/expressions.ts";
import type { Expr } from "../netlist/nodes.ts";
import { makeAgain } from "../netlist/simplify.ts";
import { type ChoiceOfFour, choiceOfFour } from "./choice.ts";
import type { Cut } from "./cut.ts";
import { isWiring } from "./delay.ts";
import { type Bits, heldBits } from "./held.ts";

export { type Cut, cutInto, cutWithin } from "./cut.ts";

/** `new`: operands may be others in each clock. `kept`: they stay as they are until the result is there. */
export type Operands = "new" | "kept";

/** `inputs`: the references that stand for operands in the circuit, and the operands. */
export function place(
  b: Builder,
  name: string,
  cut: Cut,
  inputs: ReadonlyMap<Expr, Expr>,
  operands: Operands = "new",
): Expr {
  const { circuit, order, stages, latency, lutInputs } = cut;
  const held = heldBits(order, stages, latency);
  const made = new Map<Expr, Expr[]>(); // by stage
  const at = (expr: Expr, stage: number): Expr => {
    if (expr.kind === "const") return owned(b, expr);
    const known = made.get(expr) ?? [];
    made.set(expr, known);
    const found = known[stage] ?? compute(expr, stage);
    known[stage] = found;
    return found;
  };
  const compute = (expr: Expr, stage: number): Expr => {
    const own = stages.get(expr) ?? bug("an expression without a stage");
    if (stage > own && !isWiring(expr)) {
      const isThere = operands === "kept" && (inputs.has(expr) || stage > own + 1);
      const before = at(expr, stage - 1);
      if (isThere) return before;
      if (before.kind === "const") return before;
      const bits = held(expr, stage);
      return bits === undefined ? owned(b, zeros(expr.width)) : delayed(b, `${name}_s${stage}`, before, bits);
    }
    const given = inputs.get(expr);
    if (given !== undefined) return owned(b, given);
    const four = lutInputs < 6 ? null : choiceOfFour(expr, stages);
    if (four !== null) return sumOfProducts(b, four, (operand) => at(operand, stage));
    return makeAgain(b, expr, (operand) => at(operand, stage));
  };
  // Operands first, so that no chain of them is deeper than the stack.
  for (const expr of order) at(expr, stages.get(expr) ?? 0);
  return at(circuit, latency);
}

/** By a register for those bits; nobody looks at the others. */
function delayed(b: Builder, name: string, value: Expr, { low, high }: Bits): Expr {
  const kept = delay(b, name, slice(b, value, low, high - low));
  const above = value.width - high;
  return concat(b, ...(above > 0 ? [zeros(above)] : []), kept, ...(low > 0 ? [zeros(low)] : []));
}

function zeros(width: number): Expr {
  return constant(width, 0n);
}

/**
 * One LUT of six inputs for each bit. Written as multiplexers, rows of a shifter share some of them, and synthesis does
 * not find these LUTs any more: it takes 205 for the 116 of a product's shifter.
 */
function sumOfProducts(b: Builder, { two, one, values }: ChoiceOfFour, made: (expr: Expr) => Expr): Expr {
  const [high, low] = [made(two), made(one)];
  const [notHigh, notLow] = [not(b, high), not(b, low)];
  const chosen = [and(b, high, low), and(b, high, notLow), and(b, notHigh, low), and(b, notHigh, notLow)];
  const [both, second, first, none] = values.map((value, index) => {
    const when = chosen[index] ?? bug("more than four values");
    return and(b, repeat(b, when, value.width), made(value));
  });
  if (both === undefined || second === undefined || first === undefined || none === undefined)
    return bug("fewer than four values");
  return or(b, or(b, none, first), or(b, second, both));
}
