/**
 * A name that is a Python number on one path and NumPy's on another (`s = 0.1`, then `s += a[i]` in a loop) has NumPy's
 * type here, but Python would still compute with the Python number on the first path. This module follows that
 * number along and refuses the places where the two would differ; `s = 0`, `s = 0.0`, `s = math.inf` never do.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr } from "../../program/nodes.ts";
import { compileBinary, compileCompare, compileConvert, compileUnary } from "../../types/arithmetic.ts";
import { ArithmeticFault } from "../../types/fault.ts";
import type { BinaryOp, CompareOp, UnaryOp, Value } from "../../types/operators.ts";
import { printType } from "../../types/print.ts";
import { type Operand, promoteBinary, promoteCompare, promoteUnary } from "../../types/promote.ts";
import {
  elementOf,
  float64,
  type PythonType,
  pythonInt,
  type ScalarType,
  sameType,
} from "../../types/types.ts";
import { keepsType, operand } from "./build.ts";
import type { Known, KnownTuple, KnownValue, WeakPath } from "./known.ts";
import { report, type Scope } from "./scope.ts";

/** What a join leaves of the Python number that one side brings. */
export function weakPath(a: KnownValue, b: KnownValue, joined: ScalarType): WeakPath | undefined {
  if (keepsType(joined)) return undefined; // exact types are ours: a Python number converts when it meets one
  const paths = [a, b].flatMap((known) => [known.weak ?? [], asWeak(known, joined) ?? []].flat());
  const [first, ...rest] = paths;
  if (first === undefined) return undefined;
  const same = rest.every(
    (path) => sameType(path.type, first.type) && Object.is(path.constant, first.constant),
  );
  if (same) return first;
  const widest = paths.find((path) => path.type.name === "float") ?? first;
  return { type: widest.type, constant: null };
}

function asWeak(known: KnownValue, joined: ScalarType): WeakPath | null {
  const { type } = known.expr;
  if (type.kind !== "python" || sameType(type, joined)) return null;
  return { type, constant: known.expr.kind === "const" ? known.expr.value : null };
}

/** An item of a list of ints and floats, of which nobody knows which it is: the list has floats here, Python both. */
export function withWeakItems(item: Known, list: KnownTuple): Known {
  if (item.kind !== "value" || item.expr.type.kind !== "python" || item.expr.type.name !== "float")
    return item;
  return list.items.some(hasInteger) ? { ...item, weak: { type: pythonInt, constant: null } } : item;
}

function hasInteger(known: Known): boolean {
  if (known.kind === "tuple") return known.items.some(hasInteger);
  return known.kind === "value" && known.expr.type.kind === "python" && known.expr.type.name !== "float";
}

export function sameWeak(a: WeakPath | undefined, b: WeakPath | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameType(a.type, b.type) && Object.is(a.constant, b.constant);
}

/** The result of an operator with what Python would have on the paths where an operand is a Python number. */
export function mixBinary(
  scope: Scope,
  op: BinaryOp,
  left: Known,
  right: Known,
  result: Expr,
  span: Span,
): KnownValue {
  const plain: KnownValue = { kind: "value", expr: result, list: false };
  if (weakOf(left) === undefined && weakOf(right) === undefined) return plain;
  const compute = (l: Side, r: Side): Outcome =>
    outcome(promoteBinary(op, l, r), l, r, (a, b, types, type) =>
      compileBinary(op, types[0] ?? type, types[1] ?? type, type)(a, b),
    );
  const weak = agree(scope, left, right, elementOf(result.type), compute, span);
  return weak === undefined ? plain : { ...plain, weak };
}

export function mixCompare(
  scope: Scope,
  op: CompareOp,
  left: Known,
  right: Known,
  result: Expr,
  span: Span,
): void {
  if (weakOf(left) === undefined && weakOf(right) === undefined) return;
  const compute = (l: Side, r: Side): Outcome =>
    outcome(promoteCompare(l, r), l, r, (a, b, types) =>
      compileCompare(op, types[0] ?? l.type, types[1] ?? r.type)(a, b),
    );
  agree(scope, left, right, elementOf(result.type), compute, span);
}

export function mixUnary(op: UnaryOp, known: Known, result: Expr): KnownValue {
  const plain: KnownValue = { kind: "value", expr: result, list: false };
  const weak = weakOf(known);
  if (weak === undefined) return plain;
  const promoted = promoteUnary(op, { type: weak.type });
  if (!promoted.ok || promoted.result.kind !== "python") return plain;
  const type = promoted.result;
  const constant =
    weak.constant === null ? null : attempt(() => compileUnary(op, weak.type, type)(weak.constant ?? 0, 0));
  return { ...plain, weak: { type, constant } };
}

/** Storing it converts once from the Python number; here it converts through the joined type. */
export function checkStored(scope: Scope, known: Known, element: ScalarType, span: Span): void {
  const weak = weakOf(known);
  if (weak === undefined || known.kind !== "value") return;
  const through = elementOf(known.expr.type);
  if (!sameConversion(weak, through, element)) complain(scope, weak, through, span);
}

interface Side extends Operand {
  readonly weak: boolean;
}

/** What an operation gives for some operands: its type, and its value when it is known. */
interface Outcome {
  readonly type: ScalarType | null;
  readonly operands: readonly ScalarType[];
  readonly value: Value | null;
}

function outcome(
  promotion: ReturnType<typeof promoteBinary>,
  l: Side,
  r: Side,
  compute: (a: Value, b: Value, types: readonly ScalarType[], result: ScalarType) => Value,
): Outcome {
  if (!promotion.ok) return { type: null, operands: [], value: null };
  const { operands, result } = promotion;
  const [lt, rt] = operands;
  const { constant: a } = l;
  const { constant: b } = r;
  if (a === undefined || b === undefined || lt === undefined || rt === undefined)
    return { type: result, operands, value: null };
  const value = attempt(() =>
    compute(compileConvert(l.type, lt)(a, 0), compileConvert(r.type, rt)(b, 0), operands, result),
  );
  return { type: result, operands, value };
}

/** Checks every pairing in which a side is still a Python number; gives the Python number the result still is. */
function agree(
  scope: Scope,
  left: Known,
  right: Known,
  type: ScalarType,
  compute: (l: Side, r: Side) => Outcome,
  span: Span,
): WeakPath | undefined {
  let result: WeakPath | undefined;
  for (const l of sidesOf(left)) {
    for (const r of sidesOf(right)) {
      if (!l.weak && !r.weak) continue;
      const python = compute(l, r);
      const ours = compute(throughJoin(l, left), throughJoin(r, right));
      if (python.type === null) continue;
      const weak = [weakOf(left), weakOf(right)].find((path) => path !== undefined);
      if (python.type.kind === "python") {
        const path: WeakPath = { type: python.type, constant: python.value };
        if (!sameOutcome(path, ours, type)) {
          if (weak !== undefined) complain(scope, weak, type, span);
          return undefined;
        }
        if (!sameType(python.type, type)) result = path;
      } else if (!sameType(python.type, type) || !operandsAgree(l, r, left, right, python)) {
        if (weak !== undefined) complain(scope, weak, type, span);
        return undefined;
      }
    }
  }
  return result;
}

/** The Python number's result, converted when it meets NumPy at last, is what we computed at once. */
function sameOutcome(path: WeakPath, ours: Outcome, type: ScalarType): boolean {
  if (path.constant === null || ours.value === null) return holdsAll(path.type, type);
  const { constant } = path;
  const later = attempt(() => compileConvert(path.type, type)(constant, 0));
  return later !== null && Object.is(later, ours.value);
}

function operandsAgree(l: Side, r: Side, left: Known, right: Known, python: Outcome): boolean {
  return [[l, left, python.operands[0]] as const, [r, right, python.operands[1]] as const].every(
    ([side, known, type]) => {
      const weak = weakOf(known);
      if (!side.weak || weak === undefined || known.kind !== "value" || type === undefined) return true;
      return sameConversion(weak, elementOf(known.expr.type), type);
    },
  );
}

/** Python number to `to` at once, or by way of `through`. */
function sameConversion(weak: WeakPath, through: ScalarType, to: ScalarType): boolean {
  if (sameType(through, to)) return true;
  const { constant } = weak;
  if (constant === null) return holdsAll(weak.type, through);
  const direct = attempt(() => compileConvert(weak.type, to)(constant, 0));
  const detour = attempt(() =>
    compileConvert(through, to)(compileConvert(weak.type, through)(constant, 0), 0),
  );
  return direct !== null && Object.is(direct, detour);
}

/** Whether NumPy's type computes as the Python number does: integers that do not overflow, and float64. */
function holdsAll(python: PythonType, type: ScalarType): boolean {
  if (type.kind === "float") return sameType(type, float64);
  if (type.kind === "python") return true;
  return python.name !== "float" && (type.kind === "int" || type.kind === "bool");
}

/** The operand as it is, and as the Python number it may be. */
function sidesOf(known: Known): Side[] {
  if (known.kind !== "value") return known.kind === "cursor" ? [{ type: known.element, weak: false }] : [];
  const plain: Side = { ...operand(known.expr), weak: false };
  const { weak } = known;
  if (weak === undefined) return [plain];
  return [
    plain,
    { type: weak.type, weak: true, ...(weak.constant === null ? {} : { constant: weak.constant }) },
  ];
}

/** The same side as our program has it: in the joined type. */
function throughJoin(side: Side, known: Known): Side {
  if (!side.weak || known.kind !== "value") return side;
  const type = elementOf(known.expr.type);
  const { constant } = side;
  const value = constant === undefined ? null : attempt(() => compileConvert(side.type, type)(constant, 0));
  return value === null ? { type, weak: false } : { type, weak: false, constant: value };
}

function weakOf(known: Known): WeakPath | undefined {
  return known.kind === "value" ? known.weak : undefined;
}

function attempt(compute: () => Value): Value | null {
  try {
    return compute();
  } catch (fault) {
    if (fault instanceof ArithmeticFault) return null;
    throw fault;
  }
}

function complain(scope: Scope, weak: WeakPath, type: ScalarType, span: Span): void {
  const number =
    weak.constant === null ? `a Python ${weak.type.name}` : `the Python number ${String(weak.constant)}`;
  report(scope, diagnose("mixed-number", span, { number, type: printType(type) }));
}
