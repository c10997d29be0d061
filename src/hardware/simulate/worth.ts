/** Packs that take less than their members one by one: what has to be put together from all over is not worth it. */
import { isPack, type Pack, packSize, placesIn } from "./pack.ts";

/** What one member does. */
export interface Work {
  readonly operations: number;
  readonly reads: readonly string[]; // in the order they stand
  readonly readers: readonly string[];
}

/** In operations: four values put together into a vector, and a vector taken apart. */
const gathering = 8;
const parting = 4;

export function worthwhile(packs: readonly Pack[], workOf: (name: string) => Work): readonly Pack[] {
  const links = linksOf(packs, workOf);
  const left = new Set(packs);
  const stack = [...packs];
  for (let pack = stack.pop(); pack !== undefined; pack = stack.pop()) {
    const own = links.get(pack);
    if (own === undefined || !left.has(pack) || isWorth(own)) continue;
    left.delete(pack);
    for (const reader of own.readers) {
      const link = links.get(reader);
      if (link !== undefined) link.gathers++;
      stack.push(reader);
    }
    for (const source of own.sources) {
      const link = links.get(source);
      if (link !== undefined) {
        link.together--;
        link.isApart = true;
      }
      stack.push(source);
    }
  }
  return packs.filter((pack) => left.has(pack));
}

/** A pack among the others that are left. */
interface Link {
  readonly operations: number; // of a member
  readonly sources: readonly Pack[]; // that it reads as they stand
  readonly readers: Pack[]; // that read it as it stands
  gathers: number; // fours that it puts together
  together: number; // readers that are left
  isApart: boolean; // whether somebody reads single members
}

function isWorth({ operations, gathers, together, isApart }: Link): boolean {
  const packed = operations + gathering * gathers + (isApart ? parting : 0);
  return packed < packSize * operations + (together > 0 ? gathering : 0);
}

function linksOf(packs: readonly Pack[], workOf: (name: string) => Work): ReadonlyMap<Pack, Link> {
  const places = placesIn(packs);
  const links = new Map<Pack, Link>();
  for (const pack of packs) {
    const reads = pack.map((name) => workOf(name).reads);
    const sources = new Set<Pack>();
    const gathers = new Set<string>();
    for (const place of (reads[0] ?? []).keys()) {
      const names = reads.map((read) => read[place] ?? "");
      const [first = ""] = names;
      const source = places.get(first)?.pack;
      if (isPack(source, names)) sources.add(source);
      else if (!names.every((name) => name === first)) gathers.add(names.join(" "));
    }
    const { operations } = workOf(pack[0] ?? "");
    links.set(pack, {
      operations,
      sources: [...sources],
      readers: [],
      gathers: gathers.size,
      together: 0,
      isApart: false,
    });
  }
  for (const [pack, { sources }] of links)
    for (const source of sources) links.get(source)?.readers.push(pack);
  for (const [pack, link] of links) {
    link.together = link.readers.length;
    const whole = new Set(link.readers);
    const isWhole = (reader: string): boolean => {
      const home = places.get(reader)?.pack;
      return home !== undefined && whole.has(home);
    };
    link.isApart = pack.some((name) => !workOf(name).readers.every(isWhole));
  }
  return links;
}
