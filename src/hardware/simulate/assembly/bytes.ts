/** Bytes that grow, and numbers as WebAssembly writes them: seven bits a byte, the lowest first (LEB128). */

export interface Bytes {
  add(byte: number): void;
  addAll(bytes: Iterable<number>): void;
  done(): Uint8Array;
}

export function growing(): Bytes {
  let bytes = new Uint8Array(1024);
  let length = 0;
  const add = (byte: number): void => {
    if (length === bytes.length) {
      const more = new Uint8Array(2 * length);
      more.set(bytes);
      bytes = more;
    }
    bytes[length] = byte;
    length += 1;
  };
  return {
    add,
    addAll: (all) => {
      for (const byte of all) add(byte);
    },
    done: () => bytes.subarray(0, length),
  };
}

/** Of up to 32 bits. */
export function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value >>> 0;
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80);
    left >>>= 7;
  }
  return [...bytes, left];
}

export function signed(value: number | bigint): readonly number[] {
  if (typeof value === "bigint" && BigInt.asIntN(32, value) !== value) return signedLong(value);
  const bytes: number[] = [];
  let left = Number(value) | 0;
  while (left < -0x40 || left >= 0x40) {
    bytes.push((left & 0x7f) | 0x80);
    left >>= 7;
  }
  return [...bytes, left & 0x7f];
}

function signedLong(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let left = value;
  while (left < -0x40n || left >= 0x40n) {
    bytes.push(Number(left & 0x7fn) | 0x80);
    left >>= 7n;
  }
  return [...bytes, Number(left & 0x7fn)];
}
