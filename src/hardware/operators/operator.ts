/**
 * An operation on a target: how long it takes there, what it costs, and its circuit.
 *
 *     const target = { family: "ecp5", periodNs: 10 } as const;
 *     const adder = operator("add", [float32, float32], float32, target);
 *     const sum = adder.build(b, "sum", [x, y]);             // there adder.latency clocks later
 *
 * The latency is the least with which every stage fits the clock, so 0 wherever the whole operation fits. Nothing gets
 * a stage that it does not need: an operation in a recurrence would pay for it with the loop's interval, and elsewhere
 * the registers between operations do the same.
 */
import { type FamilyName, families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import type { ScalarType } from "../../types/types.ts";
import { constant } from "../cores/gates.ts";
import { type CoreOp, circuitOf } from "../cores/operation.ts";
import { type Cut, cutWithin } from "../cores/place.ts";
import type { Builder } from "../netlist/builder.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";
import { placeCopy } from "./copies.ts";
import { type Cost, costOf } from "./cost.ts";
import { fitted } from "./fit.ts";
import { withFewerRegisters } from "./registers.ts";
import { sequential } from "./sequential.ts";

export interface Technology {
  readonly family: FamilyName;
  readonly periodNs: number;
}

export interface Operator {
  readonly key: string; // the same for the same circuit
  readonly latency: number; // clocks from operands to result
  readonly busy: number; // clocks from operands to the next ones: 1, or more where it makes its result digit by digit
  readonly entry: number; // ns from operands to the first registers; to the result where latency is 0
  readonly exit: number; // ns from the last registers to the result
  readonly period: number; // ns of the longest stage
  readonly cost: Cost;
  readonly circuit: Expr; // what it computes, of references named in0, in1, …
  /**
   * The result in a module, from operands in it; operands that are constants are not looked at. `start`: up in the cycle of the
   * operands; what is busy for more than one must be told.
   */
  readonly build: (b: Builder, name: string, inputs: readonly Expr[], start?: Expr) => Expr;
}

/** What logic may take between two registers. */
export function usableNs({ family, periodNs }: Technology): number {
  return periodNs - families[family].registerNs;
}

/** Below this period some operator does not fit, however many stages it has. */
export function leastPeriodNs(name: FamilyName): number {
  const { lut, carry, dsp, registerNs } = families[name];
  const multiplier = dsp === null ? 0 : dsp.ns / (dsp.stages + 1);
  const { startNs, bitNs, subtractNs, compareNs } = carry;
  const shortest = startNs + Math.max(subtractNs, compareNs) + 6 * bitNs;
  return registerNs + Math.max(multiplier, shortest, 2 * lut.ns);
}

/** `constants`: the bits of operands that are known, null for others; they make a simpler circuit. */
export function operator(
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  target: Technology,
  constants: readonly (bigint | null)[] = [],
): Operator {
  const key = keyOf(op, operands, result, target, constants);
  const found = known.get(key) ?? make(key, op, operands, result, target, constants);
  known.set(key, found);
  return found;
}

/** Operators depend on nothing but their key. */
const known = new Map<string, Operator>();
const knownSequential = new Map<string, Operator | null>();

/**
 * The same operation, a few digits a clock: smaller, and not free in every clock. Null where it cannot be had. It is told
 * when operands are there.
 */
export function sequentialOperator(
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  target: Technology,
  constants: readonly (bigint | null)[] = [],
  choiceNs = 0, // of operands, in front of the unit
): Operator | null {
  const key = `${keyOf(op, operands, result, target, constants)} in turn, ${choiceNs} ns to choose`;
  const found = knownSequential.get(key);
  if (found !== undefined) return found;
  const family = families[target.family];
  const made = sequential({ op, operands, result, constants }, family, {
    ...{ usable: usableNs(target), before: choiceNs },
  });
  const own: Operator | null =
    made === null
      ? null
      : {
          ...{ ...made, key },
          build: (b, name, inputs, start) =>
            made.build(b, name, inputs, start ?? bug(`${key} is never told to start`)),
        };
  knownSequential.set(key, own);
  return own;
}

function keyOf(
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  { family, periodNs }: Technology,
  constants: readonly (bigint | null)[],
): string {
  const name = typeof op === "string" ? op : `${op.name} ${op.low} ${op.width}`;
  const inputs = operands.map((type, i) => `${printType(type)}${constantText(constants[i])}`);
  return `${name}(${inputs.join(", ")}) ${printType(result)} on ${family} at ${periodNs} ns`;
}

function constantText(bits: bigint | null | undefined): string {
  return bits === null || bits === undefined ? "" : ` ${bits}`;
}

function make(
  key: string,
  op: CoreOp,
  operands: readonly ScalarType[],
  result: ScalarType,
  target: Technology,
  constants: readonly (bigint | null)[],
): Operator {
  const family = families[target.family];
  const usable = usableNs(target);
  const refs = operands.map((type, i): Ref => ({ kind: "ref", name: `in${i}`, width: bitWidth(type) }));
  const values = refs.map((ref, i): Expr => {
    const bits = constants[i];
    return bits === null || bits === undefined ? ref : constant(ref.width, bits);
  });
  const circuit = fitted(circuitOf(op, operands, result, values), family, usable);
  if (circuit.width !== bitWidth(result)) bug(`${key} gives ${circuit.width} bits`);
  const cut = cutWithin(circuit, usable, family);
  const { latency, entry, exit, period } = cut;
  let lean: Cut | null = null; // most operators are only timed
  return {
    ...{ key, latency, busy: 1, entry, exit, period, circuit },
    cost: costOf(cut.order, family),
    build: (b, name, inputs) => {
      lean ??= withFewerRegisters(cut, family);
      return built(b, name, key, lean, refs, inputs);
    },
  };
}

function built(
  b: Builder,
  name: string,
  key: string,
  cut: Cut,
  refs: readonly Ref[],
  inputs: readonly Expr[],
): Expr {
  if (inputs.length !== refs.length) bug(`${key} takes ${refs.length} operands`);
  const given = new Map<Ref, Expr>();
  for (const [index, ref] of refs.entries()) {
    const value = inputs[index];
    if (value?.width !== ref.width) return bug(`operand ${index} of ${key} has ${value?.width} bits`);
    given.set(ref, value);
  }
  return placeCopy(b, name, key, cut, given);
}
