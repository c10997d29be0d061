/**
 * Many copies of one large circuit. The first are written out where they stand, and simplify with what is around them;
 * then there is a module, and all others are instances of it: a text that can be read, in a fraction of time and memory.
 * In systolic arrays all are instances, so that no processing element differs from the others.
 */
import { type Cut, place } from "../cores/place.ts";
import { finish, input, instance, output, startModule } from "../netlist/build.ts";
import type { Builder } from "../netlist/builder.ts";
import type { Expr, Module, Ref } from "../netlist/nodes.ts";

/** Copies of a circuit that one module has written out. */
const mostWrittenOut = 16;

/** Expressions: what is smaller is hardly larger than an instance. */
const fewestExpressions = 40;

/** The result, from operands by the references that stand for them in the circuit. `key`: the same for the same circuit. */
export function placeCopy(
  b: Builder,
  name: string,
  key: string,
  cut: Cut,
  operands: ReadonlyMap<Ref, Expr>,
): Expr {
  const before = b.copies.get(key) ?? { count: 0, module: null, writtenOut: mostIn(b) };
  const { count, module: known, writtenOut } = before;
  b.copies.set(key, { ...before, count: count + 1 });
  const isPlain = [...operands.values()].every(({ kind }) => kind !== "const");
  if (count < writtenOut || cut.order.length < fewestExpressions || !isPlain)
    return place(b, name, cut, operands);
  const module = known ?? moduleOf(`${b.name}_${plainName(key)}`, cut);
  b.copies.set(key, { ...before, count: count + 1, module });
  const used = new Set(module.inputs.map((port) => port.name));
  const inputs = [...operands].flatMap(([ref, value]) => (used.has(ref.name) ? [[ref.name, value]] : []));
  const { y } = instance(b, name, module, Object.fromEntries(inputs) as Record<string, Expr>);
  return y ?? place(b, name, cut, operands);
}

function mostIn({ registers }: Builder): number {
  return [...registers.values()].some(({ origin }) => origin.seat !== undefined) ? 0 : mostWrittenOut;
}

function moduleOf(name: string, cut: Cut): Module {
  const b = startModule(name);
  const refs = cut.order.filter((expr): expr is Ref => expr.kind === "ref");
  const inputs = new Map(refs.map((ref) => [ref, input(b, ref.name, ref.width)]));
  output(b, "y", place(b, "stage", cut, inputs));
  return finish(b);
}

/** What is computed, of which types: `add_float32_float32_float32`. */
function plainName(key: string): string {
  const [what = key] = key.split(" on ");
  return what.replace(/\W+/g, "_").replace(/_$/, "");
}
