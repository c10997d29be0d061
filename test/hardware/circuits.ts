/** Small circuits that everybody knows, written with the builder. */
import {
  delay,
  delayBy,
  design,
  drive,
  finish,
  input,
  instance,
  memory,
  named,
  output,
  read,
  readNow,
  register,
  startModule,
  write,
} from "../../src/hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  eq,
  mulFull,
  mux,
  ne,
  not,
  select,
  sgt,
  signExtend,
  slice,
  sshr,
  xor,
} from "../../src/hardware/netlist/expressions.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";

/** Counts up while `up`, from 0 after a reset. */
export function counter(): Design {
  const b = startModule("counter", "Counts the cycles in which up is 1.");
  const up = input(b, "up", 1);
  const count = register(b, "count", 8, { reset: true, comment: "line 3: n += 1" });
  drive(b, count, add(b, count, 1), { enable: up });
  output(b, "count", count);
  output(b, "wraps", and(b, up, eq(b, count, 255)));
  return design(finish(b));
}

/** First in, first out: 8 words of 16 bits; the word in front is seen at once. */
export function fifo(): Design {
  const b = startModule("fifo");
  const push = input(b, "push", 1);
  const pop = input(b, "pop", 1);
  const data = input(b, "data", 16);
  const head = register(b, "head", 4, { reset: true, comment: "counts what was taken" });
  const tail = register(b, "tail", 4, { reset: true, comment: "counts what was put" });
  const empty = named(b, "is_empty", eq(b, head, tail));
  const full = named(b, "is_full", eq(b, xor(b, head, tail), 8));
  const words = memory(b, "words", { width: 16, depth: 8, style: "lut" });
  const puts = named(b, "puts", and(b, push, not(b, full)));
  const takes = named(b, "takes", and(b, pop, not(b, empty)));
  write(b, words, { address: slice(b, tail, 0, 3), data, enable: puts });
  drive(b, tail, add(b, tail, 1), { enable: puts });
  drive(b, head, add(b, head, 1), { enable: takes });
  const front = readNow(b, words, slice(b, head, 0, 3), { name: "front" });
  output(b, "front", mux(b, empty, 0, front));
  output(b, "empty", empty);
  output(b, "full", full);
  return design(finish(b));
}

/** A true dual-port block RAM: both ports read and write, each at its own address. */
export function dualPort(): Design {
  const b = startModule("dual_port", "1000 words of 18 bits, two ports.");
  const words = memory(b, "words", { width: 18, depth: 1000, style: "block", initial: [1n, 0x2ffffn, 3n] });
  for (const port of ["a", "b"]) {
    const address = input(b, `${port}_address`, 10);
    const enable = input(b, `${port}_write`, 1);
    write(b, words, { address, data: input(b, `${port}_in`, 18), enable });
    output(b, `${port}_out`, read(b, words, address, { name: `${port}_out` }));
  }
  return design(finish(b));
}

/** Signed 18 by 18 bits in three stages, a new pair each clock; rounded to 18 bits, and which of two was larger. */
export function multiplier(): Design {
  const m = startModule("multiply");
  const left = delay(m, "left_1", input(m, "left", 18));
  const right = delay(m, "right_1", input(m, "right", 18));
  output(m, "product", delay(m, "product", mulFull(m, left, right, true)));
  const multiply = finish(m);

  const b = startModule("scale", "left * right / 2^17, a new pair each clock.");
  const x = input(b, "left", 18);
  const y = input(b, "right", 18);
  const valid = delayBy(b, "valid", input(b, "start", 1), 3, { reset: true });
  const { product = x } = instance(
    b,
    "core",
    multiply,
    { left: x, right: y },
    { comment: "line 7: a[i] * b[i]" },
  );
  const scaled = slice(b, sshr(b, product, 17), 0, 18);
  output(b, "scaled", delay(b, "scaled", scaled, { comment: "line 7: >> 17" }));
  output(b, "larger", delayBy(b, "larger", sgt(b, x, y), 3));
  output(b, "done", valid);
  return design(finish(b));
}

/** What Verilog gets wrong unless one is careful: signs, widths, bits of expressions, words that are taken. */
export function traps(): Design {
  const b = startModule("module", "A keyword for a name, and other traps.");
  const x = input(b, "reg", 8);
  const y = input(b, "clk", 8);
  const z = input(b, "z", 3);
  const sum = add(b, x, y);
  output(b, "wire", slice(b, sum, 2, 4));
  output(b, "arithmetic", mux(b, bit(b, z, 0), sshr(b, x, z), y));
  output(b, "wide", signExtend(b, mux(b, bit(b, z, 1), x, y), 12));
  output(b, "mixed", add(b, mulFull(b, x, z, false), mulFull(b, x, z, true)));
  output(
    b,
    "chain",
    select(
      b,
      [
        { when: eq(b, z, 1), value: x },
        { when: eq(b, z, 2), value: not(b, y) },
        { when: ne(b, z, 3), value: sshr(b, y, z) },
      ],
      concat(b, z, bit(b, x, 7), slice(b, y, 0, 4)),
    ),
  );
  return design(finish(b));
}
