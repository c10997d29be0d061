/** Memories on the chip for a kernel's arrays: its own while a call runs, the host's else. */
import { bug } from "../diagnostics/bug.ts";
import type { ArrayPorts, BankPorts, MemoryPort } from "../hardware/interface.ts";
import { addressWidth } from "../hardware/netlist/bits.ts";
import { assign, type Builder, memory, read, write } from "../hardware/netlist/build.ts";
import { and, mux, resize } from "../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../hardware/netlist/nodes.ts";

export interface BankParts {
  readonly name: string;
  readonly runs: Expr;
  readonly store: Expr;
  readonly look: Expr;
  readonly address: Expr;
  readonly data: Expr;
  readonly loaded: ReadonlyMap<string, Ref>;
  readonly outputs: Readonly<Record<string, Ref>>;
}

/**
 * The memory of a bank: while a call runs its ports are the kernel's, else the host's, which has ports of its own only where
 * the kernel has none that do the same. Gives the word that the host looks at.
 */
export function argumentBank(b: Builder, array: ArrayPorts, bank: number, parts: BankParts): Expr {
  const { name, runs, store, look, data, loaded, outputs } = parts;
  const { ports } = array.banks[bank] ?? bug(`${array.name} has no bank ${bank}`);
  const collisions = isAlone(array.banks[bank] ?? bug("no bank")) ? ({ collisions: "never" } as const) : {};
  const words = memory(b, name, { width: array.width, depth: array.depth, ...collisions });
  const bits = addressWidth(array.depth);
  const mine = resize(b, parts.address, bits, false);
  const place = (port: MemoryPort): Expr => resize(b, of(outputs, port.address), bits, false);
  const writing = ports.filter(({ write: signal, data: own }) => signal !== null && own !== null);
  for (const [index, port] of writing.entries()) {
    const own = and(b, of(outputs, port.enable), of(outputs, port.write ?? bug("it writes")));
    const isShared = index === 0;
    write(b, words, {
      address: isShared ? mux(b, runs, place(port), mine) : place(port),
      data: isShared
        ? mux(b, runs, of(outputs, port.data ?? bug("it writes")), data)
        : of(outputs, port.data ?? bug("it writes")),
      enable: isShared ? mux(b, runs, own, store) : and(b, runs, own),
    });
  }
  if (writing.length === 0) write(b, words, { address: mine, data, enable: store });
  const reading = ports.filter(({ q }) => q !== null);
  const found = reading.map((port, index) => {
    const isShared = index === 0;
    const own = of(outputs, port.enable);
    const word = read(b, words, isShared ? mux(b, runs, place(port), mine) : place(port), {
      enable: isShared ? mux(b, runs, own, look) : own,
    });
    assign(b, loaded.get(port.q ?? bug("it reads")) ?? bug(`nothing reads ${port.q}`), word);
    return word;
  });
  return found[0] ?? read(b, words, mine, { enable: look });
}

/** Whether no port can meet another at a word: there is one, or all of them read. */
function isAlone({ ports }: BankPorts): boolean {
  return ports.length === 1 || ports.every(({ write: signal }) => signal === null);
}

/** An output of an instance. */
export function of(outputs: Readonly<Record<string, Ref>>, port: string): Ref {
  return outputs[port] ?? bug(`there is no output ${port}`);
}
