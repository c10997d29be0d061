/** Memories on the chip for a kernel's arrays: its own while a call runs, the host's else. */
import { bug } from "../diagnostics/bug.ts";
import type { ArrayPorts, MemoryPort } from "../hardware/interface.ts";
import { addressWidth } from "../hardware/netlist/bits.ts";
import { assign, type Builder, delay, memory, read, write } from "../hardware/netlist/build.ts";
import { and, choose, constant, eq, mux, resize, slice } from "../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../hardware/netlist/nodes.ts";

export interface BankParts {
  readonly name: string;
  readonly runs: Expr;
  readonly store: Expr;
  readonly look: Expr;
  readonly address: Expr; // of the first of `data.length` words
  readonly data: readonly Expr[];
  readonly loaded: ReadonlyMap<string, Ref>;
  readonly outputs: Readonly<Record<string, Ref>>;
}

/**
 * The memory of a bank: while a call runs its ports are the kernel's, else the host's, which has ports of its own only where
 * the kernel has none that do the same. A host that reads and writes several words at once, a power of two of them from an address that
 * is a multiple of that, has as many memories, at which the bank's words take turns. Gives the words that it looks at.
 */
export function argumentBank(b: Builder, array: ArrayPorts, bank: number, parts: BankParts): readonly Expr[] {
  const { ports } = array.banks[bank] ?? bug(`${array.name} has no bank ${bank}`);
  const reading = ports.filter(({ q }) => q !== null);
  const found = parts.data.map((_, turn) => turnOf(b, array, { ports, turn, parts }));
  for (const [index, port] of reading.entries()) {
    const q = parts.loaded.get(port.q ?? bug("it reads")) ?? bug(`nothing reads ${port.q}`);
    const words = found.map(({ read: own }) => own[index] ?? bug("no such port"));
    if (words.length === 1) assign(b, q, words[0] ?? bug("no word"));
    else {
      const bits = Math.log2(words.length);
      const turn = slice(
        b,
        resize(b, of(parts.outputs, port.address), addressWidth(array.depth), false),
        0,
        bits,
      );
      assign(b, q, choose(b, delay(b, "turn", turn, { enable: of(parts.outputs, port.enable) }), words));
    }
  }
  return found.map(({ looked }) => looked);
}

interface Turn {
  readonly ports: readonly MemoryPort[];
  readonly turn: number;
  readonly parts: BankParts;
}

/** One of the memories of a bank: the word that the host looks at, and those that the kernel reads, by its ports. */
function turnOf(
  b: Builder,
  array: ArrayPorts,
  { ports, turn, parts }: Turn,
): { readonly looked: Expr; readonly read: readonly Expr[] } {
  const { runs, store, look, outputs } = parts;
  const turns = parts.data.length;
  const data = parts.data[turn] ?? bug("no such word");
  const depth = Math.ceil(array.depth / turns);
  const words = memory(b, turns === 1 ? parts.name : `${parts.name}_${turn}`, {
    ...{ width: array.width, depth, ...(isAlone({ ports }) ? { collisions: "never" as const } : {}) },
  });
  const low = Math.log2(turns);
  const wordOf = (address: Expr): Expr => {
    const wide = resize(b, address, low + addressWidth(depth), false);
    return low === 0 ? wide : slice(b, wide, low, addressWidth(depth));
  };
  const mine = wordOf(parts.address);
  const place = (port: MemoryPort): Expr => wordOf(of(outputs, port.address));
  const isTurn = (port: MemoryPort): Expr =>
    low === 0
      ? constant(1, 1)
      : eq(b, slice(b, resize(b, of(outputs, port.address), addressWidth(array.depth), false), 0, low), turn);
  const writing = ports.filter(({ write: signal, data: own }) => signal !== null && own !== null);
  for (const [index, port] of writing.entries()) {
    const own = and(b, of(outputs, port.enable), of(outputs, port.write ?? bug("it writes")), isTurn(port));
    const given = of(outputs, port.data ?? bug("it writes"));
    const isShared = index === 0;
    write(b, words, {
      address: isShared ? mux(b, runs, place(port), mine) : place(port),
      data: isShared ? mux(b, runs, given, data) : given,
      enable: isShared ? mux(b, runs, own, store) : and(b, runs, own),
    });
  }
  if (writing.length === 0) write(b, words, { address: mine, data, enable: store });
  const reading = ports.filter(({ q }) => q !== null);
  const wordsRead = reading.map((port, index) => {
    const isShared = index === 0;
    const own = of(outputs, port.enable);
    return read(b, words, isShared ? mux(b, runs, place(port), mine) : place(port), {
      enable: isShared ? mux(b, runs, own, look) : own,
    });
  });
  return { read: wordsRead, looked: wordsRead[0] ?? read(b, words, mine, { enable: look }) };
}

/** Whether no port can meet another at a word: there is one, or all of them read. */
function isAlone({ ports }: Pick<Turn, "ports">): boolean {
  return ports.length === 1 || ports.every(({ write: signal }) => signal === null);
}

/** An output of an instance. */
export function of(outputs: Readonly<Record<string, Ref>>, port: string): Ref {
  return outputs[port] ?? bug(`there is no output ${port}`);
}
