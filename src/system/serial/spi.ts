/**
 * Bytes of SPI in mode 0 (the clock rests low; bits are taken when it rises, the highest first), the board being the peripheral.
 *
 * The host has the clock, so its line cannot be looked at faster than it is told to: the peripheral says `spiIdle` for as long as it has
 * nothing to say, and escapes bytes that would be taken for that (frames.ts). `closed` is 1 while the host does not select it: a
 * selection is one request and its reply, so whatever was not all there is forgotten then.
 */
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
  xor,
} from "../../hardware/netlist/expressions.ts";
import type { Module } from "../../hardware/netlist/nodes.ts";
import { spiEscape, spiFlip, spiIdle } from "./frames.ts";

/** Least cycles of a bit: two until a pin is seen, one until its edge is, one until the next bit is out, in half a bit. */
export const leastSpiBit = 8;

/**
 * In: the pins `cs` (low: selected), `sck`, `mosi`; a `byte` to say, which it takes where `send` and `ready` are 1.
 * Out: the pin `miso`; `valid` is 1 for a cycle with each byte that was `heard`; `closed`.
 */
export function spiPeripheral(): Module {
  const b = startModule(
    "spi_peripheral",
    `Bytes of SPI in mode 0, with ${leastSpiBit} cycles a bit or more.`,
  );
  const seen = (pin: string, initial: 0 | 1) => {
    const first = delay(b, `${pin}_1`, input(b, pin, 1), { initial, reset: true });
    return delay(b, `${pin}_2`, first, { initial, reset: true });
  };
  const closed = seen("cs", 1);
  const [clock, data] = [seen("sck", 0), seen("mosi", 0)];
  const before = delay(b, "sck_3", clock, { reset: true });
  const rises = and(b, clock, not(b, before), not(b, closed));
  const falls = and(b, not(b, clock), before, not(b, closed));

  const index = register(b, "index", 3, { reset: true }); // of the next bit
  drive(b, index, mux(b, closed, 0, add(b, index, 1)), { enable: or(b, closed, rises) });
  const heard = register(b, "heard", 8);
  drive(b, heard, concat(b, slice(b, heard, 0, 7), data), { enable: rises });
  output(b, "heard", heard);
  output(b, "valid", delay(b, "valid", and(b, rises, eq(b, index, 7)), { reset: true }));

  const [byte, send] = [input(b, "byte", 8), input(b, "send", 1)];
  const held = register(b, "held", 8);
  const [full, escaped] = [
    register(b, "full", 1, { reset: true }),
    register(b, "escaped", 1, { reset: true }),
  ];
  const ready = and(b, not(b, full), not(b, closed));
  const takes = and(b, send, ready);
  const loads = and(b, falls, isZero(b, index)); // the byte before is over
  const isSpecial = or(b, eq(b, held, spiIdle), eq(b, held, spiEscape));
  const escapes = and(b, isSpecial, not(b, escaped));
  drive(b, held, byte, { enable: takes });
  const gives = and(b, loads, not(b, escapes)); // `held` itself
  drive(b, full, and(b, not(b, closed), or(b, takes, and(b, full, not(b, gives)))));
  drive(b, escaped, and(b, not(b, closed), full, escapes), { enable: or(b, closed, loads) });
  const bits = register(b, "bits", 8, { initial: spiIdle, reset: true }); // the highest is on the line
  const next = select(
    b,
    [
      { when: not(b, full), value: constant(8, spiIdle) },
      { when: escapes, value: constant(8, spiEscape) },
      { when: escaped, value: xor(b, held, constant(8, spiFlip)) },
    ],
    held,
  );
  const shifted = concat(b, slice(b, bits, 0, 7), constant(1, 0));
  drive(
    b,
    bits,
    select(
      b,
      [
        { when: closed, value: constant(8, spiIdle) },
        { when: loads, value: next },
      ],
      shifted,
    ),
    { enable: or(b, closed, falls) },
  );
  output(b, "miso", bit(b, bits, 7));
  output(b, "ready", ready);
  output(b, "closed", closed);
  return finish(b);
}
