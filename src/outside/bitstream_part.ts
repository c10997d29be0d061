/**
 * Which part a bitstream is for, as far as it says so itself.
 *
 *     partOf(bytes); // { tool: "trellis", device: "25k" }
 */
import type { Flow } from "../device/board.ts";

export interface BitstreamPart {
  readonly tool: Flow["tool"];
  readonly device: string | null; // as boards call it; null where it is one that no board has
}

/** Null where it is none that is known. */
export function partOf(bytes: Uint8Array): BitstreamPart | null {
  const ice = find(bytes, [0x7e, 0xaa, 0x99, 0x7e]);
  if (ice !== null) return { tool: "icestorm", device: iceDevice(bytes.subarray(ice + 4)) };
  const ecp5 = find(bytes, [0xff, 0xff, 0xbd, 0xb3]);
  if (ecp5 !== null) return { tool: "trellis", device: ecp5Device(bytes.subarray(ecp5 + 4)) };
  const xilinx = find(bytes, [0xaa, 0x99, 0x55, 0x66]);
  if (xilinx !== null) return { tool: "prjxray", device: xilinxDevice(bytes.subarray(0, xilinx)) };
  return gowinPart(bytes);
}

/** The header of a .bit file has the name of the part in its field `b`, after two bytes of length. */
function xilinxDevice(header: Uint8Array): string | null {
  const name = /b\0[\s\S](?:xc)?(7[a-z]\d+t)/.exec(String.fromCharCode(...header))?.[1];
  return name === undefined ? null : `xc${name}`;
}

/** Lines of zeros and ones, the mark a5c3, and a line with 06, three bytes, and the IDCODE (those of apycula's chip data). */
function gowinPart(bytes: Uint8Array): BitstreamPart | null {
  const text = String.fromCharCode(...bytes.subarray(0, mostHeader));
  const id = /^1010010111000011\r?\n00000110(?:0{24})([01]{32})$/m.exec(text)?.[1];
  if (id === undefined) return null;
  return { tool: "apicula", device: Number.parseInt(id, 2) === 0x1100481b ? "GW1N-9C" : null };
}

/** Headers are shorter. */
const mostHeader = 4096;

function find(bytes: Uint8Array, mark: readonly number[]): number | null {
  const last = Math.min(bytes.length, mostHeader) - mark.length;
  for (let at = 0; at <= last; at++) if (mark.every((byte, index) => bytes[at + index] === byte)) return at;
  return null;
}

/** Commands of a high nibble and a count of bytes that follow (icepack.cc of icestorm); 0x62 is the width of a bank. */
function iceDevice(commands: Uint8Array): string | null {
  for (let at = 0; at < 64; ) {
    const command = commands[at] ?? 0;
    const length = command & 0x0f;
    if (command >> 4 === 6) {
      const width = 1 + 256 * (commands[at + 1] ?? 0) + (commands[at + 2] ?? 0);
      return iceWidths[width] ?? null;
    }
    at += 1 + length;
  }
  return null;
}

const iceWidths: Readonly<Record<number, string>> = { 872: "hx8k", 692: "up5k" };

/** VERIFY_ID (0xe2), three bytes, and the IDCODE of the part, with those of Project Trellis' devices.json. */
function ecp5Device(commands: Uint8Array): string | null {
  for (let at = 0; at < 256; at++) {
    if (commands[at] !== 0xe2 || commands[at + 1] !== 0 || commands[at + 2] !== 0) continue;
    const id = [4, 5, 6, 7]
      .map((place) => (commands[at + place] ?? 0).toString(16).padStart(2, "0"))
      .join("");
    return ecp5Ids[id] ?? null;
  }
  return null;
}

const ecp5Ids: Readonly<Record<string, string>> = {
  "21111043": "12k",
  "41111043": "25k",
  "41112043": "45k",
  "41113043": "85k",
};
