/** Bytes of a WebAssembly module under construction. */

export interface Bytes {
  byte(value: number): void;
  raw(bytes: ArrayLike<number>): void;
  unsigned(value: number): void; // LEB128
  signed(value: bigint): void;
  name(text: string): void;
  done(): Uint8Array;
}

export function newBytes(): Bytes {
  let room = new Uint8Array(1024);
  let size = 0;
  const grow = (more: number): void => {
    if (size + more <= room.length) return;
    const larger = new Uint8Array(Math.max(2 * room.length, size + more));
    larger.set(room);
    room = larger;
  };
  const bytes: Bytes = {
    byte: (value) => {
      grow(1);
      room[size++] = value;
    },
    raw: (more) => {
      grow(more.length);
      room.set(more, size);
      size += more.length;
    },
    unsigned: (value) => {
      let rest = value;
      while (rest >= 128) {
        bytes.byte((rest % 128) + 128);
        rest = Math.floor(rest / 128);
      }
      bytes.byte(rest);
    },
    signed: (value) => {
      let rest = value;
      while (rest < -64n || rest > 63n) {
        bytes.byte(Number(rest & 127n) + 128);
        rest >>= 7n;
      }
      bytes.byte(Number(rest & 127n));
    },
    name: (text) => {
      const letters = new TextEncoder().encode(text);
      bytes.unsigned(letters.length);
      bytes.raw(letters);
    },
    done: () => room.slice(0, size),
  };
  return bytes;
}

/** A part of a module that says how long it is. */
export function sized(target: Bytes, write: (part: Bytes) => void): void {
  const part = newBytes();
  write(part);
  const content = part.done();
  target.unsigned(content.length);
  target.raw(content);
}
