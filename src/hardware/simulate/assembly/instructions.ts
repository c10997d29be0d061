/** The instructions that circuits are made of, by the names of the WebAssembly specification (core 2.0, section 5.4). */
import { signed, unsigned } from "./bytes.ts";
import type { Code } from "./code.ts";

type One = (operand: Code) => Code;
type Two = (left: Code, right: Code) => Code;
type Load = (offset: number, alignment: number, address: Code) => Code;
type Store = (offset: number, alignment: number, address: Code, value: Code) => Code;

export const local = {
  get: (index: number): Code => ({ kind: "get", local: index }),
  set: (index: number, value: Code): Code => ({ kind: "set", local: index, value }),
};

export function sequence(codes: readonly Code[]): Code {
  return { kind: "sequence", codes };
}

export function loop(label: string, body: Code): Code {
  return { kind: "loop", label, body };
}

/** Without a value. */
export function when(condition: Code, body: Code): Code {
  return { kind: "if", condition, body };
}

/** To the start of a loop around it. */
export function branch(label: string, condition: Code | null = null): Code {
  return { kind: "branch", label, condition };
}

export function call(name: string, operands: readonly Code[] = []): Code {
  return { kind: "call", name, operands };
}

export function select(condition: Code, yes: Code, no: Code): Code {
  return plain([0x1b], yes, no, condition);
}

export const i32 = {
  const: (value: number): Code => plain([0x41, ...signed(value)]),
  load: load(0x28),
  load8_u: load(0x2d),
  load16_u: load(0x2f),
  store: store(0x36),
  store8: store(0x3a),
  store16: store(0x3b),
  wrap: one(0xa7),
  ...numbers(0x45, 0x67),
};

export const i64 = {
  const: (value: bigint): Code => plain([0x42, ...signed(value)]),
  load: load(0x29),
  store: store(0x37),
  extend_u: one(0xad),
  ...numbers(0x50, 0x79),
};

export const v128 = {
  const: (bytes: readonly number[]): Code => plain([...vector(0x0c), ...bytes]),
  load: load(...vector(0x00)),
  store: store(...vector(0x0b)),
  not: one(...vector(0x4d)),
  and: two(...vector(0x4e)),
  andnot: two(...vector(0x4f)),
  or: two(...vector(0x50)),
  xor: two(...vector(0x51)),
  bitselect: (yes: Code, no: Code, mask: Code): Code => plain(vector(0x52), yes, no, mask),
};

export const i8x16 = {
  shuffle: (left: Code, right: Code, lanes: readonly number[]): Code =>
    plain([...vector(0x0d), ...lanes], left, right),
};

export const i32x4 = {
  splat: one(...vector(0x11)),
  extract_lane: (operand: Code, lane: number): Code => plain([...vector(0x1b), lane], operand),
  replace_lane: (operand: Code, lane: number, value: Code): Code =>
    plain([...vector(0x1c), lane], operand, value),
  eq: two(...vector(0x37)),
  lt_s: two(...vector(0x39)),
  lt_u: two(...vector(0x3a)),
  neg: one(...vector(0xa1)),
  shl: two(...vector(0xab)),
  shr_s: two(...vector(0xac)),
  shr_u: two(...vector(0xad)),
  add: two(...vector(0xae)),
  sub: two(...vector(0xb1)),
  mul: two(...vector(0xb5)),
};

export const i64x2 = {
  extmul_low_i32x4_u: two(...vector(0xde)),
  extmul_high_i32x4_u: two(...vector(0xdf)),
};

/** Integers of both widths have the same instructions in the same order, from two places on. */
function numbers(tests: number, arithmetic: number) {
  return {
    eqz: one(tests),
    eq: two(tests + 1),
    ne: two(tests + 2),
    lt_s: two(tests + 3),
    lt_u: two(tests + 4),
    le_s: two(tests + 7),
    le_u: two(tests + 8),
    popcnt: one(arithmetic + 2),
    add: two(arithmetic + 3),
    sub: two(arithmetic + 4),
    mul: two(arithmetic + 5),
    and: two(arithmetic + 10),
    or: two(arithmetic + 11),
    xor: two(arithmetic + 12),
    shl: two(arithmetic + 13),
    shr_s: two(arithmetic + 14),
    shr_u: two(arithmetic + 15),
  };
}

function vector(instruction: number): readonly number[] {
  return [0xfd, ...unsigned(instruction)];
}

function one(...bytes: readonly number[]): One {
  return (operand) => plain(bytes, operand);
}

function two(...bytes: readonly number[]): Two {
  return (left, right) => plain(bytes, left, right);
}

function load(...bytes: readonly number[]): Load {
  return (offset, alignment, address) => plain([...bytes, ...place(offset, alignment)], address);
}

function store(...bytes: readonly number[]): Store {
  return (offset, alignment, address, value) =>
    plain([...bytes, ...place(offset, alignment)], address, value);
}

function place(offset: number, alignment: number): readonly number[] {
  return [Math.log2(alignment), ...unsigned(offset)];
}

function plain(bytes: readonly number[], ...operands: readonly Code[]): Code {
  return { kind: "plain", bytes, operands };
}
