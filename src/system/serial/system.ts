/**
 * A kernel behind a serial line: memories for its arguments, and a bridge that reads and writes them and begins calls. Two pins,
 * `rx` and `tx`, or the four of SPI, `cs`, `sck`, `mosi` and `miso`; `restart` is 1 from when the host asks for a reset of all of it, until that comes.
 *
 *     const { design } = serialSystem(made.design, made.interface, { divider: 12, quiet: 240_000 });
 */
import { bug } from "../../diagnostics/bug.ts";
import type { KernelInterface } from "../../hardware/interface.ts";
import { addressWidth, bitsFor } from "../../hardware/netlist/bits.ts";
import {
  assign,
  type Builder,
  delay,
  design,
  drive,
  finish,
  input,
  instance,
  output,
  register,
  startModule,
  wire,
} from "../../hardware/netlist/build.ts";
import {
  add,
  and,
  choose,
  constant,
  eq,
  mux,
  not,
  or,
  resize,
  slice,
  ult,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import type { Design, Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { argumentBank, of } from "../banks.ts";
import { bridge } from "./bridge.ts";
import { requestBytes } from "./frames.ts";
import { spiPeripheral } from "./spi.ts";
import { receiver, transmitter } from "./uart.ts";
import { boardMark, bytesOf, type Window, windowsOf } from "./windows.ts";

export interface SerialOptions {
  readonly divider: number | null; // cycles of a bit; null: SPI, whose host has the clock
  readonly quiet: number; // cycles without a byte after which a request that is not all there is forgotten
  readonly identity: bigint; // 64 bits: so that a host knows which kernel this is
}

export function serialSystem(kernel: Design, ports: KernelInterface, options: SerialOptions): Design {
  const b = startModule("serial_system", `${ports.kernel} behind a serial line.`);
  const windows = windowsOf(ports);
  const bytes = Math.max(...windows.map(bytesOf));
  const levels = Math.ceil(Math.log2(windows.length) / selectBits);
  const module = bridge({
    ...{ bytes, quiet: options.quiet, pause: 1 + levels },
    ...(options.divider === null ? { selected: true } : {}),
  });
  const placeWidth = bitsFor(Math.max(requestBytes, bytes));

  const [sends, word] = [wire(b, "sends", 1), wire(b, "word", 8 * bytes)];
  const [exists, steady] = [wire(b, "exists", 1), wire(b, "steady", 1)];
  const last = wire(b, "last", placeWidth);
  const [starting, running] = [
    register(b, "starting", 1, { reset: true }),
    register(b, "running", 1, { reset: true }),
  ];
  const runs = or(b, starting, running);
  const ended = wire(b, "ended", 1);
  const asked = lineOf(
    b,
    options.divider,
    (heard) => instance(b, "bridge", module, { ...heard, sends, exists, steady, last, word, runs, ended }),
    sends,
  );

  const [number, address, value] = [of(asked, "window"), of(asked, "address"), of(asked, "value")];
  const isAt = windows.map((_, index) => eq(b, number, index));
  const stores = isAt.map((here) => and(b, of(asked, "store"), here));
  const looks = isAt.map((here) => and(b, of(asked, "look"), here));
  const given = (width: number): Expr => slice(b, value, 8 * (bytes - bytesOf({ width })), width);

  const scalars = new Map(
    windows.flatMap((window, index) => {
      if (window.kind !== "scalar") return [];
      const held = register(b, `held_${index}`, window.width);
      drive(b, held, given(window.width), { enable: stores[index] ?? bug("no window") });
      return [[window.port, held] as const];
    }),
  );
  const loaded = new Map(
    ports.arrays.flatMap(({ banks, width }) =>
      banks.flatMap((bank) =>
        bank.ports.flatMap(({ q }) => (q === null ? [] : [[q, wire(b, q, width)] as const])),
      ),
    ),
  );
  const outputs = instance(b, "kernel", kernel.top, {
    ...Object.fromEntries([...scalars, ...loaded]),
    start: starting,
  });
  const begins = and(b, starting, of(outputs, "ready"));
  const done = of(outputs, "done");
  drive(b, starting, or(b, of(asked, "begin"), and(b, starting, not(b, begins))));
  drive(b, running, or(b, begins, and(b, running, not(b, done))));
  assign(b, ended, and(b, running, done));
  const cycles = register(b, "cycles", 64);
  drive(b, cycles, mux(b, begins, 1, add(b, cycles, 1)), {
    enable: or(b, begins, and(b, running, not(b, done))),
  });

  const status = statusOf(b, { ...options, runs, call: of(asked, "number"), cycles });
  const wordOf = (window: Window, index: number): Expr => {
    switch (window.kind) {
      case "status":
        return choose(b, slice(b, address, 0, 3), status);
      case "scalar":
        return scalars.get(window.port) ?? bug(`no scalar ${window.port}`);
      case "result":
        return of(outputs, window.port);
      case "bank":
        return (
          argumentBank(b, window.array, window.bank, {
            ...{ runs, address, loaded, outputs, name: `words_${index}`, data: [given(window.width)] },
            ...{ store: stores[index] ?? bug("no window"), look: looks[index] ?? bug("no window") },
          })[0] ?? bug("no word")
        );
    }
  };
  const words = windows.map(wordOf);
  assign(
    b,
    word,
    chosenInSteps(
      b,
      number,
      words.map((one) => zeroExtend(b, one, 8 * bytes)),
    ),
  );
  assign(b, exists, delay(b, "exists_held", ult(b, number, constant(16, windows.length))));
  assign(b, steady, delay(b, "steady_held", isAt[0] ?? bug("no status")));
  const lasts = windows.map((window) => constant(placeWidth, bytesOf(window) - 1));
  assign(
    b,
    last,
    delay(b, "last_held", choose(b, resize(b, number, addressWidth(windows.length), false), lasts)),
  );
  const restart = register(b, "restart", 1, { reset: true });
  drive(b, restart, 1, { enable: of(asked, "restart") });
  output(b, "restart", restart);
  return design(finish(b));
}

type Outputs = ReturnType<typeof instance>;

/** The bridge between what brings bytes and what takes them. */
function lineOf(
  b: Builder,
  divider: number | null,
  bridgeWith: (heard: Readonly<Record<string, Expr>>) => Outputs,
  sends: Ref,
): Outputs {
  if (divider === null) {
    const [byte, send] = [wire(b, "told", 8), wire(b, "tells", 1)];
    const pins = { cs: input(b, "cs", 1), sck: input(b, "sck", 1), mosi: input(b, "mosi", 1) };
    const spi = instance(b, "spi", spiPeripheral(), { ...pins, byte, send });
    const heard = { byte: of(spi, "heard"), valid: of(spi, "valid"), closed: of(spi, "closed") };
    const asked = bridgeWith({ ...heard, broken: constant(1, 0) });
    assign(b, byte, of(asked, "data"));
    assign(b, send, of(asked, "send"));
    assign(b, sends, of(spi, "ready"));
    output(b, "miso", of(spi, "miso"));
    return asked;
  }
  const heard = instance(b, "uart_in", receiver(divider), { line: input(b, "rx", 1) });
  const bits = { byte: of(heard, "byte"), valid: of(heard, "valid"), broken: of(heard, "broken") };
  const asked = bridgeWith(bits);
  const told = instance(b, "uart_out", transmitter(divider), {
    byte: of(asked, "data"),
    send: of(asked, "send"),
  });
  assign(b, sends, of(told, "ready"));
  output(b, "tx", of(told, "line"));
  return asked;
}

interface StatusParts {
  readonly identity: bigint;
  readonly runs: Expr;
  readonly call: Expr;
  readonly cycles: Expr;
}

/** In the order of statusWords. */
function statusOf(b: Builder, { identity, runs, call, cycles }: StatusParts): readonly Expr[] {
  return [
    constant(32, boardMark),
    constant(32, identity & 0xffff_ffffn),
    constant(32, identity >> 32n),
    zeroExtend(b, runs, 32),
    zeroExtend(b, call, 32),
    slice(b, cycles, 0, 32),
    slice(b, cycles, 32, 32),
  ];
}

const selectBits = 2;

/** One of many, a few at a time between registers: nothing here is slower than the kernel. */
function chosenInSteps(b: Builder, index: Expr, entries: readonly Expr[]): Expr {
  let level = entries;
  for (let from = 0; level.length > 1; from += selectBits) {
    const own = slice(b, index, from, selectBits);
    const groups = Array.from({ length: Math.ceil(level.length / 2 ** selectBits) }, (_, at) =>
      level.slice(at * 2 ** selectBits, (at + 1) * 2 ** selectBits),
    );
    level = groups.map((group) => delay(b, "chosen", choose(b, own, group)));
  }
  return level[0] ?? bug("nothing to choose");
}
