/** A port that this program offers to others: a socket, or a pseudo-terminal under a name of the user's. */
import { createServer, type Socket } from "node:net";
import { Failure } from "../../diagnostics/failure.ts";
import { makeInbox } from "./inbox.ts";
import { offerTerminal } from "./pty.ts";
import { type Address, socketAddress } from "./socket.ts";

export interface OfferedPort {
  readonly name: string; // what others say after --port
  send(bytes: Uint8Array): void; // lost where nobody is there
  /** What has come in, as soon as something has; nothing after so long. */
  receive(milliseconds: number): Promise<Uint8Array>;
  close(): void;
}

export async function offerPort(port: string): Promise<OfferedPort> {
  const address = socketAddress(port);
  return address === null ? offerTerminal(port) : offerSocket(port, address);
}

/** One at a time: a second one is turned away, as it is from a serial port. */
async function offerSocket(port: string, address: Address): Promise<OfferedPort> {
  const inbox = makeInbox();
  let caller: Socket | null = null;
  const server = createServer((socket) => {
    socket.on("error", () => {}); // its end is told by "close"
    const take = (): void => {
      caller = socket;
      socket.setNoDelay(true);
      socket.on("data", inbox.put).on("close", () => {
        caller = null;
      });
    };
    if (caller === null) take();
    else setTimeout(() => (caller === null ? take() : socket.destroy()), leaveMs); // the one before may be leaving
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
      const help = "tcp://127.0.0.1:0 takes a number that is free";
      reject(new Failure(`port ${port}: ${reason}`, { help, status: 2 }));
    });
    server.listen(address, resolve);
  });
  const bound = server.address();
  const number = typeof bound === "object" && bound !== null ? bound.port : address.port;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {
    name: `tcp://${host}:${number}`,
    send: (bytes) => void caller?.write(bytes),
    receive: inbox.receive,
    close: () => {
      caller?.destroy();
      server.close();
    },
  };
}

const leaveMs = 300;
