/** Signals by name: from a local where this function has computed them, else from memory. */
import { bug } from "../../diagnostics/bug.ts";
import {
  get,
  isWide,
  keep,
  load,
  number,
  ofWords,
  repOf,
  type Slot,
  type Value,
  vectorBytes,
  type Writer,
  wordsFor,
  wordsIn,
} from "./code.ts";
import { isPack } from "./pack.ts";
import { codeOf, kept, type Lanes } from "./vector.ts";

export function reference(w: Writer, name: string, width: number): Value {
  const held = w.held.get(name);
  if (held !== undefined) {
    const [only = bug(`${name} is held nowhere`)] = held;
    return isWide(width)
      ? { kind: "wide", limbs: held }
      : { kind: "narrow", rep: repOf(width), code: get(w, only) };
  }
  const lane = laneOf(w, name, width);
  if (lane !== null) return lane;
  const value = load(w, slotOf(w, name), () => number(w, "i32", 0));
  if (value.kind === "wide") w.held.set(name, value.limbs);
  return value;
}

/** Of vectors that this function has. */
function laneOf(w: Writer, name: string, width: number): Value | null {
  const place = w.places.get(name);
  const locals = place === undefined ? undefined : w.lanes.get(keyOf(place.pack));
  if (place === undefined || locals === undefined) return null;
  return ofWords(w, width, (index) => {
    const vector = locals[index] ?? bug(`${name} has no word ${index}`);
    return w.m.i32x4.extract_lane(get(w, vector), place.lane);
  });
}

/** Four signals. */
export function fourOf(w: Writer, names: readonly string[], width: number): Lanes {
  const known = w.lanes.get(keyOf(names));
  if (known !== undefined) return known.map((local) => ({ code: get(w, local) }));
  const [first = bug("no names")] = names;
  if (isPack(w.places.get(first)?.pack, names)) return loadLanes(w, slotOf(w, first));
  return keepLanes(w, names, gathered(w, names, width));
}

/** In locals, for whoever asks again. */
export function keepLanes(w: Writer, names: readonly string[], lanes: Lanes): Lanes {
  const locals = lanes.map((word) => keep(w, "v128", codeOf(w, word)));
  w.lanes.set(keyOf(names), locals);
  return locals.map((local) => ({ code: get(w, local) }));
}

function gathered(w: Writer, names: readonly string[], width: number): Lanes {
  const { i32x4 } = w.m;
  const isOne = names.every((name) => name === names[0]);
  const values = (isOne ? names.slice(0, 1) : names).map((name) =>
    wordsIn(w, reference(w, name, width), width),
  );
  return Array.from({ length: wordsFor(width) }, (_, index) => {
    const [first = bug("no names"), ...others] = values.map((words) => words[index] ?? bug("too few words"));
    const code = others.reduce((all, one, at) => i32x4.replace_lane(all, at + 1, one), i32x4.splat(first));
    return { code };
  });
}

export function loadLanes(w: Writer, { address, width }: Slot): Lanes {
  return Array.from({ length: wordsFor(width) }, (_, index) => ({
    code: w.m.v128.load(address + vectorBytes * index, vectorBytes, number(w, "i32", 0)),
  }));
}

/** All words are computed before the first is stored: they may be read from where they go. */
export function storeLanes(w: Writer, { address }: Slot, lanes: Lanes): void {
  const words = lanes.length === 1 ? lanes : lanes.map((word) => kept(w, word)());
  for (const [index, word] of words.entries()) {
    const at = address + vectorBytes * index;
    w.body.push(w.m.v128.store(at, vectorBytes, number(w, "i32", 0), codeOf(w, word)));
  }
}

function slotOf(w: Writer, name: string): Slot {
  return w.slots.get(name) ?? bug(`no place for ${name}`);
}

/** No single signal is called so. */
function keyOf(names: readonly string[]): string {
  return names.join(" ");
}
