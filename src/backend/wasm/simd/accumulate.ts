/** Scalars around a vector loop: accumulations start in all lanes and end as one number, temporaries leave their last. */
import type { ReductionOp } from "../../../loops/depend/reduction.ts";
import type { Binary, Expr } from "../../../loops/nodes.ts";
import type { ScalarType } from "../../../types/types.ts";
import { bug, type Code, type Local, type Ref, read, write } from "../code.ts";
import { container } from "../convert.ts";
import { numpyBinary } from "../integer.ts";
import { integerForm, repOf } from "../representation.ts";
import { intBinary } from "./arithmetic.ts";
import { registersOf, splat, type Vectors } from "./emit.ts";
import type { Lane } from "./lane.ts";
import { naturalLane } from "./recipe.ts";
import { allOnes, getRegister, newRegister, type Register, setRegister, splatInt, zero } from "./register.ts";

/** What accumulations are before the first vector. */
export function startAccumulations(v: Vectors): Ref[] {
  const { code } = v;
  return [...v.plan.scalars.accumulations].flatMap(([name, op]) => {
    const scalar: Expr = { kind: "var", name, type: typeOf(v, name) };
    const lane = naturalLane(v.plan, scalar) ?? bug("an accumulation without lanes");
    return registersOf(v, name, lane).map((register) =>
      setRegister(code, register, neutral(code, op, scalar, lane)),
    );
  });
}

function typeOf({ code: { loops } }: Vectors, name: string): ScalarType {
  const decl = [...loops.scalars, ...loops.params].find((one) => one.kind === "scalar" && one.name === name);
  return decl?.kind === "scalar" ? decl.type : bug(`no scalar \`${name}\``);
}

function neutral(code: Code, op: ReductionOp, scalar: Expr, lane: Lane): Ref {
  if (lane.kind === "mask") return isAll(op) ? allOnes(code) : zero(code);
  switch (op) {
    case "add":
    case "sub":
    case "or":
    case "xor":
      return zero(code);
    case "and":
      return allOnes(code);
    case "mul":
      return splatInt(code, lane.bytes, 1n);
    case "min":
    case "max":
      return splat(code, scalar, lane);
  }
}

/** Of bools: `*`, `and` and `min` ask whether all are true, the others whether any is. */
function isAll(op: ReductionOp): boolean {
  return op === "and" || op === "mul" || op === "min";
}

/** What scalars are after the last vector. */
export function leaveVectors(v: Vectors): Ref[] {
  const { code, plan } = v;
  const localOf = (name: string): Local => code.scalars.get(name) ?? bug(`no scalar \`${name}\``);
  const lanesOf = (name: string): Lane =>
    naturalLane(plan, { kind: "var", name, type: typeOf(v, name) }) ?? bug("a scalar without lanes");
  const folded = [...plan.scalars.accumulations].flatMap(([name, op]) =>
    fold(v, op, lanesOf(name), typeOf(v, name), localOf(name), registersOf(v, name, lanesOf(name))),
  );
  const last = [...plan.scalars.seenAfter].flatMap((name) => {
    const registers = v.registers.get(name);
    const register = registers?.at(-1);
    if (register === undefined) return []; // the same for all iterations: the scalar itself was set
    const lane = lanesOf(name);
    return [
      write(code, localOf(name), extracted(code, lane, typeOf(v, name), register, 16 / lane.bytes - 1)),
    ];
  });
  return [...folded, ...last];
}

function fold(
  v: Vectors,
  op: ReductionOp,
  lane: Lane,
  type: ScalarType,
  target: Local,
  registers: readonly Register[],
): Ref[] {
  const { code } = v;
  const { m } = code;
  const parts = registers.map((register) => getRegister(code, register));
  if (lane.kind === "mask") {
    const all = isAll(op);
    const whole = parts.reduce((a, b) => (all ? m.v128.and(a, b) : m.v128.or(a, b)));
    const found = all ? m.i8x16.all_true(whole) : m.v128.any_true(whole);
    return [
      write(code, target, all ? m.i32.and(read(code, target), found) : m.i32.or(read(code, target), found)),
    ];
  }
  if (lane.kind !== "int" || type.kind !== "int") return bug("an accumulation of floats in lanes");
  const sum = op === "sub" ? "add" : op; // what was taken away is below zero already
  const compute = intBinary(sum, lane.bytes, lane.signed) ?? bug("an accumulation without instructions");
  const register = newRegister(code);
  const steps = [
    setRegister(
      code,
      register,
      parts.reduce((a, b) => compute(code, a, b)),
    ),
  ];
  for (let width = 8; width >= lane.bytes; width /= 2) {
    const rest = Array.from({ length: 16 }, (_, i) => (i + width) % 16);
    const moved = m.i8x16.shuffle(getRegister(code, register), getRegister(code, register), rest);
    steps.push(setRegister(code, register, compute(code, getRegister(code, register), moved)));
  }
  const operand: Expr = { kind: "const", value: 0, type };
  const expr: Binary = {
    kind: "binary",
    op: sum,
    left: operand,
    right: operand,
    type,
    span: { from: 0, to: 0 },
  };
  const total = numpyBinary(code, expr, type, () => [
    read(code, target),
    extracted(code, lane, type, register, 0),
  ]);
  return [...steps, write(code, target, total ?? bug("an accumulation without an operator"))];
}

/** One lane as a scalar of the type. */
function extracted(code: Code, lane: Lane, type: ScalarType, register: Register, at: number): Ref {
  const { m } = code;
  const from = getRegister(code, register);
  if (lane.kind === "float") return (lane.bytes === 4 ? m.f32x4 : m.f64x2).extract_lane(from, at);
  const form = integerForm(type);
  const sign = lane.kind === "int" && lane.signed ? "s" : "u";
  const whole =
    lane.bytes === 1
      ? m.i8x16[`extract_lane_${sign}`](from, at)
      : lane.bytes === 2
        ? m.i16x8[`extract_lane_${sign}`](from, at)
        : (lane.bytes === 4 ? m.i32x4 : m.i64x2).extract_lane(from, at);
  if (lane.kind === "mask") {
    return lane.bytes === 8
      ? m.i32.wrap(m.i64.and(whole, m.i64.const(1n)))
      : m.i32.and(whole, m.i32.const(1));
  }
  return container(code, lane.bytes === 8 ? "i64" : "i32", form, repOf(type) as "i32" | "i64", whole);
}
