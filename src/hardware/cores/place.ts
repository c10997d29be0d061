/**
 * A combinational circuit, placed in time: registers cut it into stages.
 *
 *     place(b, "sum", cutInto(add(x, y), 2, family), new Map([[x, a], [y, c]]))      // a + c, two clocks later
 *
 * Any latency will do. With more stages than there is logic, some are registers alone. What only renames bits
 * (slices, concatenations, extensions, not) belongs to no stage: it is written again where it is needed, so that
 * registers hold no copies. Operands that are constants make it simpler.
 */
import { bug } from "../../diagnostics/bug.ts";
import { delay } from "../netlist/build.ts";
import { type Builder, owned } from "../netlist/builder.ts";
import type { Expr } from "../netlist/nodes.ts";
import { makeAgain } from "../netlist/simplify.ts";
import type { Cut } from "./cut.ts";
import { isWiring } from "./delay.ts";

export { type Cut, cutInto, cutWithin } from "./cut.ts";

/** `inputs`: the references that stand for operands in the circuit, and the operands. */
export function place(b: Builder, name: string, cut: Cut, inputs: ReadonlyMap<Expr, Expr>): Expr {
  const { circuit, order, stages, latency } = cut;
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
      const before = at(expr, stage - 1);
      return before.kind === "const" ? before : delay(b, `${name}_s${stage}`, before);
    }
    const given = inputs.get(expr);
    if (given !== undefined) return owned(b, given);
    return makeAgain(b, expr, (operand) => at(operand, stage));
  };
  // Operands first, so that no chain of them is deeper than the stack.
  for (const expr of order) at(expr, stages.get(expr) ?? 0);
  return at(circuit, latency);
}
