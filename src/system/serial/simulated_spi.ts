/** A board without a board, as simulated.ts, reached through the four pins of SPI by a controller that polls while it waits. */
import { restart, type Simulation } from "../../hardware/simulate/simulation.ts";
import { spiUnescaped } from "./frames.ts";
import type { PinOptions, SimulatedLine } from "./simulated.ts";

/** `divider`: cycles of a bit, an even number. */
export function simulatedSpi(circuit: Simulation, options: PinOptions): SimulatedLine {
  const { divider, cyclesPerMs, noise = (bit) => bit } = options;
  const half = divider / 2;
  const waiting: number[] = []; // bytes of requests
  let heard: number[] = [];
  let cycles = 0;
  let hasPolled = true; // since the last byte of a request: the next one is of another selection
  let told = spiUnescaped();
  circuit.set("cs", 1n);
  circuit.set("sck", 0n);

  const step = (count: number): void => {
    if (circuit.get("restart") === 1n) restart(circuit);
    circuit.step(count);
    cycles += count;
  };
  const selectAgain = (): void => {
    circuit.set("cs", 1n);
    step(2 * divider);
    circuit.set("cs", 0n);
    step(half);
    told = spiUnescaped();
  };
  const exchange = (): void => {
    const next = waiting.shift();
    if (next !== undefined && hasPolled) selectAgain();
    hasPolled = next === undefined;
    let came = 0;
    for (let bit = 7; bit >= 0; bit--) {
      circuit.set("mosi", BigInt(noise(((next ?? poll) >> bit) & 1)));
      step(half);
      came = 2 * came + noise(Number(circuit.get("miso")));
      circuit.set("sck", 1n);
      step(half);
      circuit.set("sck", 0n);
    }
    const byte = told(came);
    if (byte !== null) heard.push(byte);
  };
  const taken = (): Uint8Array => {
    const found = Uint8Array.from(heard);
    heard = [];
    return found;
  };
  return {
    bytesPerMs: cyclesPerMs / (8 * divider),
    cycles: () => cycles,
    now: () => cycles / cyclesPerMs,
    send: async (bytes) => void waiting.push(...bytes),
    receive: async (milliseconds) => {
      const until = cycles + milliseconds * cyclesPerMs;
      while (cycles < until && heard.length === 0) exchange();
      return taken();
    },
    pass: (milliseconds) => {
      const until = cycles + milliseconds * cyclesPerMs;
      while (cycles < until) exchange();
      return taken();
    },
  };
}

const poll = 0; // anything but the beginning of a request
