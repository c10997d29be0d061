/**
 * Values in the bits that matter: operations, registers and local memories without the upper bits that nobody looks at.
 *
 *     h: uint64;  h = h * 31 + k;  …  out[i] = table[h & 1023]        h of 10 bits, and so is the product
 *
 * Synthesis drops such bits from logic, but knows nothing of cycles: here it happens before these are chosen.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { CoreOp } from "../../hardware/cores/operation.ts";
import { bitWidth } from "../../types/bits.ts";
import { printType } from "../../types/print.ts";
import { exactInt, fixed, type ScalarType, sameType } from "../../types/types.ts";
import { isNumber, lowType, operandDemands, signedValue } from "./demand.ts";
import { demandsOf, type GraphDemands } from "./demands.ts";
import { pruned } from "./live.ts";
import type { CircuitPlan, Compute, Const, Graph, Op, OpId } from "./nodes.ts";
import { mapGraphs, withOperands, withOps } from "./walk.ts";

export function narrowed(plan: CircuitPlan): CircuitPlan {
  const demands = demandsOf(plan);
  const types: Types = {
    registers: typesOf(
      plan.registers.map(({ name, type }) => [name, type]),
      demands.registers,
    ),
    storages: typesOf(
      plan.storages.map(({ name, element }) => [name, element]),
      new Map(plan.storages.map(({ name }) => [name, demands.storages.get(name) ?? 1])),
    ),
  };
  return {
    ...plan,
    inputs: plan.inputs.filter(({ register }) => types.registers.has(register)),
    registers: plan.registers.flatMap((register) => {
      const type = types.registers.get(register.name);
      return type === undefined ? [] : [{ ...register, type }];
    }),
    storages: plan.storages.map((storage) => {
      const element = types.storages.get(storage.name) ?? storage.element;
      if (sameType(element, storage.element)) return storage;
      const bits = bitWidth(element);
      const initial =
        storage.initial?.map((words) => words.map((word) => BigInt.asUintN(bits, word))) ?? null;
      return { ...storage, element, initial };
    }),
    body: mapGraphs(plan.body, ({ graph }) => {
      return graphWith(graph, demands.graphs.get(graph) ?? bug("a graph that nobody looked at"), types);
    }),
  };
}

/** What registers and memories hold from now on; registers that nobody reads are not there. */
interface Types {
  readonly registers: ReadonlyMap<string, ScalarType>;
  readonly storages: ReadonlyMap<string, ScalarType>;
}

function typesOf(
  declared: readonly (readonly [string, ScalarType])[],
  demands: ReadonlyMap<string, number>,
): ReadonlyMap<string, ScalarType> {
  return new Map(
    declared.flatMap(([name, type]) => {
      const bits = demands.get(name);
      return bits === undefined ? [] : [[name, isNumber(type) ? lowType(type, bits) : type] as const];
    }),
  );
}

/** A graph that is being rewritten. */
interface Rewriting {
  readonly old: readonly Op[];
  readonly bits: Float64Array;
  readonly types: Types;
  readonly ops: Op[];
  readonly places: Map<OpId, OpId>; // of what matters, in the bits that do
  readonly watched: Map<OpId, OpId>; // of what a watch needs in full, where that is something else
  readonly known: Map<string, OpId>; // conversions and constants
}

function graphWith(graph: Graph, { bits, watched }: GraphDemands, types: Types): Graph {
  const r: Rewriting = {
    old: graph.ops,
    bits,
    types,
    ops: [],
    places: new Map(),
    watched: new Map(),
    known: new Map(),
  };
  const full = (id: OpId): OpId => r.watched.get(id) ?? placeOf(r, id);
  for (const [id, op] of graph.ops.entries()) {
    // A sum may have lost the operand that was all who read the register (linear/).
    if (op.kind === "write" && !types.registers.has(op.register)) continue;
    if (op.kind === "watch") r.places.set(id, push(r, withOperands(op, full)));
    else if (op.kind !== "compute") other(r, id, op);
    else {
      if ((bits[id] ?? 0) > 0) r.places.set(id, computed(r, id, op));
      if (watched[id] === 1) r.watched.set(id, push(r, withOperands(op, full)));
    }
  }
  return pruned(withOps(graph, r.ops, (id) => placeOf(r, id)));
}

function placeOf({ places }: Rewriting, id: OpId): OpId {
  return places.get(id) ?? bug(`operation ${id} does not matter`);
}

function push({ ops }: Rewriting, op: Op): OpId {
  return ops.push(op) - 1;
}

function at({ ops }: Rewriting, id: OpId): Op {
  return ops[id] ?? bug(`no operation ${id}`);
}

/** What computes nothing: only registers and memories can have become narrower. */
function other(r: Rewriting, id: OpId, op: Exclude<Op, Compute>): void {
  const moved = withOperands(op, (operand) => placeOf(r, operand));
  switch (moved.kind) {
    case "read": {
      const type = r.types.registers.get(moved.register) ?? moved.type;
      r.places.set(id, push(r, { ...moved, type: narrower(moved.type, type) }));
      return;
    }
    case "load": {
      const type = r.types.storages.get(moved.storage) ?? moved.type;
      r.places.set(id, push(r, { ...moved, type: narrower(moved.type, type) }));
      return;
    }
    case "store": {
      const type = narrower(moved.type, r.types.storages.get(moved.storage) ?? moved.type);
      r.places.set(id, push(r, { ...moved, value: inType(r, moved.value, type), type }));
      return;
    }
    case "write": {
      const held = r.types.registers.get(moved.register);
      if (held === undefined) return;
      const type = narrower(moved.type, held);
      r.places.set(id, push(r, { ...moved, value: inType(r, moved.value, type), type }));
      return;
    }
    default:
      r.places.set(id, push(r, moved));
  }
}

function narrower(own: ScalarType, type: ScalarType): ScalarType {
  return bitWidth(type) < bitWidth(own) ? type : own;
}

function computed(r: Rewriting, id: OpId, op: Compute): OpId {
  const bits = r.bits[id] ?? 0;
  const demands = operandDemands(
    op,
    op.operands.map((operand) => r.old[operand] ?? bug(`no operation ${operand}`)),
    bits,
  );
  const moved = op.operands.map((operand) => placeOf(r, operand));
  if (demands === null) return push(r, { ...op, operands: moved });
  const type = lowType(op.type, bits);
  const isCut = bits < bitWidth(op.type);
  if (op.op === "convert") return inBits(r, op, moved, type, isCut);
  const operands = moved.map((operand, place) => {
    // These take operands of one width, that of the result.
    if (op.op === "select" && place > 0) return inType(r, operand, type);
    if (op.op === "bitcast" || (op.op === "shl" && place === 0)) return inWidth(r, operand, bits);
    return cut(r, operand, demands[place] ?? Infinity);
  });
  return push(r, { ...op, op: narrowOp(op.op, bits), operands, type });
}

function narrowOp(op: CoreOp, bits: number): CoreOp {
  return typeof op === "object" && op.name === "getBits" ? { ...op, width: Math.min(op.width, bits) } : op;
}

/** A conversion. Where upper bits do not matter, the sign does not either. */
function inBits(
  r: Rewriting,
  op: Compute,
  [source]: readonly OpId[],
  type: ScalarType,
  isCut: boolean,
): OpId {
  if (source === undefined) return bug("a conversion of nothing");
  const from = at(r, source).type;
  if (sameType(from, type)) return source;
  const areIntegers = from.kind === "int" && type.kind === "int";
  if (isCut && areIntegers && from.bits === type.bits) return source;
  return push(r, { ...op, operands: [source], type });
}

/** Without the bits above. */
function cut(r: Rewriting, id: OpId, bits: number): OpId {
  const op = at(r, id);
  if (bits >= bitWidth(op.type) || !isNumber(op.type)) return id;
  if (op.kind === "const") return constant(r, op, leastType(op, bits));
  return inType(r, id, lowType(op.type, bits));
}

/** With bits above that do not matter, or without those that there are. */
function inWidth(r: Rewriting, id: OpId, bits: number): OpId {
  const { type } = at(r, id);
  if (bits <= bitWidth(type)) return cutOp(r, id, bits);
  if (type.kind !== "fixed") return inType(r, id, exactInt(bits, false));
  return inType(r, id, fixed(bits, type.integer + bits - type.width, type.signed));
}

function cutOp(r: Rewriting, id: OpId, bits: number): OpId {
  return inType(r, id, lowType(at(r, id).type, bits));
}

function inType(r: Rewriting, id: OpId, type: ScalarType): OpId {
  const op = at(r, id);
  if (sameType(op.type, type)) return id;
  if (op.kind === "const" && op.type.kind !== "fixed" && type.kind === "int") return constant(r, op, type);
  const key = `${id} ${printType(type)}`;
  const known = r.known.get(key);
  if (known !== undefined) return known;
  const made = push(r, { kind: "compute", op: "convert", operands: [id], type, span: op.span });
  r.known.set(key, made);
  return made;
}

function constant(r: Rewriting, op: Const, type: ScalarType): OpId {
  const bits = BigInt.asUintN(bitWidth(type), signedValue(op));
  const key = `const ${bits} ${printType(type)}`;
  const known = r.known.get(key) ?? push(r, { kind: "const", type, bits, span: op.span });
  r.known.set(key, known);
  return known;
}

/** As few bits as have the same value in the lowest ones: -1 is a bit, and 1 is one. */
function leastType(op: Const, bits: number): ScalarType {
  if (op.type.kind === "fixed") return lowType(op.type, bits);
  const low = BigInt.asUintN(bits, op.bits);
  const below = BigInt.asIntN(bits, op.bits);
  const unsigned = low.toString(2).length;
  const signed = below === -1n ? 1 : below < 0n ? (-below - 1n).toString(2).length + 1 : unsigned + 1;
  return signed < unsigned ? exactInt(signed, true) : exactInt(unsigned, false);
}
