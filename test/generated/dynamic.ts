/** Slices whose ends are computed: `a[i:j]`. Their extent is known only when the program runs. */
import { oneOf } from "./choices.ts";
import {
  arraysIn,
  atom,
  type Dtype,
  type Ex,
  inside,
  isFloat,
  isInteger,
  isPython,
  isUnsigned,
  type Scope,
  type Variable,
} from "./model.ts";
import { pythonInt } from "./scalars.ts";

/** A fold of part of an array that takes also no elements at all. */
export function foldOfPart(scope: Scope, type: Dtype, depth: number): Ex | null {
  const { c } = scope;
  const sources = arraysIn(scope).filter((v) => !isPython(v.type) && v.shape.length < 3);
  const fits = (v: Variable): boolean => {
    if (type === "int64") return isInteger(v.type) && !isUnsigned(v.type);
    if (type === "uint64") return isUnsigned(v.type);
    return type === "bool";
  };
  const fitting = sources.filter(fits);
  if (fitting.length === 0) return null;
  const v = oneOf(c, fitting);
  const fold = type === "bool" ? oneOf(c, ["np.any", "np.all"]) : "np.sum";
  return atom(`${fold}(${part(scope, v, depth)})`, type);
}

/** `a[lo:hi]`, `a[:hi]`, `a[lo:]`, with ends that may cross. */
export function part(scope: Scope, v: Variable, depth: number): string {
  const { c } = scope;
  const extent = v.shape[0] ?? 1;
  const end = (): string => pythonInt(scope, { low: -extent, high: extent + 1 }, depth).text;
  const bounds = oneOf(c, [() => `:${end()}`, () => `${end()}:`, () => `${end()}:${end()}`])();
  return `${v.name}[${bounds}${c.chance(15) ? ":2" : ""}]`;
}

/** `a[i:i + 2]` of one count on both sides, which the program can only find out by running. */
export function writePartStore(scope: Scope): string[] | null {
  const { c } = scope;
  const targets = arraysIn(scope).filter((v) => v.stored && !isPython(v.type) && (v.shape[0] ?? 0) > 1);
  if (targets.length === 0) return null;
  const v = oneOf(c, targets);
  const extent = v.shape[0] ?? 2;
  const number = isFloat(v.type) ? "1.5" : v.type === "bool" ? "True" : "3";
  if (c.chance(40))
    return [`${part(scope, v, 1)} ${v.type === "bool" || c.chance(50) ? "=" : "+="} ${number}`];
  const count = 1 + c.pick(extent - 1);
  const [to, from] = [0, 0].map(() => pythonInt(scope, { low: 0, high: extent - count }, 1));
  const slice = (start: Ex | undefined): string => {
    if (start === undefined) return ":";
    const text = inside(start, 9);
    return `${text}:${text} + ${count}`;
  };
  return [`${v.name}[${slice(to)}] = ${v.name}[${slice(from)}]`];
}
