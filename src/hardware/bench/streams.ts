/**
 * Who sends and takes the words of streams in a harness: one every cycle while a call runs, or, where a seed is given, in
 * cycles that follow from it.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface, StreamPorts } from "../interface.ts";
import { addressWidth, bitsFor } from "../netlist/bits.ts";
import {
  assign,
  type Builder,
  drive,
  input,
  type MemoryHandle,
  readNow,
  register,
  wire,
  write,
} from "../netlist/build.ts";
import {
  add,
  and,
  bit,
  constant,
  eq,
  isZero,
  mux,
  not,
  or,
  resize,
  shr,
  ult,
  xor,
} from "../netlist/expressions.ts";
import type { Expr, Ref } from "../netlist/nodes.ts";

/** 0: nobody waits. */
export const stallSeedName = "stall_seed";

export interface Running {
  readonly begins: Expr; // a call begins in this cycle
  readonly running: Expr; // one began before and has not ended
}

export interface Streams {
  readonly inputs: readonly (readonly [string, Ref])[]; // of the kernel
  readonly connect: (of: (port: string) => Ref, running: Running) => void;
}

/** Null: there are none. */
export function declareStreams(
  b: Builder,
  { arrays }: KernelInterface,
  words: (array: number) => MemoryHandle | null,
): Streams | null {
  const found = arrays.flatMap((array, index) => {
    const { stream } = array;
    if (stream === null) return [];
    return [{ array, stream, words: words(index) ?? bug(`${array.name} has no memory`) }];
  });
  if (found.length === 0) return null;
  const wires = new Map<string, Ref>();
  for (const { array, stream } of found) {
    const names = array.isRead ? [stream.data, stream.valid, stream.last] : [stream.ready];
    for (const name of names) wires.set(name, wire(b, name, name === stream.data ? array.width : 1));
  }
  return {
    inputs: [...wires],
    connect: (of, running) => {
      const pauses = paused(b, found.length, running.begins);
      for (const [index, one] of found.entries()) {
        const pause = pauses[index] ?? bug("a stream without a pause");
        move(b, one, { of, wires, ...running, pause });
      }
    },
  };
}

interface Found {
  readonly array: ArrayPorts;
  readonly stream: StreamPorts;
  readonly words: MemoryHandle;
}

interface Moves extends Running {
  readonly of: (port: string) => Ref;
  readonly wires: ReadonlyMap<string, Ref>;
  readonly pause: Expr;
}

function move(
  b: Builder,
  { array, stream, words }: Found,
  { of, wires, begins, running, pause }: Moves,
): void {
  const size = array.shape.reduce((product, extent) => product * extent, 1);
  const next = register(b, `${array.name}_next`, bitsFor(size), { reset: true });
  const isOpen = and(b, running, not(b, pause), ult(b, next, constant(next.width, size)));
  const address = resize(b, next, addressWidth(words.depth), false);
  const wireOf = (name: string): Ref => wires.get(name) ?? bug(`no wire ${name}`);
  const other = of(array.isRead ? stream.ready : stream.valid);
  const passes = and(b, isOpen, other);
  if (array.isRead) {
    assign(b, wireOf(stream.valid), isOpen);
    assign(b, wireOf(stream.data), readNow(b, words, address));
    assign(b, wireOf(stream.last), eq(b, next, size - 1));
  } else {
    assign(b, wireOf(stream.ready), isOpen);
    write(b, words, { address, data: of(stream.data), enable: passes });
  }
  drive(b, next, mux(b, begins, constant(next.width, 0), add(b, next, 1)), { enable: or(b, begins, passes) });
}

/** A linear-feedback shift register (x^32 + x^30 + x^26 + x^25 + 1), of which each stream looks at bits of its own. */
function paused(b: Builder, count: number, begins: Expr): readonly Expr[] {
  const seed = input(b, stallSeedName, 32);
  const state = register(b, "stall_state", 32, { initial: 1 });
  const moved = shr(b, state, constant(1, 1));
  const taps = constant(32, 0xa3000000);
  drive(b, state, mux(b, begins, seed, mux(b, bit(b, state, 0), xor(b, moved, taps), moved)));
  const isOn = not(b, isZero(b, seed));
  return Array.from({ length: count }, (_, stream) => {
    const one = bit(b, state, (5 * stream + 3) % 32);
    return and(b, isOn, stream % 2 === 0 ? one : or(b, one, bit(b, state, (7 * stream + 11) % 32)));
  });
}
