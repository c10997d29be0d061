/**
 * Requests from a line as reads and writes of windows, and as calls: frames.ts says what they look like.
 *
 * A state machine that takes a byte at a time. Whatever comes, it is back to waiting for a request once the line has been
 * quiet for `quiet` cycles; nothing is written before the sum of a header is right.
 */
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import {
  type Builder,
  drive,
  finish,
  input,
  named,
  output,
  register,
  startModule,
} from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  bit,
  concat,
  constant,
  eq,
  isZero,
  mux,
  ne,
  not,
  or,
  select,
  slice,
  sub,
  xor,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Module, Ref } from "../../hardware/netlist/nodes.ts";
import {
  operationBits,
  operations,
  replyBytes,
  replyMark,
  requestBytes,
  requestMark,
  type Status,
  statuses,
} from "./frames.ts";

export interface BridgeOptions {
  readonly bytes: number; // of the longest word
  readonly quiet: number; // cycles
  readonly pause: number; // cycles from an address to its word
  readonly selected?: true; // by a host that has the clock: SPI
}

/**
 * In: `byte`, `valid`, `broken` of the receiver; `sends` of the transmitter; of the window that is asked for, whether it `exists`,
 * whether it is `steady` while a call runs, its last byte `last`, its `word`; of the kernel, whether it `runs`, and `ended`.
 * Where it is selected: `closed`, while it is not, which ends whatever was not all there; and the end of a call is told to who polls, as a
 * request that comes meanwhile would not be heard.
 * Out: `data` and `send`; `window`, `address`, `look`, `store` and the word to be stored, its last byte on top; `begin` and `restart`.
 */
export function bridge({ bytes, quiet, pause, selected }: BridgeOptions): Module {
  const b = startModule("serial_bridge", "Requests as reads and writes of windows, and as calls.");
  const placeWidth = bitsFor(Math.max(requestBytes, bytes));
  const [byte, valid, broken] = [input(b, "byte", 8), input(b, "valid", 1), input(b, "broken", 1)];
  const sends = input(b, "sends", 1);
  const [exists, steady] = [input(b, "exists", 1), input(b, "steady", 1)];
  const last = input(b, "last", placeWidth);
  const word = input(b, "word", 8 * bytes);
  const [runs, ended] = [input(b, "runs", 1), input(b, "ended", 1)];
  const closed = selected ? input(b, "closed", 1) : null;

  const state = register(b, "state", 4, { reset: true });
  const is = (name: State): Expr => eq(b, state, states.indexOf(name));
  const [hunting, heading, deciding] = [is("hunt"), is("header"), is("decide")];
  const [paying, summing, draining] = [is("payload"), is("sum"), is("drain")];
  const [replying, fetching, telling, closing] = [is("reply"), is("fetch"), is("tell"), is("close")];

  const place = register(b, "place", placeWidth);
  const sum = register(b, "sum", 16);
  const operation = register(b, "operation", 8);
  const window = register(b, "window", 16);
  const address = register(b, "address", 24);
  const count = register(b, "count", 16);
  const value = register(b, "value", 8 * bytes);
  const status = register(b, "status", 2);
  const number = register(b, "number", 24, { reset: true }); // of the last call
  const pending = register(b, "pending", 1, { reset: true }); // an end that was not told yet
  const waits = register(b, "waits", bitsFor(pause));
  const store = register(b, "store", 1, { reset: true });

  // What comes in and goes out
  const receiving = or(b, heading, paying, summing);
  const takes = named(b, "takes", and(b, valid, receiving));
  const gives = named(b, "gives", and(b, sends, or(b, replying, telling, closing)));
  const at = (index: number): Expr => eq(b, place, index);
  const moves = or(b, takes, gives);
  const isLast = eq(b, place, last);
  const opens = and(b, hunting, valid, eq(b, byte, requestMark));
  const mayTell = closed === null ? not(b, valid) : and(b, valid, not(b, opens), not(b, closed));
  const tells = and(b, hunting, mayTell, pending);

  // What is asked for
  const asked = slice(b, operation, 0, operationBits); // above it stands the tag, which the reply repeats
  const asks = (name: keyof typeof operations): Expr => eq(b, asked, operations[name]);
  const [writes, reads, starts] = [asks("write"), asks("read"), asks("start")];
  const isRight = isZero(b, sum);
  const touches = or(b, writes, reads);
  const isNew = ne(b, address, number);
  const isKnown = or(b, starts, asks("restart"), and(b, touches, exists, ne(b, count, 0)));
  const isAllowed = or(
    b,
    not(b, runs),
    and(b, reads, steady),
    and(b, starts, not(b, isNew)),
    asks("restart"),
  );
  const allowed = and(b, isRight, isKnown, isAllowed);
  const decided = code(b, [
    { when: not(b, isKnown), value: "unknown" },
    { when: not(b, isAllowed), value: "busy" },
  ]);
  const begin = and(b, deciding, allowed, starts, isNew);
  const hasWords = and(b, reads, isZero(b, status));

  const overdue = quietFor(b, quiet, { counts: or(b, receiving, draining), heard: or(b, valid, broken) });
  const wordEnds = and(b, isLast, or(b, and(b, paying, takes), and(b, telling, gives)));
  const isOnlyOne = eq(b, count, 1);
  const go = (name: State): Expr => constant(4, states.indexOf(name));
  const after = (when: Expr, name: State): { when: Expr; value: Expr } => ({ when, value: go(name) });
  drive(
    b,
    state,
    select(
      b,
      [
        ...(closed === null ? [] : [after(closed, "hunt")]),
        after(and(b, broken, receiving), "drain"),
        after(overdue, "hunt"),
        after(opens, "header"),
        after(tells, "reply"),
        after(and(b, heading, takes, at(requestBytes - 2)), "decide"),
        after(and(b, deciding, not(b, isRight)), "drain"),
        after(and(b, deciding, allowed, writes), "payload"),
        after(deciding, "reply"),
        after(and(b, paying, wordEnds, isOnlyOne), "sum"),
        after(and(b, summing, takes, at(1)), "reply"),
        after(and(b, replying, gives, at(replyBytes - 1), hasWords), "fetch"),
        after(and(b, replying, gives, at(replyBytes - 1), ne(b, status, 0)), "drain"),
        after(and(b, replying, gives, at(replyBytes - 1)), "hunt"),
        after(and(b, fetching, isZero(b, waits)), "tell"),
        after(and(b, wordEnds, isOnlyOne), "close"),
        after(and(b, telling, wordEnds), "fetch"),
        after(and(b, closing, gives, at(1)), "hunt"),
      ],
      state,
    ),
  );
  const isOver = or(
    b,
    wordEnds,
    and(b, replying, gives, at(replyBytes - 1)),
    and(b, summing, takes, at(1)),
    not(b, or(b, receiving, replying, telling, closing)),
  );
  drive(b, place, mux(b, isOver, 0, add(b, place, 1)), { enable: or(b, isOver, moves) });

  // The header goes through them from above, then they count
  const fields = and(b, heading, takes, not(b, or(b, at(8), at(9))));
  const shifted = (from: Expr, into: Ref): Expr =>
    into.width === 8 ? from : concat(b, from, slice(b, into, 8, into.width - 8));
  drive(b, count, mux(b, fields, shifted(byte, count), sub(b, count, 1)), {
    enable: or(b, fields, wordEnds),
  });
  drive(b, address, mux(b, fields, shifted(slice(b, count, 0, 8), address), add(b, address, 1)), {
    enable: or(b, fields, store, and(b, telling, wordEnds)),
  });
  drive(b, window, shifted(slice(b, address, 0, 8), window), { enable: fields });
  drive(b, operation, mux(b, fields, slice(b, window, 0, 8), operations.ended), {
    enable: or(b, fields, tells),
  });
  const checked = code(b, [{ when: ne(b, nextSum(b, sum, byte), 0), value: "damaged" }]);
  drive(
    b,
    status,
    select(
      b,
      [
        { when: deciding, value: decided },
        { when: summing, value: checked },
      ],
      0,
    ),
    {
      enable: or(b, deciding, tells, and(b, summing, takes, at(1))),
    },
  );
  drive(b, number, address, { enable: begin });
  drive(b, pending, or(b, ended, and(b, pending, not(b, tells))));
  drive(b, waits, mux(b, fetching, sub(b, waits, 1), pause));

  // Words
  drive(b, store, and(b, paying, wordEnds));
  const rest = bytes === 1 ? [] : [slice(b, value, 8, 8 * (bytes - 1))];
  drive(
    b,
    value,
    select(
      b,
      [
        { when: fetching, value: word },
        { when: paying, value: concat(b, byte, ...rest) },
      ],
      bytes === 1 ? value : concat(b, constant(8, 0), ...rest),
    ),
    { enable: or(b, fetching, and(b, paying, takes), and(b, telling, gives)) },
  );

  // Bytes that go out
  const counted = mux(b, hasWords, count, 0);
  const reply = [
    constant(8, replyMark),
    concat(b, constant(1, 1), slice(b, operation, 0, 7)),
    zeroExtend(b, status, 8),
    slice(b, counted, 0, 8),
    slice(b, counted, 8, 8),
  ];
  const summed = mux(b, bit(b, place, 0), slice(b, sum, 8, 8), slice(b, sum, 0, 8)); // places 5 and 6
  const data = select(
    b,
    [
      { when: telling, value: slice(b, value, 0, 8) },
      { when: closing, value: mux(b, bit(b, place, 0), slice(b, sum, 0, 8), slice(b, sum, 8, 8)) },
      ...reply.map((one, index) => ({ when: at(index), value: one })),
    ],
    summed,
  );
  const isSummed = or(
    b,
    takes,
    and(b, telling, gives),
    and(b, replying, gives, or(b, at(1), at(2), at(3), at(4))),
  );
  const isFresh = or(b, opens, deciding, and(b, replying, or(b, at(0), and(b, gives, at(replyBytes - 1)))));
  drive(b, sum, mux(b, isFresh, 0xffff, nextSum(b, sum, mux(b, receiving, byte, data))), {
    enable: or(b, isSummed, isFresh),
  });

  output(b, "data", data);
  output(b, "send", gives);
  output(b, "window", window);
  output(b, "address", address);
  output(b, "look", and(b, fetching, eq(b, waits, pause)));
  output(b, "store", store);
  output(b, "value", value);
  output(b, "begin", begin);
  output(b, "number", number);
  output(b, "restart", and(b, deciding, allowed, asks("restart")));
  return finish(b);
}

/** `tell` gives the words of a read, `close` their sum. */
const states = [
  "hunt",
  "header",
  "decide",
  "payload",
  "sum",
  "drain",
  "reply",
  "fetch",
  "tell",
  "close",
] as const;
type State = (typeof states)[number];

function code(b: Builder, cases: readonly { readonly when: Expr; readonly value: Status }[]): Expr {
  return select(
    b,
    cases.map(({ when, value }) => ({ when, value: constant(2, statuses.indexOf(value)) })),
    constant(2, 0),
  );
}

/** One bit: whether so many cycles have passed since something was heard, while they count. */
function quietFor(
  b: Builder,
  cycles: number,
  { counts, heard }: { readonly counts: Expr; readonly heard: Expr },
): Expr {
  const passed = register(b, "quiet", addressWidth(cycles));
  const isLong = eq(b, passed, cycles - 1);
  drive(b, passed, mux(b, or(b, heard, not(b, counts), isLong), 0, add(b, passed, 1)));
  return and(b, isLong, counts, not(b, heard));
}

/** The sum with one byte more: as sumOf of frames.ts. */
function nextSum(b: Builder, sum: Expr, byte: Expr): Expr {
  let bits = Array.from({ length: 16 }, (_, index) => bit(b, sum, index)); // the lowest first
  for (let index = 7; index >= 0; index--) {
    const top = xor(b, bits[15] ?? sum, bit(b, byte, index));
    bits = bits.map((_, at) => {
      const below = at === 0 ? constant(1, 0) : (bits[at - 1] ?? constant(1, 0));
      return at === 0 ? top : at === 5 || at === 12 ? xor(b, below, top) : below;
    });
  }
  return concat(b, ...bits.toReversed());
}
