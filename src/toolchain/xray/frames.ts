/**
 * From FASM to the frames of a 7-series part: what fasm2frames of Project X-Ray does, for pins of LVCMOS33 (banks of lower voltages need
 * a bit in every pin of theirs).
 *
 *     writeFileSync("frames.txt", framesText(framesOf(fasm, database)));
 */
import { Failure } from "../../diagnostics/failure.ts";
import type { Database } from "./database.ts";
import { type Feature, featuresIn } from "./fasm.ts";

/** By address, 101 words each (UG470); frames that have no bit set and are not named here are zeros. */
export type Frames = ReadonlyMap<number, Uint32Array>;

const wordsOfFrame = 101;

export function framesOf(fasm: string, database: Database): Frames {
  const set = new Map<number, Uint32Array>();
  const cleared = new Map<number, Uint32Array>();
  const unknown: string[] = [];
  for (const feature of [...featuresIn(fasm), ...featuresIn(database.required)]) {
    for (const at of feature.bits) {
      const bits = database.bitsOf(feature.tile, feature.name, at);
      if (bits === null) unknown.push(named(feature, at));
      for (const { frame, bit, isSet } of bits ?? []) {
        if (isBit(isSet ? cleared : set, frame, bit))
          throw new Failure(`${named(feature, at)} asks for the contrary of what another feature asks for`, {
            status: 2,
          });
        mark(isSet ? set : cleared, frame, bit);
      }
    }
  }
  if (unknown.length > 0)
    throw new Failure(`the database of Project X-Ray does not know ${several(unknown)}`, {
      ...{ help: "take a database and a nextpnr of about the same age", status: 2 },
    });
  return set;
}

/** As xc7frames2bit reads them: an address and words, a line a frame. */
export function framesText(frames: Frames): string {
  return [...frames]
    .sort(([one], [other]) => one - other)
    .map(([address, words]) => `${hex(address)} ${[...words].map(hex).join(",")}\n`)
    .join("");
}

function isBit(frames: Frames, frame: number, bit: number): boolean {
  return (((frames.get(frame)?.[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function mark(frames: Map<number, Uint32Array>, frame: number, bit: number): void {
  const words = frames.get(frame) ?? new Uint32Array(wordsOfFrame);
  words[bit >> 5] = (words[bit >> 5] ?? 0) | (1 << (bit & 31));
  frames.set(frame, words);
}

function named({ tile, name, bits }: Feature, bit: number): string {
  return `${tile}.${name}${bits.length > 1 || bit > 0 ? `[${bit}]` : ""}`;
}

function several(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function hex(word: number): string {
  return `0x${word.toString(16).toUpperCase().padStart(8, "0")}`;
}
