/**
 * Random circuits that are hard on memories: several ports of both latencies, writes by several ports in one cycle (to
 * words that differ), reads of what is being written; modules three deep, the same one several times; very wide values.
 */
import { addressWidth } from "../../src/hardware/netlist/bits.ts";
import { design } from "../../src/hardware/netlist/build.ts";
import type {
  Connection,
  Design,
  Expr,
  Instance,
  Memory,
  Module,
  ReadPort,
  Register,
  Wire,
  WritePort,
} from "../../src/hardware/netlist/nodes.ts";
import { type Dice, dice, many, random } from "./random.ts";

const widths = [1, 1, 4, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128, 129, 192, 255, 256, 257, 320];

/** Never reads outside a memory, which is x in Verilog. */
export function memoryDesign(seed: number): Design {
  const d = dice(seed ^ 0x2545f491);
  const leaf = moduleOf(d, "leaf", []);
  const middle = moduleOf(d, "middle", [leaf, leaf]);
  return design(moduleOf(d, "top", [middle, leaf, middle]));
}

function moduleOf(d: Dice, name: string, inner: readonly Module[]): Module {
  const inputs = many(d, 2, 3, (index) => ({ name: `in${index}`, width: d.pick(widths) }));
  const states = many(d, 2, 4, (index) => ({ name: `r${index}`, width: d.pick(widths) }));
  const pool: Expr[] = [...inputs, ...states].map((one) => ({ kind: "ref", ...one }));
  const wires: Wire[] = [];
  const addWires = (count: number): void => {
    for (let k = 0; k < count; k++) {
      const width = d.pick(widths);
      const wire = { name: `w${wires.length}`, value: random(d, pool, width, 2) };
      wires.push(wire);
      pool.push({ kind: "ref", name: wire.name, width });
    }
  };
  const started = many(d, 1, 3, (index) => startMemory(d, `mem${index}`, pool));
  addWires(3);
  const instances = inner.map((module, index): Instance => {
    const connections = module.inputs.map(
      (port): Connection => ({ port: port.name, value: random(d, pool, port.width, 1) }),
    );
    const outputs = module.outputs
      .filter(() => d.roll(5) > 0)
      .map((port) => ({ port: port.name, name: `u${index}_${port.name}`, width: port.value.width }));
    for (const tap of outputs) pool.push({ kind: "ref", name: tap.name, width: tap.width });
    return { name: `u${index}`, module, inputs: connections, outputs };
  });
  addWires(4);
  const memories = started.map((memory): Memory => ({ ...memory, writes: writesOf(d, memory, pool) }));
  const registers = states.map(
    ({ name: own, width }): Register => ({
      name: own,
      width,
      initial: d.bits(width),
      reset: d.roll(3) === 0,
      next: random(d, pool, width, 2),
      enable: d.roll(2) === 0 ? random(d, pool, 1, 1) : null,
    }),
  );
  const outputs = many(d, 2, 4, (index) => ({
    name: `out${index}`,
    value: random(d, pool, d.pick(widths), 1),
  }));
  // Everything that is read from a memory shows at an output.
  const data = memories.flatMap(({ reads, width }) => reads.map((port) => ({ name: port.data, width })));
  const seen = data.map(({ name: own, width }) => ({
    name: `see_${own}`,
    value: { kind: "ref", name: own, width } as const,
  }));
  return { name, inputs, outputs: [...outputs, ...seen], wires, registers, memories, instances };
}

/** Depths are powers of two and small: ports meet often. */
function startMemory(d: Dice, name: string, pool: Expr[]): Memory {
  const width = d.pick(widths);
  const depth = 2 ** (1 + d.roll(3));
  const reads = many(d, 1, 4, (index): ReadPort => {
    const latency = d.roll(3) === 0 ? 0 : 1;
    const enable = latency === 1 && d.roll(2) === 0 ? random(d, pool, 1, 1) : null;
    return { data: `${name}_q${index}`, address: random(d, pool, addressWidth(depth), 1), latency, enable };
  });
  for (const { data } of reads) pool.push({ kind: "ref", name: data, width });
  const initial = many(d, 0, depth, () => d.bits(width));
  return { name, width, depth, initial, style: d.pick(["auto", "block", "lut"] as const), reads, writes: [] };
}

/** Each port has words of its own, so all may write at once. Now and then it reads where it writes. */
function writesOf(d: Dice, { depth, width, reads }: Memory, pool: readonly Expr[]): readonly WritePort[] {
  const bits = addressWidth(depth);
  const ports = bits === 1 ? 1 + d.roll(2) : d.roll(4);
  const own = ports <= 1 ? 0 : ports === 2 ? 1 : 2; // bits that say whose word it is
  return Array.from({ length: ports }, (_, port): WritePort => {
    const data = random(d, pool, width, 2);
    const enable =
      d.roll(4) === 0 ? ({ kind: "const", width: 1, value: 1n } as const) : random(d, pool, 1, 1);
    const same = d.pick(reads).address;
    if (own === 0) return { address: d.roll(2) === 0 ? same : random(d, pool, bits, 1), data, enable };
    const owner: Expr = { kind: "const", width: own, value: BigInt(port) };
    if (own === bits) return { address: owner, data, enable };
    const rest = random(d, pool, bits - own, 1);
    return { address: { kind: "concat", width: bits, parts: [rest, owner] }, data, enable };
  });
}
