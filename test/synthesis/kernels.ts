/** Kernels written by hand, with the interface that kernels have. */

import type { Check } from "../../src/hardware/faults.ts";
import type { ArrayPorts, KernelInterface } from "../../src/hardware/interface.ts";
import {
  delay,
  design,
  drive,
  finish,
  input,
  output,
  register,
  startModule,
} from "../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  constant,
  eq,
  mul,
  mux,
  not,
  or,
  resize,
  signExtend,
  slice,
} from "../../src/hardware/netlist/expressions.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import type { Value } from "../../src/types/operators.ts";
import { allocate, type NDArray, set } from "../../src/types/storage.ts";
import { array, int16, int32, type ScalarType } from "../../src/types/types.ts";

export interface HandWritten {
  readonly design: Design;
  readonly interface: KernelInterface;
  readonly checks: readonly Check[];
}

/**
 * What it computes:
 *
 *     def scale(a: int16[4, 4], k: int16, c: int32[4, 4]):
 *         total: int32 = 0
 *         for i in range(16):
 *             c.flat[i] = a.flat[i] * k    # a fault where a is 13
 *             total += c.flat[i]
 *         return total, c
 *
 * `a` has two banks, even elements and odd ones; `c` has one.
 */
export function scale(): HandWritten {
  const b = startModule("scale", "c = a * k, and the sum of c.");
  const start = input(b, "start", 1);
  const k = input(b, "k", 16);
  const even = input(b, "a_0_q", 16);
  const odd = input(b, "a_1_q", 16);

  const busy = register(b, "busy", 1, { reset: true });
  const begins = and(b, start, not(b, busy));
  const factor = register(b, "factor", 16);
  drive(b, factor, k, { enable: begins });
  const fetches = register(b, "fetches", 1, { reset: true, comment: "the body runs" });
  const index = register(b, "index", 4, { reset: true });
  const last = eq(b, index, 15);
  drive(b, fetches, or(b, begins, and(b, fetches, not(b, last))));
  drive(b, index, add(b, index, 1), { enable: fetches });
  const stores = delay(b, "stores", fetches, { reset: true });
  const place = delay(b, "place", index);
  const ended = delay(b, "ended", and(b, fetches, last), { reset: true });
  const done = delay(b, "done", ended, { reset: true });
  drive(b, busy, or(b, begins, and(b, busy, not(b, done))));

  const element = mux(b, bit(b, place, 0), odd, even);
  const product = mul(b, signExtend(b, element, 32), signExtend(b, factor, 32));
  const total = register(b, "total", 32);
  drive(b, total, mux(b, begins, 0, add(b, total, product)), { enable: or(b, begins, stores) });
  const fault = register(b, "fault", 2, { reset: true });
  const wrong = and(b, stores, eq(b, element, 13));
  drive(b, fault, mux(b, begins, constant(2, 0), mux(b, and(b, wrong, eq(b, fault, 0)), 2, fault)));

  output(b, "ready", not(b, busy));
  output(b, "idle", not(b, busy));
  output(b, "done", done);
  output(b, "total", total);
  output(b, "fault", fault);
  for (const bank of [0, 1]) {
    output(b, `a_${bank}_address`, slice(b, index, 1, 3));
    output(b, `a_${bank}_enable`, and(b, fetches, eq(b, bit(b, index, 0), bank)));
  }
  output(b, "c_address", resize(b, place, 4, false));
  output(b, "c_enable", stores);
  output(b, "c_write", stores);
  output(b, "c_data", product);
  return { design: design(finish(b)), interface: ports, checks };
}

/** Start, 16 iterations of 2 cycles each a cycle after another, done. */
export const scaleCycles = 18;

export function scaleArguments(value: (index: number) => number, k: number): Map<string, NDArray | Value> {
  return new Map<string, NDArray | Value>([
    ["a", filled(int16, value)],
    ["k", k],
    ["c", filled(int32, () => -1)],
  ]);
}

export function filled(type: ScalarType, value: (index: number) => number): NDArray {
  const made = allocate(array(type, [4, 4]));
  for (let index = 0; index < 16; index++) set(made, index, value(index));
  return made;
}

const a: ArrayPorts = {
  name: "a",
  element: int16,
  shape: [4, 4],
  width: 16,
  depth: 8,
  banks: [0, 1].map((bank) => ({
    ports: [
      {
        address: `a_${bank}_address`,
        enable: `a_${bank}_enable`,
        write: null,
        data: null,
        q: `a_${bank}_q`,
        side: null,
      },
    ],
  })),
  isRead: true,
  isWritten: false,
  stream: null,
  place: (index) => ({ bank: index % 2, word: index >> 1 }),
};

const c: ArrayPorts = {
  name: "c",
  element: int32,
  shape: [4, 4],
  width: 32,
  depth: 16,
  banks: [
    {
      ports: [
        { address: "c_address", enable: "c_enable", write: "c_write", data: "c_data", q: null, side: null },
      ],
    },
  ],
  isRead: false,
  isWritten: true,
  stream: null,
  place: (index) => ({ bank: 0, word: index }),
};

const ports: KernelInterface = {
  kernel: "scale",
  scalars: [{ name: "k", port: "k", type: int16 }],
  results: [
    { kind: "scalar", port: "total", type: int32 },
    { kind: "array", array: "c" },
  ],
  arrays: [a, c],
  fault: { port: "fault", width: 2, late: 0, value: null },
};

const checks: readonly Check[] = [
  { code: "zero-division", message: "division by zero", span: { from: 1, to: 2 } },
  {
    code: "index-out-of-range",
    message: "an index is out of range for an axis of 4 elements",
    span: { from: 3, to: 7 },
  },
];
