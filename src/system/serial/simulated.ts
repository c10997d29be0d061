/** A board without a board: the whole system in a simulation, reached through its two pins. */
import { restart, type Simulation } from "../../hardware/simulate/simulation.ts";
import type { Line } from "./host.ts";

export interface SimulatedLine extends Line {
  readonly cycles: () => number; // that have passed
  /** So much time passes; what was heard meanwhile. */
  pass(milliseconds: number): Uint8Array;
}

export interface PinOptions {
  readonly divider: number; // cycles of a bit
  readonly cyclesPerMs: number;
  readonly noise?: (bit: number) => number; // what becomes of a bit on the way to the board, or back
}

export function simulatedLine(circuit: Simulation, options: PinOptions): SimulatedLine {
  const { divider, cyclesPerMs, noise = (bit) => bit } = options;
  const looks = Math.max(1, Math.floor(divider / 4)); // cycles between looks at the pin
  const waiting: number[] = []; // bits that go out
  let heard: number[] = [];
  let [cycles, bitLeft] = [0, 0];
  let hearing: { next: number; index: number; byte: number } | null = null; // `next`: the cycle to look in
  circuit.set("rx", 1n);

  const listen = (): void => {
    const level = Number(circuit.get("tx"));
    if (hearing === null) {
      if (level === 0)
        hearing = { next: cycles + Math.floor((3 * divider) / 2) - Math.floor(looks / 2), index: 0, byte: 0 };
      return;
    }
    if (cycles < hearing.next) return;
    hearing.next += divider;
    if (hearing.index === 8) {
      if (level === 1) heard.push(hearing.byte);
      hearing = null;
      return;
    }
    hearing.byte += noise(level) << hearing.index++;
  };
  const step = (): void => {
    if (bitLeft <= 0) {
      circuit.set("rx", BigInt(noise(waiting.shift() ?? 1)));
      bitLeft = divider;
    }
    const count = Math.min(looks, bitLeft);
    if (circuit.get("restart") === 1n) restart(circuit);
    circuit.step(count);
    bitLeft -= count;
    cycles += count;
    listen();
  };
  const taken = (): Uint8Array => {
    const found = Uint8Array.from(heard);
    heard = [];
    return found;
  };
  return {
    bytesPerMs: cyclesPerMs / (10 * divider),
    cycles: () => cycles,
    now: () => cycles / cyclesPerMs,
    send: async (bytes) => {
      for (const byte of bytes)
        waiting.push(0, ...Array.from({ length: 8 }, (_, index) => (byte >> index) & 1), 1);
    },
    receive: async (milliseconds) => {
      const until = cycles + milliseconds * cyclesPerMs;
      while (cycles < until && heard.length === 0) step();
      return taken();
    },
    pass: (milliseconds) => {
      const until = cycles + milliseconds * cyclesPerMs;
      while (cycles < until) step();
      return taken();
    },
  };
}
