/** Reductions: a value folded over a domain, in order, with any reducer and a condition. */

import * as build from "../../program/builder.ts";
import type { Expr } from "../../program/nodes.ts";
import { takenApart } from "../../types/fault.ts";
import { canonical } from "../../types/integer.ts";
import { reduceTypes } from "../../types/promote.ts";
import { elementOf, pythonFloat, type ScalarType } from "../../types/types.ts";

import { blockOf } from "./block.ts";
import { ask } from "./callback.ts";
import { mayLeave, type Named, optionsOf } from "./declare.ts";
import { checkArity, countOf, type Domain, extentsOf, type Indices, nest } from "./domain.ts";
import { declare, emit, fail, frameOf, fresh, type Session, spanHere } from "./session.ts";
import { binary, castTo, type Like, lift, Place, Term, truth } from "./term.ts";
import { readScalarType } from "./type_text.ts";

export interface ReduceOptions<D extends Domain> {
  readonly where?: (...index: Indices<D>) => Like; // only these take part
  readonly type?: string | ScalarType; // to accumulate in, where it is not the one NumPy or growth gives
  readonly name?: string; // of the result; its loops are `name.r0`, `name.r1`, …
  readonly axes?: readonly string[]; // names for the loops instead
}

// biome-ignore lint/suspicious/noConfusingVoidType: a reducer may end in a call that gives nothing.
type Nothing = void | undefined;

export function reductions(session: Session) {
  return {
    /**
     * The sum over a domain, in any order once a schedule asks for it.
     *
     *     h.sum(64, (r) => A.at(i, r).mul(B.at(r, j)))
     *     h.sum([3, 3], (y, x) => A.at(y, x), { where: (y, x) => y.ne(x) })
     */
    sum<const D extends Domain>(
      domain: D,
      fn: (...index: Indices<D>) => Like,
      options?: Named<ReduceOptions<D>>,
    ): Term {
      return fold(session, "sum", domain, fn, options);
    },

    prod<const D extends Domain>(
      domain: D,
      fn: (...index: Indices<D>) => Like,
      options?: Named<ReduceOptions<D>>,
    ): Term {
      return fold(session, "prod", domain, fn, options);
    },

    /** The least value of the type where nothing takes part (-inf for floats). */
    max<const D extends Domain>(
      domain: D,
      fn: (...index: Indices<D>) => Like,
      options?: Named<ReduceOptions<D>>,
    ): Term {
      return fold(session, "max", domain, fn, options);
    },

    min<const D extends Domain>(
      domain: D,
      fn: (...index: Indices<D>) => Like,
      options?: Named<ReduceOptions<D>>,
    ): Term {
      return fold(session, "min", domain, fn, options);
    },

    /**
     * Any reducer, in row-major order. The function gives the next value, or sets the accumulator by statements.
     *
     *     h.reduce(0, (acc, i) => acc.mul(10).add(digits.at(i)), 4, { type: "int32" })
     */
    reduce<const D extends Domain>(
      init: Like,
      fn: (accumulator: Place, ...index: Indices<D>) => Like | Nothing,
      domain: D,
      options?: Named<ReduceOptions<D>>,
    ): Term {
      const { type } = optionsOf(options);
      const first = lift(session, init);
      const accumulator = type === undefined ? elementOf(first.type) : readScalarType(session, type);
      checkArity(session, "reduce", fn, extentsOf(domain), 1);
      return run(session, domain, options, false, (place, index) => {
        const held = place(accumulator);
        const next = ask(session, "h.reduce", fn, held, ...index);
        if (next !== undefined) held.set(next);
        return castTo(session, first, accumulator);
      });
    },
  };
}

type Folding = "sum" | "prod" | "min" | "max";

function fold<D extends Domain>(
  session: Session,
  op: Folding,
  domain: D,
  fn: (...index: Indices<D>) => Like,
  options: Named<ReduceOptions<D>> | undefined,
): Term {
  const { type } = optionsOf(options);
  const extents = extentsOf(domain);
  checkArity(session, op, fn, extents);
  const count = countOf(session, extents);
  return run(session, domain, options, true, (place, index) => {
    const value = lift(session, ask(session, `h.${op}`, fn, ...index));
    const accumulator =
      type === undefined ? accumulatorOf(session, op, value, count) : readScalarType(session, type);
    const acc = place(accumulator);
    acc.set(combine(session, op, acc, new Term(session, castTo(session, value, accumulator), null)));
    return start(session, op, accumulator);
  });
}

function accumulatorOf(session: Session, op: Folding, value: Expr, count: number | undefined): ScalarType {
  const types = reduceTypes(op, build.strongType(elementOf(value.type)), count);
  if (types.ok) return types.result;
  return fail(session, types.message, 'give the type to accumulate in: `{ type: "int<32>" }`');
}

function combine(session: Session, op: Folding, acc: Term, value: Term): Term {
  switch (op) {
    case "sum":
      return binary(session, "add", acc, value);
    case "prod":
      return binary(session, "mul", acc, value);
    default:
      return binary(session, op, acc, value);
  }
}

/** What leaves the first value as it is. */
function start(session: Session, op: Folding, type: ScalarType): Expr {
  const span = spanHere(session);
  switch (op) {
    case "sum":
      return castTo(session, build.intConst(0, span), type);
    case "prod":
      return castTo(session, build.intConst(1, span), type);
    case "max":
    case "min":
      return extreme(session, op === "max" ? "least" : "greatest", type);
  }
}

function extreme(session: Session, which: "least" | "greatest", type: ScalarType): Expr {
  const span = spanHere(session);
  const least = which === "least";
  const integer = (bits: number, signed: boolean): Expr => {
    const low = signed ? -(1n << BigInt(bits - 1)) : 0n;
    const high = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
    return { kind: "const", value: canonical(least ? low : high), type, span };
  };
  switch (type.kind) {
    case "complex":
      return takenApart();
    case "int":
      return integer(type.bits, type.signed);
    case "fixed":
      return integer(type.width, type.signed);
    case "bool":
      return { kind: "const", value: !least, type, span };
    case "float": {
      const infinity = least ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      return castTo(session, { kind: "const", value: infinity, type: pythonFloat, span }, type);
    }
    case "python":
      return fail(session, "a Python number has no bound to start from", "give a type to accumulate in");
  }
}

/** The loops around `step`, which asks for the accumulator when it knows its type, and gives its first value. */
function run<D extends Domain>(
  session: Session,
  domain: D,
  options: Named<ReduceOptions<D>> | undefined,
  unordered: boolean,
  step: (place: (type: ScalarType) => Place, index: Indices<D>) => Expr,
): Term {
  const frame = frameOf(session);
  const { where, name, axes = [] } = optionsOf(options);
  const extents = extentsOf(domain);
  const span = spanHere(session);
  const own = fresh(frame, name ?? "acc");
  const filling = name === undefined ? frame.filling.at(-1) : undefined;
  const owner = filling ?? { name: own, reductions: 0 };
  const named = extents.map((_, depth) => {
    const wish = axes[depth];
    return wish === undefined
      ? { variable: "r", name: `${owner.name}.r${owner.reductions++}` }
      : { variable: wish };
  });
  const [outside, started, before] = [frame.block, frame.clock++, new Set(frame.names)];
  const sets = (): boolean =>
    frame.writes.some((write) => write.time > started && before.has(write.name) && write.name !== own);
  const place = (type: ScalarType): Place =>
    new Place(session, declare(frame, own, type, span, outside), null);
  const guarded = (indices: Indices<D>): Expr => {
    if (where === undefined) return step(place, indices);
    checkArity(session, "where", where, extents);
    const condition = truth(session, ask(session, "where", where, ...indices));
    const time = frame.clock++;
    const { block, result } = blockOf(session, frame, "branch", () => step(place, indices));
    emit(frame, { kind: "if", condition, then: block.stmts, else: [], span }, time);
    return result;
  };
  let leaves = false;
  const order = (): boolean => unordered && !leaves && !sets();
  const loops = nest(session, extents, named, order, (index) => {
    const result = guarded(index as Indices<D>);
    leaves = mayLeave(frame.block.stmts);
    return result;
  });
  const init = loops.result;
  emit(frame, { kind: "assign", target: own, value: init, span }, started);
  emit(frame, loops.stmt, loops.time);
  // One that also sets something is a statement: its value may be left alone.
  const isPure = !leaves && !sets();
  return new Term(session, { kind: "var", name: own, type: init.type, span }, isPure ? span : null);
}
