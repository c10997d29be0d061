/** Memories in the shapes that parts have. */
import {
  design,
  finish,
  input,
  instance,
  memory,
  output,
  read,
  readNow,
  startModule,
  write,
} from "../../src/hardware/netlist/build.ts";
import type { Collisions, Design } from "../../src/hardware/netlist/nodes.ts";

/** All shapes that any family has in one circuit: a synthesizer takes longer to start than to look at one more. */
export function memoryShapes(shapes: readonly (keyof typeof memories)[]): Design {
  const b = startModule("memory_shapes");
  for (const shape of shapes) {
    const { top } = memories[shape]();
    const inputs = top.inputs.map(({ name, width }) => [name, input(b, `${shape}_${name}`, width)]);
    const outputs = instance(b, shape, top, Object.fromEntries(inputs));
    for (const [name, value] of Object.entries(outputs)) output(b, `${shape}_${name}`, value);
  }
  return design(finish(b));
}

/** One port writes, another reads: 512 words of 32 bits. */
function simpleDualPort(): Design {
  return simple("simple_dual_port", "old");
}

/** The same, where both never mean the same word at the same time. */
function quietDualPort(): Design {
  return simple("quiet_dual_port", "never");
}

function simple(name: string, collisions: Collisions): Design {
  const b = startModule(name);
  const words = memory(b, "words", { width: 32, depth: 512, style: "block", collisions });
  write(b, words, {
    address: input(b, "write_address", 9),
    data: input(b, "data", 32),
    enable: input(b, "writes", 1),
  });
  const word = read(b, words, input(b, "read_address", 9), { name: "word", enable: input(b, "reads", 1) });
  output(b, "word", word);
  return design(finish(b));
}

/** Two ports, each reading and writing at its own address: 1024 words of 16 bits. */
function trueDualPort(): Design {
  return twoPorts("true_dual_port", "old");
}

function quietTrueDualPort(): Design {
  return twoPorts("quiet_true_dual_port", "never");
}

function twoPorts(name: string, collisions: Collisions): Design {
  const b = startModule(name);
  const words = memory(b, "words", { width: 16, depth: 1024, style: "block", collisions });
  for (const port of ["a", "b"]) {
    const address = input(b, `${port}_address`, 10);
    const enable = input(b, `${port}_writes`, 1);
    write(b, words, { address, data: input(b, `${port}_data`, 16), enable });
    output(b, `${port}_word`, read(b, words, address, { name: `${port}_word` }));
  }
  return design(finish(b));
}

/** Read at once, at two addresses: 32 words of 8 bits. */
function lutMemory(): Design {
  const b = startModule("lut_memory");
  const words = memory(b, "words", { width: 8, depth: 32, style: "lut" });
  write(b, words, {
    address: input(b, "write_address", 5),
    data: input(b, "data", 8),
    enable: input(b, "writes", 1),
  });
  for (const port of ["a", "b"]) {
    output(b, `${port}_word`, readNow(b, words, input(b, `${port}_address`, 5), { name: `${port}_word` }));
  }
  return design(finish(b));
}

/** A table of 256 words, read by two ports. */
function table(): Design {
  const b = startModule("table_of_squares");
  const initial = Array.from({ length: 256 }, (_, index) => BigInt((index * index * 37) % 65536));
  const words = memory(b, "words", { width: 16, depth: 256, style: "block", initial });
  for (const port of ["a", "b"]) {
    output(b, `${port}_word`, read(b, words, input(b, `${port}_address`, 8), { name: `${port}_word` }));
  }
  return design(finish(b));
}

export const memories = {
  ...{ simpleDualPort, quietDualPort, trueDualPort, quietTrueDualPort, lutMemory, table },
} satisfies Record<string, () => Design>;
