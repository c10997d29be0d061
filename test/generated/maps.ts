/** PyLog's map: a lambda over one or two arrays, whose parameters are subscripted by offsets. */
import { oneOf } from "./choices.ts";
import {
  arraysIn,
  atom,
  type Dtype,
  type Ex,
  innerScope,
  isFloat,
  isPython,
  isUnsigned,
  type Scope,
  type Shape,
  type Variable,
} from "./model.ts";
import { scalarOf } from "./scalars.ts";

export function mapOver(scope: Scope, shape: Shape, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const sources = arraysIn(scope).filter(
    (v) =>
      v.plain &&
      !isPython(v.type) &&
      v.shape.length === shape.length &&
      v.shape.every((n, i) => n >= (shape[i] ?? 0)),
  );
  if (sources.length === 0) return null;
  const count = 1 + (c.chance(30) ? 1 : 0);
  const nth = scope.budget.names++; // a map inside another has parameters of its own
  const params = ["x", "y"].slice(0, count).map((p) => (nth === 0 ? p : `${p}${nth}`));
  const chosen = params.map(() => oneOf(c, sources));
  const inner = innerScope(scope);
  for (const [i, v] of chosen.entries())
    for (const read of reads(scope, params[i] ?? "x", v)) inner.vars.set(read.name, read);
  const body = scalarOf(inner, type, Math.min(depth, 2));
  const slices = chosen.map((v) => plainSlice(scope, v, shape));
  return atom(
    `${oneOf(c, ["map", "plmap"])}(lambda ${params.join(", ")}: ${body.text}, ${slices.join(", ")})`,
    type,
    shape,
  );
}

/** The ways a parameter is read: itself, neighbours, and folds of windows. */
function reads(scope: Scope, param: string, v: Variable): Variable[] {
  const { c } = scope;
  const offsets = () => v.shape.map(() => c.pick(5) - 2).join(", ");
  const window = v.shape.map(() => oneOf(c, ["-1:2", "0:2", "-2:1", ":", "-2:3:2"])).join(", ");
  const found = [
    read(param, v.type),
    read(`${param}[${offsets()}]`, v.type),
    read(`${param}[${offsets()}]`, v.type),
  ];
  found.push(read(`np.${oneOf(c, ["max", "min"])}(${param}[${window}])`, v.type));
  if (!isFloat(v.type))
    found.push(read(`np.sum(${param}[${window}])`, isUnsigned(v.type) ? "uint64" : "int64"));
  return found;
}

function read(text: string, type: Variable["type"]): Variable {
  return {
    name: text,
    type,
    shape: [],
    range: null,
    rebind: "never",
    stored: false,
    plain: false,
    mixed: false,
  };
}

/** A slice by positive steps, of which map knows the place in its array. */
function plainSlice(scope: Scope, v: Variable, shape: Shape): string {
  const { c } = scope;
  if (v.shape.every((n, i) => n === shape[i])) return v.name;
  const parts = v.shape.map((extent, i) => {
    const wanted = shape[i] ?? 1;
    const step = wanted > 1 && (wanted - 1) * 2 < extent && c.chance(30) ? 2 : 1;
    const start = c.pick(extent - (wanted - 1) * step);
    const stop = start + (wanted - 1) * step + 1;
    return step === 1 ? `${start}:${stop}` : `${start}:${stop}:${step}`;
  });
  return `${v.name}[${parts.join(", ")}]`;
}
