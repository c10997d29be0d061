/**
 * A kernel as it stands on a part, for place and route to say how fast it is: a block RAM at each port of its memories,
 * and everything else behind one pin that goes in and one that comes out.
 *
 *     const text = printVerilog(behindPins(design, ports));
 *
 * What is added is never slower than the kernel: registers that shift, and sums of a few bits between registers. Memories
 * have as many words as a block RAM holds; bits of addresses above that are only looked at.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { ArrayPorts, KernelInterface, MemoryPort } from "../interface.ts";
import { addressWidth } from "../netlist/bits.ts";
import {
  assign,
  type Builder,
  delay,
  design,
  finish,
  instance,
  memory,
  output,
  read,
  startModule,
  wire,
  write,
} from "../netlist/build.ts";
import { and, slice } from "../netlist/expressions.ts";
import type { Design, Expr, Ref } from "../netlist/nodes.ts";
import { folded, type Serial, startSerial } from "./serial.ts";

export function behindPins(kernel: Design, ports: KernelInterface): Design {
  const b = startModule("pins", `${ports.kernel} with memories, behind two pins.`);
  const serial = startSerial(b);
  const seen: Expr[] = [];
  const memories = ports.arrays.flatMap((array) =>
    array.banks.flatMap((bank) => bank.ports.map((port) => ({ port, array }))),
  );
  const words = new Map(
    memories.flatMap(({ port: { q }, array }) => (q === null ? [] : [[q, wire(b, q, array.width)] as const])),
  );
  const given = kernel.top.inputs.map(({ name, width }): [string, Expr] => [
    name,
    words.get(name) ?? serial.take(width),
  ]);
  const outputs = instance(b, "kernel", kernel.top, Object.fromEntries(given));
  const of = (port: string): Ref => outputs[port] ?? bug(`${kernel.top.name} has no output ${port}`);

  const connected = new Set<string>();
  for (const { port, array } of memories) {
    connect(b, array, port, of, words, serial, seen);
    for (const name of [port.address, port.enable, port.write, port.data]) {
      if (name !== null) connected.add(name);
    }
  }
  for (const [name, ref] of Object.entries(outputs)) {
    if (!connected.has(name)) seen.push(delay(b, `${name}_seen`, ref));
  }
  serial.finish();
  output(b, "told", folded(b, seen));
  return design(finish(b));
}

const mostWords = 256; // of a block RAM with words of 16 bits

/** What the kernel does not write is filled from the pin; what it does write is looked at. */
function connect(
  b: Builder,
  { width, depth }: ArrayPorts,
  port: MemoryPort,
  of: (port: string) => Ref,
  words: ReadonlyMap<string, Ref>,
  serial: Serial,
  seen: Expr[],
): void {
  const count = Math.min(depth, mostWords);
  const bits = addressWidth(count);
  const whole = of(port.address);
  const enable = of(port.enable);
  const address = slice(b, whole, 0, bits);
  if (whole.width > bits)
    seen.push(delay(b, `${port.address}_seen`, slice(b, whole, bits, whole.width - bits)));
  const block = memory(b, `${port.address}_block`, {
    ...{ width, depth: count, style: "block", collisions: "never" },
  });
  if (port.write !== null && port.data !== null) {
    write(b, block, { address, data: of(port.data), enable: and(b, enable, of(port.write)) });
  } else {
    write(b, block, { address: serial.take(bits), data: serial.take(width), enable: serial.take(1) });
  }
  if (port.q === null) {
    seen.push(delay(b, `${port.address}_word`, read(b, block, serial.take(bits))));
    return;
  }
  const target = words.get(port.q) ?? bug(`nothing is connected to ${port.q}`);
  const word = read(b, block, address, { enable });
  assign(b, target, word);
  // Only what reaches a pin is kept: words that come of others in the same block must be seen as well.
  if (port.write !== null) seen.push(delay(b, `${port.address}_word`, word));
}
