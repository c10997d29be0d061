/**
 * A port of this machine with a board behind it: a serial port, or a socket.
 *
 *     const port = await openPort("/dev/ttyUSB1", 1_000_000);
 *     const board = await connect(port, { windows, identity, quietMs: 20 });
 */
import type { Line } from "../../system/serial/host.ts";
import { openSerial } from "./serial.ts";
import { openSocket, socketAddress } from "./socket.ts";

export interface OpenPort extends Line {
  close(): Promise<void>;
}

/** Fails where there is no such port, or somebody else has it. */
export async function openPort(port: string, baud: number): Promise<OpenPort> {
  const address = socketAddress(port);
  return address === null ? openSerial(port, baud) : openSocket(port, address, baud);
}
