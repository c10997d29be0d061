/** A simulated board for hosts outside of this process: their bytes go to its pins, and what it says goes back. */
import type { Simulation } from "../../hardware/simulate/simulation.ts";
import type { SimulatedLine } from "./simulated.ts";

/** The host's end. */
export interface Peer {
  send(bytes: Uint8Array): void;
  receive(milliseconds: number): Promise<Uint8Array>;
}

export interface ServedBoard {
  readonly circuit: Simulation; // a system of serialSystem
  readonly line: SimulatedLine;
  readonly quietMs: number;
}

/**
 * Until `isOver`. Time stands still in the simulation while no call runs and all requests are answered or forgotten, so that a
 * board that waits takes no processor.
 */
export async function serveBoard(
  { circuit, line, quietMs }: ServedBoard,
  peer: Peer,
  isOver: () => boolean,
): Promise<void> {
  let awake = 0; // milliseconds of the simulation until it stands still
  while (!isOver()) {
    const isIdle = awake <= 0 && circuit.peek("running") === 0n && circuit.peek("starting") === 0n;
    const given = await peer.receive(isIdle ? idleMs : 0);
    if (given.length > 0) {
      awake = 2 * quietMs + given.length / line.bytesPerMs;
      await line.send(given);
    } else if (isIdle) continue;
    const said = line.pass(sliceMs);
    awake -= sliceMs;
    if (said.length > 0) peer.send(said);
  }
}

const idleMs = 100; // between looks at `isOver`
const sliceMs = 0.1; // of the simulation between looks at the host: some milliseconds here
