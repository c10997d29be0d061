/**
 * The AXI4-Lite slave through which a host calls a kernel: registers.ts says where what is.
 *
 * One write and one read at a time, each in any order to the other. Reads of what is not there give 0 and writes to it do nothing, both
 * answered OKAY as Vitis HLS does: hosts dump whole register maps, and on Zynq an error answer stops the processor.
 */
import { bug } from "../../diagnostics/bug.ts";
import {
  type Builder,
  delay,
  drive,
  finish,
  input,
  output,
  register,
  startModule,
} from "../../hardware/netlist/build.ts";
import {
  and,
  bit,
  choose,
  concat,
  constant,
  eq,
  not,
  or,
  reduceOr,
  repeat,
  slice,
  xor,
  zeroExtend,
} from "../../hardware/netlist/expressions.ts";
import type { Expr, Module, Ref } from "../../hardware/netlist/nodes.ts";
import { controlAddressBits, controlOffsets, type Register, registerPort } from "./registers.ts";

/**
 * In, beside the channels: `done`, 1 for the cycle in which a call ends; `idle`; what can only be read, on registerPort.
 * Out: `start`, up from when a call is asked for until `done`; `interrupt`; what is written, on registerPort.
 */
export function controlSlave(name: string, registers: readonly Register[]): Module {
  const b = startModule(name, "Registers through which a host calls the kernel.");
  const bits = controlAddressBits(registers);
  const channels = channelsOf(b, bits);
  const { writes, reads, mask, wdata } = channels;
  const done = input(b, "done", 1);
  const idle = input(b, "idle", 1);

  const wrote = (offset: number, at: number): Expr => and(b, writes(offset), bit(b, mask, at));
  const ctrl = controlOffsets.ctrl;
  const restarts = register(b, "auto_restart", 1, { reset: true });
  drive(b, restarts, bit(b, wdata, 7), { enable: wrote(ctrl, 7) });
  const start = register(b, "start", 1, { reset: true });
  drive(
    b,
    start,
    or(b, and(b, wrote(ctrl, 0), bit(b, wdata, 0)), and(b, start, or(b, not(b, done), restarts))),
  );
  const untilRead = (name: string, offset: number): Ref => {
    const held = register(b, name, 1, { reset: true });
    drive(b, held, or(b, done, and(b, held, not(b, reads(offset)))));
    return held;
  };
  const [isDone, isReady] = [untilRead("is_done", ctrl), untilRead("is_ready", ctrl)];

  const gie = register(b, "gie", 1, { reset: true });
  drive(b, gie, bit(b, wdata, 0), { enable: wrote(controlOffsets.gie, 0) });
  const ier = register(b, "ier", 2, { reset: true });
  drive(b, ier, slice(b, wdata, 0, 2), { enable: wrote(controlOffsets.ier, 0) });
  const isr = register(b, "isr", 2, { reset: true });
  const toggles = and(b, repeat(b, wrote(controlOffsets.isr, 0), 2), slice(b, wdata, 0, 2));
  drive(b, isr, or(b, and(b, ier, repeat(b, done, 2)), xor(b, isr, toggles)));
  const interrupt = and(b, gie, reduceOr(b, isr));

  const words = new Map<number, Expr>([
    [ctrl, concat(b, interrupt, constant(1, 0), restarts, constant(3, 0), isReady, idle, isDone, start)],
    [controlOffsets.gie, gie],
    [controlOffsets.ier, ier],
    [controlOffsets.isr, isr],
  ]);
  for (const one of registers) {
    const value =
      one.access === "write" ? writtenRegister(b, one, channels) : input(b, registerPort(one), one.width);
    if (one.access === "write") output(b, registerPort(one), value);
    for (let low = 0; low < one.width; low += 32)
      words.set(one.offset + low / 8, slice(b, value, low, Math.min(32, one.width - low)));
    const { meaning } = one;
    if (meaning.kind === "result")
      words.set(meaning.validOffset, untilRead(`${one.name}_valid`, meaning.validOffset));
  }
  const entries = Array.from({ length: 2 ** (bits - 2) }, (_, word) => {
    const found = words.get(4 * word);
    return found === undefined ? constant(32, 0) : zeroExtend(b, found, 32);
  });
  const chosen = choose(b, slice(b, channels.araddr, 2, bits - 2), entries);
  output(b, "RDATA", delay(b, "rdata", chosen, { enable: channels.takesRead }));
  output(b, "start", start);
  output(b, "interrupt", interrupt);
  return finish(b);
}

interface Channels {
  readonly wdata: Expr;
  readonly mask: Expr; // of the bits that the strobes choose
  readonly araddr: Expr;
  readonly takesRead: Expr;
  readonly writes: (offset: number) => Expr; // this word is written in this cycle
  readonly reads: (offset: number) => Expr;
}

/** The data of a write are taken once its address is there; the answer follows, and then the next address. */
function channelsOf(b: Builder, bits: number): Channels {
  const [awaddr, awvalid] = [input(b, "AWADDR", bits), input(b, "AWVALID", 1)];
  const [wdata, wstrb, wvalid] = [input(b, "WDATA", 32), input(b, "WSTRB", 4), input(b, "WVALID", 1)];
  const bready = input(b, "BREADY", 1);
  const [araddr, arvalid] = [input(b, "ARADDR", bits), input(b, "ARVALID", 1)];
  const rready = input(b, "RREADY", 1);

  const [hasAddress, answers] = [
    register(b, "has_address", 1, { reset: true }),
    register(b, "answers", 1, { reset: true }),
  ];
  const awready = and(b, not(b, hasAddress), not(b, answers));
  const takesAddress = and(b, awvalid, awready);
  const takesData = and(b, wvalid, hasAddress);
  drive(b, hasAddress, or(b, takesAddress, and(b, hasAddress, not(b, takesData))));
  drive(b, answers, or(b, takesData, and(b, answers, not(b, bready))));
  const waddr = delay(b, "waddr", slice(b, awaddr, 2, bits - 2), { enable: takesAddress });

  const tells = register(b, "tells", 1, { reset: true });
  const takesRead = and(b, arvalid, not(b, tells));
  drive(b, tells, or(b, takesRead, and(b, tells, not(b, rready))));

  output(b, "AWREADY", awready);
  output(b, "WREADY", hasAddress);
  output(b, "BVALID", answers);
  output(b, "ARREADY", not(b, tells));
  output(b, "RVALID", tells);
  const raddr = slice(b, araddr, 2, bits - 2);
  return {
    ...{ wdata, araddr, takesRead },
    mask: concat(b, ...[3, 2, 1, 0].map((byte) => repeat(b, bit(b, wstrb, byte), 8))),
    writes: (offset) => and(b, takesData, eq(b, waddr, offset / 4)),
    reads: (offset) => and(b, takesRead, eq(b, raddr, offset / 4)),
  };
}

function writtenRegister(
  b: Builder,
  { name, offset, width }: Register,
  { writes, mask, wdata }: Channels,
): Expr {
  const parts: Expr[] = [];
  for (let low = 0; low < width; low += 32) {
    const bits = Math.min(32, width - low);
    const part = register(b, `${name}_word`, bits, { reset: true });
    const [own, given] = [slice(b, mask, 0, bits), slice(b, wdata, 0, bits)];
    drive(b, part, or(b, and(b, given, own), and(b, part, not(b, own))), {
      enable: writes(offset + low / 8),
    });
    parts.unshift(part);
  }
  return parts.length === 1 ? (parts[0] ?? bug("a register without words")) : concat(b, ...parts);
}
