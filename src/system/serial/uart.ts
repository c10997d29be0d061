/** Bytes on one wire: a start bit, eight bits from the lowest, a stop bit; `divider` cycles each. */
import { addressWidth } from "../../hardware/netlist/bits.ts";
import { delay, drive, finish, input, output, register, startModule } from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  constant,
  eq,
  isZero,
  mux,
  not,
  or,
  select,
  slice,
  sub,
} from "../../hardware/netlist/expressions.ts";
import type { Module } from "../../hardware/netlist/nodes.ts";

/** Least cycles of a bit: it is looked at in its middle. */
export const leastDivider = 4;

/**
 * `valid` is 1 for a cycle with each `byte`; `broken` where the stop bit is missing, after which the line must be up before
 * anything counts.
 */
export function receiver(divider: number): Module {
  const b = startModule("uart_receiver", `Bytes from a line of ${divider} cycles a bit.`);
  const first = delay(b, "line_1", input(b, "line", 1), { initial: 1, reset: true });
  const line = delay(b, "line_2", first, { initial: 1, reset: true });
  const width = addressWidth(divider);
  const [active, down] = [register(b, "active", 1, { reset: true }), register(b, "down", 1, { reset: true })];
  const timer = register(b, "timer", width);
  const index = register(b, "index", 4);
  const byte = register(b, "byte", 8);
  const begins = and(b, not(b, active), not(b, down), not(b, line));
  const looks = and(b, active, isZero(b, timer));
  const isStart = isZero(b, index);
  const isStop = eq(b, index, 9);
  const ends = and(b, looks, or(b, isStop, and(b, isStart, line)));
  drive(b, active, or(b, begins, and(b, active, not(b, ends))));
  drive(
    b,
    timer,
    select(
      b,
      [
        { when: not(b, active), value: constant(width, (divider >> 1) - 1) },
        { when: looks, value: constant(width, divider - 1) },
      ],
      sub(b, timer, 1),
    ),
  );
  drive(b, index, mux(b, active, add(b, index, 1), 0), { enable: or(b, looks, not(b, active)) });
  drive(b, byte, concat(b, line, slice(b, byte, 1, 7)), { enable: and(b, looks, not(b, isStop)) });
  const stops = and(b, looks, isStop);
  drive(b, down, and(b, not(b, line), or(b, down, stops)));
  output(b, "byte", byte);
  output(b, "valid", delay(b, "valid", and(b, stops, line), { reset: true }));
  output(b, "broken", delay(b, "broken", and(b, stops, not(b, line)), { reset: true }));
  return finish(b);
}

/** Takes `byte` in a cycle in which `send` and `ready` are 1. */
export function transmitter(divider: number): Module {
  const b = startModule("uart_transmitter", `Bytes to a line of ${divider} cycles a bit.`);
  const [byte, send] = [input(b, "byte", 8), input(b, "send", 1)];
  const width = addressWidth(divider);
  const bits = register(b, "bits", 10, { initial: 0x3ff, reset: true }); // the lowest is on the line
  const left = register(b, "left", 4, { reset: true });
  const timer = register(b, "timer", width);
  const ready = isZero(b, left);
  const takes = and(b, send, ready);
  const moves = and(b, not(b, ready), isZero(b, timer));
  const framed = concat(b, constant(1, 1), byte, constant(1, 0));
  drive(b, bits, mux(b, takes, framed, concat(b, constant(1, 1), slice(b, bits, 1, 9))), {
    enable: or(b, takes, moves),
  });
  drive(b, left, mux(b, takes, 10, sub(b, left, 1)), { enable: or(b, takes, moves) });
  drive(b, timer, mux(b, or(b, takes, moves), divider - 1, sub(b, timer, 1)));
  output(b, "line", bit(b, bits, 0));
  output(b, "ready", ready);
  return finish(b);
}
