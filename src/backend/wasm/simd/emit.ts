/** Code for the statements of a loop that a plan has found fit for vectors: all iterations of one at a time. */
import type { Expr, If, Stmt, Store } from "../../../loops/nodes.ts";
import { expressionsIn, statementsIn } from "../../../loops/walk.ts";
import { isPythonInt } from "../../../types/types.ts";
import { type Address, addressOf, arrayOf } from "../address.ts";
import { bug, type Code, type Level, type Local, newLocal, type Ref, read, write } from "../code.ts";
import { container } from "../convert.ts";
import { condition, index32, under, value } from "../expression.ts";
import type { Placed } from "../layout.ts";
import { integerForm, repOf } from "../representation.ts";
import { assign, counted, forLoop } from "../statement.ts";
import { change } from "./change.ts";
import { type Lane, laneOf, maskLane, registerBytes, smallInt } from "./lane.ts";
import type { VectorPlan } from "./plan.ts";
import { isRefusal, naturalLane, recipeOf } from "./recipe.ts";
import { getRegister, intsOf, newRegister, type Register, setRegister } from "./register.ts";
import { isTotal } from "./total.ts";

/** A vector loop under construction. */
export interface Vectors {
  readonly plan: VectorPlan;
  readonly code: Code;
  readonly counter: Local; // the first of the iterations
  readonly level: Level; // the vector loop itself
  readonly depth: number; // how many loops are around it
  readonly facts: Code["facts"]; // that hold before it
  readonly registers: Map<string, readonly Register[]>; // of scalars that differ among iterations
  readonly changing: Changing;
  readonly hoisted: Map<string, Register>;
  mask: readonly Register[] | null; // the iterations that the statement is for; null: all
  pending: Ref[]; // to be done before the statement
}

/** What is not the same before the loop as inside. */
interface Changing {
  readonly names: ReadonlySet<string>; // scalars and variables of loops inside
  readonly arrays: ReadonlySet<string>;
}

export function changingIn(plan: VectorPlan): Changing {
  const stmts = [...statementsIn(plan.loop.body)];
  return {
    names: new Set([
      ...plan.scalars.assigned,
      ...stmts.flatMap((stmt) => (stmt.kind === "for" ? [stmt.variable] : [])),
    ]),
    arrays: new Set(stmts.flatMap((stmt) => (stmt.kind === "store" ? [stmt.array] : []))),
  };
}

/** How many registers a value takes. */
export function countOf({ lanes }: VectorPlan, { bytes }: Lane): number {
  return (lanes * bytes) / registerBytes;
}

export function vectorStatements(v: Vectors, body: readonly Stmt[]): Ref {
  return v.code.m.block(
    null,
    body.flatMap((stmt) => {
      const done = statement(v, stmt);
      const before = v.pending;
      v.pending = [];
      return [...before, ...done];
    }),
  );
}

function statement(v: Vectors, stmt: Stmt): Ref[] {
  const { code, plan } = v;
  switch (stmt.kind) {
    case "assign": {
      const target: Expr = { kind: "var", name: stmt.target, type: stmt.value.type };
      if (!plan.varies(target)) return [assign(code, stmt)];
      const lane = laneFor(v, target);
      const registers = registersOf(v, stmt.target, lane);
      const kept = registers.map((register) => getRegister(code, register));
      return masked(v, lane, vector(v, stmt.value, lane), kept).map((part, i) =>
        setRegister(code, registers[i] ?? bug("no register"), part),
      );
    }
    case "store":
      return store(v, stmt);
    case "if":
      return branch(v, stmt);
    case "for":
      return [
        forLoop(code, stmt, (counting) => [
          counted(code, stmt, counting, () => vectorStatements(v, stmt.body)),
        ]),
      ];
    case "region":
      return [vectorStatements(v, stmt.body)];
    case "pragma":
      return [];
    case "while":
    case "break":
    case "continue":
      return bug(`a ${stmt.kind} in a vector`);
  }
}

export function registersOf(v: Vectors, name: string, lane: Lane): readonly Register[] {
  const known = v.registers.get(name);
  if (known !== undefined) return known;
  const made = Array.from({ length: countOf(v.plan, lane) }, () => newRegister(v.code));
  v.registers.set(name, made);
  return made;
}

function laneFor(v: Vectors, expr: Expr): Lane {
  return naturalLane(v.plan, expr) ?? bug("a value without lanes");
}

/** The new values where the statement is for the iteration, the old ones elsewhere. */
function masked(v: Vectors, lane: Lane, made: readonly Ref[], kept: readonly Ref[]): readonly Ref[] {
  if (v.mask === null) return made;
  const { code, plan } = v;
  const masks = v.mask.map((register) => getRegister(code, register));
  const wide = change(code, maskLane(plan.maskBytes), maskLane(lane.bytes), masks);
  return made.map((part, i) =>
    code.m.v128.bitselect(part, kept[i] ?? bug("no register"), wide[i] ?? bug("no mask")),
  );
}

function store(v: Vectors, stmt: Store): Ref[] {
  const { code } = v;
  const array = arrayOf(code, stmt.array);
  const lane = laneOf(array.element) ?? bug("elements without lanes");
  const address = shared(v, addressOf(code, array, stmt.index, stmt.origin.span), countOf(v.plan, lane));
  const old = v.mask === null ? [] : loaded(v, array, address, lane);
  const parts = inMemory(v, lane, masked(v, lane, vector(v, stmt.value, lane), old));
  return parts.map((part, i) =>
    code.m.v128.store(address.offset + i * registerBytes, array.bytes, address.pointer(), part),
  );
}

/** A bool is 0 or 1 there. */
function inMemory({ code }: Vectors, lane: Lane, parts: readonly Ref[]): readonly Ref[] {
  return lane.kind === "mask" ? change(code, lane, { kind: "int", bytes: 1, signed: false }, parts) : parts;
}

function branch(v: Vectors, stmt: If): Ref[] {
  const { code, plan } = v;
  const { m } = code;
  if (!plan.varies(stmt.condition)) {
    const test = condition(code, stmt.condition);
    const then = under(code, stmt.condition, true, () => vectorStatements(v, stmt.then));
    if (stmt.else.length === 0) return [m.if(test, then)];
    return [
      m.if(
        test,
        then,
        under(code, stmt.condition, false, () => vectorStatements(v, stmt.else)),
      ),
    ];
  }
  const outer = v.mask;
  const lane = maskLane(plan.maskBytes);
  const made: Ref[] = [];
  const keep = (masks: readonly Ref[]): readonly Register[] =>
    masks.map((mask) => {
      const register = newRegister(code);
      made.push(setRegister(code, register, mask));
      return register;
    });
  const test = keep(vector(v, stmt.condition, lane));
  made.unshift(...v.pending);
  v.pending = [];
  const inside = (how: "and" | "andnot", body: readonly Stmt[]): void => {
    if (body.length === 0) return;
    v.mask = keep(
      test.map((register, i) => {
        const around = outer?.[i];
        const own = getRegister(code, register);
        if (how === "and") return around === undefined ? own : m.v128.and(getRegister(code, around), own);
        return around === undefined ? m.v128.not(own) : m.v128.andnot(getRegister(code, around), own);
      }),
    );
    made.push(vectorStatements(v, body));
    v.mask = outer;
  };
  inside("and", stmt.then);
  inside("andnot", stmt.else);
  return made;
}

// Expressions

/** The registers of a value, in the lanes that are wanted. */
export function vector(v: Vectors, expr: Expr, wanted: Lane): readonly Ref[] {
  const { plan, code } = v;
  if (!plan.varies(expr)) return uniform(v, expr, wanted);
  switch (expr.kind) {
    case "var":
      return variable(v, expr, wanted);
    case "load": {
      const array = arrayOf(code, expr.array);
      const lane = laneOf(expr.type) ?? bug("a load without lanes");
      const address = shared(v, addressOf(code, array, expr.index, expr.span), countOf(plan, lane));
      return change(code, lane, wanted, loaded(v, array, address, lane));
    }
    case "const":
      return bug("a constant that differs");
    default: {
      const recipe = recipeOf(plan, expr);
      if (isRefusal(recipe)) return bug(`not fit for a vector: ${recipe.reason}`);
      const operands = recipe.operands.map(({ expr: operand, lane }) => vector(v, operand, lane));
      const parts = Array.from({ length: countOf(plan, recipe.lane) }, (_, i) =>
        recipe.compute(code, ...operands.map((registers) => registers[i] ?? bug("no register"))),
      );
      return change(code, recipe.lane, wanted, parts);
    }
  }
}

function variable(v: Vectors, expr: Expr & { kind: "var" }, wanted: Lane): readonly Ref[] {
  const { code, plan, counter } = v;
  const { m } = code;
  if (expr.name !== plan.loop.variable) {
    const lane = laneFor(v, expr);
    const parts = registersOf(v, expr.name, lane).map((register) => getRegister(code, register));
    return change(code, lane, wanted, parts);
  }
  const parts = Array.from({ length: countOf(plan, smallInt) }, (_, i) => {
    const steps = new Uint8Array(Int32Array.from([0, 1, 2, 3], (lane) => 4 * i + lane).buffer);
    return m.i32x4.add(m.i32x4.splat(read(code, counter)), m.v128.const(steps));
  });
  return change(code, smallInt, wanted, parts);
}

interface SharedAddress {
  readonly offset: number;
  pointer(): Ref;
}

/** Computed once for the registers that lie there one after the other. */
function shared(v: Vectors, { pointer, offset }: Address, count: number): SharedAddress {
  if (count === 1 && v.mask === null) return { offset, pointer: () => pointer };
  const local = newLocal(v.code, "i32");
  v.pending.push(write(v.code, local, pointer));
  return { offset, pointer: () => read(v.code, local) };
}

function loaded(v: Vectors, array: Placed, address: SharedAddress, lane: Lane): readonly Ref[] {
  const { code } = v;
  const parts = Array.from({ length: countOf(v.plan, lane) }, (_, i) =>
    code.m.v128.load(address.offset + i * registerBytes, array.bytes, address.pointer()),
  );
  return lane.kind === "mask" ? change(code, { kind: "int", bytes: 1, signed: false }, lane, parts) : parts;
}

/** The same for all iterations: computed once, before the loop where nothing in it matters. */
function uniform(v: Vectors, expr: Expr, lane: Lane): readonly Ref[] {
  const { code } = v;
  const register = before(v, expr, lane) ?? newRegister(code);
  if (!isHoisted(v, register)) v.pending.push(setRegister(code, register, splat(code, expr, lane)));
  return Array.from({ length: countOf(v.plan, lane) }, () => getRegister(code, register));
}

function isHoisted(v: Vectors, register: Register): boolean {
  return [...v.hoisted.values()].includes(register);
}

function before(v: Vectors, expr: Expr, lane: Lane): Register | null {
  const { code, changing } = v;
  for (const inner of expressionsIn(expr)) {
    if (inner.kind === "var" && changing.names.has(inner.name)) return null;
    if (inner.kind === "load" && changing.arrays.has(inner.array)) return null;
  }
  const [facts, deeper] = [code.facts, code.levels.splice(v.depth)];
  code.facts = v.facts;
  const register = isTotal(code, expr) ? computed(v, expr, lane) : null;
  code.facts = facts;
  code.levels.push(...deeper);
  return register;
}

function computed(v: Vectors, expr: Expr, lane: Lane): Register {
  const key = keyOf(expr, lane, v.hoisted.size);
  const known = v.hoisted.get(key);
  if (known !== undefined) return known;
  const register = newRegister(v.code);
  v.hoisted.set(key, register);
  v.level.before.push(setRegister(v.code, register, splat(v.code, expr, lane)));
  return register;
}

/** Numbers and names are known again; anything else has a register of its own. */
function keyOf(expr: Expr, lane: Lane, fresh: number): string {
  const what =
    expr.kind === "var"
      ? expr.name
      : expr.kind === "const"
        ? `= ${expr.value} ${Object.is(expr.value, -0)}`
        : `# ${fresh}`;
  return `${what} ${JSON.stringify(lane)}`;
}

/** A scalar in all lanes. */
export function splat(code: Code, expr: Expr, lane: Lane): Ref {
  const { m } = code;
  switch (lane.kind) {
    case "mask":
      return m.i32x4.splat(m.i32.sub(m.i32.const(0), condition(code, expr)));
    case "float":
      return spreadLoad(code, expr, lane) ?? (lane.bytes === 4 ? m.f32x4 : m.f64x2).splat(value(code, expr));
    case "int": {
      if (isPythonInt(expr.type) && lane.bytes === 4) return m.i32x4.splat(index32(code, expr));
      const direct = spreadLoad(code, expr, lane);
      if (direct !== null) return direct;
      const from = repOf(expr.type) as "i32" | "i64";
      const to = lane.bytes === 8 ? "i64" : "i32";
      const scalar = container(code, from, integerForm(expr.type), to, value(code, expr));
      return intsOf(code, lane.bytes).splat(scalar);
    }
  }
}

/** Straight from memory, where an element is as wide as a lane. */
function spreadLoad(code: Code, expr: Expr, lane: Lane): Ref | null {
  if (expr.kind !== "load") return null;
  const array = arrayOf(code, expr.array);
  const own = laneOf(expr.type);
  if (own === null || own.kind !== lane.kind || own.bytes !== lane.bytes || own.bytes !== array.bytes)
    return null;
  const { pointer, offset } = addressOf(code, array, expr.index, expr.span);
  const { v128 } = code.m;
  switch (lane.bytes) {
    case 1:
      return v128.load8_splat(offset, 1, pointer);
    case 2:
      return v128.load16_splat(offset, 2, pointer);
    case 4:
      return v128.load32_splat(offset, 4, pointer);
    case 8:
      return v128.load64_splat(offset, 8, pointer);
  }
}
