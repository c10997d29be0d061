/**
 * A serial port by what POSIX systems have: the file of the device, and `stty` for its speed. The lock is the one that
 * pyserial, picocom and others ask for too.
 */
import { spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readdirSync, write } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isatty, ReadStream } from "node:tty";
import { named } from "../../diagnostics/named.ts";
import { BoardFailure } from "../../system/serial/failure.ts";
import { makeInbox } from "./inbox.ts";
import type { OpenPort } from "./index.ts";
import { BoardTrouble } from "./trouble.ts";

export async function openSerial(path: string, baud: number): Promise<OpenPort> {
  if (process.platform === "win32")
    throw new BoardTrouble(
      `cannot open ${path}: serial ports are reached on Linux and macOS alone`,
      "offer it as a socket (hub4com does), and name that: tcp://127.0.0.1:5550",
    );
  const file = opened(path);
  try {
    if (!isatty(file)) throw new BoardTrouble(`${path} is ${kindOf(file)}, no serial port`, portsHere());
    lock(file, path);
    configure(file, path, baud);
    return await lineOf(file, path, baud);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Without waiting for a carrier, and not as the terminal of this process. */
const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
const exclusive = process.platform === "darwin" ? 0x20 : 0; // O_EXLOCK, which Node has no name for

function opened(path: string, more = exclusive): number {
  if (path === "") throw new BoardTrouble("a port without a name", portsHere());
  try {
    return openSync(path, flags | more);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const [reason, help] = named(reasons, code) ?? [error instanceof Error ? error.message : code, null];
    throw new BoardTrouble(`cannot open ${path}: ${reason}`, help ?? portsHere());
  }
}

const inUse = "another program has it open: close it first (a terminal program, a notebook, another run)";

/** And what to do, where it is not to look for another port. */
const reasons: Readonly<Record<string, readonly [string, string | null]>> = {
  ENOENT: ["there is no such port", null],
  ENXIO: ["nothing is behind it", null],
  ENODEV: ["nothing is behind it", null],
  ENOTDIR: ["there is no such port", null],
  EISDIR: ["it is a directory", null],
  EIO: ["nothing is behind it", null],
  EACCES: ["permission denied", "ports belong to a group, often dialout or uucp: become a member of it"],
  EPERM: ["permission denied", "ports belong to a group, often dialout or uucp: become a member of it"],
  EBUSY: ["it is in use", inUse],
  EAGAIN: ["it is in use", inUse],
};

function portsHere(): string {
  const found = (() => {
    try {
      return readdirSync("/dev").filter((name) => /^(ttyUSB|ttyACM|cu\.usb)/.test(name));
    } catch {
      return [];
    }
  })();
  if (found.length === 0) return "no USB serial port is here: is the board plugged in?";
  return `ports that are here: ${found
    .sort()
    .map((name) => `/dev/${name}`)
    .join(", ")}`;
}

function kindOf(file: number): string {
  const stats = fstatSync(file);
  return stats.isFile() ? "a file" : stats.isDirectory() ? "a directory" : "another device";
}

/** The lock of flock(2) belongs to the open file, which the program shares with us: it stays when that has ended. */
function lock(file: number, path: string): void {
  if (process.platform !== "linux") return;
  const { status } = spawnSync("flock", ["--nonblock", "--conflict-exit-code", "75", "3"], {
    stdio: ["ignore", "ignore", "ignore", file],
  });
  if (status === 75) throw new BoardTrouble(`cannot open ${path}: it is in use`, inUse);
}

function configure(file: number, path: string, baud: number): void {
  const words = [String(baud), "raw", "-echo", "cs8", "-parenb", "-cstopb", "clocal", "-hupcl", "-crtscts"];
  const { status, error, stderr } = spawnSync("stty", words, {
    ...{ stdio: [file, "ignore", "pipe"], timeout: 10_000, encoding: "utf8" },
  });
  if (status === 0) return;
  const said = error?.message ?? stderr.trim().split("\n")[0] ?? "";
  throw new BoardTrouble(`${path} cannot be set to ${baud} baud: ${said}`, "another adapter may do it");
}

async function lineOf(file: number, path: string, baud: number): Promise<OpenPort> {
  const inbox = makeInbox();
  const stream = new ReadStream(opened(path, 0)); // which takes it over; the other has the lock, and is written to
  const gone = (): void => inbox.end(new BoardFailure("gone"));
  stream.on("data", inbox.put).on("error", gone).on("end", gone).on("close", gone);
  stream.unref(); // who waits has a timer
  let isOpen = true;
  return {
    bytesPerMs: baud / 10_000,
    now: () => performance.now(),
    receive: inbox.receive,
    send: (bytes) => (isOpen ? written(file, bytes) : Promise.reject(new BoardFailure("gone"))),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      stream.destroy();
      closeSync(file);
    },
  };
}

const mostFull = 5_000; // looks at a buffer that does not empty, a millisecond between them

async function written(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0, full = 0; at < bytes.length; ) {
    const count = await new Promise<number>((resolve, reject) => {
      write(file, bytes, at, bytes.length - at, null, (error, some) => {
        if (error === null) resolve(some);
        else if (error.code === "EAGAIN") resolve(0);
        else reject(new BoardFailure("gone"));
      });
    });
    at += count;
    full = count === 0 ? full + 1 : 0;
    if (full > mostFull) throw new BoardFailure("silent");
    if (full > 0) await pause(1); // its buffer is full
  }
}
