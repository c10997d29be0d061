/** Four wires, or four registers, that do the same to different values and are computed at once, in the lanes of vectors. */

/** Four names. */
export type Pack = readonly string[];

export const packSize = 4;

/** Of a name in its pack. */
export interface PackedLane {
  readonly pack: Pack;
  readonly lane: number;
}

export function placesIn(packs: readonly Pack[]): ReadonlyMap<string, PackedLane> {
  return new Map(packs.flatMap((pack) => pack.map((name, lane) => [name, { pack, lane }])));
}

export function isPack(pack: Pack | undefined, names: readonly string[]): pack is Pack {
  return pack?.every((name, lane) => name === names[lane]) === true;
}
