/** A socket with a board behind it: `tcp://127.0.0.1:5550`, as `lutra simulate` and programs that share serial ports offer. */
import { connect, type Socket } from "node:net";
import { Failure } from "../../diagnostics/failure.ts";
import { named } from "../../diagnostics/named.ts";
import { BoardFailure } from "../../system/serial/failure.ts";
import { makeInbox } from "./inbox.ts";
import type { OpenPort } from "./index.ts";
import { BoardTrouble } from "./trouble.ts";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Null where it is no socket. */
export function socketAddress(text: string): Address | null {
  const rest = /^tcp:\/\/(.*)$/.exec(text)?.[1];
  if (rest === undefined) return null;
  const found = /^(\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):(\d{1,5})\/?$/.exec(rest);
  const port = Number(found?.[2]);
  if (found === null || port > 65_535)
    throw new Failure(`port ${text}: expected tcp://HOST:NUMBER`, {
      help: "for example tcp://127.0.0.1:5550",
    });
  return { host: (found[1] ?? "").replace(/^\[|\]$/g, ""), port };
}

const connectTimeoutMs = 10_000;

export async function openSocket(name: string, address: Address, baud: number): Promise<OpenPort> {
  const socket = await connected(name, address);
  return socketLine(socket, baud);
}

function connected(name: string, address: Address): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    const fail = (code: string): void => {
      socket.destroy();
      const reason = named(reasons, code) ?? code;
      const help = "is the program that offers it running? `lutra simulate` says its port when it starts";
      reject(new BoardTrouble(`cannot connect to ${name}: ${reason}`, help));
    };
    const timer = setTimeout(() => fail("ETIMEDOUT"), connectTimeoutMs);
    socket.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(error.code ?? error.message);
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ETIMEDOUT: "nobody answers",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
};

export function socketLine(socket: Socket, baud: number): OpenPort {
  const inbox = makeInbox();
  const gone = (): void => inbox.end(new BoardFailure("gone"));
  socket.setNoDelay(true);
  socket.on("data", inbox.put).on("error", gone).on("close", gone).on("end", gone);
  socket.unref(); // who waits has a timer
  return {
    bytesPerMs: baud / 10_000,
    now: () => performance.now(),
    receive: inbox.receive,
    send: (bytes) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(new BoardFailure("gone"));
        else socket.write(bytes, (error) => (error ? reject(new BoardFailure("gone")) : resolve()));
      }),
    close: async () => {
      socket.destroy();
    },
  };
}
