/**
 * Memory that this process shares with the program that started it, for messages whose bodies are large.
 *
 * It is a file without a name that was open when this process started; the other side has it mapped.
 */
import { readSync, writeSync } from "node:fs";
import { padding } from "./frames.ts";

/** The bytes that come with a message. */
export interface Body {
  readonly size: number;
  /** A part of it, where typed arrays can lie over it: not copied where that is not needed. */
  part(at: number, length: number): { readonly buffer: ArrayBuffer; readonly at: number };
  /** A part of it, copied to where it is wanted. */
  read(at: number, target: Uint8Array): void;
}

export interface Segment {
  body(size: number): Body;
  /** Writes the parts of a body, each at a multiple of 8. */
  write(parts: readonly Uint8Array[]): void;
}

/** Bodies of fewer bytes go over the pipe. */
export const largeBody = 65536;

/** What the other side offers: null where this process does not see it, or sees something else. */
export function openSegment(fd: number, token: string): Segment | null {
  const found = new Uint8Array(token.length / 2);
  try {
    readAll(fd, found, 0);
  } catch {
    return null;
  }
  if (token.length === 0 || Buffer.from(found).toString("hex") !== token) return null;
  return {
    body: (size) => ({
      size,
      part: (at, length) => {
        const bytes = new Uint8Array(length);
        readAll(fd, bytes, at);
        return { buffer: bytes.buffer, at: 0 };
      },
      read: (at, target) => readAll(fd, target, at),
    }),
    write: (parts) => {
      let at = 0;
      for (const part of parts) {
        writeAll(fd, part, at);
        at += part.length;
        const rest = new Uint8Array(padding(at)); // written too: the other side maps all of it
        writeAll(fd, rest, at);
        at += rest.length;
      }
    },
  };
}

/** A body that came over the pipe. */
export function pipedBody(buffer: ArrayBuffer): Body {
  return {
    size: buffer.byteLength,
    part: (at) => ({ buffer, at }),
    read: (at, target) => target.set(new Uint8Array(buffer, at, target.length)),
  };
}

const mostBytes = 2 ** 30; // that one system call takes

function readAll(fd: number, target: Uint8Array, at: number): void {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, Math.min(mostBytes, target.length - done), at + done);
    if (count === 0) throw new Error("shared memory ends inside a message");
    done += count;
  }
}

function writeAll(fd: number, source: Uint8Array, at: number): void {
  let done = 0;
  while (done < source.length) {
    done += writeSync(fd, source, done, Math.min(mostBytes, source.length - done), at + done);
  }
}
